import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/platform/clock.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Match } from '../../support/faults/captured-calls.ts'
import { ASKS_FOR, IDLE, RETRY_AFTER_FORMS } from '../../support/faults/fault-matrix.ts'
import { openDeskBehindProxy, type BookingKind, type DeskBehindProxy } from '../../support/faults/desk.ts'
import { EXPIRED_TOKEN, sampleOf, type Toxic } from '../../support/faults/toxics.ts'
import { describeToxic, RETRYABLE_TOXICS } from '../../support/faults/retryable-cases.ts'
import { giveUp } from '../../support/faults/inject.ts'

/*
 * Every toxic strikes the sign-in, and tokens expire: nothing may be sent without a token, and a booking made meanwhile
 * waits and leaves once.
 */

/** Longer than a token lives. */
const TOKEN_GONE = 900_000

/** The time at which the desk renews a token: a minute ahead. */
const TOKEN_RENEWED = 840_000

const MIN_WAIT_MS = 250

type Way = readonly [kind: BookingKind, since: Parameters<typeof openSignedOut>[0]]

const WAYS: readonly Way[] = [
  ['pair', 'long ago'],
  ['one-way', 'its last look'],
]

const unsigned = ({ proxy }: DeskBehindProxy) => proxy.counter.arrived() - proxy.counter.arrived('authorize')

/** Lets the desk's token expire: long ago, so that a check comes before the booking, or since the last check. */
async function openSignedOut(since: 'long ago' | 'its last look') {
  const on = await openDeskBehindProxy('hopdrive')
  if (since === 'long ago') {
    await on.untilRest(() => on.clock.advance(TOKEN_GONE))
    return on
  }
  await on.untilRest(() => on.clock.advance(TOKEN_RENEWED - 40_000))
  await on.untilRest(() => on.desk().checkConnection())
  await on.untilRest(() => on.clock.advance(40_000))
  return on
}

/** Books while the toxic strikes the sign-in, then lets the desk retry without the toxic. */
async function injectIntoSignIn([kind, since]: Way, toxic: Toxic) {
  const on = await openSignedOut(since)
  on.proxy.addToxic({ ...toxic, match: { asks: 'authorize', nth: 1 } })
  const before = unsigned(on)
  const { saved, rests } = await bookUntilRest(on, kind, toxic)
  await on.proxy.next('hit')
  const link = on.desk().status().connection
  const struck = { state: on.read(saved).state, rests, unsigned: unsigned(on) - before, link: link.kind }
  on.proxy.removeToxics()
  await on.untilRest(() => on.sleep(rests))
  return { on, struck, after: on.read(saved).state }
}

async function bookUntilRest(on: DeskBehindProxy, kind: BookingKind, toxic: Toxic | null = null) {
  const saved: BookedMoves[] = []
  const rests = await on.untilRest(async () => {
    saved.push(on.book(kind))
    if (toxic !== null) await giveUp(on, toxic)
  })
  const [one] = saved
  if (one === undefined) throw new Error('nothing was booked')
  return { saved: one, rests }
}

describe.for(WAYS)('A %s booked while sign-in fails (token expired: %s)', { tags: ['matrix'] }, (way) => {
  const [kind] = way
  test.for(sampleOf(RETRYABLE_TOXICS, (toxic) => toxic).map((toxic) => [describeToxic(toxic), toxic] as const))(
    `A ${kind} waits while sign-in meets "%s" and is booked once after that`,
    async ([, toxic]) => {
      const { on, struck, after } = await injectIntoSignIn(way, toxic)
      expect(struck).toEqual({ state: 'waiting', rests: MIN_WAIT_MS, unsigned: 0, link: 'down' })
      expect([after, on.proxy.counter.arrived('create'), ...(await on.breaches())]).toEqual(['booked', 1])
      expect(on.proxy.counter.hits).toHaveLength(1)
    },
  )

  test.for(['before', 'after'] as const)(
    `A ${kind} is sent when sign-in is slow %s the provider acts`,
    async (when) => {
      const { struck } = await injectIntoSignIn(way, { type: 'latency', when, delay: 20 })
      expect(struck).toMatchObject({ state: 'booked', rests: IDLE, link: 'up' })
    },
  )

  test.for(RETRY_AFTER_FORMS)(
    `A ${kind} waits as long as Retry-After in the form "%s" asks at sign-in`,
    async (retryAfter) => {
      const { struck, after } = await injectIntoSignIn(way, {
        type: 'busy',
        when: 'before',
        retryAfter,
        envelope: true,
      })
      expect(struck).toEqual({ state: 'waiting', rests: ASKS_FOR[retryAfter], unsigned: 0, link: 'down' })
      expect(after).toBe('booked')
    },
  )
})

/** A desk whose provider's clock alone can be moved on, so that a token expires there and not at the desk. */
async function openAhead() {
  let ahead = 0
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead }
  const on = await openDeskBehindProxy('hopdrive', { clock })
  return { on, runOut: () => (ahead += TOKEN_GONE) }
}

describe.for(['pair', 'one-way'] as const)('A %s with an expired token', (kind) => {
  test(`A ${kind} refused for an expired token is sent with a new token at once`, async () => {
    const { on, runOut } = await openAhead()
    runOut()
    const { saved, rests } = await bookUntilRest(on, kind)
    expect({ state: on.read(saved).state, rests }).toEqual({ state: 'booked', rests: IDLE })
    const { counter } = on.proxy
    expect([counter.arrived('authorize'), counter.arrived('create'), counter.applied('create')]).toEqual([2, 2, 1])
    expect(await on.breaches()).toEqual([])
  })

  test(`A ${kind} is sent once when the health check has replaced an expired token`, async () => {
    const { on, runOut } = await openAhead()
    runOut()
    expect(await on.untilRest(() => on.desk().checkConnection())).toBe(IDLE)
    const { saved } = await bookUntilRest(on, kind)
    expect([on.read(saved).state, on.proxy.counter.arrived('create')]).toEqual(['booked', 1])
  })

  test.for<Pick<Match, 'nth'>>([{ nth: 1 }, {}])(
    `A ${kind} is sent at most twice while its token is refused by the rule %j`,
    async (match) => {
      const on = await openDeskBehindProxy('hopdrive')
      on.proxy.addToxic({ ...EXPIRED_TOKEN, match: { ...match, asks: 'create' } })
      const { saved, rests } = await bookUntilRest(on, kind)
      const ofOne = match.nth === 1
      expect({ state: on.read(saved).state, rests }).toEqual({ state: ofOne ? 'booked' : 'waiting', rests: IDLE })
      expect(on.desk().status().connection).toMatchObject(
        ofOne ? { kind: 'up' } : { kind: 'down', cause: 'token-refused' },
      )
      await on.untilRest(() => on.desk().checkConnection())
      // No third attempt comes before a person acts: a token that is refused again has not expired.
      expect(on.proxy.counter.arrived('create')).toBe(2)
      on.proxy.removeToxics()
      if (!ofOne) await on.reopen()
      await on.untilRest(() => on.desk().checkConnection())
      expect([on.read(saved).state, on.proxy.counter.applied('create')]).toEqual(['booked', 1])
      expect(await on.breaches()).toEqual([])
    },
  )

  test(`A ${kind} with a fixed token waits after a refusal and is sent at the next check of the connection`, async () => {
    const on = await openDeskBehindProxy('baseline')
    on.proxy.addToxic({ ...EXPIRED_TOKEN, match: { asks: 'create', nth: 1 } })
    const { saved, rests } = await bookUntilRest(on, kind)
    expect({ state: on.read(saved).state, rests }).toEqual({ state: 'waiting', rests: 300_000 })
    expect(on.desk().status()).toMatchObject({ waiting: 1, connection: { kind: 'down', cause: 'token-refused' } })
    expect(on.proxy.counter.hits).toEqual([{ type: 'corrupt', when: 'before', asks: 'create', applied: false }])
    expect([on.proxy.counter.reached('create'), on.proxy.counter.applied('create')]).toEqual([1, 0])
    await on.untilRest(() => on.desk().checkConnection())
    expect(on.read(saved).state).toBe('booked')
    expect(await on.breaches()).toEqual([])
  })
})
