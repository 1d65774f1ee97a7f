import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../electron/store/store.ts'
import { bookingAt } from '../data/generator.ts'
import { copyStore, type Size } from '../data/stores.ts'
import { serviceFor } from '../support/desk.ts'
import { profileShares, type Shares } from '../support/profile.ts'

/* Opens copies of the files of a store that is in use, as a crash leaves them. */

export type OpeningReport = {
  readonly opened: readonly number[]
  readonly listed: readonly number[]
  readonly profile: Shares
}

const { size, runs } = JSON.parse(process.argv[2] ?? '{}') as { readonly size: Size; readonly runs: number }
const used = copyStore(size, 'used')
const crashed = join(used.folder, 'crashed')

function open(folder: string) {
  const store = openStore(folder, 'desk')
  if (!store.ok) throw new Error(store.failure.detail)
  return store.value
}

const living = open(used.folder)
const service = serviceFor(living)
let next = used.calendar.bookings

/** Books some more, and copies the files while the store is open. */
function crash(): void {
  for (const last = next + 200; next < last; next += 1) {
    const booked = service.bookMove(bookingAt(next, used.calendar))
    if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
  }
  rmSync(crashed, { recursive: true, force: true })
  mkdirSync(crashed, { mode: 0o700 })
  for (const name of readdirSync(used.folder)) {
    if (/^desk\.(db|db-wal|journal)$/.test(name)) copyFileSync(join(used.folder, name), join(crashed, name))
  }
}

const opened: number[] = []
const listed: number[] = []

function openAndList(): void {
  const began = performance.now()
  const store = open(crashed)
  opened.push(performance.now() - began)
  const found = serviceFor(store).findBookings({ text: '', limit: 50 })
  listed.push(performance.now() - began)
  if (!found.ok || found.value.bookings.length !== 50) throw new Error('the list is not there')
  store.close()
}

for (let run = 0; run < runs; run += 1) {
  crash()
  openAndList()
}
crash()
const profile = await profileShares(openAndList)
living.close()
used.end()
process.stdout.write(
  JSON.stringify({ opened: opened.slice(0, runs), listed: listed.slice(0, runs), profile } satisfies OpeningReport),
)
process.exit(0)
