import type { StoreApi } from 'zustand/vanilla'
import type { LookupFilter } from '../../../shared/views/lookup.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Clipboard } from '../../app/state/clipboard.ts'
import type { ResolutionStore } from '../../booking/state/resolutions.ts'
import type { LookupActions } from './actions.ts'
import type { ExternalMoveStore } from './external-move.ts'
import type { HistoryStore } from './history.ts'
import type { PageLoader } from './page-loader.ts'
import type { LookupState } from './state.ts'

export type LookupStore = StoreApi<LookupState> &
  LookupActions & {
    readonly type: (text: string) => void
    /**
     * Resolves when the running search is answered and the selected booking is read. Skips the pause before that read.
     */
    readonly found: () => Promise<void>
    readonly filter: (filters: readonly LookupFilter[]) => void
    readonly select: (bookingId: string) => void
    /**
     * Moves the selection by `rows` and stops at both ends. A row that is not loaded yet is selected as soon as its
     * page arrives.
     */
    readonly step: (rows: number) => void
    /** Sets the visible range, so that missing rows of the range are read. */
    readonly see: PageLoader['see']
    /** Shows a booking with an empty search and no filter. */
    readonly open: (bookingId: string) => void
    readonly showNewer: () => void
    readonly reload: () => void
    /** Resets the store, because the desk now works with other bookings. */
    readonly reset: () => void
    readonly enter: () => void
    readonly leave: () => void
    /** The form of a resolution, and the name of the person who last acted. */
    readonly resolutions: ResolutionStore
    /** Shows a booking after a resolution, with `words` as the outcome. */
    readonly settled: (booking: BookedMoves, words: string) => void
    readonly copying: Clipboard
    readonly externalMove: ExternalMoveStore
    readonly history: HistoryStore
    /** Puts the selected booking on the clipboard as one line. */
    readonly copyRow: () => void
  }
