import { migrateStore } from '../../../electron/store/maintenance/migration.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openStore } from '../../../electron/store/store.ts'
import type { MigrationProgress } from '../../../shared/desk/migration-progress.ts'
import { keptFirstStore } from '../data/first-store.ts'
import { copyStore, type Size } from '../data/stores.ts'

/* Opens copies of a store of the first version, as the first start of the newest version does. */

export type MigratingReport = {
  /** Milliseconds until the store was open. */
  readonly opened: readonly number[]
  /** Milliseconds of the longest time in which no timer of the main thread ran, so that no window was served. */
  readonly blocked: readonly number[]
  /** Milliseconds until the main thread knew the first step that runs. */
  readonly progressed: readonly number[]
  /** Milliseconds until the thread of the migration had ended. */
  readonly migrated: readonly number[]
  /** Milliseconds of each step in the last run; the last step contains the close of the store. */
  readonly steps: readonly (readonly [name: string, ms: number])[]
}

const { size, runs } = JSON.parse(process.argv[2] ?? '{}') as { readonly size: Size; readonly runs: number }
const first = keptFirstStore(size)

/** Runs `act` and returns the longest time without a turn of the event loop, in milliseconds. */
async function longestBlock(act: () => Promise<void>): Promise<number> {
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

type Run = {
  readonly opened: number
  readonly blocked: number
  readonly migrated: number
  readonly began: readonly { readonly ms: number; readonly progress: MigrationProgress }[]
}

async function run(): Promise<Run> {
  const copy = copyStore(size, 'migrating', first)
  const began: Run['began'][number][] = []
  let migrated = 0
  let opened = 0
  const start = performance.now()
  const since = () => performance.now() - start
  const blocked = await longestBlock(async () => {
    await migrateStore(
      {
        folder: copy.folder,
        log: () => {},
        onMigration: (progress) => void (progress !== null && began.push({ ms: since(), progress })),
      },
      'desk',
    )
    migrated = since()
    const store = openStore(copy.folder, 'desk')
    opened = since()
    if (!store.ok) throw new Error(store.failure.detail)
    store.value.close()
  })
  copy.end()
  if (began.length !== DESK_MIGRATIONS.length - 1) throw new Error(`the thread ran ${began.length} steps`)
  return { opened, blocked, migrated, began }
}

const done: Run[] = []
for (let at = 0; at < runs; at += 1) done.push(await run())
const { began = [], migrated = 0 } = done.at(-1) ?? {}
const steps = began.map(({ ms, progress: { step } }, at) => {
  const name = DESK_MIGRATIONS[step]?.name ?? ''
  return [name, (began[at + 1]?.ms ?? migrated) - ms] as const
})

process.stdout.write(
  JSON.stringify({
    opened: done.map((one) => one.opened),
    blocked: done.map((one) => one.blocked),
    migrated: done.map((one) => one.migrated),
    progressed: done.map((one) => one.began[0]?.ms ?? one.migrated),
    steps,
  } satisfies MigratingReport),
)
