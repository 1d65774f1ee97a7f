import { describe, expect, test } from 'vitest'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { clientCredentials, staticToken, type Authorize } from '../../../electron/provider/access-token.ts'
import { virtualClock } from '../../support/fakes/system.ts'

const answer = (status: number, body: unknown): ExchangeResult => ({
  kind: 'answered',
  answer: { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body), complete: true },
})

/** A session whose sign-ins are counted, each granting another token. */
function signingIn(grant: (count: number) => Awaited<ReturnType<Authorize>> = granted(900)) {
  const clock = virtualClock()
  const bodies: string[] = []
  let secret: string | null = 'the-secret'
  let clientId = 'lane-7'
  const session = clientCredentials({
    clientId: () => clientId,
    secret: () => secret,
    clock,
    async authorize(body) {
      bodies.push(body)
      await Promise.resolve()
      return grant(bodies.length)
    },
  })
  return {
    clock,
    bodies,
    session,
    setSecret: (text: string | null) => (secret = text),
    setClientId: (text: string) => (clientId = text),
  }
}

function granted(seconds: number | undefined, field = 'access_token') {
  return (count: number) =>
    answer(200, { [field]: `t${count}`, ...(seconds === undefined ? {} : { expires_in: seconds }) })
}

const tokenOf = async (session: ReturnType<typeof signingIn>['session']) => {
  const signed = await session.token()
  return signed.kind === 'token' ? signed.token : signed.cause
}

describe('A client that signs in', () => {
  test('A client sends its id and secret, and keeps the token until a minute before its end', async () => {
    const { clock, bodies, session } = signingIn()
    expect(await tokenOf(session)).toBe('t1')
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ client_id: 'lane-7', client_secret: 'the-secret' })
    clock.advance(839_000)
    expect(await tokenOf(session)).toBe('t1')
    clock.advance(1_000)
    expect(await tokenOf(session)).toBe('t2')
    expect(bodies).toHaveLength(2)
  })

  test('A client signs in once for fifty simultaneous requests', async () => {
    const { bodies, session } = signingIn()
    expect(await Promise.all(Array.from({ length: 50 }, () => tokenOf(session)))).toEqual(Array(50).fill('t1'))
    expect(bodies).toHaveLength(1)
  })

  test('A secret that changes during a sign-in gets a sign-in of its own, after the other one', async () => {
    const { bodies, session, setSecret } = signingIn((count) => (count === 1 ? answer(401, '') : granted(900)(count)))
    const before = tokenOf(session)
    setSecret('another')
    expect(await Promise.all([before, tokenOf(session), tokenOf(session)])).toEqual(['token-refused', 't2', 't2'])
    expect(bodies.map((body) => body.includes('another'))).toEqual([false, true])
  })

  test('A client signs in again after `forget`, with another secret and with another id', async () => {
    const { session, setSecret, setClientId, bodies } = signingIn()
    expect(await tokenOf(session)).toBe('t1')
    session.forget()
    expect(await tokenOf(session)).toBe('t2')
    setSecret('another')
    expect(await tokenOf(session)).toBe('t3')
    setClientId('lane-8')
    expect(await tokenOf(session)).toBe('t4')
    setSecret(null)
    expect(await tokenOf(session)).toBe('token-missing')
    expect(bodies).toHaveLength(4)
  })

  test.for(['access_token', 'token', 'id_token', 'jwt'])(
    'A client reads the token from the field %s',
    async (field) => {
      expect(await tokenOf(signingIn(granted(900, field)).session)).toBe('t1')
    },
  )

  test('A client takes the expiry from the token itself, or five minutes when the expiry is unknown', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: Date.parse('2026-11-21T15:20:00Z') / 1000 })).toString('base64url')
    const web = signingIn((count) => answer(200, { access_token: `h.${claims}.s${count}` }))
    expect(await tokenOf(web.session)).toContain('s1')
    web.clock.advance(19 * 60_000 - 1)
    expect(await tokenOf(web.session)).toContain('s1')
    web.clock.advance(1)
    expect(await tokenOf(web.session)).toContain('s2')
    const plain = signingIn(granted(undefined))
    await tokenOf(plain.session)
    plain.clock.advance(4 * 60_000 - 1)
    expect(await tokenOf(plain.session)).toBe('t1')
    plain.clock.advance(1)
    expect(await tokenOf(plain.session)).toBe('t2')
  })

  test('A client uses a very short-lived token for half its life', async () => {
    const { clock, session } = signingIn(granted(30))
    await tokenOf(session)
    clock.advance(14_999)
    expect(await tokenOf(session)).toBe('t1')
    clock.advance(1)
    expect(await tokenOf(session)).toBe('t2')
  })

  const refusals: readonly (readonly [said: string, outcome: Awaited<ReturnType<Authorize>>, cause: string])[] = [
    ['a 401', answer(401, { errors: [{ code: 'ACCESS_DENIED' }] }), 'token-refused'],
    ['a 400', answer(400, ''), 'token-refused'],
    ['a 429', answer(429, ''), 'provider-down'],
    ['a 503', answer(503, ''), 'provider-down'],
    ['an HTML page', answer(200, '<html>'), 'provider-down'],
    ['a response without a token', answer(200, { ok: true }), 'provider-down'],
    ['a token that cannot be sent', answer(200, { access_token: 'two words' }), 'provider-down'],
    ['a lost response', { kind: 'broken', code: 'ECONNRESET', bytes: 412 }, 'provider-down'],
    ['no network', { kind: 'unreachable', cause: 'no-network', code: 'ENOTFOUND' }, 'no-network'],
  ]
  test.for(refusals)(
    'A sign-in that ends with %s is reported as %3$s, and the next one asks again',
    async ([, outcome, cause]) => {
      const { session, bodies } = signingIn((count) => (count === 1 ? outcome : granted(900)(count)))
      expect(await tokenOf(session)).toBe(cause)
      expect(await tokenOf(session)).toBe('t2')
      expect(bodies).toHaveLength(2)
    },
  )
})

test('A sign-in that gets a 429 carries the Retry-After of the provider, if any', async () => {
  const busy = (headers: Readonly<Record<string, string>>): ExchangeResult => ({
    kind: 'answered',
    answer: { status: 429, headers, body: '', complete: true },
  })
  expect(await signingIn(() => busy({ 'retry-after': '30' })).session.token()).toMatchObject({
    busy: { 'retry-after': '30' },
  })
  expect(await signingIn(() => busy({})).session.token()).toMatchObject({ busy: {} })
  expect(await signingIn(() => answer(503, '')).session.token()).not.toHaveProperty('busy')
})

test('`staticToken` reads the token anew each time', async () => {
  let token: string | null = 'one'
  const session = staticToken(() => token)
  expect(await tokenOf(session)).toBe('one')
  token = 'two'
  expect(await tokenOf(session)).toBe('two')
  token = null
  expect(await tokenOf(session)).toBe('token-missing')
})
