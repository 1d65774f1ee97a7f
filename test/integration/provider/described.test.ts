import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { parseBooking } from '../../../shared/booking/booking.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { handMade } from '../../support/builders/exchanges.ts'
import { anyBooking } from '../../support/builders/form-input.ts'
import { proves } from '../../support/spec-rows.ts'
import { createReferee } from '../../support/oracle/referee.ts'
import { seedOf } from '../../support/fakes/system.ts'

test('The request of any booking from the form matches the API description', () => {
  proves('4.2: not-shown-nesting', '8: zip, utc')
  const referee = createReferee('baseline')
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
      const { path, body } = bookingRequest(booked.value, { profile: 'baseline', rooftop: null })
      // The description shows no failed response, so the referee judges the request alone.
      expect(referee.judge(handMade(`POST ${path}`, JSON.parse(body), null, { status: 500 }))).toEqual([])
      sent[booked.value.kind] += 1
    }),
    { seed: seedOf('described'), numRuns: 600 },
  )
  expect(sent.pair).toBeGreaterThan(100)
  expect(sent['one-way']).toBeGreaterThan(100)
})
