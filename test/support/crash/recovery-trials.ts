import Sqlite from 'better-sqlite3'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { searchBookings } from '../../../electron/store/queries/search.ts'
import { openStore, type OpenedStore } from '../../../electron/store/store.ts'
import { readCommitSeq } from '../../../electron/store/journal/commit-seq.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { SENDABLE_STATES } from '../../../shared/outbox/machine.ts'
import type { RecoveryReport } from '../../../shared/desk/damage.ts'
import { searchWords } from '../../../shared/views/lookup.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import { damageFile, DAMAGES, type DamageDone } from '../faults/damage.ts'
import { createFolder } from '../fixtures/temporary-folder.ts'
import { live, readAll, type Picture } from '../sim/store-history.ts'
import { START } from '../fakes/system.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

const BARE = { fields: {}, providerMessage: null } as const

export type Trials = {
  trials: number
  /** The opening or the check found the damage, and the bookings were recovered. */
  recovered: number
  /** The damage changed nothing, or only what SQLite repairs by itself. */
  harmless: number
  bookings: number
  mostMs: number
  readonly byDamage: Partial<Record<DamageDone, number>>
}

/**
 * Damages a desk's store `count` times in every way and recovers it. Each time every acknowledged booking must come
 * back as shown, an entry that was being sent must be in doubt, and the damaged file must be kept.
 */
export async function damageTrials(chance: Chance, count: number, writes: number): Promise<Trials> {
  const { folder, remove } = createFolder()
  try {
    const { pictures } = await live(folder, chance, { writes, every: Math.ceil(writes / 8) })
    const tally: Trials = { trials: 0, recovered: 0, harmless: 0, bookings: 0, mostMs: 0, byDamage: {} }
    for (let trial = 0; trial < count; trial += 1) {
      const how = DAMAGES[trial % DAMAGES.length] ?? 'missing'
      await oneTrial(join(folder, 'trial'), chance.pick(pictures), how, chance, tally)
    }
    return tally
  } finally {
    remove()
  }
}

async function oneTrial(folder: string, picture: Picture, how: DamageDone, chance: Chance, tally: Trials) {
  const at = `${how}, seed ${chance.seed}, trial ${tally.trials + 1}`
  rmSync(folder, { recursive: true, force: true })
  cpSync(picture.folder, folder, { recursive: true })
  const file = join(folder, 'desk.db')
  if (how.endsWith('-wal') && !existsSync(`${file}-wal`)) writeFileSync(`${file}-wal`, '')
  damageFile(file, how, chance, picture.older)
  const damaged = existsSync(file) ? readFileSync(file) : null
  const blank = isBlank(file, join(folder, 'desk.journal'))
  tally.trials += 1
  tally.byDamage[how] = (tally.byDamage[how] ?? 0) + 1

  const began = performance.now()
  const opened = openStore(folder, 'desk')
  const found = opened.ok ? await check(opened.value) : []
  let back: RecoveryReport | null = null
  if (!opened.ok || found.length > 0) {
    if (opened.ok) opened.value.close()
    else expect(opened.failure.code, at).toBe('damaged')
    const brought = recoverStore(folder, 'desk', START)
    expect(brought.ok ? '' : describeFailure(brought.failure), at).toBe('')
    back = brought.ok ? brought.value : null
  }
  const store = back === null && opened.ok ? opened.value : reopened(folder, at)
  tally.mostMs = Math.max(tally.mostMs, performance.now() - began)
  try {
    const isGone = damaged === null || damaged.length === 0 || blank
    expectWhole(store, picture.acknowledged, { untouched: back === null, isGone }, at)
  } finally {
    store.close()
  }
  tally.bookings += picture.acknowledged.size
  if (back === null) {
    tally.harmless += 1
    return
  }
  tally.recovered += 1
  expect(back, at).toMatchObject({ bookings: picture.acknowledged.size, unreadable: 0, held: 0 })
  if (damaged === null) return
  const kept = readFileSync(join(folder, back.kept.find((name) => name.endsWith('.db')) ?? ''))
  // A store that was open before its damage was found has been written to.
  if (!opened.ok) expect(kept.equals(damaged), `${at}: kept`).toBe(true)
}

/**
 * A database whose newest tables were all in the lost part of the log could be a new one, or an older one that a
 * person put there.
 */
function isBlank(file: string, journal: string): boolean {
  const looked = `${file}.looked-at`
  for (const part of ['', '-wal']) if (existsSync(`${file}${part}`)) cpSync(`${file}${part}`, `${looked}${part}`)
  try {
    const db = new Sqlite(looked, { fileMustExist: true })
    try {
      const begins = readJournal(journal)?.lines[0]?.seq ?? 0
      return db.pragma('user_version', { simple: true }) === 0 || (readCommitSeq(db) ?? begins) < begins
    } finally {
      db.close()
    }
  } catch {
    return false
  } finally {
    for (const part of ['', '-wal', '-shm']) rmSync(`${looked}${part}`, { force: true })
  }
}

const check = (store: OpenedStore) => store.check({ quick: true })

function reopened(folder: string, at: string): OpenedStore {
  const opened = openStore(folder, 'desk')
  if (!opened.ok) throw new Error(`${at}: ${opened.failure.detail}`)
  return opened.value
}

/** `isGone`: nothing proves that the journal is the newest, so a waiting entry may have been sent since. */
function expectWhole(
  store: OpenedStore,
  shown: ReadonlyMap<string, BookedMoves>,
  { untouched, isGone }: { readonly untouched: boolean; readonly isGone: boolean },
  at: string,
): void {
  const now = readAll(store)
  expect([...now.keys()], at).toEqual([...shown.keys()].sort())
  for (const [id, before] of shown) {
    const after = now.get(id)
    const entry = untouched ? before.entry : entryAfter(before, isGone)
    const expected = { ...before, state: entry.state, entry: { ...entry, ...BARE }, waitReason: null }
    // Why an entry waits or is in doubt follows from the other values; everything else is as shown before.
    expect(after === undefined ? null : { ...after, entry: { ...after.entry, ...BARE }, waitReason: null }, at).toEqual(
      expected,
    )
  }
  const [some] = [...shown.values()]
  if (some === undefined || some.reference === null) return
  const found = store.read((view) => searchBookings(view, searchWords(some.reference ?? ''), 50))
  expect(found.bookingIds, at).toContain(some.id)
}

/** The code and fields of an entry after the recovery. */
function entryAfter({ state, entry }: BookedMoves, isGone: boolean): BookedMoves['entry'] {
  if (isGone && SENDABLE_STATES.some((one) => one === state)) {
    return { ...entry, state: 'in-doubt', code: 'unverified', unresolvedAttempt: true, sentAt: null }
  }
  return state === 'sending' ? { ...entry, state: 'in-doubt', code: 'interrupted', unresolvedAttempt: true } : entry
}
