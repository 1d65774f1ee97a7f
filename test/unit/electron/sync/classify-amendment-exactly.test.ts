import { describe, expect, test } from 'vitest'
import {
  classifyByMove,
  classifyResponse,
  type SentAmendment,
  type SubmittedAmendment,
} from '../../../../electron/sync/classify-amendment.ts'
import { changeSchema } from '../../../../shared/outbox/amendment.ts'
import { toldMove } from '../../../support/builders/provider-response.ts'
import { answered, errorBody, LOGIN_PAGE } from '../../../support/builders/sent-request.ts'
import { START } from '../../../support/fakes/system.ts'

const NUMBER = 70_001
const LATER = { local: '2026-11-24T15:00', zone: 'America/New_York', utc: '2026-11-24T20:00:00Z' }
const GO = { kind: 'continue' }
const FIVE_MINUTES_MS = 300_000

const cancel = (changes: Partial<SentAmendment> = {}): SentAmendment => ({
  kind: 'cancel',
  change: null,
  number: NUMBER,
  earlier: [],
  now: START,
  ...changes,
})
const change = (parts: object): SentAmendment => ({ ...cancel(), kind: 'change', change: changeSchema.parse(parts) })
const TAKEN = { move_id: NUMBER, cancel_status: 'pending' }

describe('The amendment classifier', () => {
  test.for([400, 403, 404, 405, 409, 410, 413, 415, 422])(
    'The amendment classifier takes %i with the provider’s envelope as a refusal and lets the queue go on',
    (status) => {
      expect(classifyResponse(answered(status, errorBody('move_invalid', 'No.')), cancel())).toEqual({
        state: 'refused',
        code: 'refused',
        providerMessage: 'No.',
        status,
        directive: GO,
      })
    },
  )

  test.for([201, 299, 402, 406, 408, 411, 412, 414, 416, 418, 421, 423, 425, 500, 503])(
    'The amendment classifier takes %i as no outcome, whatever its body says, and keeps the words of a 4xx',
    (status) => {
      const words = status >= 400 && status < 500 ? 'No.' : null
      for (const [body, providerMessage] of [
        [errorBody('move_invalid', 'No.'), words],
        [TAKEN, null],
      ] as const) {
        expect(classifyResponse(answered(status, body), cancel())).toEqual({
          state: 'sending',
          code: 'unclear',
          providerMessage,
          status,
          directive: { kind: 'recheck' },
        })
      }
    },
  )

  test.for([300, 301, 399])(
    'The amendment classifier pauses the queue five minutes after %i and has the move fetched',
    (status) => {
      expect(classifyResponse(answered(status, ''), cancel())).toEqual({
        state: 'sending',
        code: 'redirect',
        providerMessage: null,
        status,
        directive: { kind: 'pause', ms: FIVE_MINUTES_MS, cause: 'protocol-changed' },
      })
    },
  )

  test('The amendment classifier lets an amendment wait five minutes after a refused token', () => {
    const waiting = {
      state: 'waiting',
      code: 'token-refused',
      providerMessage: null,
      directive: { kind: 'pause', ms: FIVE_MINUTES_MS, cause: 'token-refused' },
    }
    expect(classifyResponse(answered(401, ''), cancel())).toEqual({ ...waiting, status: 401 })
    for (const status of [400, 403]) {
      const denied = errorBody('ACCESS_DENIED')
      expect(classifyResponse(answered(status, denied), cancel())).toEqual({ ...waiting, status })
    }
  })

  test('The amendment classifier takes a second `access_denied`, or one with a 404, as a refusal of the account', () => {
    const denied = errorBody('ACCESS_DENIED')
    expect(classifyResponse(answered(403, denied), cancel({ earlier: ['token-refused'] })).state).toBe('refused')
    expect(classifyResponse(answered(403, denied), cancel({ earlier: ['no-answer', 'unclear'] })).state).toBe('waiting')
    expect(classifyResponse(answered(404, denied), cancel()).state).toBe('refused')
  })

  test('The amendment classifier believes a 429 with the envelope or with `Retry-After`', () => {
    const busy = { state: 'waiting', code: 'provider-busy', status: 429 }
    expect(classifyResponse(answered(429, errorBody('rate')), cancel())).toMatchObject(busy)
    const headers = { 'retry-after': '120' }
    expect(classifyResponse(answered(429, LOGIN_PAGE, { headers }), cancel())).toMatchObject(busy)
    expect(classifyResponse(answered(429, errorBody('rate'), { complete: false }), cancel())).toMatchObject({
      state: 'sending',
    })
  })

  test('The amendment classifier believes no refusal that was cut off', () => {
    const cut = answered(400, errorBody('move_invalid'), { complete: false })
    expect(classifyResponse(cut, cancel())).toMatchObject({ state: 'sending', code: 'unclear' })
  })

  test('The amendment classifier gives no status without a response', () => {
    const broken = { kind: 'broken', code: 'ECONNRESET' } as const
    expect(classifyResponse({ ...broken, bytes: 0 }, cancel())).toMatchObject({ state: 'waiting', status: null })
    expect(classifyResponse({ ...broken, bytes: 1 }, cancel())).toMatchObject({ state: 'sending', status: null })
  })

  test('The amendment classifier joins the provider’s sentences, drops empty ones and keeps a thousand characters', () => {
    const said = (...messages: string[]) => {
      const errors = messages.map((message) => ({ type: 'invalid_request_error', code: 'move_invalid', message }))
      return classifyResponse(answered(400, { errors }), cancel()).providerMessage
    }
    expect(said(' One. ', ' ', 'Two.')).toBe('One.; Two.')
    expect(said('x'.repeat(1_001))).toBe('x'.repeat(1_000))
    expect(said('x'.repeat(999))).toHaveLength(999)
  })

  test('The amendment classifier reports what the provider applied, with its status', () => {
    const verdict = { providerMessage: null, status: 200, directive: GO }
    const says = (cancelStatus: string) =>
      classifyResponse(answered(200, { ...TAKEN, cancel_status: cancelStatus }), cancel())
    expect(says('pending')).toEqual({ ...verdict, state: 'submitted', code: 'pending' })
    expect(says('succeeded')).toEqual({ ...verdict, state: 'completed', code: 'free' })
    expect(says('failed')).toEqual({ ...verdict, state: 'refused', code: 'failed' })
    expect(classifyResponse(answered(200, { id: NUMBER }), change({ color: 'Red' }))).toEqual({
      ...verdict,
      state: 'completed',
      code: 'applied',
    })
  })
})

describe('The comparison of a change with the applied values', () => {
  const codeFor = (asked: object, told: object) =>
    classifyResponse(answered(200, { id: NUMBER, ...told }), change(asked)).code

  test('The amendment classifier takes another spelling of a value as the same value', () => {
    expect(codeFor({ vin: '1m8gdm9axkp042788' }, { vehicle_vin: '1M8GDM9AXKP042788' })).toBe('applied')
    expect(codeFor({ color: 'Red' }, { vehicle_color: ' Red ' })).toBe('applied')
    expect(codeFor({ readyBy: LATER }, { ready_by: '2026-11-24T15:00:00-05:00' })).toBe('applied')
  })

  test.for([
    [{ vin: '1M8GDM9AXKP042788' }, { vehicle_vin: '2T1BURHE0JC000001' }],
    [{ color: 'Red' }, { vehicle_color: 'red' }],
    [{ readyBy: LATER }, { ready_by: '2026-11-24T21:00:00Z' }],
    [
      { readyBy: LATER, color: 'Red' },
      { ready_by: '2026-11-24T21:00:00Z', vehicle_color: 'Red' },
    ],
  ])('The amendment classifier notices that the provider applied another value than %j', ([asked, told]) => {
    expect(codeFor(asked ?? {}, told ?? {})).toBe('applied-differently')
  })

  test('The amendment classifier ignores values that were not requested and values that the provider leaves out', () => {
    expect(codeFor({ color: 'Red' }, { vehicle_make: 'Ford', vehicle_color: 'Red' })).toBe('applied')
    expect(codeFor({ color: 'Red', stock: 'S-1' }, { vehicle_stock: 'S-1' })).toBe('applied')
    expect(codeFor({ readyBy: LATER }, {})).toBe('applied')
  })
})

describe('The classification by a fetched move', () => {
  const asked = (kind: 'cancel' | 'change', more: Partial<SubmittedAmendment> = {}): SubmittedAmendment => ({
    kind,
    change: null,
    state: 'sending',
    refusedBefore: false,
    ...more,
  })
  const read = (amendment: SubmittedAmendment, move: Parameters<typeof toldMove>[1], readyBy: string | null = null) =>
    classifyByMove(amendment, { move: toldMove(NUMBER, move), readyBy })
  const verdict = { providerMessage: null, status: 200, directive: GO }
  const reached = (stage: string) => ({ ...toldMove(1).stages, [stage]: START })

  test('The amendment classifier gives each result of a fetch the status 200, no message and a queue that goes on', () => {
    expect(read(asked('cancel'), { cancelStatus: 'pending' })).toEqual({
      ...verdict,
      state: 'submitted',
      code: 'pending',
    })
    expect(read(asked('cancel'), { stages: reached('delivery_successful') })).toEqual({
      ...verdict,
      state: 'refused',
      code: 'delivered',
    })
    expect(read(asked('change'), { cancelStatus: 'succeeded' })).toEqual({
      ...verdict,
      state: 'refused',
      code: 'canceled',
    })
  })

  test('A change of the ready-by alone is confirmed by the fetched move, also without a vehicle', () => {
    const later = asked('change', { change: changeSchema.parse({ readyBy: LATER }) })
    expect(read(later, {}, LATER.utc)).toEqual({ ...verdict, state: 'completed', code: 'applied' })
    expect(read(later, {}, '2026-11-24T20:01:00Z')).toBeNull()
    expect(read(later, {})).toBeNull()
  })

  test('An unreadable change is never confirmed by a fetched move', () => {
    expect(read(asked('change'), { vehicle: undefined }, LATER.utc)).toBeNull()
    expect(read(asked('change'), { stages: reached('pickup_successful') })).toMatchObject({ code: 'collected' })
  })

  test('A refusal of an earlier cancellation counts only once the present one has arrived', () => {
    expect(read(asked('cancel', { refusedBefore: true }), { cancelStatus: 'failed' })).toBeNull()
    expect(read(asked('cancel'), { cancelStatus: 'failed' })).toMatchObject({ state: 'refused' })
    expect(read(asked('cancel', { refusedBefore: true }), { cancelStatus: 'partial' })).toMatchObject({
      code: 'partial',
    })
  })

  test('A cancellation of a delivered move is refused, also after an earlier refusal', () => {
    const stages = reached('delivery_successful')
    const stale = asked('cancel', { refusedBefore: true })
    expect(read(stale, { cancelStatus: 'failed', stages })).toMatchObject({ code: 'delivered' })
    expect(read(asked('cancel'), { cancelStatus: 'failed', stages })).toMatchObject({ code: 'failed' })
  })
})
