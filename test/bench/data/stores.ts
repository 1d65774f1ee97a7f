import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { calendarOf, GENERATOR, type Calendar } from './generator.ts'
import { writeStore } from './bulk-writer.ts'

/*
 * The stores of the bench, made once and kept in out/bench/stores under a key of the schema and of the code that makes
 * their rows.
 */

export const SIZES = [100_000, 300_000, 1_000_000] as const
export type Size = (typeof SIZES)[number]

const [SMALLER] = (process.env['LANEKEEPER_BENCH_SIZES'] ?? '').split(',').map(Number)
/** The store into which bookings are measured: the middle size, or a smaller one if only that size is to be measured. */
export const BOOKING_SIZE: Size = SIZES.find((size) => size === SMALLER) ?? SIZES[1]
/** The store that is migrated: the largest size, or a smaller one if only that size is to be measured. */
export const MIGRATED_SIZE: Size = SIZES.find((size) => size === SMALLER) ?? SIZES[2]

const MADE_BY = [
  ...['generator.ts', 'words.ts', 'answers.ts', 'bulk-writer.ts', 'first-store.ts'].map(
    (name) => `test/bench/data/${name}`,
  ),
  'electron/store/queries/search-index.ts',
  'shared/views/lookup.ts',
]
const OUT = join(process.cwd(), 'out/bench')

/** A folder in which a store `desk` of so many moves can be changed; removed by `end`. */
export type StoreCopy = { readonly folder: string; readonly calendar: Calendar; end(): void }

/** The path of the kept store, which nobody may change. */
export function keptStore(size: Size): string {
  const file = join(OUT, 'stores', keyOf(), `${size}.db`)
  if (!existsSync(file)) makeStore(file, size)
  return file
}

function makeStore(file: string, size: Size): void {
  mkdirSync(join(file, '..'), { recursive: true })
  for (const other of readdirSync(join(OUT, 'stores'))) {
    // Stores of an earlier key are of no use and take gigabytes.
    if (other !== keyOf()) rmSync(join(OUT, 'stores', other), { recursive: true, force: true })
  }
  const part = `${file}.part`
  for (const ending of ['', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true })
  const began = performance.now()
  const calendar = calendarOf(size)
  writeStore(part, calendar, calendar.bookings)
  renameSync(part, file)
  const mb = Math.round(statSync(file).size / 1e6)
  console.error(`store of ${size} moves: ${Math.round((performance.now() - began) / 1000)} s, ${mb} MB`)
}

/** Copies the kept store into a new folder, as the store of a desk; `from` is another kept file of that size. */
export function copyStore(size: Size, name: string, from = keptStore(size)): StoreCopy {
  const folder = join(OUT, 'work', `${name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  copyFileSync(from, join(folder, 'desk.db'), constants.COPYFILE_FICLONE)
  return { folder, calendar: calendarOf(size), end: () => rmSync(folder, { recursive: true, force: true }) }
}

function keyOf(): string {
  const made = MADE_BY.map((file) => readFileSync(join(process.cwd(), file), 'utf8'))
  const schema = DESK_MIGRATIONS.map(({ sql }) => sql)
  return createHash('sha256')
    .update([GENERATOR, ...schema, ...made].join('\0'))
    .digest('hex')
    .slice(0, 12)
}
