import { expect } from 'vitest'
import type { Migration } from '../../../electron/store/database.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import type { Chance } from './seeded-rng.ts'
import type { SimDesk } from './desk.ts'
import { hasteAt } from './haste.ts'
import type { Judge } from '../oracle/sim-oracle.ts'
import { bookingAhead, personsAt, ZONES } from './simulated-users.ts'
import { ALL_FATES, STOPPING } from './remote.ts'
import { answered } from '../builders/sent-request.ts'
import { START } from '../fakes/system.ts'

/**
 * Days at a simulated desk: bookings, a link that fails and returns, a machine that sleeps, clock changes, and
 * persons.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The hours in which people book. */
const WORK = 8 * HOUR

export type Did = {
  hours: number
  /** Milliseconds, like `offline`. */
  awake: number
  offline: number
  bookings: number
  decisions: number
  /** How often a person reported for the second time that the provider does not have the booking. */
  denials: number
  /** Second reports that came too early and were refused. */
  early: number
  /** Requests that were applied although the desk got no response. */
  late: number
  sleeps: number
  jumps: number
  upgrades: number
}

export type Days = {
  /** The remote's time in milliseconds from the start, which runs on while the machine sleeps. */
  now(): number
  /** `upgrades`: the schema steps of each later version that starts during the run, in order. */
  live(days: number, upgrades: readonly (readonly Migration[])[]): Promise<Did>
}

const MILD = ALL_FATES.filter((fate) => !STOPPING.includes(fate))
const FAULTS = [answered(503, ''), answered(200, 'not JSON'), answered(404, ''), answered(401, '')]

export function daysAt(desk: SimDesk, judge: Judge, chance: Chance, perDay: number): Days {
  const { clock, remote } = desk
  const began = toMillis(clock.now())
  const persons = personsAt(desk, judge)
  const haste = hasteAt(desk, judge, persons, chance)
  const did: Did = {
    hours: 0,
    awake: 0,
    offline: 0,
    bookings: 0,
    decisions: 0,
    denials: 0,
    early: 0,
    late: 0,
    sleeps: 0,
    jumps: 0,
    upgrades: 0,
  }
  let slept = 0
  const now = () => clock.monotonic() + slept
  const setWallRight = () => clock.setWall(fromMillis(began + now()))
  const often = (share: number) => chance.fraction() < share

  /** The provider accepts everything and tells the truth. */
  let calm = false
  remote.fate = (references) => {
    const fate = calm || often(0.85) ? 'booked' : often(0.02) ? chance.pick(STOPPING) : chance.pick(MILD)
    haste.after(fate, references)
    return fate
  }
  remote.travel = () => new Promise((resolve) => void clock.schedule(chance.upTo(300), resolve))
  remote.spoil = () => {
    const fault = !calm && often(0.03) ? chance.pick(FAULTS) : null
    return fault?.kind === 'answered' ? fault : null
  }
  // A third of the fetched moves is finished.
  remote.tell = () => (often(0.33) ? { status: 'delivered', stages: FINISHED } : {})

  const book = () => {
    did.bookings += 1
    const number = did.bookings
    const kind = often(0.6) ? 'pair' : 'one-way'
    const reference = `RO ${often(0.02) ? number - 1 : number}`
    const ahead = chance.pick([20, 65, 90, 180, 600, 1440, 4320]) + chance.upTo(60)
    desk.book(bookingAhead(number, clock.now(), ahead, { kind, zone: chance.pick(ZONES), reference }))
  }
  /** The list of bookings that need a person. */
  const attend = async () => {
    const open = desk.store().read((view) => view.sql(OPEN).all()) as { id: string; state: string; absent: number }[]
    for (const { id, state, absent } of open) {
      await desk.settle()
      judge.check('touched')
      const denies = state === 'in-doubt' && !persons.isThere(id) && often(0.9)
      const done =
        state === 'held'
          ? (often(0.5) && persons.release(id)) || (often(0.5) ? persons.withdraw(id) : persons.byPhone(id))
          : state === 'refused'
            ? persons.withdraw(id)
            : denies
              ? persons.deny(id, absent === 1)
              : persons.name(id, often(0.1) ? 1 : 0)
      if (done) did.decisions += 1
      if (done && denies && absent === 1) did.denials += 1
    }
    desk.at().sync.reset()
  }
  const sleep = async (ms: number) => {
    did.sleeps += 1
    slept += ms
    haste.sleep()
    setWallRight()
    desk.at().sync.checkConnection()
    await desk.settle()
  }
  const jump = () => {
    did.jumps += 1
    const by = chance.pick([-DAY, -HOUR, HOUR, DAY])
    clock.setWall(fromMillis(toMillis(clock.now()) + by))
  }

  let nextLink = HOUR
  /** Time passes at an awake machine, and the link fails and returns. */
  const pass = async (ms: number) => {
    const until = now() + ms
    while (now() < until) {
      const step = Math.max(0, Math.min(until, nextLink) - now())
      did.awake += step
      if (remote.link === 'down') did.offline += step
      await desk.pass(step)
      if (now() < nextLink) continue
      // The chance leans back to its share, so that no random run stays online for a fortnight.
      remote.link = often(did.offline < OFFLINE * did.awake ? 0.9 : 0.1) ? 'down' : 'up'
      nextLink = now() + MINUTE + chance.upTo(2 * HOUR)
    }
  }
  /** An hour in which nothing keeps a sendable booking from leaving. */
  const drain = async () => {
    remote.link = 'up'
    calm = true
    desk.at().sync.reset()
    await desk.pass(HOUR)
    calm = false
    did.awake += HOUR
    judge.check()
    judge.drained()
  }
  const version = () => desk.store().read((view) => view.sql('PRAGMA user_version').pluck().get()) as number
  /** A new booking may be in transit when the old version ends; the new version finds the old version's store. */
  const upgrade = async (steps: readonly Migration[]) => {
    await pass(chance.upTo(600))
    const before = version()
    desk.upgrade(steps)
    expect([before < steps.length, version()]).toEqual([true, steps.length])
    judge.check()
    did.upgrades += 1
  }

  return {
    now,
    async live(days, upgrades) {
      const end = now() + days * DAY
      const left = upgrades.map((steps, at) => {
        const part = (days * DAY) / upgrades.length
        return { steps, at: part * at + HOUR + chance.upTo(Math.max(0, part - DAY)) }
      })
      let [nextPersons, nextNight] = [HOUR, WORK]
      let jumpedAt: number | null = null
      while (now() < end) {
        await pass(Math.ceil(-Math.log(1 - chance.fraction()) * (WORK / perDay)))
        book()
        if (now() > (left[0]?.at ?? Infinity)) await upgrade(left.shift()?.steps ?? [])
        if (often(0.01)) desk.restart()
        if (often(0.01)) desk.endAt({ commit: 1 + chance.upTo(9), when: chance.pick(['before', 'after']) })
        if (often(0.02)) {
          jump()
          jumpedAt = now()
        }
        if (jumpedAt !== null && now() > jumpedAt + 10 * MINUTE) {
          setWallRight()
          jumpedAt = null
        }
        await desk.settle()
        if (now() > nextPersons) {
          await attend()
          nextPersons = now() + HOUR
        }
        await desk.settle()
        judge.check('touched')
        if (now() > nextNight) {
          // The lid is closed overnight, or the desk keeps running.
          if (often(0.9)) await sleep(DAY - WORK)
          else {
            await pass(DAY - WORK - HOUR)
            await drain()
          }
          judge.check()
          // Without backups the journal would be as long as the fortnight, and each start reads the whole journal.
          await desk.store().copy(clock.now())
          desk.events.length = 0
          nextNight = now() + WORK
        }
      }
      setWallRight()
      await drain()
      did.hours = Math.round(now() / HOUR)
      const denials = did.denials + haste.confirmed()
      return { ...did, denials, early: haste.refused(), late: haste.appliedLate() }
    },
  }
}

/** The share of its waking time for which a machine has no link, about (see `pass`). */
const OFFLINE = 0.38

const OPEN = `SELECT booking_id AS id, state, not_booked_reported_at IS NOT NULL AS absent FROM outbox
  WHERE state IN ('held', 'refused', 'in-doubt')`

const FINISHED = {
  pickup_started: START,
  pickup_arrived: START,
  pickup_successful: START,
  delivery_started: START,
  delivery_arrived: START,
  delivery_successful: START,
}
