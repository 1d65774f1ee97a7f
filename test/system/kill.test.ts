import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LogEvent } from '../../electron/platform/log-events.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { seededChance } from '../support/sim/seeded-rng.ts'
import { damageFile, DAMAGES } from '../support/faults/damage.ts'
import { IN_SAMPLE } from '../support/faults/sample.ts'
import type { ChildLine } from '../support/processes/desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import {
  buildChildren,
  startDeskProcess,
  startMendingProcess,
  startPracticeProcess,
} from '../support/processes/processes.ts'

/** The steps from a save to a settled entry, between which a kill could lose or double a booking. */
const POINTS = [
  'booking-saved',
  'send-connecting',
  'send-connected',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
] as const satisfies readonly LogEvent['event'][]

const AT_EACH_POINT = IN_SAMPLE ? 1 : 5
const AT_ANY_MOMENT = IN_SAMPLE ? 3 : 15

beforeAll(buildChildren)

test('A desk killed at any moment loses no booking that was called saved and sends none twice', async () => {
  const chance = seededChance('kills')
  const folder = temporaryFolder()
  const practice = await startPracticeProcess(join(temporaryFolder(), 'service.db'))
  const saved = new Map<string, readonly string[]>()
  const kills = new Map<string, number>()
  let number = 0

  const round = async (killAt: { event: LogEvent['event']; nth: number } | null) => {
    const desk = startDeskProcess({ folder, address: practice.url, token: practice.token, killAt })
    const bookings = 1 + chance.upTo(3)
    for (let count = 0; count < bookings; count += 1) {
      number += 1
      desk.book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
    }
    if (killAt === null) {
      const after = chance.pick(['desk-opened', 'saved', ...POINTS])
      await desk.heard((line) => line.event === after)
      // The kill comes up to 512 turns of the event loop after the event, without a clock.
      for (let turns = chance.upTo(512); turns > 0; turns -= 1) await new Promise(setImmediate)
      desk.kill()
    }
    const signal = await desk.ended
    expect(signal, `the kill at ${killAt?.event ?? 'any moment'}, seed ${chance.seed}`).toBe('SIGKILL')
    for (const line of desk.lines) if (line.event === 'saved') saved.set(line.bookingId, line.references)
    const place = killAt?.event ?? 'any'
    kills.set(place, (kills.get(place) ?? 0) + 1)
  }

  const rounds = [
    ...POINTS.flatMap((event) => Array.from({ length: AT_EACH_POINT }, () => ({ event, nth: 1 }))),
    ...Array.from({ length: AT_ANY_MOMENT }, () => null),
  ]
  for (const one of shuffled(rounds, chance.fraction)) await round(one)

  const last = startDeskProcess({ folder, address: practice.url, token: practice.token, killAt: null })
  expect(await last.heard((line) => line.event === 'sync-idle')).toBe(true)
  last.finish()
  expect(await last.ended).toBeNull()

  const ledger = await readLedger(practice.url, practice.token)
  await practice.end()
  const states = readStates(join(folder, 'desk.db'))
  const at = `seed ${chance.seed}`
  const applied = (references: readonly string[]) =>
    ledger.filter((line) => line.references.some((reference) => references.includes(reference))).length

  for (const id of saved.keys()) expect(states.has(id), `saved ${id} is in the store, ${at}`).toBe(true)
  const outcomes = { booked: 0, doubtApplied: 0, doubtNotApplied: 0 }
  for (const [id, entry] of states) {
    const times = applied(entry.references)
    expect(times, `${id} was sent at most once, ${at}`).toBeLessThanOrEqual(1)
    // A booking that a kill left between journal and store was never called saved and is held for a person.
    if (entry.state === 'held') {
      expect([times, saved.has(id)], `${id} is held, ${at}`).toEqual([0, false])
      continue
    }
    expect(['booked', 'in-doubt'], `${id} is settled, ${at}`).toContain(entry.state)
    if (entry.state === 'booked') {
      expect(times, `${id} says booked and is, ${at}`).toBe(1)
      outcomes.booked += 1
    } else if (times === 1) outcomes.doubtApplied += 1
    else outcomes.doubtNotApplied += 1
  }
  const ours = new Set([...states.values()].flatMap((entry) => entry.references))
  for (const line of ledger) for (const reference of line.references) expect(ours.has(reference), at).toBe(true)

  console.log(`kills: ${JSON.stringify(Object.fromEntries(kills))}, saved ${saved.size}, ${JSON.stringify(outcomes)}`)
  expect([...kills.values()].reduce((sum, one) => sum + one, 0)).toBe(rounds.length)
  expect(saved.size).toBeGreaterThanOrEqual(IN_SAMPLE ? 6 : 40)
  expect(outcomes.booked).toBeGreaterThanOrEqual(IN_SAMPLE ? 1 : 20)
  expect(outcomes.doubtApplied).toBeGreaterThanOrEqual(AT_EACH_POINT)
  expect(outcomes.doubtNotApplied).toBeGreaterThanOrEqual(AT_EACH_POINT)
})

const STATEMENT_KILLS = IN_SAMPLE ? 8 : 24
/** Bookings of the recovered desk. The damage can bring every earlier booking back in doubt. */
const BOOKED_AFTER = 4

test('A desk killed at any statement and then damaged recovers its bookings and sends none twice', async () => {
  const chance = seededChance('kills and damage')
  const folder = temporaryFolder()
  const file = join(folder, 'desk.db')
  const older = join(folder, 'older.db')
  const practice = await startPracticeProcess(join(temporaryFolder(), 'service.db'))
  const saved = new Set<string>()
  let [number, recovered, damaged] = [0, 0, 0]
  const note = (lines: readonly ChildLine[]) => {
    for (const line of lines) {
      if (line.event === 'saved') saved.add(line.bookingId)
      if (line.event === 'store-recovered') recovered += 1
    }
  }
  for (let kill = 0; kill < STATEMENT_KILLS; kill += 1) {
    const at = `kill ${kill}, seed ${chance.seed}`
    // A booking has about sixty statements, from its save to its outcome. Every fourth kill meets an open request.
    const killAt =
      kill % 4 === 0
        ? { event: 'send-written' as const, nth: 1 }
        : { statement: 1 + chance.upTo(90), after: 'desk-opened' as const }
    const desk = startMendingProcess({ folder, address: practice.url, token: practice.token, killAt })
    for (let count = 1 + chance.upTo(1); count > 0; count -= 1) {
      number += 1
      desk.book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
    }
    // A desk that reaches its rest has passed no such statement and is killed now.
    if (await desk.heard((line) => line.event === 'sync-idle')) desk.kill()
    expect(await desk.ended, at).toBe('SIGKILL')
    note(desk.lines)
    if (chance.fraction() < 0.3) continue
    const how = chance.pick(DAMAGES.filter((one) => one !== 'older-file'))
    if (how.endsWith('-wal') && !existsSync(`${file}-wal`)) continue
    damageFile(file, how, chance, older)
    damaged += 1
  }
  const last = startMendingProcess({ folder, address: practice.url, token: practice.token, killAt: null })
  for (let count = 0; count < BOOKED_AFTER; count += 1) {
    number += 1
    last.book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
  }
  const events = () => last.lines.map((line) => line.event)
  const isSettled = () =>
    events().filter((event) => event === 'saved').length === BOOKED_AFTER &&
    events().lastIndexOf('sync-idle') > events().lastIndexOf('saved')
  expect(await last.until(isSettled)).toBe(true)
  last.finish()
  expect(await last.ended).toBeNull()
  note(last.lines)

  const ledger = await readLedger(practice.url, practice.token)
  await practice.end()
  const states = readStates(file)
  const outcomes: Partial<Record<EntryState, number>> = {}
  for (const id of saved) expect(states.has(id), `saved ${id} is in the store, seed ${chance.seed}`).toBe(true)
  for (const [id, entry] of states) {
    const at = `${id} ${entry.state}, seed ${chance.seed}`
    const times = ledger.filter((line) => line.references.some((one) => entry.references.includes(one))).length
    expect(times, at).toBeLessThanOrEqual(1)
    expect(['booked', 'in-doubt', 'held'], at).toContain(entry.state)
    if (entry.state === 'booked') expect(times, at).toBe(1)
    if (entry.state === 'held') expect([times, saved.has(id)], at).toEqual([0, false])
    outcomes[entry.state] = (outcomes[entry.state] ?? 0) + 1
  }
  const ours = new Set([...states.values()].flatMap((entry) => entry.references))
  for (const line of ledger) for (const one of line.references) expect(ours.has(one), `seed ${chance.seed}`).toBe(true)
  console.log(`kills and damage: ${JSON.stringify({ damaged, recovered, saved: saved.size, ...outcomes })}`)
  expect(recovered).toBeGreaterThanOrEqual(IN_SAMPLE ? 1 : STATEMENT_KILLS / 3)
  expect(saved.size).toBeGreaterThanOrEqual(STATEMENT_KILLS / 3 + BOOKED_AFTER)
  // Where the store is gone, entries with an unknown outcome come back in doubt.
  const later = last.lines.flatMap((line) => (line.event === 'saved' ? [states.get(line.bookingId)?.state] : []))
  expect(later).toEqual(Array.from({ length: BOOKED_AFTER }, () => 'booked'))
  expect(outcomes['in-doubt']).toBeGreaterThanOrEqual(STATEMENT_KILLS / 8)
})

test('A second desk on one profile is refused, and a kill of the first desk frees the profile', async () => {
  const folder = temporaryFolder()
  const practice = await startPracticeProcess(join(temporaryFolder(), 'service.db'))
  const start = () => startMendingProcess({ folder, address: practice.url, token: practice.token, killAt: null })
  const first = start()
  expect(await first.heard((line) => line.event === 'desk-opened')).toBe(true)
  const second = start()
  expect(await second.heard((line) => line.event === 'desk-opened')).toBe(false)
  expect(second.lines).toContainEqual({ event: 'internal-error', place: 'refused', code: 'not-allowed' })
  first.kill()
  expect(await first.ended).toBe('SIGKILL')
  const third = start()
  expect(await third.heard((line) => line.event === 'desk-opened')).toBe(true)
  third.finish()
  expect(await third.ended).toBeNull()
  await practice.end()
})

function readStates(file: string): Map<string, { state: EntryState; references: readonly string[] }> {
  const db = new Database(file, { readonly: true })
  const rows = db
    .prepare(
      `SELECT o.booking_id AS id, o.state, group_concat(m.reference, '\n') AS refs
       FROM outbox o JOIN moves m ON m.booking_id = o.booking_id GROUP BY o.booking_id`,
    )
    .all() as { id: string; state: EntryState; refs: string }[]
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  return new Map(rows.map((row) => [row.id, { state: row.state, references: row.refs.split('\n') }]))
}

function shuffled<T>(list: readonly T[], fraction: () => number): readonly T[] {
  return list
    .map((one) => ({ one, key: fraction() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}
