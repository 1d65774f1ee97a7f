import type { BoardStatus, Takeover } from '../../shared/desk/board-status.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log-events.ts'
import type { Random } from '../platform/random.ts'
import type { SecretCipher } from '../settings/token-store.ts'
import { NO_BOARD_RIGHTS, type SendRights } from '../sync/send-rights.ts'
import { NOT_LIVE } from './takeovers.ts'

export type BoardOptions = {
  readonly folder: string
  readonly cipher: SecretCipher | null
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
}

export type Board = {
  /** Null for a desk without a board. */
  status(): BoardStatus | null
  onStatus(listener: () => void): () => void
  /** The right to send, for the send queue of this store. */
  readonly rights: SendRights
  /** Calls `listener` when an entry of this desk may have become free to leave. */
  onFreed(listener: () => void): () => void
  /**
   * Takes the open bookings of a silent desk over in the name of a person. Fails with `not-possible` (`board-away`)
   * while the board is not live; what was taken before the hub was lost stays taken.
   */
  takeOver(role: string, who: string): Promise<Result<Takeover>>
  /**
   * Takes one booking of another desk over in the name of a person, so that this desk can change and send the booking.
   * Fails with `not-found`, or with `not-possible`: `board-away` while the board is not live, `being-sent`,
   * `board-frozen`, or `state-changed`.
   */
  takeBooking(bookingId: string, who: string): Promise<Result<null>>
  /**
   * Consents in the name of a person that another desk takes over what this desk has not sent, or takes the consent
   * back. Return the number of bookings; throw if the disk refuses.
   */
  handOver(who: string): number
  takeBack(who: string): number
  /** Notes why this desk cannot send, which the other desks are told; null for a desk that can. */
  noteCannotSend(cause: ConnectionCause | null): void
  /** Notes that a person saw what other desks took over. */
  markTold(): void
  /** Notes that a person saw that another desk may have sent this booking too. */
  markDoubleSendSeen(bookingId: string): void
  end(): void
}

export const NO_BOARD: Board = {
  status: () => null,
  onStatus: () => () => {},
  rights: NO_BOARD_RIGHTS,
  onFreed: () => () => {},
  takeOver: () => Promise.resolve(NOT_LIVE),
  takeBooking: () => Promise.resolve(NOT_LIVE),
  handOver: () => 0,
  takeBack: () => 0,
  noteCannotSend: () => {},
  markTold: () => {},
  markDoubleSendSeen: () => {},
  end: () => {},
}
