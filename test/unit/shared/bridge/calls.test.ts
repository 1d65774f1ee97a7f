import { describe, expect, test } from 'vitest'
import { BRIDGE_CALLS } from '../../../../shared/bridge/calls.ts'
import { callChannel, CALLS, eventChannel, EVENTS, type CallName } from '../../../../shared/bridge/names.ts'
import { pairInput } from '../../../support/builders/form-input.ts'

const DUPLICATE_QUERY = {
  kind: 'pair',
  action: 'pickup',
  utc: '2026-11-24T19:00:00Z',
  reference: null,
  name: 'Harriet',
  phone: '804 555',
  vin: null,
  loanerVin: null,
  except: null,
}

const LOANER_CHECK = {
  stock: 'LN-11',
  vin: null,
  leaves: '2026-11-24T19:00:00Z',
  returns: null,
  name: null,
  phone: null,
  reference: null,
  except: null,
}

const EVENING = { local: '2026-11-24T18:00', zone: 'America/New_York', utc: '2026-11-24T23:00:00Z' }

const VISIT = {
  pickup: { booking: pairInput(), alike: [] },
  back: { booking: { ...pairInput(), action: 'return', appointment: EVENING }, alike: [] },
  who: null,
}

/** A valid argument and several invalid arguments for each call. */
const BOUNDS = { newest: 300_000, from: '2026-11-21T05:00:00Z', to: '2026-11-22T05:00:00Z' }

const ARGUMENTS: Readonly<Record<CallName, { readonly takes: unknown; readonly refuses: readonly unknown[] }>> = {
  readStatus: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  checkConnection: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  bookMove: { takes: pairInput(), refuses: [null, {}, { kind: 'pair' }, { ...pairInput(), extra: 1 }] },
  bookDespiteDuplicates: {
    takes: { booking: pairInput(), alike: ['b-1'], who: 'Dana R.' },
    refuses: [
      null,
      { booking: pairInput(), alike: [], who: null },
      { booking: pairInput(), alike: [], promised: [], who: null },
      { booking: pairInput(), alike: [], promised: [''], who: null },
      { booking: pairInput(), alike: [''], who: null },
      { booking: pairInput(), alike: 'b-1', who: null },
      { booking: {}, alike: ['b-1'], who: null },
      { booking: pairInput(), alike: ['b-1'], who: 'x'.repeat(81) },
    ],
  },
  findDuplicates: {
    takes: DUPLICATE_QUERY,
    refuses: [
      null,
      {},
      { ...DUPLICATE_QUERY, kind: 'other' },
      { ...DUPLICATE_QUERY, action: 'one-way' },
      { ...DUPLICATE_QUERY, utc: '2026-11-24T09:00' },
      { ...DUPLICATE_QUERY, utc: '2026-02-30T19:00:00Z' },
      { ...DUPLICATE_QUERY, reference: 'x'.repeat(41) },
      { ...DUPLICATE_QUERY, name: 'x'.repeat(121) },
      { ...DUPLICATE_QUERY, phone: 8045550134 },
      { ...DUPLICATE_QUERY, vin: 'x'.repeat(81) },
      { ...DUPLICATE_QUERY, loanerVin: undefined },
      { ...DUPLICATE_QUERY, except: '' },
      { ...DUPLICATE_QUERY, extra: 1 },
    ],
  },
  findOpenPickup: {
    takes: { phone: '804 555 0134', vin: null, reference: null },
    refuses: [
      null,
      {},
      { phone: null, vin: null },
      { phone: 'x'.repeat(61), vin: null, reference: null },
      { phone: null, vin: 'x'.repeat(81), reference: null },
      { phone: null, vin: null, reference: 'x'.repeat(41) },
      { phone: null, vin: null, reference: null, extra: 1 },
    ],
  },
  bookVisit: {
    takes: VISIT,
    refuses: [
      null,
      {},
      { ...VISIT, pickup: VISIT.back },
      { ...VISIT, back: VISIT.pickup },
      { ...VISIT, back: { ...VISIT.back, booking: { ...pairInput(), action: 'return' } } },
      { ...VISIT, back: { booking: VISIT.back.booking } },
      { ...VISIT, pickup: { ...VISIT.pickup, alike: [''] } },
      { ...VISIT, promised: 'b-1' },
      { ...VISIT, who: 'x'.repeat(81) },
      { ...VISIT, extra: 1 },
    ],
  },
  suggestCustomers: {
    takes: { field: 'phone', text: '0134' },
    refuses: [
      null,
      {},
      { field: 'vin', text: 'x' },
      { field: 'name', text: '' },
      { field: 'name', text: 'x'.repeat(61) },
      { field: 'name', text: 7 },
      { field: 'name', text: 'x', extra: 1 },
    ],
  },
  suggestVehicles: {
    takes: { text: 'to', make: null },
    refuses: [
      null,
      {},
      { text: 'to' },
      { text: 'x'.repeat(61), make: null },
      { text: 'to', make: '' },
      { text: 'to', make: null, extra: 1 },
    ],
  },
  readLoaners: {
    takes: { utc: '2026-11-24T19:00:00Z', except: null },
    refuses: [
      null,
      {},
      { utc: null, except: null },
      { utc: '2026-11-24T19:00', except: null },
      { utc: '2026-11-24T19:00:00Z', except: '' },
      { utc: '2026-11-24T19:00:00Z', except: null, extra: 1 },
    ],
  },
  checkLoaner: {
    takes: LOANER_CHECK,
    refuses: [
      null,
      {},
      { ...LOANER_CHECK, leaves: null },
      { ...LOANER_CHECK, leaves: 'now' },
      { ...LOANER_CHECK, returns: '' },
      { ...LOANER_CHECK, stock: 'x'.repeat(41) },
      { ...LOANER_CHECK, vin: 'x'.repeat(81) },
      { ...LOANER_CHECK, name: 7 },
      { ...LOANER_CHECK, phone: 'x'.repeat(61) },
      { ...LOANER_CHECK, reference: undefined },
      { ...LOANER_CHECK, extra: 1 },
    ],
  },
  knownCustomer: {
    takes: { phone: '804 555 0134' },
    refuses: [null, {}, { phone: 5 }, { phone: 'x'.repeat(61) }, { phone: '1', extra: 1 }],
  },
  lookUpZip: { takes: { zip: '23220' }, refuses: [null, {}, { zip: 23220 }, { zip: 'x'.repeat(11) }] },
  decodeVin: { takes: { vin: '1HGCM82633A004352' }, refuses: [null, {}, { vin: 1 }, { vin: 'x'.repeat(81) }] },
  getBooking: {
    takes: { bookingId: 'b-1' },
    refuses: [
      null,
      'b-1',
      {},
      { bookingId: '' },
      { bookingId: 7 },
      { bookingId: 'x'.repeat(65) },
      { bookingId: 'b', x: 1 },
    ],
  },
  readHistory: { takes: { bookingId: 'b-1' }, refuses: [null, 'b-1', {}, { bookingId: '' }, { bookingId: 'b', x: 1 }] },
  copySupportDump: {
    takes: { bookingId: 'b-1' },
    refuses: [
      null,
      'b-1',
      {},
      { bookingId: '' },
      { bookingId: 7 },
      { bookingId: 'x'.repeat(65) },
      { bookingId: 'b', x: 1 },
    ],
  },
  copyText: {
    takes: { text: 'RO 10412, move 70001' },
    refuses: [null, 'x', {}, { text: '' }, { text: 5 }, { text: 'x'.repeat(2001) }, { text: 'x', extra: 1 }],
  },
  printSheet: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  readDay: {
    takes: { date: '2026-11-21' },
    refuses: [
      null,
      {},
      { date: '' },
      { date: '2026-02-30' },
      { date: '2026-11-21T00' },
      { date: 5 },
      { date: undefined },
    ],
  },
  dayLoad: {
    takes: { date: '2026-11-21', except: null },
    refuses: [
      null,
      {},
      { date: '2026-11-21' },
      { date: '2026-02-30', except: null },
      { date: null, except: null },
      { date: '2026-11-21', except: '' },
      { date: '2026-11-21', except: 'x'.repeat(65) },
      { date: '2026-11-21', except: null, extra: 1 },
    ],
  },
  countBookings: {
    takes: { from: '2026-11-01', days: 42 },
    refuses: [
      null,
      {},
      { from: '2026-11-01' },
      { from: '2026-11-31', days: 7 },
      { from: '2026-11-01', days: 7, extra: 1 },
      ...[0, -1, 43, 1.5, '7', NaN, null].map((days) => ({ from: '2026-11-01', days })),
    ],
  },
  readInbox: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  findBookings: {
    takes: {
      text: 'quill',
      limit: 50,
      filters: ['open', 'today', 'attention'],
      shown: ['b-1'],
      most: 500,
      locate: 'b-1',
      from: { offset: 0, of: BOUNDS },
    },
    refuses: [
      { text: 'x', limit: 5, most: 0 },
      { text: 'x', limit: 5, most: 501 },
      { text: '', limit: 5, from: { offset: -1, of: BOUNDS } },
      { text: '', limit: 5, from: { offset: 0.5, of: BOUNDS } },
      { text: '', limit: 5, from: { offset: 5 } },
      { text: '', limit: 5, from: { offset: 5, of: { ...BOUNDS, newest: -1 } } },
      { text: '', limit: 5, from: { offset: 5, of: { ...BOUNDS, from: '' } } },
      { text: '', limit: 5, locate: '' },
      { text: 'x', limit: 5, filters: ['all'] },
      { text: 'x', limit: 5, filters: ['open', 'open', 'open', 'open'] },
      { text: 'x', limit: 5, filters: 'open' },
      { text: 'x', limit: 5, shown: [''] },
      { text: 'x', limit: 5, shown: Array.from({ length: 201 }, () => 'b-1') },
      null,
      { text: 'x' },
      { limit: 5 },
      { text: 5, limit: 5 },
      { text: 'x'.repeat(201), limit: 5 },
      ...[0, 201, 1.5, NaN, Infinity, '5', null].map((limit) => ({ text: '', limit })),
    ],
  },
  changeBooking: {
    takes: { bookingId: 'b-1', booking: pairInput() },
    refuses: [
      null,
      { bookingId: 'b-1' },
      { bookingId: '', booking: pairInput() },
      { bookingId: 'b', booking: {} },
      { bookingId: 'b', booking: pairInput(), promised: 'b-2' },
      { bookingId: 'b', booking: pairInput(), promised: [''] },
    ],
  },
  withdrawBooking: { takes: { bookingId: 'b-1' }, refuses: [null, {}, { bookingId: '' }, { bookingId: ['b'] }] },
  resolveBooking: {
    takes: {
      bookingId: 'b-1',
      resolution: { kind: 'not-booked-reported', who: 'Dana R.', why: 'Asked by phone', confirmed: true },
    },
    refuses: [
      null,
      { bookingId: 'b-1' },
      ...[
        { kind: 'release' },
        { kind: 'release', who: ' ' },
        { kind: 'send-without-board' },
        { kind: 'send-without-board', who: ' ' },
        { kind: 'forget', who: 'Dana' },
        { kind: 'not-booked-reported', who: 'Dana', confirmed: true },
        { kind: 'not-booked-reported', who: 'Dana', why: 'Asked', confirmed: 'yes' },
        { kind: 'placed-by-phone', who: 'Dana', reference: '' },
        { kind: 'provider-numbers', who: 'Dana', numbers: [] },
        ...[0, -1, 1.5, '7', 2 ** 53].map((number) => ({
          kind: 'provider-numbers',
          who: 'Dana',
          numbers: [{ moveId: 'm', number }],
        })),
      ].map((resolution) => ({ bookingId: 'b-1', resolution })),
    ],
  },
  addFact: {
    takes: { bookingId: 'b-1', fact: { kind: 'repair-order', reference: 'RO 10412', alike: ['b-2'] }, who: 'Dana R.' },
    refuses: [
      null,
      { bookingId: 'b-1', who: 'Dana R.' },
      { bookingId: 'b-1', fact: { kind: 'note', text: 'Left the key' } },
      { bookingId: 'b-1', fact: { kind: 'note', text: 'Left the key' }, who: ' ' },
      { bookingId: '', fact: { kind: 'note', text: 'Left the key' }, who: 'Dana R.' },
      ...[
        {},
        { kind: 'changed' },
        { kind: 'note', text: ' ' },
        { kind: 'note', text: 'x'.repeat(1001) },
        { kind: 'note', text: 'Left the key', extra: 1 },
        { kind: 'repair-order', reference: '' },
        { kind: 'repair-order', reference: 'x'.repeat(41) },
        { kind: 'repair-order', reference: 'RO 1', alike: [''] },
        { kind: 'loaner', loaner: {} },
        { kind: 'loaner', loaner: { color: ' ' } },
        { kind: 'loaner', loaner: { vin: 'I am no VIN!' } },
        { kind: 'loaner', loaner: { color: 'Red', manual: true } },
      ].map((fact) => ({ bookingId: 'b-1', fact, who: 'Dana R.' })),
    ],
  },
  findReferenceDuplicates: {
    takes: { bookingId: 'b-1', reference: 'RO 10412' },
    refuses: [null, {}, { bookingId: 'b-1' }, { bookingId: 'b-1', reference: '' }, { bookingId: '', reference: 'R' }],
  },
  markFileChangeSeen: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  snoozeReminder: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  takeBooking: {
    takes: { bookingId: 'booking-1', who: 'Dana R.' },
    refuses: [null, {}, { bookingId: 'booking-1' }, { bookingId: 'booking-1', who: ' ' }],
  },
  readBoard: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  joinBoard: {
    takes: { invitation: '{}' },
    refuses: [
      null,
      {},
      { invitation: '' },
      { invitation: 5 },
      { invitation: 'x'.repeat(20_001) },
      { invitation: '{}', x: 1 },
    ],
  },
  leaveBoard: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  takeOver: {
    takes: { role: 'desk-2', who: 'Dana R.' },
    refuses: [
      null,
      {},
      { role: 'desk-2' },
      { role: 'desk-2', who: ' ' },
      { role: 'desk-2', who: 'x'.repeat(81) },
      { role: '', who: 'Dana R.' },
      { role: 'x'.repeat(65), who: 'Dana R.' },
      { role: 2, who: 'Dana R.' },
      { role: 'desk-2', who: 'Dana R.', extra: 1 },
    ],
  },
  handOver: {
    takes: { who: 'Dana R.', withdrawn: false },
    refuses: [
      null,
      {},
      { who: 'Dana R.' },
      { withdrawn: true },
      { who: ' ', withdrawn: true },
      { who: 'x'.repeat(81), withdrawn: true },
      { who: 'Dana R.', withdrawn: 'yes' },
      { who: 'Dana R.', withdrawn: true, extra: 1 },
    ],
  },
  markTakenOverSeen: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  markDoubleSendSeen: { takes: { bookingId: 'b-1' }, refuses: [null, {}, 'b-1', { bookingId: '' }, { bookingId: 7 }] },
  requestCancellation: {
    takes: { moveIds: ['m-1', 'm-2'], who: 'Dana R.' },
    refuses: [
      null,
      {},
      { moveIds: ['m-1'] },
      { moveIds: ['m-1'], who: ' ' },
      ...[[], ['a', 'b', 'c'], [''], [7], 'm'].map((moveIds) => ({ moveIds, who: 'Dana R.' })),
    ],
  },
  requestChange: {
    takes: { moveId: 'm-1', change: { color: 'Red' }, who: 'Dana R.' },
    refuses: [
      null,
      {},
      { moveId: 'm-1', change: { color: 'Red' } },
      { moveId: '', change: { color: 'Red' }, who: 'Dana R.' },
      { change: { color: 'Red' }, who: 'Dana R.' },
      ...[
        undefined,
        {},
        { color: ' ' },
        { color: null },
        { vin: 'I am no VIN!' },
        { year: '201' },
        { readyBy: '2026-11-24T19:00:00Z' },
        { color: 'Red', reference: 'RO 1' },
      ].map((change) => ({ moveId: 'm-1', change, who: 'Dana R.' })),
    ],
  },
  rescheduleBooking: {
    takes: {
      bookingId: 'b-1',
      time: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
      who: 'Dana R.',
    },
    refuses: [
      null,
      {},
      ...['', '2026-11-24T19:00:00Z', null, { local: '2026-11-24T14:00' }].map((time) => ({
        bookingId: 'b-1',
        time,
        who: 'Dana R.',
      })),
      { bookingId: 'b-1', time: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' } },
    ],
  },
  settleReschedule: {
    takes: { bookingId: 'b-1', replacementId: 'b-2', kept: 'new', who: 'Dana R.' },
    refuses: [
      null,
      {},
      { bookingId: 'b-1', kept: 'new', who: 'Dana R.' },
      { bookingId: 'b-1', replacementId: 'b-2', kept: 'none', who: 'Dana R.' },
      { bookingId: 'b-1', replacementId: 'b-2', kept: 'new', who: ' ' },
    ],
  },
  withdrawAmendment: {
    takes: { amendmentId: 'w-1' },
    refuses: [null, {}, { amendmentId: '' }, { amendmentId: 7 }, { amendmentId: 'w', x: 1 }],
  },
  readDraft: { takes: null, refuses: [undefined, {}, ''] },
  saveDraft: {
    takes: { form: { name: 'Nora', note: '' } },
    refuses: [
      null,
      {},
      { form: null },
      { form: [] },
      { form: { name: 5 } },
      { form: { name: 'x'.repeat(4001) } },
      { form: { ['k'.repeat(61)]: 'x' } },
      { form: Object.fromEntries(Array.from({ length: 121 }, (_, at) => [`f${at}`, 'x'])) },
      { form: {}, extra: 1 },
    ],
  },
  clearDraft: { takes: null, refuses: [undefined, {}] },
  setPracticeConnection: {
    takes: { connection: 'cut' },
    refuses: [null, {}, { connection: 'off' }, { connection: true }, { connection: 'up', x: 1 }],
  },
  readAbout: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  openLink: {
    takes: { url: 'https://p.example' },
    refuses: [null, {}, { url: 5 }, { url: 'x'.repeat(2001) }, 'https://p.example'],
  },
  fetchExternalMove: {
    takes: { number: 70_001 },
    refuses: [null, {}, ...[0, -1, 1.5, '7', 2 ** 53, NaN].map((number) => ({ number })), { number: 1, extra: 1 }],
  },
  searchExternalMoves: {
    takes: { text: '70001' },
    refuses: [null, {}, { text: 5 }, { text: 'x'.repeat(201) }, { text: '', extra: 1 }],
  },
  distanceTo: { takes: { zip: '23220' }, refuses: [null, {}, { zip: 23220 }, { zip: 'x'.repeat(11) }] },
  readSettings: { takes: null, refuses: [undefined, {}, 'token'] },
  testConnection: {
    takes: { provider: { address: 'https://p.example', profile: 'baseline', token: 'abc' }, rooftop: null },
    refuses: [
      null,
      {},
      { provider: null },
      { provider: {}, rooftop: null },
      { provider: { address: 'http://p.example' }, rooftop: null },
      { provider: { address: 'https://p.example', token: 'two words' }, rooftop: null },
      { provider: null, rooftop: { name: 'Lakeside Auto' } },
      { provider: null, rooftop: null, extra: 1 },
    ],
  },
  changeSettings: {
    takes: { provider: { address: 'https://p.example', profile: 'baseline', token: 'abc' }, rooftop: null },
    refuses: [
      null,
      {},
      { provider: null },
      { provider: {}, rooftop: null },
      { provider: { address: 'http://p.example' }, rooftop: null },
      { provider: { address: 'https://p.example', token: 'two words' }, rooftop: null },
      { provider: null, rooftop: { name: 'Lakeside Auto' } },
      { provider: null, rooftop: null, extra: 1 },
    ],
  },
  readAppearance: { takes: null, refuses: [undefined, {}, 'dark'] },
  changeAppearance: {
    takes: { theme: 'dark', density: 'compact', singleKeys: false, firstSteps: true, keysSeen: true },
    refuses: [
      null,
      {},
      { theme: 'dark' },
      { theme: 'pink', density: 'compact', singleKeys: true, firstSteps: true },
      { theme: 'dark', density: 'tiny', singleKeys: true, firstSteps: true },
      { theme: 'dark', density: 'compact', singleKeys: 'on', firstSteps: true },
      { theme: 'dark', density: 'compact', singleKeys: true, firstSteps: true, extra: 1 },
    ],
  },
  recoverStore: { takes: null, refuses: [undefined, {}, 'desk'] },
}

test('The bridge has one schema for each call and no other schema', () => {
  expect(Object.keys(BRIDGE_CALLS).sort()).toEqual([...CALLS].sort())
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...CALLS].sort())
})

describe.for(CALLS)('The bridge call %s', (name) => {
  test(`The schema of ${name} takes a valid argument`, () =>
    expect(BRIDGE_CALLS[name].input.safeParse(ARGUMENTS[name].takes).success).toBe(true))

  test(`The schema of ${name} refuses invalid arguments`, () => {
    for (const wrong of [...ARGUMENTS[name].refuses, () => 1, Symbol('x'), [[[]]]]) {
      expect(BRIDGE_CALLS[name].input.safeParse(wrong).success).toBe(false)
    }
  })
})

test('Every call and every event has its own channel', () => {
  const channels = [...CALLS.map(callChannel), ...EVENTS.map(eventChannel)]
  expect(new Set(channels).size).toBe(channels.length)
})
