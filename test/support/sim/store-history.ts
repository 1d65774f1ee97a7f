import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import { writeDraft } from '../../../electron/store/tables/draft.ts'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import { claimEntry, type ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { writeOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import { openStore, type Store } from '../../../electron/store/store.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import type { Chance } from './seeded-rng.ts'
import { countingIds, virtualClock } from '../fakes/system.ts'
import { toldMove } from '../builders/provider-response.ts'
import { codeOf } from '../outcome-codes.ts'

/*
 * The history of a store without a desk: bookings saved, sent, settled and withdrawn, settings, drafts and backups.
 * Snapshots of its folder show what a power cut would leave, each with what the desk had acknowledged.
 */

const REMOTE: ProviderIdentity = { address: 'https://provider.example', profile: 'baseline' }

export type Picture = {
  readonly folder: string
  /** The same store some writes earlier, as one file. */
  readonly older: string
  /** Every acknowledged booking as it was shown. */
  readonly acknowledged: ReadonlyMap<string, BookedMoves>
}

export type History = { readonly pictures: readonly Picture[]; readonly written: number }

export function readAll(store: Store): ReadonlyMap<string, BookedMoves> {
  return store.read((view) => {
    const ids = view.sql('SELECT id FROM bookings ORDER BY id').all() as { id: string }[]
    return new Map(
      ids.flatMap(({ id }) => {
        const booking = readBooking(view, id, REMOTE)
        return booking === null ? [] : [[id, booking]]
      }),
    )
  })
}

/** Makes `writes` writes in `folder`, with a snapshot and sometimes a backup after each `every` of them. */
export async function live(
  folder: string,
  chance: Chance,
  { writes, every }: { readonly writes: number; readonly every: number },
): Promise<History> {
  const pictures: Picture[] = []
  const clock = virtualClock()
  const live = join(folder, 'live')
  const opened = openStore(live, 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  const store = opened.value
  const ids = countingIds()
  const moves = createBookingService({
    store,
    remote: REMOTE,
    rooftop: () => PRACTICE_ROOFTOP,
    defaultPayer: () => null,
    miles: () => null,
    clock,
    ids,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  let number = 0
  let moveNumber = 50_000
  const book = () => {
    number += 1
    const saved = moves.bookMove(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
    if (!saved.ok) throw new Error(saved.failure.detail)
  }
  const send = (settled: boolean) => {
    const entry = store.read((view) => nextEntry(view, REMOTE))
    if (entry === null) return
    const at = clock.now()
    const payload = `{"number":${number}}`
    const claimed = store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload, digest: 'digest' }, at))
    if (claimed === null || !settled) return
    const booking = store.read((view) => readBooking(view, entry.bookingId, REMOTE))
    const proof = chance.pick(['booked', 'booked', 'refused', 'unknown', 'retryable', 'must-hold'] as const)
    const told =
      proof !== 'booked' || booking === null
        ? null
        : {
            moves: booking.moves.map(({ id }) => ({ moveId: id, response: toldMove((moveNumber += 1)) })),
            readyBy: '2099-06-02T17:00:00Z',
          }
    const { bookingId, revision } = claimed
    const rest = {
      fields: {},
      providerMessage: null,
      status: 200,
      bytes: null,
      at,
      response: told,
      revokedGuaranteeAt: null,
    }
    const outcome = { bookingId, revision, proof, code: codeOf(proof), ...rest }
    store.write((tx) => writeOutcome(tx, claimed, outcome))
  }
  const deeds = [
    book,
    book,
    book,
    book,
    () => send(true),
    () => send(true),
    () => send(false),
    () => store.write((tx) => writeSetting(tx, 'settings', `{"n":${number}}`)),
    () => store.write((tx) => writeDraft(tx, { name: `Harriet ${number}` }, clock.now())),
    () => {
      const entry = store.read((view) => nextEntry(view, REMOTE))
      if (entry !== null) moves.withdrawBooking(entry.bookingId)
    },
  ]
  for (let write = 1; write <= writes; write += 1) {
    chance.pick(deeds)()
    if (write % every !== 0) continue
    const folderOf = join(folder, `picture-${write}`)
    const older = join(folder, `older-${write}.db`)
    store.read((view) => view.sql('VACUUM INTO ?').run(older))
    book()
    book()
    if (chance.fraction() < 0.3) {
      await store.copy(addMinutes(clock.now(), write))
      book()
    }
    // A checkpoint leaves only the later changes in the log.
    if (chance.fraction() < 0.5) store.read((view) => view.sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    book()
    photograph(live, folderOf)
    pictures.push({ folder: folderOf, older, acknowledged: readAll(store) })
  }
  store.close()
  return { pictures, written: number }
}

/** The files on the disk at this moment, without the shared memory of the database. */
function photograph(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (!name.endsWith('-shm') && !name.includes('.lock')) cpSync(join(from, name), join(to, name), { recursive: true })
  }
  if (!existsSync(join(to, 'desk.journal'))) throw new Error('no journal in the picture')
}
