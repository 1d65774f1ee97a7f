import { expect, test } from 'vitest'
import { formatFact } from '../../../../../renderer/booking/text/added-fact-text.ts'
import { describePromisedLoaner } from '../../../../../renderer/booking/text/loaner-text.ts'
import { phoneScript } from '../../../../../renderer/booking/text/phone-text.ts'
import { describeRow } from '../../../../../renderer/day/text/facts-text.ts'
import { COLUMNS, sheetCells } from '../../../../../renderer/day/text/sheet-text.ts'
import { moveFacts } from '../../../../../renderer/lookup/text/booking-facts.ts'
import { describeLive } from '../../../../../renderer/lookup/text/page-text.ts'
import { describeLoaner } from '../../../../../renderer/lookup/text/row-text.ts'
import { formOf } from '../../../../../renderer/scheduler/state/form-from-booking.ts'
import { checkLoaner } from '../../../../../renderer/scheduler/text/loaner-chip-text.ts'
import { tripStops } from '../../../../../renderer/scheduler/text/trip-text.ts'
import { effectiveVehicle } from '../../../../../shared/booking/added-facts.ts'
import { findLoanerConflict, loanerStatesAt } from '../../../../../shared/booking/loaner-state.ts'
import { formatLoaner, formatVehicleOf } from '../../../../../shared/booking/loaners.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { addedFact, KIA, loanerFact } from '../../../../support/builders/added-facts.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = PRACTICE_ROOFTOP.zone
const AT = { rooftop: PRACTICE_ROOFTOP, now: PAIR.time.utc, zone: ZONE }
const PARTS = { ...KIA, manual: false }

const sent = aMove('loaner', { vehicle: PARTS })
const SENT: BookedMoves = { ...PAIR, moves: [aMove('customer'), sent] }
const open = aMove('loaner', { vehicle: null })
const ADDED: BookedMoves = { ...PAIR, moves: [aMove('customer'), open], addedFacts: [addedFact(loanerFact())] }

/** Every text that names the loaner of a booking, by the screen of the text. */
function namesOf(booking: BookedMoves): Readonly<Record<string, string>> {
  const [, loaner] = booking.moves
  if (loaner === undefined) throw new Error('a pair has a loaner')
  const vehicle = effectiveVehicle(booking, loaner)
  const promise = {
    bookingId: 'b-1',
    customerName: null,
    phone: null,
    reference: null,
    from: AT.now,
    until: () => null,
  }
  const known = { ...KIA, key: 'LN77', promises: [promise] }
  const free = loanerStatesAt([{ ...known, promises: [] }], AT.now, AT.now)
  const check = { ...PAIR, stock: KIA.stock, vin: null, leaves: AT.now, returns: null, name: null, phone: null }
  const conflict = findLoanerConflict([known], { ...check, except: null }, addMinutes(AT.now, 60))
  if (conflict === null) throw new Error('the loaner is promised')
  const form = formOf(booking, ZONE)
  return {
    'day, row': describeRow(booking),
    'day, run sheet': sheetCells(booking)[COLUMNS.findIndex(([title]) => title === 'Loaner') - 1] ?? '',
    'lookup, row': describeLoaner([{ role: 'loaner', vehicle: formatVehicleOf('loaner', vehicle) }]),
    'lookup, page': moveFacts(booking, loaner, { ...AT, supportsDestination: true })[0]?.value ?? '',
    'lookup, driver under way': describeLive(booking, loaner),
    'script to book by phone': phoneScript('place', booking, AT).join(' '),
    'added fact': formatFact(addedFact(loanerFact())),
    'form, driver’s trip': tripStops(form, 'Service lot')[0]?.deed ?? '',
    'form, ready card': checkLoaner(form, { at: AT.now, loaners: free, conflict: null }, AT)[0]?.words ?? '',
    'promised loaner': describePromisedLoaner({ ...conflict, desk: null, zone: ZONE, at: AT.now }),
  }
}

test.each([
  ['was sent', SENT],
  ['was added later', ADDED],
])('Every screen and text has the same name for a loaner that %s', (_, booking) => {
  expect(formatLoaner(KIA)).toBe('LN-77 Kia Soul')
  for (const [where, text] of Object.entries(namesOf(booking))) expect(text, where).toMatch(/\bLN-77 Kia Soul\b/)
})

test('The script to change a booking by phone and the lookup name a loaner that was sent by the same name', () => {
  expect(phoneScript('change', SENT, AT).join(' ')).toContain('Loaner: LN-77 Kia Soul, VIN')
  expect(formatVehicleOf('loaner', null)).toBe(formatVehicleOf('customer', null))
})

test('The sentence about a promised loaner names the other desk that has the booking', () => {
  const fields = {
    kind: 'promised',
    loaner: 'LN-9',
    customerName: 'Harriet Quill',
    from: AT.now,
    until: null,
    zone: ZONE,
  }
  const words = (desk: string | null) => describePromisedLoaner({ ...fields, desk, at: AT.now })
  expect(words('Desk 2')).toContain('LN-9 is promised to Harriet Quill (Desk 2) from ')
  expect(words(null)).toContain('LN-9 is promised to Harriet Quill from ')
})
