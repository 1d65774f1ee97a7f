import { z } from 'zod'
import type { StoredDraft } from '../booking/stored-draft.ts'
import type { FetchExternalMoveResult, ExternalMoveMatches } from '../move/external-move.ts'
import { bookingSchema } from '../booking/booking.ts'
import { dayRequestSchema, type Day } from '../views/day.ts'
import { duplicateOverrideSchema, type KnownCustomer, type ZipTown } from '../booking/customer.ts'
import type { Failure, Result } from '../result.ts'
import type { History } from '../views/history.ts'
import type { ConnectionState, ConnectionCause } from '../desk/connection.ts'
import { lookupSchema, type FoundMoves } from '../views/lookup.ts'
import type { BookedMoves } from '../move/move.ts'
import type { RecoveryReport } from '../desk/damage.ts'
import type { Inbox } from '../views/inbox.ts'
import type { Reminder } from '../outbox/reminder.ts'
import type { Rooftop } from '../booking/rooftop.ts'
import { settingsSchema, type Notice, type SettingsView } from '../desk/settings.ts'
import type { UtcInstant } from '../time/time.ts'
import { resolutionSchema, requesterSchema } from '../outbox/resolution.ts'
import { changeSchema } from '../outbox/amendment.ts'
import { appearanceSchema, type Appearance } from '../desk/window-preferences.ts'
import type { CallName, EventName } from './names.ts'

/*
 * The contract of the bridge: one `defineCall` a call gives the schema of its argument and the type of its answer. The
 * handlers and the window's client are derived from this file, so nothing compiles until each side has a new call.
 */

/** What came of trying a provider; `cause` is null where it answers as a provider does. Nothing was booked or kept. */
export type ConnectionTest = {
  readonly good: boolean
  readonly cause: ConnectionCause | null
  readonly detail: 'timeout' | 'token-rejected' | 'not-a-provider' | null
}

/** Everything that the frame of the window shows. */
export type DeskStatus = {
  readonly connection: ConnectionState
  /** Bookings that leave by themselves, or of which a cancellation or a change does. */
  readonly waiting: number
  /**
   * Bookings that a person must look at: in doubt, refused or held, or with a move of which something asked was refused
   * or that the provider does not know.
   */
  readonly attention: number
  /** What reminds of the bookings that may be booked; null while there is none. */
  readonly reminder: Reminder | null
  /** Moves about which the provider answers what cannot be read; the others are kept up to date. */
  readonly unreadableMoves: number
  readonly lastSentAt: UtcInstant | null
  /** The provider's one-way has a place for its destination; without one it travels in the driver's instructions. */
  readonly supportsDestination: boolean
  readonly rooftop: Rooftop
  /** The practice service's link switch; null when the desk works with a real provider. */
  readonly practice: { readonly connection: 'up' | 'cut' } | null
  /** What somebody must know of the settings or of this PC. */
  readonly notices: readonly Notice[]
  readonly version: string
  /** The time that the desk goes by: this PC's, or the provider's while this PC's clock is wrong. */
  readonly now: UtcInstant
  /** Milliseconds of the monotonic clock when it was said: an answer may arrive after an event that is newer. */
  readonly monotonicAt: number
}

/** States the type of an answer. No value of that type exists here, because answers are not checked. */
type Answers<Out> = { readonly answers?: Out }

const answers = <Out>(): Answers<Out> => ({})

type CallDefinition<In, Out> = { readonly input: z.ZodType<In>; readonly output: Answers<Out> }

/** One call: the schema that its argument must pass in the main process, and the type of its answer. */
function defineCall<In, Out>(input: z.ZodType<In>, output: Answers<Out>): CallDefinition<In, Out> {
  return { input, output }
}

const nothing = z.null()
const id = z.string().min(1).max(64)
const bookingId = z.strictObject({ bookingId: id })

/** Every call. An answer is always a `Result`; the codes of its failures stand at each call. */
export const BRIDGE_CALLS = {
  /** The desk's state now. */
  readStatus: defineCall(nothing, answers<DeskStatus>()),
  /** The network may have come or gone: the link is looked at, since a browser's word on the network is only a hint. */
  checkConnection: defineCall(nothing, answers<null>()),
  /** Saves a booking and answers from the local commit alone. `invalid`, `not-saved`. */
  bookMove: defineCall(bookingSchema, answers<BookedMoves>()),
  /** As `bookMove`, for one that was shown beside others like it; keeps who saved it all the same and beside which. */
  bookDespiteDuplicates: defineCall(duplicateOverrideSchema, answers<BookedMoves>()),
  /** Bookings of that day for the same repair order, VIN, phone or customer's name that stand, without `except`. */
  findDuplicates: defineCall(
    z.strictObject({ booking: bookingSchema, except: id.nullable() }),
    answers<readonly BookedMoves[]>(),
  ),
  /** Who has a phone, from this desk's own bookings; null where nobody has. */
  knownCustomer: defineCall(z.strictObject({ phone: z.string().max(60) }), answers<KnownCustomer | null>()),
  /** City and state of a ZIP from the offline data; null for one that it does not hold. */
  lookUpZip: defineCall(z.strictObject({ zip: z.string().max(10) }), answers<ZipTown | null>()),
  /** A booking with its moves. `not-found`. */
  getBooking: defineCall(bookingId, answers<BookedMoves>()),
  /** What happened to a booking, and by whom, the newest last. `not-found`. */
  readHistory: defineCall(bookingId, answers<History>()),
  /** Puts all that the store has of a booking onto the clipboard, as text for support. `not-found`. */
  copySupportDump: defineCall(bookingId, answers<null>()),
  /** Puts a text onto the clipboard. */
  copyText: defineCall(z.strictObject({ text: z.string().min(1).max(2000) }), answers<null>()),
  /** Moves that hold every word, newest first; only local. `invalid`. */
  findMoves: defineCall(lookupSchema, answers<FoundMoves>()),
  /** What is not settled, with when each must leave, and what became of the day's bookings. */
  readInbox: defineCall(nothing, answers<Inbox>()),
  /** The bookings of a day of the rooftop, by their time. `invalid`. */
  readDay: defineCall(dayRequestSchema, answers<Day>()),
  /**
   * Asks for something else in the place of a booking that has certainly not left. `not-found`, `already-sent`,
   * `invalid`, `not-possible` (another kind of booking), `not-saved`: nothing is changed.
   */
  changeBooking: defineCall(bookingId.extend({ booking: bookingSchema }), answers<BookedMoves>()),
  /** Takes back what has certainly not been sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawBooking: defineCall(bookingId, answers<BookedMoves>()),
  /**
   * Does what a person decided about a booking that does not settle by itself. `not-found`, `not-possible` (it is in
   * another state, or the quarantine has not passed), `not-saved`: nothing was done.
   */
  resolveBooking: defineCall(bookingId.extend({ way: resolutionSchema }), answers<BookedMoves>()),
  /** Puts the reminder of what may be booked off until its next rung, see `shared/outbox/reminder.ts`. `not-saved`. */
  snoozeReminder: defineCall(nothing, answers<DeskStatus>()),
  /**
   * Saves that moves of one booking are to be canceled, all or none. `not-found`, `not-possible` (not
   * sent, or its provider takes no cancellation), `too-late`, `already-asked`, `not-saved`.
   */
  requestCancellation: defineCall(
    z.strictObject({ moveIds: z.array(id).min(1).max(2).readonly(), who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Saves new values for a move. `invalid`, `not-found`, `not-possible`, `too-late` (collected, or
   * canceled), `already-asked`, `not-saved`.
   */
  requestChange: defineCall(
    z.strictObject({ moveId: id, change: changeSchema, who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /** Takes back a cancellation or a change that was certainly not sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawAmendment: defineCall(z.strictObject({ amendmentId: id }), answers<BookedMoves>()),
  readDraft: defineCall(nothing, answers<StoredDraft | null>()),
  /** `not-saved`. */
  saveDraft: defineCall(
    z.strictObject({
      form: z.record(z.string().max(60), z.string().max(4000)).refine((form) => Object.keys(form).length <= 120),
    }),
    answers<null>(),
  ),
  clearDraft: defineCall(nothing, answers<null>()),
  /** Cuts or restores the practice service's link. `not-practice`. */
  setPracticeConnection: defineCall(z.strictObject({ link: z.enum(['up', 'cut']) }), answers<DeskStatus>()),
  /** Opens a provider's page in the system browser when its host is on the list. `not-allowed`. */
  openLink: defineCall(z.strictObject({ url: z.string().max(2000) }), answers<null>()),
  /**
   * A move that is not booked on this desk, asked for at the provider and kept to read; the kept one where it cannot be
   * asked now. `not-found` (what was kept of it goes), `unreachable` (and none is kept), `busy`.
   */
  fetchExternalMove: defineCall(z.strictObject({ number: z.int().positive() }), answers<FetchExternalMoveResult>()),
  /** Such moves as are kept and hold every word, the newest asked first; only local. `busy`. */
  findAsked: defineCall(z.strictObject({ text: z.string().max(200) }), answers<ExternalMoveMatches>()),
  /** Straight miles from the service lot to a ZIP, for the estimate of ready-by; null where that is not known. */
  distanceTo: defineCall(z.strictObject({ zip: z.string().max(10) }), answers<{ miles: number | null }>()),
  /** What the desk is set to. A token is never in it. */
  readSettings: defineCall(nothing, answers<SettingsView>()),
  /**
   * Asks the provider of such settings for a move that nobody has, with the token that is typed or kept: nothing is
   * booked and nothing is kept. `invalid`, `not-possible` (practice has no provider).
   */
  testConnection: defineCall(settingsSchema, answers<ConnectionTest>()),
  /**
   * Changes the settings; what a settings file names stays as it says. Nothing is changed on a failure: `invalid`,
   * `open-bookings`, `not-saved`, `not-allowed` (another desk practises in this profile), `busy`.
   */
  changeSettings: defineCall(settingsSchema, answers<SettingsView>()),
  /**
   * Brings the bookings of a damaged store back from their copies and opens the desk. While the store is damaged every
   * other call answers `damaged`. `not-found` when nothing is damaged, `busy`, `not-saved`, `not-allowed`.
   */
  recoverStore: defineCall(nothing, answers<RecoveryReport>()),
  /** How this workstation likes the desk to look; answered also while there is no desk. */
  readAppearance: defineCall(nothing, answers<Appearance>()),
  /** Changes that at once, for this workstation. `not-saved`: it holds until the app ends. */
  changeAppearance: defineCall(appearanceSchema, answers<Appearance>()),
} satisfies Readonly<Record<CallName, CallDefinition<unknown, unknown>>>

/** The argument and the answer of each call. */
export type BridgeCalls = {
  readonly [K in CallName]: (typeof BRIDGE_CALLS)[K] extends CallDefinition<infer In, infer Out>
    ? { readonly in: In; readonly out: Out }
    : never
}

/**
 * A result as it crosses the bridge. `asOf` is the number of the newest `movesChanged` event that the result takes into
 * account: an event with a greater number tells of something newer.
 */
export type Reply<T> = Result<T> & { readonly asOf: number }

/** What the main process tells the window: each occurrence by one event. */
export type BridgeEvents = {
  /** A commit changed these bookings. `change` counts such events from 1; `status` is the status after the commit. */
  movesChanged: { readonly bookingIds: readonly string[]; readonly change: number; readonly status: DeskStatus }
  /** The status changed, and no booking did. */
  deskChanged: DeskStatus
  /** The desk was closed because a store turned out to be damaged; every call answers this failure from now on. */
  deskDamaged: Failure
  /** A person chose a command in the menu bar; `command` is an id of `shared/desk/commands.ts`. */
  commandChosen: { readonly command: string }
}

/** The object that the preload puts into the page as `window.lanekeeper`. */
export type Bridge = {
  readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Promise<Reply<BridgeCalls[K]['out']>>
} & {
  /** Calls `heard` at each event until the returned function is called. */
  readonly on: <E extends EventName>(event: E, listener: (what: BridgeEvents[E]) => void) => () => void
}
