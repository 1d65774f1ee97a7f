import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase, type Database, type Migration } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { fillFirstSchema } from './first-rows.ts'
import { columnStep, stepName, tableStep } from '../test-steps.ts'

export type Kills = {
  kills: number
  /** The kill rolled the current step back. */
  inside: number
  /** The last step was on the disk, but the process had not reported the step. */
  after: number
  readonly rows: number
}

/** A last step that rewrites every row, which takes long enough for a kill in the middle. */
export function nextStep(number: number): Migration {
  const anew = (table: string) =>
    `CREATE TABLE planted_${table} AS SELECT * FROM ${table}; CREATE INDEX planted_${table}_rows ON planted_${table} (id);`
  const sql = `ALTER TABLE bookings ADD COLUMN planted TEXT;
    UPDATE bookings SET planted = hex(randomblob(300));
    ${['bookings', 'moves', 'places', 'vehicles', 'outbox'].map(anew).join('\n')}
    UPDATE planted_moves SET special_instructions = hex(randomblob(200));
    ${['bookings', 'moves', 'places', 'vehicles', 'outbox'].map((table) => `DROP TABLE planted_${table};`).join('\n')}`
  return { name: stepName(number, 'planted'), sql }
}

/** The steps of the product, followed by steps that only tests know. */
const released = DESK_MIGRATIONS.length
export const UPGRADE_STEPS: readonly Migration[] = [
  ...DESK_MIGRATIONS,
  columnStep(released + 1),
  tableStep(released + 2),
  nextStep(released + 3),
]

/** The columns of the first schema, which hold what a person saved. */
const SAVED: readonly string[] = [
  'SELECT id, kind, action, customer_name, customer_phone, time_local, time_utc, reference, saved_at FROM bookings ORDER BY id',
  'SELECT id, booking_id, role, reference, vehicle_id, pickup_place_id, delivery_place_id, special_instructions FROM moves ORDER BY id',
  'SELECT id, name, address_one, city, state, zip FROM places ORDER BY id',
  'SELECT id, vin, make, model FROM vehicles ORDER BY id',
  'SELECT seq, id, booking_id, state, code FROM outbox ORDER BY seq',
]

/** The request bodies, which the version 11 moves to a table of their own. */
const PAYLOADS = {
  before: 'SELECT seq, payload FROM outbox WHERE payload IS NOT NULL ORDER BY seq',
  after: 'SELECT entry_seq AS seq, body AS payload FROM payloads ORDER BY entry_seq',
}

function digestOf(db: Database): string {
  const hash = createHash('sha256')
  const payloads = Number(db.pragma('user_version', { simple: true })) < 11 ? PAYLOADS.before : PAYLOADS.after
  for (const sql of [...SAVED, payloads]) hash.update(JSON.stringify(db.prepare(sql).all()))
  return hash.digest('hex')
}

/** Writes a file of an old version with so many bookings. */
function oldFile(file: string, version: number, rows: number): string {
  const first = openDatabase(file, DESK_MIGRATIONS.slice(0, 1))
  if (first.kind !== 'open') throw new Error(first.kind)
  const { db } = first
  fillFirstSchema(db, rows)
  db.close()
  const then = openDatabase(file, UPGRADE_STEPS.slice(0, version))
  if (then.kind !== 'open') throw new Error(then.kind)
  const digest = digestOf(then.db)
  then.db.close()
  return digest
}

/**
 * Kills the upgrade of an old file again and again at a random size of its log, and finishes the upgrade afterwards.
 * No row may be lost or changed, and the schema is that of a whole step each time.
 */
export async function killUpgrades(chance: Chance, version: number, kills: number, rows: number): Promise<Kills> {
  const folder = temporaryFolder()
  const old = join(folder, 'old.db')
  const digest = oldFile(old, version, rows)
  const steps = UPGRADE_STEPS
  const migrations = join(folder, 'migrations.json')
  writeFileSync(migrations, JSON.stringify(steps))
  const file = join(folder, 'desk.db')
  const renew = () => {
    for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
    copyFileSync(old, file)
  }
  renew()
  const most = await upgrade(file, migrations, Infinity)
  const tally: Kills = { kills: 0, inside: 0, after: 0, rows }
  for (let kill = 0; kill < kills; kill += 1) {
    const at = `version ${version}, seed ${chance.seed}, kill ${kill}`
    renew()
    const { done } = await upgrade(file, migrations, chance.upTo(most.log))
    tally.kills += 1
    const found = versionAndDigest(file, steps.length, at)
    if (found.version < steps.length) tally.inside += 1
    else if (!done) tally.after += 1
    expect(found.version, at).toBeGreaterThanOrEqual(version)
    expect(found.digest, at).toBe(digest)
    const finished = openDatabase(file, steps)
    if (finished.kind !== 'open') throw new Error(finished.kind)
    expect(finished.db.pragma('user_version', { simple: true }), at).toBe(steps.length)
    expect(finished.db.pragma('integrity_check', { simple: true }), at).toBe('ok')
    expect(digestOf(finished.db), at).toBe(digest)
    finished.db.close()
  }
  return tally
}

/** The version of the file that a kill left. */
function versionAndDigest(
  file: string,
  newest: number,
  at: string,
): { readonly version: number; readonly digest: string } {
  // A list of steps that ends at the file's version changes nothing.
  const looked = openDatabase(file, [])
  const version = looked.kind === 'newer' ? looked.found : 0
  expect(version, at).toBeLessThanOrEqual(newest)
  const opened = openDatabase(file, UPGRADE_STEPS.slice(0, version))
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const digest = digestOf(opened.db)
  opened.db.close()
  return { version, digest }
}

type Upgrade = { readonly done: boolean; readonly log: number }

/** Runs an upgrade in a process of its own and kills the process when its log has grown to `log` bytes. */
async function upgrade(file: string, migrations: string, killAt: number): Promise<Upgrade> {
  const script = join(import.meta.dirname, '../processes/migration.ts')
  const child = spawn(process.execPath, [script, file, migrations], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  let over = false
  let log = 0
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const ended = once(child, 'close').then(() => (over = true))
  while (!over) {
    if (said.includes('begun')) {
      log = Math.max(log, statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
      if (log > killAt) child.kill('SIGKILL')
    }
    await new Promise(setImmediate)
  }
  await ended
  if (killAt === Infinity && !said.includes('done'))
    throw new Error(`the upgrade ended without a word: ${readFileSync(file).length}`)
  return { done: said.includes('done'), log }
}
