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
 * types of the handlers and of the window's client come from this file, so the code compiles only when both sides have
 * a new call.
 */

/**
 * The result of testing a provider. `cause` is null if the answers are a provider's; the test books and stores
 * nothing.
 */
export type ConnectionTest = {
  readonly good: boolean
  readonly cause: ConnectionCause | null
  readonly detail: 'timeout' | 'token-rejected' | 'not-a-provider' | null
}

/** The status that the window's frame shows. */
export type DeskStatus = {
  readonly connection: ConnectionState
  /** The number of bookings that leave by themselves or have an amendment that does. */
  readonly waiting: number
  /**
   * The number of bookings that need a person: in doubt, refused, held, with a refused amendment, or with a move that
   * the provider does not know.
   */
  readonly attention: number
  /** The reminder of in-doubt bookings; null without any. */
  readonly reminder: Reminder | null
  /** The number of moves with unreadable responses. Other moves stay up to date. */
  readonly unreadableMoves: number
  readonly lastSentAt: UtcInstant | null
  /** The provider's one-way has a field for the destination. Otherwise the driver's instructions carry it. */
  readonly supportsDestination: boolean
  readonly rooftop: Rooftop
  /** The state of the practice switch; null with a real provider. */
  readonly practice: { readonly connection: 'up' | 'cut' } | null
  /** Notices about the settings or this PC. */
  readonly notices: readonly Notice[]
  readonly version: string
  /** The desk's time: this PC's, or the provider's while this PC's clock is wrong. */
  readonly now: UtcInstant
  /** Milliseconds of the monotonic clock at which the status was made. An answer may arrive after a newer event. */
  readonly monotonicAt: number
}

/** Carries the type of an answer. No value of that type exists here, because answers are not checked. */
type Answers<Out> = { readonly answers?: Out }

const answers = <Out>(): Answers<Out> => ({})

type CallDefinition<In, Out> = { readonly input: z.ZodType<In>; readonly output: Answers<Out> }

/** One call: the schema of its argument, which the main process checks, and the type of its answer. */
function defineCall<In, Out>(input: z.ZodType<In>, output: Answers<Out>): CallDefinition<In, Out> {
  return { input, output }
}

const nothing = z.null()
const id = z.string().min(1).max(64)
const bookingId = z.strictObject({ bookingId: id })

/** Every call. An answer is always a `Result`, and each call lists its failure codes. */
export const BRIDGE_CALLS = {
  /** Reads the desk's status. */
  readStatus: defineCall(nothing, answers<DeskStatus>()),
  /**
   * The network may have come or gone. The desk checks the connection, because a browser's network state is only a
   * hint.
   */
  checkConnection: defineCall(nothing, answers<null>()),
  /** Saves a booking and answers from the local commit alone. Fails with `invalid` or `not-saved`. */
  bookMove: defineCall(bookingSchema, answers<BookedMoves>()),
  /** As `bookMove`, for a booking with shown duplicate candidates. Stores the person's name and the candidates. */
  bookDespiteDuplicates: defineCall(duplicateOverrideSchema, answers<BookedMoves>()),
  /**
   * Bookings of the same day with the same repair order, VIN, phone or customer's name, without withdrawn ones and
   * `except`.
   */
  findDuplicates: defineCall(
    z.strictObject({ booking: bookingSchema, except: id.nullable() }),
    answers<readonly BookedMoves[]>(),
  ),
  /** The customer of a phone according to this desk's own bookings, or null. */
  knownCustomer: defineCall(z.strictObject({ phone: z.string().max(60) }), answers<KnownCustomer | null>()),
  /** City and state of a ZIP from the offline data, or null. */
  lookUpZip: defineCall(z.strictObject({ zip: z.string().max(10) }), answers<ZipTown | null>()),
  /** A booking with its moves. Fails with `not-found`. */
  getBooking: defineCall(bookingId, answers<BookedMoves>()),
  /** The events of a booking with their persons, the newest last. Fails with `not-found`. */
  readHistory: defineCall(bookingId, answers<History>()),
  /** Copies all stored data of a booking as text for support. Fails with `not-found`. */
  copySupportDump: defineCall(bookingId, answers<null>()),
  /** Copies a text to the clipboard. */
  copyText: defineCall(z.strictObject({ text: z.string().min(1).max(2000) }), answers<null>()),
  /** Moves that contain every word, newest first, from the local store. Fails with `invalid`. */
  findMoves: defineCall(lookupSchema, answers<FoundMoves>()),
  /** The unsettled bookings with their send-by times, and the counts of the day's bookings. */
  readInbox: defineCall(nothing, answers<Inbox>()),
  /** The bookings of one day of the rooftop, by time. Fails with `invalid`. */
  readDay: defineCall(dayRequestSchema, answers<Day>()),
  /**
   * Replaces the values of a booking that has certainly not left. Fails with `not-found`, `already-sent`, `invalid`,
   * `not-possible` (another kind of booking) or `not-saved`, and then changes nothing.
   */
  changeBooking: defineCall(bookingId.extend({ booking: bookingSchema }), answers<BookedMoves>()),
  /** Withdraws a booking that has certainly not been sent. Fails with `not-found`, `already-sent` or `not-saved`. */
  withdrawBooking: defineCall(bookingId, answers<BookedMoves>()),
  /**
   * Applies a resolution to a booking that does not settle by itself. Fails with `not-found`, `not-possible` (another
   * state, or the quarantine is not over) or `not-saved`, and then does nothing.
   */
  resolveBooking: defineCall(bookingId.extend({ way: resolutionSchema }), answers<BookedMoves>()),
  /**
   * Snoozes the reminder of in-doubt bookings until its next step, see `shared/outbox/reminder.ts`. Fails with
   * `not-saved`.
   */
  snoozeReminder: defineCall(nothing, answers<DeskStatus>()),
  /**
   * Saves cancellation requests for moves of one booking, all or none. Fails with `not-found`, `not-possible` (not
   * sent, or the provider takes no cancellation), `too-late`, `already-asked` or `not-saved`.
   */
  requestCancellation: defineCall(
    z.strictObject({ moveIds: z.array(id).min(1).max(2).readonly(), who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Saves new values for a move. Fails with `invalid`, `not-found`, `not-possible`, `too-late` (collected or
   * canceled), `already-asked` or `not-saved`.
   */
  requestChange: defineCall(
    z.strictObject({ moveId: id, change: changeSchema, who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /** Withdraws an amendment that was certainly not sent. Fails with `not-found`, `already-sent` or `not-saved`. */
  withdrawAmendment: defineCall(z.strictObject({ amendmentId: id }), answers<BookedMoves>()),
  readDraft: defineCall(nothing, answers<StoredDraft | null>()),
  /** Stores the draft of the form. Fails with `not-saved`. */
  saveDraft: defineCall(
    z.strictObject({
      form: z.record(z.string().max(60), z.string().max(4000)).refine((form) => Object.keys(form).length <= 120),
    }),
    answers<null>(),
  ),
  clearDraft: defineCall(nothing, answers<null>()),
  /** Cuts or restores the connection to the practice service. Fails with `not-practice`. */
  setPracticeConnection: defineCall(z.strictObject({ link: z.enum(['up', 'cut']) }), answers<DeskStatus>()),
  /** Opens a provider's page in the system browser if its host is allowed. Fails with `not-allowed`. */
  openLink: defineCall(z.strictObject({ url: z.string().max(2000) }), answers<null>()),
  /**
   * Fetches a move that this desk did not book and stores it for reading; returns the stored move if the provider
   * cannot be asked now. Fails with `not-found` (and deletes the stored move), `unreachable` (without a stored move)
   * or `busy`.
   */
  fetchExternalMove: defineCall(z.strictObject({ number: z.int().positive() }), answers<FetchExternalMoveResult>()),
  /** Stored external moves that contain every word, the newest fetched first. Fails with `busy`. */
  searchExternalMoves: defineCall(z.strictObject({ text: z.string().max(200) }), answers<ExternalMoveMatches>()),
  /** Straight miles from the service lot to a ZIP, for the ready-by estimate, or null. */
  distanceTo: defineCall(z.strictObject({ zip: z.string().max(10) }), answers<{ miles: number | null }>()),
  /** The settings of the desk, never with a token. */
  readSettings: defineCall(nothing, answers<SettingsView>()),
  /**
   * Tests the connection to the provider of these settings with the typed or stored token, by fetching a nonexistent
   * move. Books and stores nothing; fails with `invalid` or `not-possible` (practice mode has no provider).
   */
  testConnection: defineCall(settingsSchema, answers<ConnectionTest>()),
  /**
   * Changes the settings, except those that a settings file names. Fails with `invalid`, `open-bookings`, `not-saved`,
   * `not-allowed` (another desk uses the practice store of this folder) or `busy`, and then changes nothing.
   */
  changeSettings: defineCall(settingsSchema, answers<SettingsView>()),
  /**
   * Recovers the bookings of a damaged store and opens the desk; every other call fails with `damaged` until then.
   * Fails with `not-found` without damage, `busy`, `not-saved` or `not-allowed`.
   */
  recoverStore: defineCall(nothing, answers<RecoveryReport>()),
  /** The appearance settings of this workstation. Answers even without an open desk. */
  readAppearance: defineCall(nothing, answers<Appearance>()),
  /** Changes the appearance at once. Fails with `not-saved`; the appearance then holds until the app quits. */
  changeAppearance: defineCall(appearanceSchema, answers<Appearance>()),
} satisfies Readonly<Record<CallName, CallDefinition<unknown, unknown>>>

/** The argument and the answer of each call. */
export type BridgeCalls = {
  readonly [K in CallName]: (typeof BRIDGE_CALLS)[K] extends CallDefinition<infer In, infer Out>
    ? { readonly in: In; readonly out: Out }
    : never
}

/**
 * A result as it crosses the bridge. `asOf` is the number of the newest `movesChanged` event that the result includes,
 * so an event with a greater number is newer.
 */
export type Reply<T> = Result<T> & { readonly asOf: number }

/** The events that the main process sends to the window. Each occurrence is one event. */
export type BridgeEvents = {
  /**
   * A commit changed these bookings. `change` counts such events from 1, and `status` is the status after the commit.
   */
  movesChanged: { readonly bookingIds: readonly string[]; readonly change: number; readonly status: DeskStatus }
  /** The status changed without a changed booking. */
  deskChanged: DeskStatus
  /** The desk was closed because a store is damaged. Every call fails with this failure from now on. */
  deskDamaged: Failure
  /** A person chose a command in the menu bar. `command` is an id of `shared/desk/commands.ts`. */
  commandChosen: { readonly command: string }
}

/** The object that the preload puts into the page as `window.lanekeeper`. */
export type Bridge = {
  readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Promise<Reply<BridgeCalls[K]['out']>>
} & {
  /** Calls `listener` at each event until the returned function is called. */
  readonly on: <E extends EventName>(event: E, listener: (what: BridgeEvents[E]) => void) => () => void
}
