import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openTestDesk, providerOf, valueOf } from '../../support/desk/test-desk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const NONE = {
  waiting: 0,
  sending: 0,
  booked: 0,
  'booked-awaiting-number': 0,
  refused: 0,
  'in-doubt': 0,
  held: 0,
  withdrawn: 0,
  'placed-by-phone': 0,
}

test('The facts for support name profile, store schema and the bookings of each state', async () => {
  const { desk } = await openTestDesk(temporaryFolder())
  valueOf(await desk.setPracticeConnection('cut'))
  expect(valueOf(desk.readFacts())).toEqual({ profile: 'practice', schema: DESK_MIGRATIONS.length, states: NONE })
  const [first] = [1, 2, 3].map((number) => valueOf(desk.bookMove(pairBooking(number))))
  valueOf(desk.withdrawBooking(first?.id ?? ''))
  expect(valueOf(desk.readFacts()).states).toEqual({ ...NONE, waiting: 2, withdrawn: 1 })
})

test('The facts for support name the profile of a provider and not its address', async () => {
  const { desk } = await openTestDesk(temporaryFolder(), providerOf('http://127.0.0.1:9'))
  const facts = valueOf(desk.readFacts())
  expect(facts.profile).toBe('baseline')
  expect(JSON.stringify(facts)).not.toContain('127.0.0.1')
})
