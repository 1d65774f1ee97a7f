import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/system.ts'
import type { BookedMoves } from '../../../shared/move.ts'
import { byRules, type Rule } from '../../support/faults/calls.ts'
import { ASKS_FOR, IDLE } from '../../support/faults/cases.ts'
import { openDeskOnRoad, type BookingKind, type DeskOnRoad } from '../../support/faults/desk.ts'
import type { Fault, RetryAfterForm } from '../../support/faults/knobs.ts'
import { REPEATABLE_FAULTS, sayFault } from '../../support/faults/repeatable.ts'
import { giveUp } from '../../support/faults/strike.ts'

/*
 * Every knob on signing in, and tokens that run out: nothing is sent without a token, what was booked meanwhile waits, and
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

const unsigned = ({ road }: DeskOnRoad) => road.tally.arrived() - road.tally.arrived('authorize')

/** Lets the desk's token run out: long ago, so that it looks before it books, or since it looked. */
async function openSignedOut(since: 'long ago' | 'its last look') {
  const on = await openDeskOnRoad('hopdrive')
  if (since === 'long ago') {
    await on.untilRest(() => on.clock.advance(TOKEN_GONE))
    return on
  }
  await on.untilRest(() => on.clock.advance(TOKEN_RENEWED - 40_000))
  await on.untilRest(() => on.desk().lookNow())
  await on.untilRest(() => on.clock.advance(40_000))
  return on
}

/** Books while the desk has to sign in anew and the fault strikes that, and then once more on a clean road. */
async function strikeSignIn([kind, since]: Way, fault: Fault) {
  const on = await openSignedOut(since)
  on.road.decideBy(byRules({ asks: 'authorize', nth: 1, fault }))
  const before = unsigned(on)
  const { saved, rests } = await bookUntilRest(on, kind, fault)
  await on.road.next('hit')
  const link = on.desk().status().link
  const struck = { state: on.read(saved).state, rests, unsigned: unsigned(on) - before, link: link.kind }
  on.road.decideBy(() => null)
  await on.untilRest(() => on.sleep(rests))
  return { on, struck, after: on.read(saved).state }
}

async function bookUntilRest(on: DeskOnRoad, kind: BookingKind, fault: Fault | null = null) {
  const saved: BookedMoves[] = []
  const rests = await on.untilRest(async () => {
    saved.push(on.book(kind))
    if (fault !== null) await giveUp(on, fault)
  })
  const [one] = saved
  if (one === undefined) throw new Error('nothing was booked')
  return { saved: one, rests }
}

describe.for(WAYS)('a %s while signing in fails, with a token that ran out since %s', (way) => {
  test.for(REPEATABLE_FAULTS.map((fault) => [sayFault(fault), fault] as const))('%s', async ([, fault]) => {
    const { on, struck, after } = await strikeSignIn(way, fault)
    expect(struck).toEqual({ state: 'waiting', rests: LEAST_WAIT, unsigned: 0, link: 'down' })
    expect([after, on.road.tally.arrived('create'), ...(await on.breaches())]).toEqual(['booked', 1])
    expect(on.road.tally.hits).toHaveLength(1)
  })

  test.for(['before', 'after'] as const)('%s: late, but in time, it is sent', async (when) => {
    const { struck } = await strikeSignIn(way, { kind: 'delay', when, until: 20 })
    expect(struck).toMatchObject({ state: 'booked', rests: IDLE, link: 'up' })
  })

  test.for(Object.keys(ASKS_FOR) as RetryAfterForm[])('busy: Retry-After %s', async (retryAfter) => {
    const { struck, after } = await strikeSignIn(way, { kind: 'busy', when: 'before', retryAfter, envelope: true })
    expect(struck).toEqual({ state: 'waiting', rests: ASKS_FOR[retryAfter], unsigned: 0, link: 'down' })
    expect(after).toBe('booked')
  })
})

/** A desk whose provider's time can be moved on, by itself: so a token really runs out there, and not here. */
async function openAhead() {
  let ahead = 0
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead }
  const on = await openDeskOnRoad('hopdrive', { clock })
  return { on, runOut: () => (ahead += TOKEN_GONE) }
}

const EXPIRED: Fault = { kind: 'expired-token', when: 'before' }

describe.for(['pair', 'one-way'] as const)('a %s with a token that ran out', (kind) => {
  test('at the provider itself is sent with a new one, at once', async () => {
    const { on, runOut } = await openAhead()
    runOut()
    const { saved, rests } = await bookUntilRest(on, kind)
    expect({ state: on.read(saved).state, rests }).toEqual({ state: 'booked', rests: IDLE })
    const { tally } = on.road
    expect([tally.arrived('authorize'), tally.arrived('create'), tally.applied('create')]).toEqual([2, 2, 1])
    expect(await on.breaches()).toEqual([])
  })

  test('when the desk looks, is fetched anew before anything is sent', async () => {
    const { on, runOut } = await openAhead()
    runOut()
    expect(await on.untilRest(() => on.desk().lookNow())).toBe(IDLE)
    const { saved } = await bookUntilRest(on, kind)
    expect([on.read(saved).state, on.road.tally.arrived('create')]).toEqual(['booked', 1])
  })

  test.for<Omit<Rule, 'fault'>>([{ nth: 1 }, {}])('on the road, %o', async (rule) => {
    const on = await openDeskOnRoad('hopdrive')
    on.road.decideBy(byRules({ ...rule, asks: 'create', fault: EXPIRED }))
    const { saved, rests } = await bookUntilRest(on, kind)
    const ofOne = rule.nth === 1
    expect({ state: on.read(saved).state, rests }).toEqual({ state: ofOne ? 'booked' : 'waiting', rests: IDLE })
    expect(on.desk().status().link).toMatchObject(ofOne ? { kind: 'up' } : { kind: 'down', cause: 'token-refused' })
    await on.untilRest(() => on.desk().lookNow())
    // Not a third time, before somebody acts: a token that is refused again is not a token that ran out.
    expect(on.road.tally.arrived('create')).toBe(2)
    on.road.decideBy(() => null)
    if (!ofOne) await on.reopen()
    await on.untilRest(() => on.desk().lookNow())
    expect([on.read(saved).state, on.road.tally.applied('create')]).toEqual(['booked', 1])
    expect(await on.breaches()).toEqual([])
  })

  test('that was given once waits for another, and says so', async () => {
    const on = await openDeskOnRoad('baseline')
    on.road.decideBy(byRules({ asks: 'create', nth: 1, fault: EXPIRED }))
    const { saved, rests } = await bookUntilRest(on, kind)
    expect({ state: on.read(saved).state, rests }).toEqual({ state: 'waiting', rests: 300_000 })
    expect(on.desk().status()).toMatchObject({ waiting: 1, link: { kind: 'down', cause: 'token-refused' } })
    expect(on.road.tally.hits).toEqual([{ kind: 'expired-token', when: 'before', asks: 'create', applied: false }])
    expect([on.road.tally.reached('create'), on.road.tally.applied('create')]).toEqual([1, 0])
    await on.untilRest(() => on.desk().lookNow())
    expect(on.read(saved).state).toBe('booked')
    expect(await on.breaches()).toEqual([])
  })
})
