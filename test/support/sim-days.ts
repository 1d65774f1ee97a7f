import { fromMillis, toMillis } from '../../shared/time.ts'
import type { Chance } from './chance.ts'
import type { SimDesk } from './sim-desk.ts'
import type { Judge } from './sim-judge.ts'
import { bookingAhead, personsAt, ZONES } from './sim-persons.ts'
import { ALL_FATES, STOPPING, type Fate } from './sim-remote.ts'
import { answered } from './classified.ts'
import { START } from './system.ts'

/** Days at a simulated desk: bookings, a link that comes and goes, a machine that sleeps, clocks that are set, persons. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Did = {
  hours: number
  offline: number
  bookings: number
  decisions: number
  sleeps: number
  jumps: number
}

export type Days = {
  /** The remote's time: it goes on while the machine sleeps. In ms from the start. */
  now(): number
  live(days: number): Promise<Did>
}

const MILD = ALL_FATES.filter((fate) => !STOPPING.includes(fate))
const FAULTS = [answered(503, ''), answered(200, 'not JSON'), answered(404, ''), answered(401, '')]

export function daysAt(desk: SimDesk, judge: Judge, chance: Chance, perDay: number): Days {
  const { clock, remote } = desk
  const began = toMillis(clock.now())
  const persons = personsAt(desk, judge)
  const did: Did = { hours: 0, offline: 0, bookings: 0, decisions: 0, sleeps: 0, jumps: 0 }
  let slept = 0
  const now = () => clock.monotonic() + slept
  const setWallRight = () => clock.setWall(fromMillis(began + now()))
  const often = (share: number) => chance.fraction() < share

  remote.fate = (): Fate => (often(0.85) ? 'booked' : often(0.02) ? chance.pick(STOPPING) : chance.pick(MILD))
  remote.travel = () => new Promise((resolve) => void clock.after(chance.upTo(300), resolve))
  remote.spoil = () => {
    const fault = often(0.03) ? chance.pick(FAULTS) : null
    return fault?.kind === 'answered' ? fault : null
  }
  // A third of the moves that are asked about is finished.
  remote.tell = () => (often(0.33) ? { status: 'delivered', stages: FINISHED } : {})

  const book = () => {
    did.bookings += 1
    const number = did.bookings
    const kind = often(0.6) ? 'pair' : 'one-way'
    const reference = `RO ${often(0.02) ? number - 1 : number}`
    const ahead = chance.pick([20, 65, 90, 180, 600, 1440, 4320]) + chance.upTo(60)
    desk.book(bookingAhead(number, clock.now(), ahead, { kind, zone: chance.pick(ZONES), reference }))
  }
  /** What stands on the list of those that a person must look at. */
  const attend = async () => {
    const open = desk.store().read((view) => view.sql(OPEN).all()) as { id: string; state: string; absent: number }[]
    for (const { id, state, absent } of open) {
      await desk.settle()
      judge.check('touched')
      const done =
        state === 'held'
          ? (often(0.5) && persons.letGo(id)) || (often(0.5) ? persons.withdraw(id) : persons.byPhone(id))
          : state === 'refused'
            ? persons.withdraw(id)
            : persons.name(id, often(0.1) ? 1 : 0) && remote.applied(desk.saved.get(id)?.references[0] ?? '') > 0
              ? true
              : persons.deny(id, absent === 1)
      if (done) did.decisions += 1
    }
    desk.at().sync.startOver()
  }
  const sleep = async (ms: number) => {
    did.sleeps += 1
    slept += ms
    setWallRight()
    desk.at().sync.lookNow()
    await desk.settle()
  }
  const jump = () => {
    did.jumps += 1
    const by = chance.pick([-DAY, -HOUR, HOUR, DAY])
    clock.setWall(fromMillis(toMillis(clock.now()) + by))
  }

  return {
    now,
    async live(days) {
      const end = now() + days * DAY
      let [nextLink, nextPersons, nextNight] = [HOUR, HOUR, 12 * HOUR]
      let jumpedAt: number | null = null
      while (now() < end) {
        // Twelve hours of work a day.
        const step = Math.ceil(-Math.log(1 - chance.fraction()) * ((12 * HOUR) / perDay))
        if (remote.link === 'down') did.offline += step
        await desk.pass(step)
        book()
        if (often(0.01)) desk.restart()
        if (often(0.01)) desk.endAt({ commit: 1 + chance.upTo(9), when: chance.pick(['before', 'after']) })
        if (often(0.01)) {
          jump()
          jumpedAt = now()
        }
        if (jumpedAt !== null && now() > jumpedAt + 10 * MINUTE) {
          setWallRight()
          jumpedAt = null
        }
        if (now() > nextLink) {
          remote.link = often(0.35) ? 'down' : 'up'
          nextLink = now() + chance.upTo(2 * HOUR)
        }
        await desk.settle()
        if (now() > nextPersons) {
          await attend()
          nextPersons = now() + HOUR
        }
        await desk.settle()
        judge.check('touched')
        if (now() > nextNight) {
          // The lid is closed over night, or the desk is left running.
          if (often(0.8)) await sleep(12 * HOUR)
          else await desk.pass(12 * HOUR)
          judge.check()
          desk.events.length = 0
          nextNight = now() + 12 * HOUR
        }
      }
      setWallRight()
      remote.link = 'up'
      desk.at().sync.startOver()
      await desk.pass(HOUR)
      judge.check()
      did.hours = Math.round(now() / HOUR)
      return did
    },
  }
}

const OPEN = `SELECT booking_id AS id, state, absent_at IS NOT NULL AS absent FROM outbox
  WHERE state IN ('held', 'refused', 'in-doubt')`

const FINISHED = {
  pickup_started: START,
  pickup_arrived: START,
  pickup_successful: START,
  delivery_started: START,
  delivery_arrived: START,
  delivery_successful: START,
}
