import { onTestFinished } from 'vitest'
import { makeMoveService, type MoveService } from '../../electron/moves/service.ts'
import type { Remote } from '../../electron/store/outbox.ts'
import type { Distance } from '../../electron/moves/distance.ts'
import { openStore, type Store } from '../../electron/store/store.ts'
import type { Booking } from '../../shared/booking.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { PRACTICE_ROOFTOP, type Rooftop } from '../../shared/rooftop.ts'
import { recordFacts, type Facts } from './facts.ts'
import { temporaryFolder } from './folder.ts'
import { countingIds, virtualClock, type VirtualClock } from './system.ts'

/** A real store in a folder of its own with the move service over it, and nobody who sends. */
export type DeskStore = {
  readonly store: Store
  readonly moves: MoveService
  readonly clock: VirtualClock
  readonly facts: Facts
  readonly folder: string
  /** Books, and fails the test where that is refused. */
  book(booking: Booking): BookedMoves
}

export const REMOTE: Remote = { address: 'https://provider.example', profile: 'baseline' }

export function openTestStore(folder = temporaryFolder()): Store {
  const opened = openStore(folder, 'desk')
  if (!opened.ok) throw new Error(opened.failure.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

export function openDeskStore(
  options: {
    readonly remote?: Remote
    readonly rooftop?: Rooftop
    readonly miles?: Distance
    readonly wake?: () => void
    readonly quietFor?: (entryId: string) => number
    readonly folder?: string
  } = {},
): DeskStore {
  const { folder = temporaryFolder() } = options
  const store = openTestStore(folder)
  const clock = virtualClock()
  const facts = recordFacts()
  const moves = makeMoveService({
    store,
    remote: options.remote ?? REMOTE,
    rooftop: () => options.rooftop ?? PRACTICE_ROOFTOP,
    miles: options.miles ?? (() => null),
    clock,
    ids: countingIds(),
    log: facts.log,
    wake: options.wake ?? (() => {}),
    quietFor: options.quietFor ?? (() => clock.monotonic()),
  })
  return {
    store,
    moves,
    clock,
    facts,
    folder,
    book(booking) {
      const booked = moves.bookMove(booking)
      if (!booked.ok) throw new Error(booked.failure.message)
      return booked.value
    },
  }
}
