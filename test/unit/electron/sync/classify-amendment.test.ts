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

type Expected = Partial<AmendmentClassification> & { readonly directive?: unknown }

const OUTCOMES: readonly (readonly [name: string, heard: ExchangeResult, sent: SentAmendment, expected: Expected])[] = [
  [
    'A cancellation answered as pending is submitted',
    answered(200, PENDING),
    cancel(),
    { state: 'submitted', code: 'pending' },
  ],
  [
    'A cancellation that succeeds at once is completed',
    answered(200, { ...PENDING, cancel_status: 'succeeded' }),
    cancel(),
    { state: 'completed', code: 'free' },
  ],
  [
    'A cancellation with an unlisted cancel_status is submitted',
    answered(200, { ...PENDING, cancel_status: 'queued' }),
    cancel(),
    { state: 'submitted' },
  ],
  [
    'A cancellation that failed is refused',
    answered(200, { ...PENDING, cancel_status: 'failed' }),
    cancel(),
    { state: 'refused', code: 'failed' },
  ],
  [
    'A 200 for another move leaves a cancellation unclear',
    answered(200, { ...PENDING, move_id: 7 }),
    cancel(),
    { state: 'sending', code: 'unclear' },
  ],
  [
    'A 200 without a cancel_status leaves a cancellation unclear',
    answered(200, { move_id: NUMBER }),
    cancel(),
    { state: 'sending' },
  ],
  ['A page with status 200 leaves a cancellation unclear', answered(200, LOGIN_PAGE), cancel(), { state: 'sending' }],
  [
    'A truncated 200 leaves a cancellation unclear',
    answered(200, PENDING, { complete: false }),
    cancel(),
    { state: 'sending' },
  ],
  ['A 202 leaves a cancellation unclear', answered(202, PENDING), cancel(), { state: 'sending' }],
  ['A 204 leaves a change unclear', answered(204, ''), change(), { state: 'sending' }],
  [
    'A change with the requested values is completed',
    answered(200, CHANGED),
    change(),
    { state: 'completed', code: 'applied' },
  ],
  [
    'A change answered with the number alone is completed',
    answered(200, { id: NUMBER }),
    change(),
    { state: 'completed', code: 'applied' },
  ],
  [
    'A change answered with another value is completed as applied differently',
    answered(200, { ...CHANGED, vehicle_color: 'Rouge' }),
    change(),
    { state: 'completed', code: 'applied-differently' },
  ],
  [
    'A 200 for another move leaves a change unclear',
    answered(200, { ...CHANGED, id: 7 }),
    change(),
    { state: 'sending' },
  ],
  [
    'A connection broken after the first byte leaves an amendment unclear',
    { kind: 'broken', code: 'ECONNRESET', bytes: 1 },
    cancel(),
    { state: 'sending', code: 'no-answer', directive: { kind: 'recheck' } },
  ],
  [
    'A connection broken before the first byte lets an amendment wait',
    { kind: 'broken', code: 'EPIPE', bytes: 0 },
    cancel(),
    { state: 'waiting', code: 'not-sent', directive: { kind: 'recheck' } },
  ],
  [
    'A refused token lets an amendment wait and pauses the send queue',
    answered(401, errorBody('unauthorized')),
    cancel(),
    {
      state: 'waiting',
      code: 'token-refused',
      directive: expect.objectContaining({ kind: 'pause', cause: 'token-refused' }),
    },
  ],
  [
    'A first ACCESS_DENIED lets an amendment wait',
    answered(400, DENIED),
    change(),
    { state: 'waiting', code: 'token-refused' },
  ],
  [
    'A second ACCESS_DENIED refuses an amendment',
    answered(400, DENIED),
    change({ earlier: ['token-refused'] }),
    { state: 'refused', code: 'refused' },
  ],
  [
    'A busy provider lets an amendment wait for the time of Retry-After',
    answered(429, errorBody('rate'), { headers: { 'retry-after': '120' } }),
    cancel(),
    { state: 'waiting', directive: expect.objectContaining({ kind: 'pause', ms: 120_000, cause: 'provider-busy' }) },
  ],
  ['A 429 without the envelope leaves an amendment unclear', answered(429, LOGIN_PAGE), cancel(), { state: 'sending' }],
  [
    'A redirect leaves an amendment unclear and pauses the send queue',
    answered(307, ''),
    cancel(),
    { state: 'sending', directive: expect.objectContaining({ kind: 'pause', cause: 'protocol-changed' }) },
  ],
  [
    'A 400 with a message refuses an amendment with that message',
    answered(400, errorBody('move_invalid', 'This move is already canceled.')),
    cancel(),
    { state: 'refused', code: 'refused', providerMessage: 'This move is already canceled.' },
  ],
  [
    'A 422 with a blank message refuses an amendment without a message',
    answered(422, errorBody('field_invalid', ' ')),
    change(),
    { state: 'refused', code: 'refused', providerMessage: null },
  ],
  [
    'A 404 with the envelope refuses an amendment',
    answered(404, errorBody('move_invalid')),
    cancel(),
    { state: 'refused' },
  ],
  [
    'A 403 for a missing scope refuses an amendment and lets the send queue go on',
    answered(403, errorBody('missing_scope')),
    cancel(),
    { state: 'refused', directive: { kind: 'continue' } },
  ],
  [
    'A page with status 404 leaves an amendment unclear',
    answered(404, LOGIN_PAGE),
    cancel(),
    { state: 'sending', code: 'unclear', providerMessage: null },
  ],
  [
    'A 400 in plain text leaves an amendment unclear and keeps the words',
    answered(400, 'This move is on hold, call us.'),
    cancel(),
    { state: 'sending', code: 'unclear', providerMessage: 'This move is on hold, call us.' },
  ],
  [
    'A 422 in JSON without the envelope leaves a change unclear and keeps the words',
    answered(422, { detail: 'Not on a holiday.' }),
    change(),
    { state: 'sending', code: 'unclear', providerMessage: 'Not on a holiday.' },
  ],
  ['A 408 leaves an amendment unclear', answered(408, errorBody('timeout')), cancel(), { state: 'sending' }],
  [
    'A 503 leaves an amendment unclear',
    answered(503, errorBody('internal_server_error')),
    cancel(),
    { state: 'sending', directive: { kind: 'recheck' } },
  ],
  [
    'A 503 with Retry-After leaves an amendment unclear and pauses the queue as long as asked',
    answered(503, '', { headers: { 'retry-after': '90' } }),
    cancel(),
    { state: 'sending', code: 'unclear', directive: { kind: 'pause', ms: 90_000, cause: 'provider-busy' } },
  ],
]

describe('`classifyResponse` of an amendment', () => {
  test.for(OUTCOMES)('%s', ([, heard, sent, expected]) => {
    expect(classifyResponse(heard, sent)).toMatchObject(expected)
  })

  test('An amendment is taken only by a complete 200 for its own move, over any response', () => {
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
          // A random body may hold the number by chance, so only the listed wrong bodies must never be taken.
          if (taken) expect([status, complete]).toEqual([200, true])
          if (status === 200 && complete && ours) expect(taken).toBe(true)
          if (said !== PENDING && said !== CHANGED && typeof said === 'object') expect(taken).toBe(false)
          expect(AMENDMENT_STATES).toContain(verdict.state)
          expect(verdict.directive.kind).not.toBe('suspect')
          expect(verdict.directive.kind).not.toBe('halt')
          if (status >= 500) expect(verdict.state).toBe('sending')
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    )
  })
})

const stages = (reached: object) => ({ ...toldMove(1).stages, ...reached })
const AT = '2026-11-24T20:00:00Z'

describe('`classifyByMove` of a cancellation', () => {
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
  ] as const)(
    'A cancellation that may not have arrived is read from the cancel_status %j as %j',
    ([cancelStatus, expected]) => {
      expect(read('sending', { cancelStatus })).toEqual(expected)
    },
  )

  test('A submitted cancellation changes only when the move shows a decision', () => {
    expect(read('submitted', { cancelStatus: 'pending' })).toBeNull()
    expect(read('submitted', { cancelStatus: null })).toBeNull()
    expect(read('submitted', { cancelStatus: 'partial' })).toEqual(['completed', 'partial'])
    expect(read('submitted', { cancelStatus: 'failed' })).toEqual(['refused', 'failed'])
  })

  test('A failed status of an earlier cancellation does not refuse a cancellation that may not have arrived', () => {
    expect(read('sending', { cancelStatus: 'failed' }, true)).toBeNull()
    expect(read('submitted', { cancelStatus: 'failed' }, true)).toEqual(['refused', 'failed'])
  })

  test('A delivery refuses an undecided cancellation', () => {
    const delivered = stages({ delivery_successful: AT })
    expect(read('submitted', { cancelStatus: 'pending', stages: delivered })).toEqual(['refused', 'delivered'])
    expect(read('sending', { stages: delivered })).toEqual(['refused', 'delivered'])
    expect(read('submitted', { cancelStatus: 'partial', stages: delivered })).toEqual(['completed', 'partial'])
    expect(read('sending', { stages: stages({ delivery_successful: true }) })).toEqual(['refused', 'delivered'])
  })
})

describe('`classifyByMove` of a change', () => {
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

  test('A change is applied exactly when the move shows every requested value', () => {
    expect(read({ vehicle })).toEqual(['completed', 'applied'])
    expect(read({ vehicle: { ...vehicle, color: 'White' } })).toBeNull()
    expect(read({ vehicle: { ...vehicle, vin: null } })).toBeNull()
    expect(read({ vehicle }, '2026-11-24T19:00:00Z')).toBeNull()
    expect(read({ vehicle }, null)).toBeNull()
    expect(read({})).toBeNull()
  })

  test.for(['pickup_successful', 'delivery_started', 'delivery_arrived', 'delivery_successful'])(
    'A change is refused once the move has reached %s, unless the move shows the change',
    (stage) => {
      const reached = stages({ [stage]: AT })
      expect(read({ stages: reached })).toEqual(['refused', 'collected'])
      expect(read({ stages: stages({ [stage]: true }) })).toEqual(['refused', 'collected'])
      expect(read({ stages: reached, vehicle })).toEqual(['completed', 'applied'])
    },
  )

  test('A change is refused once the move is canceled', () => {
    expect(read({ cancelStatus: 'succeeded' })).toEqual(['refused', 'canceled'])
    expect(read({ cancelStatus: 'pending', stages: stages({ pickup_arrived: AT }) })).toBeNull()
  })
})
