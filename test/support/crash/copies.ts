import { cpSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { systemClock } from '../../../electron/platform/clock.ts'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import { listBackups, storePaths } from '../../../electron/store/store-paths.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { oneWayBooking } from '../builders/bookings.ts'
import { openDeskStore, openTestStore } from '../desk/test-store.ts'
import { temporaryMemoryFolder } from '../fixtures/temporary-folder.ts'
import { readStoredBookings } from './stored-booking.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

/*
 * A data folder with the maximum number of verified backups, so that the next backup deletes the oldest of a day, and
 * the conditions that must hold wherever the next backup was cut short.
 */

const COPIED_AT = ['05T08', '05T09', '06T08', '06T09', '06T10', '06T11'].map((at) => `2026-01-${at}:00:00Z`)

export type CopiedFolder = { readonly folder: string; readonly saved: string }

/** All backups are equal, and making one takes as long as a crash. */
const models = new Map<string, Promise<CopiedFolder>>()

/** Creates a folder with a booking for a remote that all backups contain. A later write follows the last backup. */
export async function writeCopied(address: string): Promise<CopiedFolder> {
  const model = models.get(address) ?? writeModel(address)
  models.set(address, model)
  const { folder: from, saved } = await model
  const folder = temporaryMemoryFolder()
  cpSync(from, folder, { recursive: true })
  return { folder, saved }
}

async function writeModel(address: string): Promise<CopiedFolder> {
  const folder = temporaryMemoryFolder()
  const { store, book } = openDeskStore({ remote: { address, profile: 'baseline' }, folder })
  const saved = book(oneWayBooking(1)).id
  for (const at of COPIED_AT) {
    await store.copy(at)
    store.write((tx) => writeSetting(tx, 'k', at))
  }
  store.close()
  return { folder, saved }
}

/** The file that becomes a backup, and the files that SQLite puts beside it meanwhile. */
export function filesOfCopying(folder: string): readonly string[] {
  return ['', '-journal', '-wal', '-shm'].map((ending) => join(folder, `backups/desk.part${ending}`))
}

/** Returns the problems of a folder after a crash, one line each, and changes nothing. */
export async function breachesOfCopies(folder: string, saved: readonly string[]): Promise<readonly string[]> {
  return [...keptCopies(folder), ...(await broughtBack(folder, saved)), ...(await copiedAgain(folder, saved))]
}

/** Only the one surplus backup may be gone, and every other backup is whole. */
function keptCopies(folder: string): readonly string[] {
  const copies = listBackups(storePaths(folder, 'desk'))
  const lost = COPIED_AT.slice(-4).filter((at) => !copies.some((copy) => copy.at === at))
  return [...lost.map((at) => `the copy of ${at} is gone`), ...copies.flatMap(({ file }) => unsound(file))]
}

function unsound(file: string): readonly string[] {
  const name = basename(file)
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const whole = db.pragma('integrity_check', { simple: true })
    return whole === 'ok' ? [] : [`${name} is not whole: ${String(whole)}`]
  } catch (error) {
    return [`${name} is not whole: ${(error as Error).message}`]
  } finally {
    db.close()
  }
}

/** If the store itself were lost now, the backups and the journal have every booking. */
async function broughtBack(folder: string, saved: readonly string[]): Promise<readonly string[]> {
  return apart(folder, (copy) => {
    for (const part of ['', '-wal', '-shm']) rmSync(join(copy, `desk.db${part}`), { force: true })
    const brought = recoverStore(copy, 'desk', systemClock.now())
    return brought.ok ? missing(join(copy, 'desk.db'), saved, 'what came back') : [describeFailure(brought.failure)]
  })
}

/** The next backup is made, has every booking, and leaves nothing of the interrupted backup. */
async function copiedAgain(folder: string, saved: readonly string[]): Promise<readonly string[]> {
  return apart(folder, async (again) => {
    const store = openTestStore(again)
    try {
      store.write((tx) => writeSetting(tx, 'k', 'next'))
      const copy = await store.copy(systemClock.now())
      if (copy === null) return ['no next copy was made']
      const left = readdirSync(join(again, 'backups')).filter((name) => !/^desk-\d{12}-[\dTZ]+\.db$/.test(name))
      return [
        ...unsound(copy.file),
        ...missing(copy.file, saved, 'the next copy'),
        ...left.map((name) => `${name} was left`),
      ]
    } catch (error) {
      return [`no next copy was made: ${(error as Error).message}`]
    } finally {
      store.close()
    }
  })
}

async function apart<T>(folder: string, look: (copy: string) => T | Promise<T>): Promise<T> {
  const copy = temporaryMemoryFolder()
  cpSync(folder, copy, { recursive: true })
  try {
    return await look(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function missing(file: string, saved: readonly string[], where: string): readonly string[] {
  const ids = new Set(readStoredBookings(file).map(({ id }) => id))
  return saved.filter((id) => !ids.has(id)).map((id) => `${id} was called saved and is not in ${where}`)
}
