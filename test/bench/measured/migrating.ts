import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { openDatabase } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openStore } from '../../../electron/store/store.ts'
import { keptFirstStore } from '../data/first-store.ts'
import { copyStore, type Size } from '../data/stores.ts'

/* Opens copies of a store of the first version, as the first start of the newest version does. */

export type MigratingReport = {
  /** Milliseconds until the store was open. */
  readonly opened: readonly number[]
  /** Milliseconds of the longest time in which no timer ran, so that a window would not have been served. */
  readonly blocked: readonly number[]
  /** Milliseconds of each step in one more run. */
  readonly steps: readonly (readonly [name: string, ms: number])[]
}

const { size, runs } = JSON.parse(process.argv[2] ?? '{}') as { readonly size: Size; readonly runs: number }
const first = keptFirstStore(size)
const opened: number[] = []
const blocked: number[] = []

/** Runs `act` and returns the longest time without a turn of the event loop, in milliseconds. */
async function longestBlock(act: () => void | Promise<void>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(note, 5)
  await act()
  note()
  clearInterval(timer)
  return longest
}

for (let run = 0; run < runs; run += 1) {
  const copy = copyStore(size, 'migrating', first)
  const block = await longestBlock(() => {
    const began = performance.now()
    const store = openStore(copy.folder, 'desk')
    opened.push(performance.now() - began)
    if (!store.ok) throw new Error(store.failure.detail)
    store.value.close()
  })
  blocked.push(block)
  copy.end()
}

const stepped = copyStore(size, 'stepped', first)
const file = join(stepped.folder, 'desk.db')
const steps = DESK_MIGRATIONS.slice(1).map(({ name }, index) => {
  const began = performance.now()
  const step = openDatabase(file, DESK_MIGRATIONS.slice(0, index + 2))
  if (step.kind !== 'open') throw new Error(`${name}: the store is ${step.kind}`)
  const ms = performance.now() - began
  step.db.close()
  return [name, ms] as const
})
const migrated = new Sqlite(file, { readonly: true })
if (Number(migrated.pragma('user_version', { simple: true })) !== DESK_MIGRATIONS.length) {
  throw new Error('the store was not migrated')
}
migrated.close()
stepped.end()

process.stdout.write(JSON.stringify({ opened, blocked, steps } satisfies MigratingReport))
