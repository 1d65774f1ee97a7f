import type { About } from '../desk/about.ts'
import { MAX_INVITATION_LENGTH, type BoardView } from '../desk/board-membership.ts'
import type { Takeover } from '../desk/board-status.ts'
import { z } from 'zod/mini'
import type { StoredDraft } from '../booking/stored-draft.ts'
import type { FetchExternalMoveResult, ExternalMoveMatches } from '../move/external-move.ts'
import { bookingSchema } from '../booking/booking.ts'
import { dayRequestSchema, type Day } from '../views/day.ts'
import { duplicateOverrideSchema, promisedSchema } from '../booking/duplicate-override.ts'
import type { Failure, Result } from '../result.ts'
import { optionalLine } from '../text-schema.ts'
import type { History } from '../views/history.ts'
import type { Changes } from '../desk/changes.ts'
import type { ConnectionTest } from '../desk/connection.ts'
import { lookupSchema, type FoundBookings } from '../views/lookup.ts'
import type { BookedMoves } from '../move/move.ts'
import type { RecoveryReport } from '../desk/damage.ts'
import type { Inbox } from '../views/inbox.ts'
import { PRACTICE_CONNECTIONS } from '../desk/practice.ts'
import { settingsSchema, type SettingsView } from '../desk/settings.ts'
import { zonedTimeSchema } from '../time/zoned-time.ts'
import { KEPT } from '../outbox/reschedule-link.ts'
import { resolutionSchema, requesterSchema } from '../outbox/resolution.ts'
import { changeSchema } from '../outbox/amendment.ts'
import { newFactSchema } from '../booking/added-facts.ts'
import { appearanceSchema, type Appearance } from '../desk/window-preferences.ts'
import { answers, defineCall, type CallDefinition } from './define-call.ts'
import type { DeskStatus } from './desk-status.ts'
import { FORM_CALLS } from './form-calls.ts'
import type { CallName, EventName } from './names.ts'

/*
 * The contract of the bridge: one `defineCall` for each call gives the schema of its argument and the type of its
 * result. The types of the handlers and of the window's client derive from this file, so a call without a handler does
 * not compile.
 */

export type { DeskStatus }

const nothing = z.null()
const id = z.string().check(z.minLength(1), z.maxLength(64))
const bookingId = z.strictObject({ bookingId: id })

/**
 * Every call; each resolves to a `Result`. The comment of a call names the failure codes of that call; any call can
 * also fail with `invalid`, `not-allowed` or `internal`, and a call that needs the desk also with the reason why the
 * desk cannot act, for example `busy` or `damaged`.
 */
export const BRIDGE_CALLS = {
  ...FORM_CALLS,
  readStatus: defineCall(nothing, answers<DeskStatus>()),
  /**
   * Asks for a health check: at once, or after the current round of the send queue. Nothing happens during a pause that
   * the provider asked for or that the circuit breaker began.
   */
  checkConnection: defineCall(nothing, answers<null>()),
  /**
   * Saves a booking and returns after the local commit, without waiting for the network. Fails with `invalid`,
   * `not-saved`, or `loaner-promised` if another customer has or gets the loaner.
   */
  bookMove: defineCall(bookingSchema, answers<BookedMoves>()),
  /**
   * Saves a booking as `bookMove` does, despite duplicate candidates or a promised loaner. Stores who saved the booking
   * and which bookings were shown.
   */
  bookDespiteDuplicates: defineCall(duplicateOverrideSchema, answers<BookedMoves>()),
  /** Reads a booking with its moves. Fails with `not-found`. */
  getBooking: defineCall(bookingId, answers<BookedMoves>()),
  /** Reads the history of a booking, the newest event last. Fails with `not-found`. */
  readHistory: defineCall(bookingId, answers<History>()),
  /** Copies all stored data of a booking to the clipboard, as text for support. Fails with `not-found`. */
  copySupportDump: defineCall(bookingId, answers<null>()),
  copyText: defineCall(z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(2000)) }), answers<null>()),
  /** Searches the moves in the store, newest first. Fails with `invalid`. */
  findBookings: defineCall(lookupSchema, answers<FoundBookings>()),
  /** Reads the bookings that wait or need a person, with their send-by times, and the tally of the day. */
  readInbox: defineCall(nothing, answers<Inbox>()),
  /** Reads the bookings of a day in the rooftop's zone, in order of their time. Fails with `invalid`. */
  readDay: defineCall(dayRequestSchema, answers<Day>()),
  /** Opens the system's print dialog for the sheet that the page shows in print. Answers once the dialog is closed. */
  printSheet: defineCall(nothing, answers<null>()),
  /**
   * Changes a booking that is certainly not booked. Fails with `not-found`, `already-sent`, `invalid`, `not-saved`,
   * `loaner-promised` as `bookMove` does, or `not-possible` (another kind of booking, or the provider reports a move in
   * progress with this reference).
   */
  changeBooking: defineCall(
    z.extend(bookingId, { booking: bookingSchema, promised: promisedSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Gives a booking another time, and returns that booking or its replacement. Fails with `not-found`, `invalid`,
   * `not-saved`, `not-possible`, `too-late`, `already-asked`, or `loaner-promised` as `bookMove` does.
   */
  rescheduleBooking: defineCall(
    z.extend(bookingId, {
      time: zonedTimeSchema,
      // The words of the window of that time, for the driver's notes.
      window: z._default(optionalLine(40), null),
      who: requesterSchema,
      promised: promisedSchema,
    }),
    answers<BookedMoves>(),
  ),
  /**
   * Records which booking of a reschedule the provider keeps, by the id of the old booking. Fails with `not-found`,
   * `not-possible` or `not-saved`.
   */
  settleReschedule: defineCall(
    z.extend(bookingId, { replacementId: id, kept: z.enum(KEPT), who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /** Withdraws a booking that is certainly not booked. Fails with `not-found`, `already-sent` or `not-saved`. */
  withdrawBooking: defineCall(bookingId, answers<BookedMoves>()),
  /**
   * Applies a person's decision about a booking, see `resolutionSchema`. Fails with `not-found`, `not-saved`, or
   * `not-possible` (the decision does not fit the state or the numbers, or the quarantine has not passed).
   */
  resolveBooking: defineCall(z.extend(bookingId, { resolution: resolutionSchema }), answers<BookedMoves>()),
  /**
   * Adds a fact to a booking that has left; a loaner becomes a change request while the provider takes one. Fails with
   * `not-found`, `invalid`, `not-saved`, `loaner-promised` as `bookMove` does, or `not-possible` (the booking has not
   * left, or has no loaner).
   */
  addFact: defineCall(
    z.extend(bookingId, { fact: newFactSchema, who: requesterSchema, promised: promisedSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Finds the other bookings of the same day with this repair order, before that is added to the booking. Fails with
   * `not-found`.
   */
  findReferenceDuplicates: defineCall(
    z.extend(bookingId, { reference: z.string().check(z.minLength(1), z.maxLength(40)) }),
    answers<readonly BookedMoves[]>(),
  ),
  /** Snoozes the reminder until it is due again, see `reminderStep`. Fails with `not-saved`. */
  snoozeReminder: defineCall(nothing, answers<DeskStatus>()),
  /** Reads the board that this desk joined, without its certificate and key. */
  readBoard: defineCall(nothing, answers<BoardView>()),
  /**
   * Joins the board of an invitation, given as the text of its file, once a person agreed and the hub admitted this
   * desk; a failure changes nothing. Fails with `invalid` (no invitation), `too-late` (expired), `already-asked` (taken
   * before), `not-possible` (this desk is on another board), `unreachable`, `not-allowed`, `busy` or `not-saved`.
   */
  joinBoard: defineCall(
    z.strictObject({ invitation: z.string().check(z.minLength(1), z.maxLength(MAX_INVITATION_LENGTH)) }),
    answers<BoardView>(),
  ),
  /** Leaves the board. Fails with `not-possible` while bookings of this desk are unsettled there, or `not-saved`. */
  leaveBoard: defineCall(nothing, answers<BoardView>()),
  /**
   * Takes the open bookings of a silent desk over. Fails with `not-possible` while the board is away; what was taken
   * before stays taken, and the status shows the rest.
   */
  takeOver: defineCall(z.strictObject({ role: id, who: requesterSchema }), answers<Takeover>()),
  /**
   * Takes one booking of another desk over, so that this desk can change and send the booking. Fails with `not-found`,
   * or with `not-possible` (the board is away, or the other desk sends or changed the booking in this moment).
   */
  takeBooking: defineCall(z.extend(bookingId, { who: requesterSchema }), answers<BookedMoves>()),
  /**
   * Lets other desks take over what this desk has not sent, or ends that for what no desk took. Fails with `not-saved`.
   */
  handOver: defineCall(z.strictObject({ who: requesterSchema, withdrawn: z.boolean() }), answers<{ count: number }>()),
  /** Ends the notice that other desks took bookings of this desk over. Fails with `not-saved`. */
  markTakenOverSeen: defineCall(nothing, answers<null>()),
  /** Ends the alarm that another desk may have sent this booking too. Fails with `not-saved`. */
  markDoubleSendSeen: defineCall(bookingId, answers<null>()),
  /**
   * Saves a cancellation request for each of the moves, which must be of one booking; a failure saves no request at
   * all. Fails with `not-found`, `too-late`, `already-asked`, `not-saved`, or `not-possible` (this desk certainly did
   * not book the move, or the provider takes no cancellations).
   */
  requestCancellation: defineCall(
    z.strictObject({ moveIds: z.readonly(z.array(id).check(z.minLength(1), z.maxLength(2))), who: requesterSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Saves a change request for a move. Fails with `invalid`, `not-found`, `not-possible`, `already-asked`, `not-saved`,
   * `loaner-promised` as `bookMove` does, or `too-late` (the move is collected or canceled).
   */
  requestChange: defineCall(
    z.strictObject({ moveId: id, change: changeSchema, who: requesterSchema, promised: promisedSchema }),
    answers<BookedMoves>(),
  ),
  /**
   * Withdraws an amendment that the provider certainly does not have. Fails with `not-found`, `already-sent` or
   * `not-saved`.
   */
  withdrawAmendment: defineCall(z.strictObject({ amendmentId: id }), answers<BookedMoves>()),
  readDraft: defineCall(nothing, answers<StoredDraft | null>()),
  /** Replaces the stored draft with the fields of the form. Fails with `not-saved`. */
  saveDraft: defineCall(
    z.strictObject({
      form: z
        .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4000)))
        .check(z.refine((form) => Object.keys(form).length <= 120)),
    }),
    answers<null>(),
  ),
  /** Deletes the stored draft. Fails with `not-saved`. */
  clearDraft: defineCall(nothing, answers<null>()),
  /**
   * Cuts or restores the connection of the practice service. Fails with `not-saved`, and with `not-practice` when the
   * desk works with a real provider.
   */
  setPracticeConnection: defineCall(
    z.strictObject({ connection: z.enum(PRACTICE_CONNECTIONS) }),
    answers<DeskStatus>(),
  ),
  /**
   * Opens a page in the system browser. Fails with `not-allowed` unless the page is on the provider's own host, on a
   * host of its profile or on one of `linkHosts`; the field `host` of that failure is the host to add to `linkHosts`,
   * or null if no link host would help.
   */
  openLink: defineCall(z.strictObject({ url: z.string().check(z.maxLength(2000)) }), answers<null>()),
  /**
   * Fetches an external move and stores the move, or returns the stored move if the provider cannot show the move now.
   * Fails with `busy`, with `unreachable` if the provider cannot show the move and no move is stored, and with
   * `not-found` if no such move exists, which deletes the stored move.
   */
  fetchExternalMove: defineCall(
    z.strictObject({ number: z.int().check(z.positive()) }),
    answers<FetchExternalMoveResult>(),
  ),
  /** Searches the stored external moves, the most recently fetched first. Fails with `busy`. */
  searchExternalMoves: defineCall(
    z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    answers<ExternalMoveMatches>(),
  ),
  /** Reads the settings, without the token. */
  readSettings: defineCall(nothing, answers<SettingsView>()),
  /**
   * Tests a provider by fetching a move that does not exist, with the typed or the stored token, and stores no value.
   * Fails with `invalid`, and with `not-possible` for the practice service.
   */
  testConnection: defineCall(settingsSchema, answers<ConnectionTest>()),
  /**
   * Changes the settings, except those that the settings file sets; a failure changes no setting. Fails with `invalid`,
   * `open-bookings`, `not-saved`, `busy`, or `not-allowed` (another process has the practice store open, or a person
   * did not trust what the change newly trusts).
   */
  changeSettings: defineCall(settingsSchema, answers<SettingsView>()),
  /** Ends the notice about a change by the settings file. Fails with `not-saved`, `busy` or `damaged`. */
  markFileChangeSeen: defineCall(nothing, answers<null>()),
  /**
   * Recovers a damaged store and opens the desk; until then, calls that need the desk fail with `damaged`. Fails with
   * `busy`, `not-saved`, `not-allowed`, or `not-found` (no store is damaged).
   */
  recoverStore: defineCall(nothing, answers<RecoveryReport>()),
  /** Reads the preferences of this PC, even while no desk is open. */
  readAppearance: defineCall(nothing, answers<Appearance>()),
  /** Changes the preferences of this PC at once. After `not-saved` the change lasts until the app ends. */
  changeAppearance: defineCall(appearanceSchema, answers<Appearance>()),
  /** Reads what support asks for, even while no desk is open. Names no customer, no address and no token. */
  readAbout: defineCall(nothing, answers<About>()),
} satisfies Readonly<Record<CallName, CallDefinition<unknown, unknown>>>

/** The argument and the result of each call. */
export type BridgeCalls = {
  readonly [K in CallName]: (typeof BRIDGE_CALLS)[K] extends CallDefinition<infer In, infer Out>
    ? { readonly in: In; readonly out: Out }
    : never
}

/**
 * A result as it crosses the bridge. `asOf` is the number of the newest commit that the result takes into
 * account, so a `movesChanged` event with a greater `change` is newer than the result.
 */
export type Reply<T> = Result<T> & { readonly asOf: number }

/** The events that the main process sends to the window. */
export type BridgeEvents = {
  /**
   * Commits changed these bookings, and the call that made the commits has its answer. `change` is the number of the
   * newest of these commits, counted from 1, and `status` is the status after that commit.
   */
  movesChanged: Changes & { readonly change: number; readonly status: DeskStatus }
  /**
   * Sent when the status changed without a changed booking, and once a minute, because texts and reminders depend on
   * the time.
   */
  deskChanged: DeskStatus
  /** A damaged store closed the desk. Calls that need the desk return this failure from now on. */
  deskDamaged: Failure
  /**
   * A person chose a command in the menu bar, or started the app with a command from the taskbar. `command` is a
   * `CommandId`.
   */
  commandChosen: { readonly command: string }
}

/** The bridge as the stores of the window use it. `connect` makes it from the `TextBridge` of the preload. */
export type Bridge = {
  readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Promise<Reply<BridgeCalls[K]['out']>>
} & {
  /** Calls `listener` at each event until the returned function is called. */
  readonly on: <E extends EventName>(event: E, listener: (what: BridgeEvents[E]) => void) => () => void
}
