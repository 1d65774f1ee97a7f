import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/platform/clock.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Match } from '../../support/faults/captured-calls.ts'
import { ASKS_FOR, IDLE } from '../../support/faults/fault-matrix.ts'
import { openDeskBehindProxy, type BookingKind, type DeskBehindProxy } from '../../support/faults/desk.ts'
import { EXPIRED_TOKEN, sampleOf, type RetryAfterForm, type Toxic } from '../../support/faults/toxics.ts'
import { describeToxic, RETRYABLE_TOXICS } from '../../support/faults/retryable-cases.ts'
import { giveUp } from '../../support/faults/inject.ts'

/*
 * Every toxic on signing in, and tokens that run out: nothing is sent without a token, what was booked meanwhile waits, and
 * leaves once.
 */

/** Longer than a token lives. */
const TOKEN_GONE = 900_000

/** When another is fetched: a minute ahead. */
const TOKEN_RENEWED = 840_000

const LEAST_WAIT = 250

type Way = readonly [kind: BookingKind, since: Parameters<typeof openSignedOut>[0]]

const WAYS: readonly Way[] = [
  ['pair', 'long ago'],
  ['one-way', 'its last look'],
]

const unsigned = ({ proxy }: DeskBehindProxy) => proxy.counter.arrived() - proxy.counter.arrived('authorize')

/** Lets the desk's token run out: long ago, so that it looks before it books, or since it looked. */
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

/** Books while the desk has to sign in anew and the toxic strikes that, and then once more without the toxic. */
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

describe.for(WAYS)('a %s while signing in fails, with a token that ran out since %s', (way) => {
  test.for(sampleOf(RETRYABLE_TOXICS, (toxic) => toxic).map((toxic) => [describeToxic(toxic), toxic] as const))(
    '%s',
    async ([, toxic]) => {
      const { on, struck, after } = await injectIntoSignIn(way, toxic)
      expect(struck).toEqual({ state: 'waiting', rests: LEAST_WAIT, unsigned: 0, link: 'down' })
      expect([after, on.proxy.counter.arrived('create'), ...(await on.breaches())]).toEqual(['booked', 1])
      expect(on.proxy.counter.hits).toHaveLength(1)
    },
  )

  test.for(['before', 'after'] as const)('%s: late, but in time, it is sent', async (when) => {
    const { struck } = await injectIntoSignIn(way, { type: 'latency', when, delay: 20 })
    expect(struck).toMatchObject({ state: 'booked', rests: IDLE, link: 'up' })
  })

  test.for(Object.keys(ASKS_FOR) as RetryAfterForm[])('busy: Retry-After %s', async (retryAfter) => {
    const { struck, after } = await injectIntoSignIn(way, { type: 'busy', when: 'before', retryAfter, envelope: true })
    expect(struck).toEqual({ state: 'waiting', rests: ASKS_FOR[retryAfter], unsigned: 0, link: 'down' })
    expect(after).toBe('booked')
  })
})

/** A desk whose provider's time can be moved on, by itself: so a token really runs out there, and not here. */
async function openAhead() {
  let ahead = 0
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead }
  const on = await openDeskBehindProxy('hopdrive', { clock })
  return { on, runOut: () => (ahead += TOKEN_GONE) }
}

describe.for(['pair', 'one-way'] as const)('a %s with a token that ran out', (kind) => {
  test('at the provider itself is sent with a new one, at once', async () => {
    const { on, runOut } = await openAhead()
    runOut()
    const { saved, rests } = await bookUntilRest(on, kind)
    expect({ state: on.read(saved).state, rests }).toEqual({ state: 'booked', rests: IDLE })
    const { counter } = on.proxy
    expect([counter.arrived('authorize'), counter.arrived('create'), counter.applied('create')]).toEqual([2, 2, 1])
    expect(await on.breaches()).toEqual([])
  })

  test('when the desk looks, is fetched anew before anything is sent', async () => {
    const { on, runOut } = await openAhead()
    runOut()
    expect(await on.untilRest(() => on.desk().checkConnection())).toBe(IDLE)
    const { saved } = await bookUntilRest(on, kind)
    expect([on.read(saved).state, on.proxy.counter.arrived('create')]).toEqual(['booked', 1])
  })

  test.for<Pick<Match, 'nth'>>([{ nth: 1 }, {}])('at the proxy, %o', async (match) => {
    const on = await openDeskBehindProxy('hopdrive')
    on.proxy.addToxic({ ...EXPIRED_TOKEN, match: { ...match, asks: 'create' } })
    const { saved, rests } = await bookUntilRest(on, kind)
    const ofOne = match.nth === 1
    expect({ state: on.read(saved).state, rests }).toEqual({ state: ofOne ? 'booked' : 'waiting', rests: IDLE })
    expect(on.desk().status().connection).toMatchObject(
      ofOne ? { kind: 'up' } : { kind: 'down', cause: 'token-refused' },
    )
    await on.untilRest(() => on.desk().checkConnection())
    // Not a third time, before somebody acts: a token that is refused again is not a token that ran out.
    expect(on.proxy.counter.arrived('create')).toBe(2)
    on.proxy.removeToxics()
    if (!ofOne) await on.reopen()
    await on.untilRest(() => on.desk().checkConnection())
    expect([on.read(saved).state, on.proxy.counter.applied('create')]).toEqual(['booked', 1])
    expect(await on.breaches()).toEqual([])
  })

  test('that was given once waits for another, and says so', async () => {
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
