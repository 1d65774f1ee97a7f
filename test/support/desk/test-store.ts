import type { Ids } from '../../../electron/platform/ids.ts'
import { onTestFinished } from 'vitest'
import { createBookingService, type BookingService } from '../../../electron/bookings/service.ts'
import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import type { DistanceLookup } from '../../../electron/bookings/distance.ts'
import { openStore, type OpenedStore } from '../../../electron/store/store.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP, type Rooftop } from '../../../shared/booking/rooftop.ts'
import { recordFacts, type Facts } from '../builders/event-recorder.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { countingIds, virtualClock, type VirtualClock } from '../fakes/system.ts'

/** A real store in a folder of its own with the booking service and without a send queue. */
export type DeskStore = {
  readonly store: OpenedStore
  readonly moves: BookingService
  readonly clock: VirtualClock
  readonly facts: Facts
  readonly folder: string
  /** Books, and fails the test if the booking is refused. */
  book(booking: Booking): BookedMoves
}

export const REMOTE: ProviderIdentity = { address: 'https://provider.example', profile: 'baseline' }

export function openTestStore(folder = temporaryFolder()): OpenedStore {
  const opened = openStore(folder, 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  onTestFinished(() => opened.value.close())
  return opened.value
}

export function openDeskStore(
  options: {
    readonly remote?: ProviderIdentity
    readonly rooftop?: Rooftop
    readonly defaultPayer?: () => number | null
    readonly miles?: DistanceLookup
    readonly wake?: () => void
    readonly msSinceLastSend?: (entryId: string) => number
    readonly folder?: string
    /** Others than those that count, which two stores have alike. */
    readonly ids?: Ids
  } = {},
): DeskStore {
  const { folder = temporaryFolder() } = options
  const store = openTestStore(folder)
  const clock = virtualClock()
  const facts = recordFacts()
  const moves = createBookingService({
    store,
    remote: options.remote ?? REMOTE,
    rooftop: () => options.rooftop ?? PRACTICE_ROOFTOP,
    defaultPayer: options.defaultPayer ?? (() => null),
    miles: options.miles ?? (() => null),
    clock,
    ids: options.ids ?? countingIds(),
    log: facts.log,
    wake: options.wake ?? (() => {}),
    msSinceLastSend: options.msSinceLastSend ?? (() => clock.monotonic()),
  })
  return {
    store,
    moves,
    clock,
    facts,
    folder,
    book(booking) {
      const booked = moves.bookMove(booking)
      if (!booked.ok) throw new Error(booked.failure.detail)
      return booked.value
    },
  }
}
