import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeBooking } from '../../../electron/provider/wire.ts'
import { parseBooking } from '../../../shared/booking.ts'
import { openDeskStore } from '../../support/desk-store.ts'
import { handMade } from '../../support/exchanges.ts'
import { anyBooking } from '../../support/inputs.ts'
import { proves } from '../../support/proves.ts'
import { makeReferee } from '../../support/referee.ts'
import { seedOf } from '../../support/system.ts'

test('whatever a form can book is written as the description has it', () => {
  proves('4.2: not-shown-nesting', '8: zip, utc')
  const referee = makeReferee('baseline')
  const { moves, clock } = openDeskStore()
  // No booking of the sample lies in this desk's past.
  clock.setWall('2000-01-01T00:00:00Z')
  const sent = { pair: 0, 'one-way': 0 }
  fc.assert(
    fc.property(anyBooking, (input) => {
      const read = parseBooking(input)
      if (!read.ok) return
      const booked = moves.bookMove(read.value)
      if (!booked.ok) return
      const { path, body } = writeBooking(booked.value, { profile: 'baseline', rooftop: null })
      // How a failure is answered is not shown, so that the request alone is judged.
      expect(referee.judge(handMade(`POST ${path}`, JSON.parse(body), null, { status: 500 }))).toEqual([])
      sent[booked.value.kind] += 1
    }),
    { seed: seedOf('described'), numRuns: 600 },
  )
  expect(sent.pair).toBeGreaterThan(100)
  expect(sent['one-way']).toBeGreaterThan(100)
})
