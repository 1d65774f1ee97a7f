import type { Rooftop } from '../booking/rooftop.ts'
import type { BoardStatus } from '../desk/board-status.ts'
import type { ConnectionChange, ConnectionState } from '../desk/connection.ts'
import type { PracticeStatus } from '../desk/practice.ts'
import type { Notice, ProviderContact } from '../desk/settings.ts'
import type { Reminder } from '../outbox/reminder.ts'
import type { UtcInstant } from '../time/time.ts'

/** The status that the window's frame shows. */
export type DeskStatus = {
  readonly connection: ConnectionState
  /** The changes of the connection in the last hours, the oldest first, since the desk was opened. */
  readonly connectionHistory: readonly ConnectionChange[]
  /** Number of bookings that leave automatically, or that have an amendment that leaves automatically. */
  readonly waiting: number
  /**
   * Number of bookings that need a person, for example in doubt, refused, held or overdue, or with a refused amendment
   * or a missing move.
   */
  readonly attention: number
  /** The reminder of bookings in doubt; null for no such booking. */
  readonly reminder: Reminder | null
  /** Number of tracked moves whose response cannot be read. The desk keeps fetching the other moves. */
  readonly unreadableMoves: number
  readonly lastSentAt: UtcInstant | null
  /** The one-way request has a field for the destination, which otherwise goes into the driver's instructions. */
  readonly supportsDestination: boolean
  /** A booking can name a payer. */
  readonly takesPayer: boolean
  /** A pair can be booked without a loaner. */
  readonly takesConcierge: boolean
  /** The payer of a booking that names none; null if the provider bills the rooftop. */
  readonly defaultPayer: number | null
  readonly rooftop: Rooftop
  /** Whom to call about a booking; without name and phone in practice. */
  readonly providerContact: ProviderContact
  /** The practice service; null for a desk with a real provider. */
  readonly practice: PracticeStatus | null
  /** The board of the rooftop; null for a desk without a board. */
  readonly board: BoardStatus | null
  /** Messages about the settings or this PC. */
  readonly notices: readonly Notice[]
  readonly version: string
  /** The corrected clock: this PC's time, or the provider's time while this PC's clock is wrong. */
  readonly now: UtcInstant
  /** Monotonic milliseconds at which this status was made, because a reply may arrive after a newer event. */
  readonly monotonicAt: number
}
