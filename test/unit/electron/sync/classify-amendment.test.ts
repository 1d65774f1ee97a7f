import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExchangeResult } from '../../../../electron/provider/http/connection.ts'
import {
  classifyResponse,
  classifyByMove,
  type SentAmendment,
  type AmendmentClassification,
} from '../../../../electron/sync/classify-amendment.ts'
import { changeSchema, type Change } from '../../../../shared/outbox/amendment.ts'
import { AMENDMENT_STATES } from '../../../../shared/outbox/amendment-state.ts'
import { answered, errorBody, LOGIN_PAGE } from '../../../support/builders/sent-request.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'
import { toldMove } from '../../../support/builders/provider-response.ts'

const SEED = seedOf('amendment-outcome')
const NUMBER = 70_001
const LATER = { local: '2026-11-24T15:00', zone: 'America/New_York', utc: '2026-11-24T20:00:00Z' }
const CHANGE: Change = changeSchema.parse({ color: 'Red', vin: '1m8gdm9axkp042788', readyBy: LATER })

const cancel = (changes: Partial<SentAmendment> = {}): SentAmendment => ({
  kind: 'cancel',
  change: null,
  number: NUMBER,
  earlier: [],
  now: START,
  ...changes,
})
const change = (changes: Partial<SentAmendment> = {}): SentAmendment => ({
  ...cancel(),
  kind: 'change',
  change: CHANGE,
  ...changes,
})

const PENDING = { move_id: NUMBER, cancel_status: 'pending' }
const CHANGED = {
  id: NUMBER,
  vehicle_color: 'Red',
  vehicle_vin: '1M8GDM9AXKP042788',
  ready_by: '2026-11-24T20:00:00+00:00',
}
const DENIED = errorBody('ACCESS_DENIED')

type Expected = Partial<AmendmentClassification> & { readonly line?: unknown }

const OUTCOMES: readonly (readonly [name: string, heard: ExchangeResult, sent: SentAmendment, expected: Expected])[] = [
  [
    'a cancellation that is taken is judged later',
    answered(200, PENDING),
    cancel(),
    { state: 'submitted', code: 'pending' },
  ],
  [
    'one that is decided at once',
    answered(200, { ...PENDING, cancel_status: 'succeeded' }),
    cancel(),
    { state: 'completed', code: 'free' },
  ],
  [
    'one whose word nobody listed',
    answered(200, { ...PENDING, cancel_status: 'queued' }),
    cancel(),
    { state: 'submitted' },
  ],
  [
    'one that was too late',
    answered(200, { ...PENDING, cancel_status: 'failed' }),
    cancel(),
    { state: 'refused', code: 'failed' },
  ],
  ['a 200 of another move', answered(200, { ...PENDING, move_id: 7 }), cancel(), { state: 'sending', code: 'unclear' }],
  ['a 200 without a word', answered(200, { move_id: NUMBER }), cancel(), { state: 'sending' }],
  ['a page with 200', answered(200, LOGIN_PAGE), cancel(), { state: 'sending' }],
  ['a 200 that was cut off', answered(200, PENDING, { complete: false }), cancel(), { state: 'sending' }],
  ['a 202', answered(202, PENDING), cancel(), { state: 'sending' }],
  ['a 204', answered(204, ''), change(), { state: 'sending' }],
  ['a change that is taken holds', answered(200, CHANGED), change(), { state: 'completed', code: 'applied' }],
  ['one that repeats nothing', answered(200, { id: NUMBER }), change(), { state: 'completed', code: 'applied' }],
  [
    'one of which the provider made something else',
    answered(200, { ...CHANGED, vehicle_color: 'Rouge' }),
    change(),
    { state: 'completed', code: 'applied-differently' },
  ],
  ['a change of another move', answered(200, { ...CHANGED, id: 7 }), change(), { state: 'sending' }],
  [
    'no answer',
    { kind: 'broken', code: 'ECONNRESET', bytes: 1 },
    cancel(),
    { state: 'sending', code: 'no-answer', line: { kind: 'recheck' } },
  ],
  [
    'no answer, and not a byte left',
    { kind: 'broken', code: 'EPIPE', bytes: 0 },
    cancel(),
    { state: 'waiting', code: 'not-sent', line: { kind: 'recheck' } },
  ],
  [
    'a token that is refused',
    answered(401, errorBody('unauthorized')),
    cancel(),
    {
      state: 'waiting',
      code: 'token-refused',
      line: expect.objectContaining({ kind: 'pause', cause: 'token-refused' }),
    },
  ],
  ['access denied, the first time', answered(400, DENIED), change(), { state: 'waiting', code: 'token-refused' }],
  [
    'access denied, again',
    answered(400, DENIED),
    change({ earlier: ['token-refused'] }),
    { state: 'refused', code: 'refused' },
  ],
  [
    'a provider that is busy',
    answered(429, errorBody('rate'), { headers: { 'retry-after': '120' } }),
    cancel(),
    { state: 'waiting', line: expect.objectContaining({ kind: 'pause', ms: 120_000, cause: 'provider-busy' }) },
  ],
  ['a 429 of somebody else', answered(429, LOGIN_PAGE), cancel(), { state: 'sending' }],
  [
    'another address',
    answered(307, ''),
    cancel(),
    { state: 'sending', line: expect.objectContaining({ kind: 'pause', cause: 'protocol-changed' }) },
  ],
  [
    'a refusal, in the provider’s words',
    answered(400, errorBody('move_invalid', 'This move is canceled already.')),
    cancel(),
    { state: 'refused', code: 'refused', providerMessage: 'This move is canceled already.' },
  ],
  [
    'a refusal without words',
    answered(422, errorBody('field_invalid', ' ')),
    change(),
    { state: 'refused', code: 'refused', providerMessage: null },
  ],
  ['a move that is not known', answered(404, errorBody('move_invalid')), cancel(), { state: 'refused' }],
  [
    'a missing scope',
    answered(403, errorBody('missing_scope')),
    cancel(),
    { state: 'refused', line: { kind: 'continue' } },
  ],
  ['a page with 404', answered(404, LOGIN_PAGE), cancel(), { state: 'sending', code: 'unclear' }],
  ['a time-out of the provider’s', answered(408, errorBody('timeout')), cancel(), { state: 'sending' }],
  ['a fault of the provider’s', answered(503, errorBody('internal_server_error')), cancel(), { state: 'sending' }],
]

describe('what became of an amendment', () => {
  test.for(OUTCOMES)('%s', ([, heard, sent, expected]) => {
    expect(classifyResponse(heard, sent)).toMatchObject(expected)
  })

  test('only a 200 that speaks of this move takes an amendment, whatever else comes', () => {
    const body = fc.oneof(
      fc.constantFrom(
        PENDING,
        CHANGED,
        { ...PENDING, move_id: 7 },
        { ...CHANGED, id: 7 },
        errorBody('move_invalid'),
        DENIED,
      ),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        body,
        fc.boolean(),
        fc.boolean(),
        (status, said, complete, cancels) => {
          const sent = cancels ? cancel() : change()
          const verdict = classifyResponse(answered(status, said, { complete }), sent)
          const ours = said === PENDING ? cancels : said === CHANGED && !cancels
          const taken = verdict.state === 'submitted' || verdict.state === 'completed'
          // Whatever was made up may also hold the number; what must not be is an amendment taken without it.
          if (taken) expect([status, complete]).toEqual([200, true])
          if (status === 200 && complete && ours) expect(taken).toBe(true)
          if (said !== PENDING && said !== CHANGED && typeof said === 'object') expect(taken).toBe(false)
          expect(AMENDMENT_STATES).toContain(verdict.state)
          expect(verdict.line.kind).not.toBe('suspect')
          expect(verdict.line.kind).not.toBe('halt')
          if (status >= 500) expect(verdict.state).toBe('sending')
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    )
  })
})

const stages = (reached: object) => ({ ...toldMove(1).stages, ...reached })
const AT = '2026-11-24T20:00:00Z'

describe('what reading the move tells of a cancellation', () => {
  const asked = { kind: 'cancel', change: null, refusedBefore: false } as const
  const read = (state: 'sending' | 'submitted', move: Parameters<typeof toldMove>[1], refusedBefore = false) => {
    const verdict = classifyByMove({ ...asked, state, refusedBefore }, { move: toldMove(NUMBER, move), readyBy: null })
    return verdict === null ? null : [verdict.state, verdict.code]
  }

  test.for([
    [null, null],
    ['not cancelled', null],
    ['pending', ['submitted', 'pending']],
    ['started', ['submitted', 'pending']],
    ['a new word', ['submitted', 'pending']],
    ['succeeded', ['completed', 'free']],
    ['partial', ['completed', 'partial']],
    ['cancelled', ['completed', 'canceled']],
    ['rescheduled', ['completed', 'rescheduled']],
    ['failed', ['refused', 'failed']],
  ] as const)('that may not have arrived: %j', ([cancelStatus, expected]) => {
    expect(read('sending', { cancelStatus })).toEqual(expected)
  })

  test('that the provider has: what is undecided stays as it is', () => {
    expect(read('submitted', { cancelStatus: 'pending' })).toBeNull()
    expect(read('submitted', { cancelStatus: null })).toBeNull()
    expect(read('submitted', { cancelStatus: 'partial' })).toEqual(['completed', 'partial'])
    expect(read('submitted', { cancelStatus: 'failed' })).toEqual(['refused', 'failed'])
  })

  test('a refusal of an earlier one is not taken for its own before it has arrived', () => {
    expect(read('sending', { cancelStatus: 'failed' }, true)).toBeNull()
    expect(read('submitted', { cancelStatus: 'failed' }, true)).toEqual(['refused', 'failed'])
  })

  test('a delivery ends what nobody decided', () => {
    const delivered = stages({ delivery_successful: AT })
    expect(read('submitted', { cancelStatus: 'pending', stages: delivered })).toEqual(['refused', 'delivered'])
    expect(read('sending', { stages: delivered })).toEqual(['refused', 'delivered'])
    expect(read('submitted', { cancelStatus: 'partial', stages: delivered })).toEqual(['completed', 'partial'])
  })
})

describe('what reading the move tells of a change', () => {
  const vehicle = {
    stock: null,
    vin: '1M8GDM9A XKP042788',
    year: '2019',
    make: 'Buick',
    model: 'Enclave',
    color: 'Red',
  }
  const read = (move: Parameters<typeof toldMove>[1], readyBy: string | null = LATER.utc) => {
    const amendment = { kind: 'change', change: CHANGE, state: 'sending', refusedBefore: false } as const
    const verdict = classifyByMove(amendment, { move: toldMove(NUMBER, move), readyBy })
    return verdict === null ? null : [verdict.state, verdict.code]
  }

  test('it holds when every value that was asked for is there', () => {
    expect(read({ vehicle })).toEqual(['completed', 'applied'])
    expect(read({ vehicle: { ...vehicle, color: 'White' } })).toBeNull()
    expect(read({ vehicle: { ...vehicle, vin: null } })).toBeNull()
    expect(read({ vehicle }, '2026-11-24T19:00:00Z')).toBeNull()
    expect(read({ vehicle }, null)).toBeNull()
    expect(read({})).toBeNull()
  })

  test.for(['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful'])(
    'it was too late at %s, unless it holds',
    (stage) => {
      const reached = stages({ [stage]: AT })
      expect(read({ stages: reached })).toEqual(['refused', 'collected'])
      expect(read({ stages: reached, vehicle })).toEqual(['completed', 'applied'])
    },
  )

  test('it was too late when the move is canceled', () => {
    expect(read({ cancelStatus: 'succeeded' })).toEqual(['refused', 'canceled'])
    expect(read({ cancelStatus: 'pending', stages: stages({ pickup_arrived: AT }) })).toBeNull()
  })
})
