import { z } from 'zod'
import type { AskedAnswer, FoundAsked } from './asked-move.ts'
import { bookingSchema, type Booking } from './booking.ts'
import { dayAskedSchema, type Day, type DayAsked } from './day.ts'
import { knowinglySchema, type KnownCustomer, type Knowingly, type ZipTown } from './customer.ts'
import type { Failure, Result } from './failure.ts'
import type { History } from './history.ts'
import type { Link, LinkCause } from './link.ts'
import { lookupSchema, type FoundMoves, type Lookup } from './lookup.ts'
import type { BookedMoves } from './move.ts'
import type { BroughtBack } from './recovery.ts'
import type { Queue } from './queue.ts'
import type { Reminder } from './reminder.ts'
import type { Rooftop } from './rooftop.ts'
import { settingsSchema, type Notice, type SettingsChange, type SettingsView } from './settings.ts'
import type { UtcInstant } from './time.ts'
import { waySchema, whoSchema, type Way } from './ways.ts'
import { changeSchema, type Change } from './wish.ts'
import { appearanceSchema, type Appearance } from './workstation.ts'

/*
 * The one contract between the window and the main process. The preload, the handlers and the renderer's client are all
 * derived from it: a call is added here, and nothing compiles until each side has it.
 */

/** What came of trying a provider; `cause` is null where it answers as a provider does. Nothing was booked or kept. */
export type Trial = { readonly good: boolean; readonly cause: LinkCause | null; readonly words: string }

/** Everything that the frame of the window shows. */
export type DeskStatus = {
  readonly link: Link
  /** Bookings that leave by themselves, or of which a cancellation or a change does. */
  readonly waiting: number
  /** Bookings that a person must look at: in doubt, refused or held, or with a move of which something asked was refused or that the provider does not know. */
  readonly attention: number
  /** What reminds of the bookings that may be booked; null while there is none. */
  readonly reminder: Reminder | null
  /** Moves about which the provider answers what cannot be read; the others are kept up to date. */
  readonly setAside: number
  readonly lastSentAt: UtcInstant | null
  /** The provider's one-way has a place for its destination; without one it travels in the driver's instructions. */
  readonly takesDestination: boolean
  readonly rooftop: Rooftop
  /** The practice service's link switch; null when the desk works with a real provider. */
  readonly practice: { readonly link: 'up' | 'cut' } | null
  /** What somebody must know of the settings or of this PC. */
  readonly notices: readonly Notice[]
  readonly version: string
  /** The time that the desk goes by: this PC's, or the provider's while this PC's clock is wrong. */
  readonly now: UtcInstant
  /** Milliseconds of the monotonic clock when it was said: an answer may arrive after an event that is newer. */
  readonly asOf: number
}

/** Before the names of what waits behind the form, in a kept draft: taken out of it, not saved yet, and to be put back. */
export const WAITING_DRAFT = 'waiting.'

/** What stands in the form, kept so that a crash or a restart loses nothing typed. `form` is the form's own shape. */
export type KeptDraft = { readonly form: Readonly<Record<string, string>>; readonly keptAt: UtcInstant }

/** The names of all calls; the preload exposes these and no more. */
export const CALLS = [
  'readDesk',
  'lookNow',
  'bookMove',
  'bookKnowingly',
  'findAlike',
  'knownCustomer',
  'placeOfZip',
  'getBooking',
  'readHistory',
  'copyRaw',
  'copyText',
  'findMoves',
  'readQueue',
  'readDay',
  'changeBooking',
  'withdrawBooking',
  'settleBooking',
  'remindLater',
  'askCancel',
  'askChange',
  'withdrawWish',
  'readDraft',
  'keepDraft',
  'clearDraft',
  'setPracticeLink',
  'openLink',
  'askMove',
  'findAsked',
  'milesTo',
  'readSettings',
  'tryProvider',
  'changeSettings',
  'bringBack',
  'readAppearance',
  'changeAppearance',
] as const

export type CallName = (typeof CALLS)[number]

/** What each call takes and answers. Answers are always a `Result`; failures by code stand at each. */
export type BridgeCalls = {
  /** The desk's state now. */
  readDesk: { in: null; out: DeskStatus }
  /** The network may have come or gone: the link is looked at. What a browser says of it is a hint and never believed. */
  lookNow: { in: null; out: null }
  /** Saves a booking (4.2, 4.3) and answers from the local commit alone. `invalid`, `not-saved`. */
  bookMove: { in: Booking; out: BookedMoves }
  /** The same for a booking that was shown beside others like it; who saved it all the same, and beside which, is kept. */
  bookKnowingly: { in: Knowingly; out: BookedMoves }
  /** Bookings of that day for the same repair order, VIN, phone or customer's name that still stand, but for `except`. */
  findAlike: { in: { booking: Booking; except: string | null }; out: readonly BookedMoves[] }
  /** Who has a phone, from this desk's own bookings; null where nobody has. */
  knownCustomer: { in: { phone: string }; out: KnownCustomer | null }
  /** City and state of a ZIP from the offline data; null for one that it does not hold. */
  placeOfZip: { in: { zip: string }; out: ZipTown | null }
  /** A booking with its moves. `not-found`. */
  getBooking: { in: { bookingId: string }; out: BookedMoves }
  /** What happened to a booking, and by whom, the newest last. `not-found`. */
  readHistory: { in: { bookingId: string }; out: History }
  /** Puts all that the store has of a booking onto the clipboard, as text for support. `not-found`. */
  copyRaw: { in: { bookingId: string }; out: null }
  /** Puts a text onto the clipboard. */
  copyText: { in: { text: string }; out: null }
  /** Moves that hold every word, newest first; only local. `invalid`. */
  findMoves: { in: Lookup; out: FoundMoves }
  /** What is not settled, with when each must leave, and what became of the day's bookings. */
  readQueue: { in: null; out: Queue }
  /** The bookings of a day of the rooftop, by their time. `invalid`. */
  readDay: { in: DayAsked; out: Day }
  /**
   * Asks for something else in the place of a booking that has certainly not left. `not-found`, `already-sent`, `invalid`,
   * `not-possible` (another kind of booking), `not-saved`: nothing is changed.
   */
  changeBooking: { in: { bookingId: string; booking: Booking }; out: BookedMoves }
  /** Takes back what has certainly not been sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawBooking: { in: { bookingId: string }; out: BookedMoves }
  /**
   * Does what a person decided about a booking that does not settle by itself. `not-found`, `not-possible` (it is in
   * another state, or the quarantine has not passed), `not-saved`: nothing was done.
   */
  settleBooking: { in: { bookingId: string; way: Way }; out: BookedMoves }
  /** Puts the reminder of what may be booked off until its next rung, see `shared/reminder.ts`. `not-saved`. */
  remindLater: { in: null; out: DeskStatus }
  /**
   * Saves that moves of one booking are to be canceled, all or none (provider.md 8). `not-found`, `not-possible` (not
   * sent, or its provider takes no cancellation), `too-late`, `already-asked`, `not-saved`.
   */
  askCancel: { in: { moveIds: readonly string[]; who: string }; out: BookedMoves }
  /**
   * Saves new values for a move (provider.md 7). `invalid`, `not-found`, `not-possible`, `too-late` (collected, or
   * canceled), `already-asked`, `not-saved`.
   */
  askChange: { in: { moveId: string; change: Change; who: string }; out: BookedMoves }
  /** Takes back a cancellation or a change that has certainly not been sent. `not-found`, `already-sent`, `not-saved`. */
  withdrawWish: { in: { wishId: string }; out: BookedMoves }
  readDraft: { in: null; out: KeptDraft | null }
  /** `not-saved`. */
  keepDraft: { in: { form: Readonly<Record<string, string>> }; out: null }
  clearDraft: { in: null; out: null }
  /** Cuts or restores the practice service's link. `not-practice`. */
  setPracticeLink: { in: { link: 'up' | 'cut' }; out: DeskStatus }
  /** Opens a provider's page in the system browser when its host is on the list. `not-allowed`. */
  openLink: { in: { url: string }; out: null }
  /**
   * A move that is not booked on this desk, asked for at the provider and kept to read; the kept one where it cannot be
   * asked now. `not-found` (what was kept of it goes), `unreached` (and none is kept), `busy`.
   */
  askMove: { in: { number: number }; out: AskedAnswer }
  /** Such moves as are kept and hold every word, the newest asked first; only local. `busy`. */
  findAsked: { in: { text: string }; out: FoundAsked }
  /** Straight miles from the service lot to a ZIP, for the estimate of ready-by; null where that is not known. */
  milesTo: { in: { zip: string }; out: { miles: number | null } }
  /** What the desk is set to. A token is never in it. */
  readSettings: { in: null; out: SettingsView }
  /**
   * Asks the provider of such settings for a move that nobody has, with the token that is typed or kept: nothing is booked
   * and nothing is kept. `invalid`, `not-possible` (practice has no provider).
   */
  tryProvider: { in: SettingsChange; out: Trial }
  /**
   * Changes the settings; what a settings file names stays as it says. Nothing is changed on a failure: `invalid`,
   * `open-bookings`, `not-saved`, `not-allowed` (another desk practises in this profile), `busy`.
   */
  changeSettings: { in: SettingsChange; out: SettingsView }
  /**
   * Brings the bookings of a damaged store back from their copies and opens the desk. While it is damaged every other call
   * answers `damaged`. `not-found` when nothing is damaged, `busy`, `not-saved`, `not-allowed`.
   */
  bringBack: { in: null; out: BroughtBack }
  /** How this workstation likes the desk to look; answered also while there is no desk. */
  readAppearance: { in: null; out: Appearance }
  /** Changes that at once, for this workstation. `not-saved`: it holds until the app ends. */
  changeAppearance: { in: Appearance; out: Appearance }
}

const nothing = z.null()
const id = z.string().min(1).max(64)
const bookingId = z.strictObject({ bookingId: id })

/** The schemas that every call's argument must pass in the main process. A function, so that the preload stays free of zod. */
export function callSchemas(): { readonly [K in CallName]: z.ZodType<BridgeCalls[K]['in']> } {
  return {
    readDesk: nothing,
    lookNow: nothing,
    bookMove: bookingSchema,
    bookKnowingly: knowinglySchema,
    findAlike: z.strictObject({ booking: bookingSchema, except: id.nullable() }),
    knownCustomer: z.strictObject({ phone: z.string().max(60) }),
    placeOfZip: z.strictObject({ zip: z.string().max(10) }),
    getBooking: bookingId,
    readHistory: bookingId,
    copyRaw: bookingId,
    copyText: z.strictObject({ text: z.string().min(1).max(2000) }),
    findMoves: lookupSchema,
    readQueue: nothing,
    readDay: dayAskedSchema,
    changeBooking: bookingId.extend({ booking: bookingSchema }),
    withdrawBooking: bookingId,
    settleBooking: bookingId.extend({ way: waySchema }),
    remindLater: nothing,
    askCancel: z.strictObject({ moveIds: z.array(id).min(1).max(2), who: whoSchema }),
    askChange: z.strictObject({ moveId: id, change: changeSchema, who: whoSchema }),
    withdrawWish: z.strictObject({ wishId: id }),
    readDraft: nothing,
    keepDraft: z.strictObject({
      form: z.record(z.string().max(60), z.string().max(4000)).refine((form) => Object.keys(form).length <= 120),
    }),
    clearDraft: nothing,
    setPracticeLink: z.strictObject({ link: z.enum(['up', 'cut']) }),
    openLink: z.strictObject({ url: z.string().max(2000) }),
    askMove: z.strictObject({ number: z.int().positive() }),
    findAsked: z.strictObject({ text: z.string().max(200) }),
    milesTo: z.strictObject({ zip: z.string().max(10) }),
    readSettings: nothing,
    tryProvider: settingsSchema,
    changeSettings: settingsSchema,
    bringBack: nothing,
    readAppearance: nothing,
    changeAppearance: appearanceSchema,
  }
}

/** What the main process tells the window. Events announce; they never steer. */
export type BridgeEvents = {
  /** These bookings changed, whoever changed them. */
  movesChanged: { readonly bookingIds: readonly string[] }
  deskChanged: DeskStatus
  /** The desk was closed because a store turned out to be damaged; the failure is what every call answers from now on. */
  deskDamaged: Failure
  /** A person chose a command in the menu bar; `command` is an id of `shared/commands.ts`. */
  commandChosen: { readonly command: string }
}

export const EVENTS = [
  'movesChanged',
  'deskChanged',
  'deskDamaged',
  'commandChosen',
] as const satisfies readonly (keyof BridgeEvents)[]

export type EventName = (typeof EVENTS)[number]

/** The object that the preload puts into the page as `window.lanekeeper`. */
export type Bridge = {
  readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Promise<Result<BridgeCalls[K]['out']>>
} & {
  /** Calls `heard` at each event until the returned function is called. */
  readonly on: <E extends EventName>(event: E, heard: (what: BridgeEvents[E]) => void) => () => void
}

/** The IPC channel of a call and of an event. */
export function callChannel(name: CallName): string {
  return `call:${name}`
}

export function eventChannel(name: EventName): string {
  return `event:${name}`
}
