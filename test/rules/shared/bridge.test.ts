import { describe, expect, test } from 'vitest'
import { callChannel, CALLS, callSchemas, eventChannel, EVENTS, type CallName } from '../../../shared/bridge.ts'
import { pairInput } from '../../support/inputs.ts'

const schemas = callSchemas()

/** For each call an argument that it takes, and some that it must refuse. */
const ARGUMENTS: Readonly<Record<CallName, { readonly takes: unknown; readonly refuses: readonly unknown[] }>> = {
  readDesk: { takes: null, refuses: [undefined, {}, 0, 'x', false] },
  bookMove: { takes: pairInput(), refuses: [null, {}, { kind: 'pair' }, { ...pairInput(), extra: 1 }] },
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
  findMoves: {
    takes: { text: 'quill', limit: 50 },
    refuses: [
      null,
      { text: 'x' },
      { limit: 5 },
      { text: 5, limit: 5 },
      { text: 'x'.repeat(201), limit: 5 },
      ...[0, 201, 1.5, NaN, Infinity, '5', null].map((limit) => ({ text: '', limit })),
    ],
  },
  withdrawBooking: { takes: { bookingId: 'b-1' }, refuses: [null, {}, { bookingId: '' }, { bookingId: ['b'] }] },
  readDraft: { takes: null, refuses: [undefined, {}, ''] },
  keepDraft: {
    takes: { form: { name: 'Nora', note: '' } },
    refuses: [
      null,
      {},
      { form: null },
      { form: [] },
      { form: { name: 5 } },
      { form: { name: 'x'.repeat(4001) } },
      { form: { ['k'.repeat(61)]: 'x' } },
      { form: Object.fromEntries(Array.from({ length: 81 }, (_, at) => [`f${at}`, 'x'])) },
      { form: {}, extra: 1 },
    ],
  },
  clearDraft: { takes: null, refuses: [undefined, {}] },
  setPracticeLink: {
    takes: { link: 'cut' },
    refuses: [null, {}, { link: 'off' }, { link: true }, { link: 'up', x: 1 }],
  },
  openLink: {
    takes: { url: 'https://p.example' },
    refuses: [null, {}, { url: 5 }, { url: 'x'.repeat(2001) }, 'https://p.example'],
  },
  milesTo: { takes: { zip: '23220' }, refuses: [null, {}, { zip: 23220 }, { zip: 'x'.repeat(11) }] },
  readSettings: { takes: null, refuses: [undefined, {}, 'token'] },
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
  bringBack: { takes: null, refuses: [undefined, {}, 'desk'] },
}

test('every call has a schema, and no schema is without its call', () => {
  expect(Object.keys(schemas).sort()).toEqual([...CALLS].sort())
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...CALLS].sort())
})

describe.for(CALLS)('%s', (name) => {
  test('takes what it should', () => expect(schemas[name].safeParse(ARGUMENTS[name].takes).success).toBe(true))

  test('refuses what it should not', () => {
    for (const wrong of [...ARGUMENTS[name].refuses, () => 1, Symbol('x'), [[[]]]]) {
      expect(schemas[name].safeParse(wrong).success).toBe(false)
    }
  })
})

test('no two calls or events share a channel', () => {
  const channels = [...CALLS.map(callChannel), ...EVENTS.map(eventChannel)]
  expect(new Set(channels).size).toBe(channels.length)
})
