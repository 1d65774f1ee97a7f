import { existsSync, statSync } from 'node:fs'
import type { Damage } from '../../../shared/desk/damage.ts'
import {
  inspectFile,
  isPreReleaseFile,
  openDatabase,
  type BeforeStep,
  type Database,
  type Migration,
} from '../database.ts'
import { isUnreadableAtOpen } from '../errors.ts'
import { listBackups, putFileAside, type Backup, type StoreFiles } from '../store-paths.ts'
import type { JournalContents } from '../journal/journal-format.ts'
import { createJournal, openJournal, readJournal, type Journal } from '../journal/journal.ts'
import { assess, type BackupFacts, type DatabaseFacts, type OpenDecision } from './assess.ts'
import { holdUnacknowledged } from './unacknowledged-writes.ts'
import { readCommitSeq } from '../journal/commit-seq.ts'

/*
 * Opens the files of a store: reads them, calls `assess`, and applies the decision. No byte is written before the
 * decision.
 */

type Opening = Extract<OpenDecision, { kind: 'open' }>

export type OpenResult =
  | (Pick<Opening, 'kind' | 'undone' | 'unacknowledged' | 'outcomes' | 'copyDue'> & {
      readonly db: Database
      readonly journal: Journal
      /** The store was not closed last time, after a crash or a power cut, so the file needs a thorough check. */
      readonly crashed: boolean
    })
  | Extract<OpenDecision, { kind: 'newer' | 'pre-release' }>
  | { readonly kind: 'damaged'; readonly damage: Damage }

/**
 * Opens a store as `assess` decides. Throws if the disk refuses, and leaves damaged files unchanged, unless the damage
 * shows only after `assess`.
 */
export function openVerified(files: StoreFiles, migrations: readonly Migration[]): OpenResult {
  const crashed = existsSync(`${files.db}-wal`)
  const { journal, backups, decision } = decideOpening(files, migrations)
  const damaged = (kind: Damage['kind']): OpenResult => ({
    kind: 'damaged',
    damage: createDamage(files, kind, (journal?.lines.length ?? 0) > 0),
  })
  switch (decision.kind) {
    case 'newer':
    case 'pre-release':
      return decision
    case 'damaged':
      return damaged(decision.damage)
    case 'open':
      try {
        return { ...applyDecision(files, migrations, decision, journal, backups[0] ?? null), crashed }
      } catch (error) {
        if (isUnreadableAtOpen(error)) return damaged('unreadable')
        throw error
      }
    default:
      return decision satisfies never
  }
}

/**
 * Migrates the database of a store that `openVerified` would open, and changes nothing else: `openVerified` then makes
 * the same decision. Throws as `openDatabase` does.
 */
export function migrateVerified(files: StoreFiles, migrations: readonly Migration[], beforeStep: BeforeStep): void {
  if (decideOpening(files, migrations).decision.kind !== 'open') return
  const opened = openDatabase(files.db, migrations, beforeStep)
  if (opened.kind === 'open') opened.db.close()
}

function decideOpening(files: StoreFiles, migrations: readonly Migration[]) {
  const journal = readJournal(files.journal)
  const backups = listBackups(files)
  const db = databaseFacts(files.db, migrations)
  return { journal, backups, decision: assess(journal, backupFacts(backups), db, migrations.length) }
}

/** The facts in a store's own file, which stays unchanged. Throws if the disk refuses. */
export function databaseFacts(file: string, migrations: readonly Migration[]): DatabaseFacts {
  if (!existsSync(file) || statSync(file).size === 0) return { kind: 'none' }
  try {
    const inspected = inspectFile(file, migrations, readCommitSeq)
    if (inspected.kind === 'pre-release') return inspected
    return { kind: 'read', version: inspected.version, written: inspected.found }
  } catch (error) {
    if (isUnreadableAtOpen(error)) return { kind: 'unreadable' }
    throw error
  }
}

/** Returns the facts about each backup, in the same order. */
export function backupFacts(backups: readonly Backup[]): readonly BackupFacts[] {
  return backups.map(({ file, seq }) => ({ seq, isPreRelease: isPreReleaseFile(file) }))
}

function applyDecision(
  files: StoreFiles,
  migrations: readonly Migration[],
  { kind, written, continuesJournal, holdsNewest, undone, unacknowledged, outcomes, copyDue }: Opening,
  read: JournalContents | null,
  newestBackup: Backup | null,
) {
  const opened = openDatabase(files.db, migrations)
  if (opened.kind !== 'open') throw new Error(`a store that was assessed as open is ${opened.kind}`)
  const { db } = opened
  try {
    if (holdsNewest) holdUnacknowledged(db, migrations, read?.lines ?? [], newestBackup)
    if (!continuesJournal) {
      putFileAside(files.journal, files)
      createJournal(files.journal, written, migrations.length)
    }
    const whole = continuesJournal ? read : readJournal(files.journal)
    if (whole === null) throw new Error('the journal that was just made is not there')
    const journal = openJournal(files.journal, migrations.length, whole, whole.last)
    return { kind, undone, unacknowledged, outcomes, copyDue, db, journal }
  } catch (error) {
    db.close()
    throw error
  }
}

/** `journal` is true if a journal with records exists. */
export function createDamage(files: StoreFiles, kind: Damage['kind'], journal: boolean): Damage {
  const store = files.name === 'practice-desk' ? 'practice-desk' : 'desk'
  return { store, kind, copiedAt: listBackups(files)[0]?.at ?? null, journal }
}
