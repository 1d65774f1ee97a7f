import { describe, expect, test } from 'vitest'
import {
  describeLoaner,
  describeReference,
  describeStatus,
  describeWhen,
  groupLabel,
} from '../../../../../renderer/lookup/text/row-text.ts'
import { formatVehicleOf } from '../../../../../shared/booking/loaners.ts'
import type { Vehicle } from '../../../../../shared/booking/vehicle.ts'
import type { Stage } from '../../../../../shared/move/move.ts'
import type { MoveFlag } from '../../../../../shared/outbox/amendment.ts'

const ZONE = 'America/New_York'
/** Tuesday, 11:00 AM at the rooftop. */
const NOW = '2026-11-24T16:00:00Z'

const BARE = { stock: null, vin: null, year: null, make: null, model: null, color: null, manual: false }

type Half = { readonly stage?: Stage; readonly flag?: MoveFlag }

function aRow(customer: Half = {}, loaner: Half = {}) {
  const half = (role: 'customer' | 'loaner', { stage, flag }: Half) => ({
    role,
    stage: stage ?? null,
    flag: flag ?? null,
  })
  return {
    kind: 'pair',
    action: 'pickup',
    state: 'booked',
    time: { local: '2026-11-24T14:00', utc: '2026-11-24T19:00:00Z', zone: ZONE },
    awaitsArrival: true,
    moves: [half('customer', customer), half('loaner', loaner)],
  } as const
}

const statusOf = (row: Parameters<typeof describeStatus>[0], now = NOW) => describeStatus(row, now)

describe('`describeStatus`', () => {
  test('A booking that is confirmed and in time is quiet', () =>
    expect(statusOf(aRow())).toEqual({ look: 'normal', label: 'Confirmed' }))

  test.for([
    ['2026-11-24T19:00:30Z', 'Confirmed'],
    ['2026-11-24T19:21:00Z', '21 min late'],
    ['2026-11-24T20:59:00Z', '119 min late'],
    ['2026-11-24T22:10:00Z', '3 h late'],
    ['2026-11-25T19:01:00Z', 'Confirmed'],
  ] as const)('At %s a driver for 2:00 PM who has not arrived is "%s"', ([now, label]) =>
    expect(statusOf(aRow(), now).label).toBe(label),
  )

  test('A driver who has arrived is not late', () =>
    expect(statusOf({ ...aRow(), awaitsArrival: false }, '2026-11-24T19:21:00Z').label).toBe('Confirmed'))

  test.for([
    [{}, { stage: 'pickup_started' }, 'go', 'Started'],
    [{}, { stage: 'delivery_started' }, 'go', 'En route'],
    [{}, { stage: 'delivery_successful' }, 'go', 'At customer'],
    [{ stage: 'delivery_started' }, { stage: 'delivery_successful' }, 'go', 'En route'],
    [{ stage: 'delivery_successful' }, { stage: 'delivery_successful' }, 'over', 'Delivered'],
  ] as const)('A pickup shows how far its driver is: %j, %j is %s, "%s"', ([customer, loaner, look, label]) =>
    expect(statusOf(aRow(customer, loaner))).toEqual({ look, label }),
  )

  test('A return is followed from the customer’s car on', () =>
    expect(statusOf({ ...aRow({ stage: 'pickup_started' }), action: 'return' }).label).toBe('Started'))

  test('A flag of both moves is the status, and a flag of only one move is counted', () => {
    const canceled = { flag: 'canceled' } as const
    expect(statusOf(aRow(canceled, canceled))).toEqual({ look: 'canceled', label: 'Canceled' })
    expect(statusOf(aRow(canceled))).toEqual({ look: 'canceled', label: 'Canceled 1 of 2' })
  })

  test('A doubt is "Check" and a refusal "Rejected"', () => {
    expect(statusOf({ ...aRow(), state: 'in-doubt' })).toEqual({ look: 'check', label: 'Check' })
    expect(statusOf({ ...aRow(), state: 'refused' })).toEqual({ look: 'rejected', label: 'Rejected' })
  })
})

test.for([
  ['2026-11-24T19:00:00Z', 'today', '2:00 PM'],
  ['2026-11-27T19:00:00Z', 'upcoming', 'Fri 2:00 PM'],
  ['2026-12-04T19:00:00Z', 'upcoming', 'Dec 4 2:00 PM'],
  ['2027-01-04T19:00:00Z', 'upcoming', 'Jan 4, 2027'],
  ['2026-11-12T19:00:00Z', 'earlier', 'Nov 12'],
  // The clocks go back at 2:00 AM on Nov 1, 2026.
  ['2026-11-01T05:30:00Z', 'today', '1:30 AM EDT'],
] as const)('%s in the group "%s" reads "%s"', ([utc, group, words]) =>
  expect(describeWhen({ utc, zone: ZONE }, group, NOW)).toBe(words),
)

test('The head of today names the day in the rooftop’s zone', () =>
  expect(groupLabel('today', ZONE, '2026-11-25T03:00:00Z')).toBe('Today, Nov 24'))

test('The column "RO" has the number without these letters', () => {
  expect(describeReference('RO 10412')).toBe('10412')
  expect(describeReference('ro#77')).toBe('77')
  expect(describeReference('Rover 5')).toBe('Rover 5')
  expect(describeReference(null)).toBe('')
})

test('A row names the loaner, or says that the loaner is assigned later', () => {
  const loaner = (parts: Partial<Vehicle>) =>
    describeLoaner([{ role: 'loaner', vehicle: formatVehicleOf('loaner', { ...BARE, ...parts }) }])
  expect(loaner({ stock: 'LN-77', model: 'Soul' })).toBe('LN-77 Soul')
  expect(loaner({ year: '2022', model: 'Soul' })).toBe('2022 Soul')
  expect(loaner({})).toBe('Assign later')
  expect(describeLoaner([])).toBe('')
})
