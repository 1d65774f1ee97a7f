import Database from 'better-sqlite3'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LogEvent } from '../../electron/system.ts'
import type { EntryState } from '../../shared/move.ts'
import { oneWayBooking, pairBooking } from '../support/bookings.ts'
import { seededChance } from '../support/chance.ts'
import { temporaryFolder } from '../support/folder.ts'
import { readLedger } from '../support/ledger.ts'
import { buildChildren, startDeskProcess, startPracticeProcess } from '../support/processes.ts'

/** Between every two steps of sending, the save before and the opening after: where a kill could lose or double. */
const POINTS = [
  'booking-saved',
  'send-connecting',
  'send-connected',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
] as const satisfies readonly LogEvent['event'][]

const AT_EACH_POINT = 5
const AT_ANY_MOMENT = 15

beforeAll(buildChildren)

test('a desk killed at any moment loses no booking that it called saved and sends none twice', async () => {
  const chance = seededChance('kills')
  const folder = temporaryFolder()
  const judge = await startPracticeProcess(join(temporaryFolder(), 'judge.db'))
  const saved = new Map<string, readonly string[]>()
  const kills = new Map<string, number>()
  let number = 0

  const round = async (killAt: { event: LogEvent['event']; nth: number } | null) => {
    const desk = startDeskProcess({ folder, address: judge.url, token: judge.token, killAt })
    const bookings = 1 + chance.upTo(3)
    for (let count = 0; count < bookings; count += 1) {
      number += 1
      desk.book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
    }
    if (killAt === null) {
      const after = chance.pick(['desk-opened', 'saved', ...POINTS])
      await desk.heard((line) => line.event === after)
      // Not at the event itself but somewhere after it: up to 512 turns of the loop, no clock.
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

  const last = startDeskProcess({ folder, address: judge.url, token: judge.token, killAt: null })
  expect(await last.heard((line) => line.event === 'sync-idle')).toBe(true)
  last.finish()
  expect(await last.ended).toBeNull()

  const ledger = await readLedger(judge.url, judge.token)
  await judge.end()
  const states = readStates(join(folder, 'desk.db'))
  const at = `seed ${chance.seed}`
  const applied = (references: readonly string[]) =>
    ledger.filter((line) => line.references.some((reference) => references.includes(reference))).length

  for (const id of saved.keys()) expect(states.has(id), `saved ${id} is in the store, ${at}`).toBe(true)
  const told = { booked: 0, doubtApplied: 0, doubtNotApplied: 0 }
  for (const [id, entry] of states) {
    const times = applied(entry.references)
    expect(times, `${id} was sent at most once, ${at}`).toBeLessThanOrEqual(1)
    expect(['booked', 'in-doubt'], `${id} is settled, ${at}`).toContain(entry.state)
    if (entry.state === 'booked') {
      expect(times, `${id} says booked and is, ${at}`).toBe(1)
      told.booked += 1
    } else if (times === 1) told.doubtApplied += 1
    else told.doubtNotApplied += 1
  }
  const ours = new Set([...states.values()].flatMap((entry) => entry.references))
  for (const line of ledger) for (const reference of line.references) expect(ours.has(reference), at).toBe(true)

  console.log(`kills: ${JSON.stringify(Object.fromEntries(kills))}, saved ${saved.size}, ${JSON.stringify(told)}`)
  expect([...kills.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(40)
  expect(saved.size).toBeGreaterThanOrEqual(40)
  expect(told.booked).toBeGreaterThanOrEqual(20)
  expect(told.doubtApplied).toBeGreaterThanOrEqual(AT_EACH_POINT)
  expect(told.doubtNotApplied).toBeGreaterThanOrEqual(AT_EACH_POINT)
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
