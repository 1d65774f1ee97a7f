import { expect, test } from 'vitest'
import { pairBooking } from '../support/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk.ts'
import { temporaryFolder } from '../support/folder.ts'

test('a move of another desk is shown by its number and kept nowhere; what is not there is said', async () => {
  const service = await openTestPractice(temporaryFolder(), { driver: 'hand' })
  const provider = providerOf(service.url, service.token)
  const other = await openTestDesk(temporaryFolder(), provider)
  const booked = valueOf(other.desk.bookMove(pairBooking(6)))
  await other.facts.next('send-settled')
  const [customer] = valueOf(other.desk.getBooking(booked.id)).moves
  const number = customer?.number.known === true ? customer.number.value : 0

  const { desk } = await openTestDesk(temporaryFolder(), provider)
  const shown = valueOf(await desk.askMove(number))
  expect(shown).toMatchObject({
    number,
    reference: customer?.reference,
    vehicle: { vin: customer?.vehicle?.vin },
    stages: { pickup_started: null, delivery_successful: null },
  })
  expect(shown.pickup).toContain(customer?.pickup.zip)
  expect(valueOf(desk.findMoves({ text: '', limit: 10 }))).toMatchObject({ moves: [], total: 0 })

  const unknown = await desk.askMove(999_999)
  expect(unknown).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  expect(unknown.ok ? '' : unknown.failure.message).toContain('knows no move 999999')

  await service.cut()
  const cut = await desk.askMove(number)
  expect(cut).toMatchObject({ ok: false, failure: { code: 'unreached' } })
  expect(cut.ok ? '' : cut.failure.message).toMatch(/was not asked for\. The provider does not answer\. Try again/)
})
