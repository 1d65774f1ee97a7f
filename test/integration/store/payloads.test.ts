import fc from 'fast-check'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { openMaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import type { OpenedStore } from '../../../electron/store/store.ts'
import { claimEntry, wentInDoubtBetween } from '../../../electron/store/tables/outbox.ts'
import { deleteSettledPayloads, freezePayload } from '../../../electron/store/tables/payloads.ts'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, openTestStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { seedOf, START, virtualClock } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const WEEK = 7 * 24 * 60
const LATER = addMinutes(START, WEEK + 1)

type Written = { readonly state: EntryState; readonly age: number; readonly digest: boolean }

/** Books a one-way whose entry has a payload and has been in a state for `age` minutes at START. */
function add({ store, book }: DeskStore, number: number, { state, age, digest }: Written): number {
  const booked = book(oneWayBooking(number))
  const entry = entryOf(store, booked)
  store.write((tx) => {
    if (digest) claimEntry(tx, entry, { kind: 'claimed', payload: `{"n":${number}}`, digest: 'd' }, START)
    else freezePayload(tx, entry.seq, `{"n":${number}}`)
  })
  bringTo(store, booked, state, addMinutes(START, -age))
  return entry.seq
}

function remaining(store: OpenedStore): readonly unknown[] {
  return store.read((view) => view.sql('SELECT entry_seq FROM payloads ORDER BY entry_seq').pluck().all())
}

function deleteAll(store: OpenedStore, now: UtcInstant, count = 25): void {
  while (store.write((tx) => deleteSettledPayloads(tx, now, count)) > 0);
}

/** True if maintenance deletes the payload of such an entry at a time. */
function isSettled(one: Written | undefined, now: UtcInstant): boolean {
  if (one?.state !== 'booked' || !one.digest) return false
  return (Date.parse(now) - Date.parse(START)) / 60_000 + one.age > WEEK
}

const written = fc.record({
  state: fc.oneof(fc.constant('booked' as const), fc.constantFrom(...ENTRY_STATES)),
  age: fc.oneof(fc.constantFrom(WEEK - 1, WEEK, WEEK + 1), fc.integer({ min: -WEEK, max: 3 * WEEK })),
  digest: fc.oneof(fc.constant(true), fc.boolean()),
})
/** Times that maintenance may have written, and texts that are no time. */
const clocks = fc.oneof(
  fc.integer({ min: -2 * WEEK, max: 2 * WEEK }).map((minutes) => addMinutes(START, minutes)),
  fc.constantFrom('', 'x', '2026-13-99T00:00:00Z'),
)

describe('The payloads of entries', () => {
  test('Maintenance deletes exactly the payloads of entries that have been booked for seven days with a digest', () => {
    const desk = openDeskStore()
    const outbox = () => desk.store.read((view) => view.sql('SELECT * FROM outbox').all())
    let [number, deleted, kept] = [0, 0, [] as readonly number[]]
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (all, count) => {
        const seqs = all.map((one) => add(desk, (number += 1), one))
        const before = outbox()
        deleteAll(desk.store, START, count)
        const left = seqs.filter((_, at) => !isSettled(all[at], START))
        deleted += seqs.length - left.length
        kept = [...kept, ...left]
        expect(remaining(desk.store)).toEqual(kept)
        expect(outbox()).toEqual(before)
      }),
      { seed: seedOf('payloads'), numRuns: 40, endOnFailure: true },
    )
    expect(deleted).toBeGreaterThan(10)
  })

  test('A store refuses the deletion of any other payload, and every change of a payload, at any written time', () => {
    const desk = openDeskStore()
    const run = (sql: string) => () => desk.store.write((tx) => tx.sql(sql).run())
    let [number, refused] = [0, 0]
    fc.assert(
      fc.property(written, clocks, (one, clock) => {
        const seq = add(desk, (number += 1), one)
        desk.store.write((tx) => writeSetting(tx, 'payloads_deleted_at', clock))
        for (const change of [`body = 'd'`, `body = ''`, 'entry_seq = 0', 'body = NULL'])
          expect(run(`UPDATE payloads SET ${change} WHERE entry_seq = ${seq}`)).toThrow(/frozen|NOT NULL/)
        const isAdmitted = one.state === 'waiting' || isSettled(one, clock)
        const remove = run(`DELETE FROM payloads WHERE entry_seq = ${seq}`)
        if (isAdmitted) expect(remove).not.toThrow()
        else expect(remove).toThrow(/frozen/)
        refused += isAdmitted ? 0 : 1
      }),
      { seed: seedOf('frozen-payloads'), numRuns: 100, endOnFailure: true },
    )
    expect(refused).toBeGreaterThan(30)
    expect(run(`INSERT INTO payloads VALUES (0, '{}')`)).toThrow(/FOREIGN KEY/)
  })

  test('A booked entry without its payload takes no claim, no change and no withdrawal, and its booking stays readable', () => {
    const desk = openDeskStore()
    const booked = desk.book(oneWayBooking(1))
    const claim = { kind: 'claimed', payload: '{}', digest: 'd' } as const
    desk.store.write((tx) => claimEntry(tx, entryOf(desk.store, booked), claim, START))
    bringTo(desk.store, booked, 'booked', START)
    deleteAll(desk.store, LATER)
    const entry = entryOf(desk.store, booked)
    expect(entry).toMatchObject({ state: 'booked', payload: null })
    for (const kind of ['claimed', 'resend-claimed'] as const)
      expect(desk.store.write((tx) => claimEntry(tx, entry, { ...claim, kind }, LATER))).toBeNull()
    expect(desk.moves.changeBooking(booked.id, oneWayBooking(1))).toMatchObject({ ok: false })
    expect(desk.moves.withdrawBooking(booked.id)).toMatchObject({ ok: false })
    expect(valueOf(desk.moves.getBooking(booked.id))).toMatchObject({ state: 'booked' })
    expect(remaining(desk.store)).toEqual([])
  })
})

test.for(['waiting', 'held', 'refused'] as const)(
  'A changed entry that was %s lets the next claim freeze other bytes',
  (state) => {
    const desk = openDeskStore()
    const booked = desk.book(oneWayBooking(1))
    const claim = (payload: string) =>
      desk.store.write((tx) =>
        claimEntry(tx, entryOf(desk.store, booked), { kind: 'claimed', payload, digest: 'd' }, START),
      )
    claim('{"first":1}')
    bringTo(desk.store, booked, state)
    expect(valueOf(desk.moves.changeBooking(booked.id, oneWayBooking(1, { reference: 'RO 7' }))).state).toBe('waiting')
    expect(entryOf(desk.store, booked).payload).toBeNull()
    claim('{"second":1}')
    expect(entryOf(desk.store, booked).payload).toBe('{"second":1}')
  },
)

test('An entry in doubt whose payload a recovery lost is not due for a resend', () => {
  const desk = openDeskStore()
  const seqs = [1, 2].map((number) => add(desk, number, { state: 'in-doubt', age: 0, digest: true }))
  const due = () =>
    desk.store
      .read((view) => wentInDoubtBetween(view, REMOTE, { from: START, to: START, now: START }))
      .map(({ seq }) => seq)
  expect(due()).toEqual(seqs)
  desk.store.write((tx) => {
    tx.sql('DROP TRIGGER payloads_are_kept').run()
    tx.sql('DELETE FROM payloads WHERE entry_seq = ?').run(seqs[0])
  })
  expect(due()).toEqual(seqs.slice(1))
})

describe('A deleted payload', () => {
  /** An entry in doubt and a booked entry of a week ago, each with a payload. */
  function openTwo() {
    const desk = openDeskStore()
    const doubt = add(desk, 1, { state: 'in-doubt', age: 3 * WEEK, digest: true })
    add(desk, 2, { state: 'booked', age: WEEK + 1, digest: true })
    return { desk, doubt }
  }

  test('A deletion whose commit was lost is redone at the next start', () => {
    const { desk, doubt } = openTwo()
    const torn = temporaryFolder()
    for (const file of ['desk.db', 'desk.db-wal']) cpSync(join(desk.folder, file), join(torn, file))
    deleteAll(desk.store, START)
    const journal = join(torn, 'desk.journal')
    cpSync(join(desk.folder, 'desk.journal'), journal)
    const bytes = readFileSync(journal)
    bytes.write('-', readJournal(journal)?.lines.at(-1)?.at ?? 0)
    writeFileSync(journal, bytes)
    desk.store.close()
    const again = openTestStore(torn)
    expect(remaining(again)).toEqual([doubt])
    expect(again.read((view) => view.sql('SELECT state FROM outbox ORDER BY seq').pluck().all())).toEqual([
      'in-doubt',
      'booked',
    ])
  })

  test('A recovery keeps the deletion and the payload of the entry in doubt', async () => {
    const { desk, doubt } = openTwo()
    await desk.store.copy(START)
    deleteAll(desk.store, START)
    desk.store.close()
    rmSync(join(desk.folder, 'desk.db'))
    expect(valueOf(recoverStore(desk.folder, 'desk', START))).toMatchObject({ bookings: 2 })
    expect(remaining(openTestStore(desk.folder))).toEqual([doubt])
  })
})

test('Maintenance deletes 25 payloads a write between bookings, and looks again after an hour', async () => {
  const desk = openDeskStore()
  const addOld = (number: number) => add(desk, number, { state: 'booked', age: WEEK + 1, digest: true })
  for (let number = 0; number < 30; number += 1) addOld(number)
  desk.store.close()
  const clock = virtualClock()
  const { store, intact, end } = valueOf(
    openMaintainedStore({ folder: desk.folder, clock, log: recordFacts().log }, 'desk'),
  )
  onTestFinished(end)
  expect(await intact).toBe(true)
  while (clock.pending().length === 0) await new Promise(setImmediate)
  const count = () => store.read((view) => view.sql('SELECT count(*) FROM payloads').pluck().get())
  const counts = new Set([count()])
  for (let slice = 0; slice < 40; slice += 1) {
    clock.advance(100)
    counts.add(count())
  }
  expect([...counts]).toEqual([30, 5, 0])
  store.write((tx) => {
    tx.sql(`INSERT INTO payloads SELECT seq, '{}' FROM outbox`).run()
    tx.touch('a-booking')
  })
  clock.advance(50 * 60_000)
  expect(count()).toBe(30)
  clock.advance(10 * 60_000)
  store.write((tx) => tx.touch('a-booking'))
  clock.advance(3_000)
  expect(count()).toBe(0)
})
