import { fromMillis, parseUtc, toMillis, type UtcInstant } from '../time/time.ts'

/*
 * When the reminder of bookings in doubt is due (test/spec/reliability.md#reminder). If a stored time cannot be read,
 * or the clock was set back before `since` or before the snooze, a snooze lasts at most `URGENT_REPEAT_MS`.
 */

/** A booking in doubt, with the values that the reminder shows. */
export type InDoubtBooking = {
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly customerName: string | null
  /** The customer's vehicle of a pair or the vehicle of a one-way, as `formatVehicle` writes the vehicle. */
  readonly vehicle: string
  /** When the entry went in doubt, or last changed while in doubt, for example by a resend or a wrong number. */
  readonly since: UtcInstant
  /** The appointment of a pair; the requested ready-by time of a one-way. */
  readonly time: UtcInstant
}

export type ReminderStep = {
  /** Number of due times that have passed since the doubt began. The window flashes again when this number changes. */
  readonly step: number
  readonly due: boolean
  readonly urgent: boolean
  /** When the reminder is due again; null while the reminder is due. */
  readonly nextAt: UtcInstant | null
}

/** The reminder for all bookings in doubt. */
export type Reminder = ReminderStep & {
  readonly count: number
  /** The most urgent booking. `time` is null if the stored value is not a time. */
  readonly first: Omit<InDoubtBooking, 'since' | 'time'> & { readonly time: UtcInstant | null }
}

const MINUTE_MS = 60_000
/** Delays after the start of the doubt at which the reminder is due. A snooze lasts until the next of these steps. */
const REMINDER_STEPS_MS = [0, 5, 15, 30].map((minutes) => minutes * MINUTE_MS)
const LAST_STEP_MS = 30 * MINUTE_MS
/** Interval between the steps after `LAST_STEP_MS`. */
const REPEAT_MS = 30 * MINUTE_MS
/** From this long before the booking's time, the reminder is urgent and a snooze lasts `URGENT_REPEAT_MS`. */
const URGENT_BEFORE_MS = 120 * MINUTE_MS
const URGENT_REPEAT_MS = 5 * MINUTE_MS

/** Returns the reminder step of one booking. `putOffAt` is when a person last snoozed the reminder; null for never. */
export function reminderStep(
  doubt: Pick<InDoubtBooking, 'since' | 'time'>,
  putOffAt: UtcInstant | null,
  now: UtcInstant,
): ReminderStep {
  const at = toMillis(now)
  const since = millisOf(doubt.since)
  const putOff = putOffAt === null ? null : pastOnly(millisOf(putOffAt), at)
  const time = millisOf(doubt.time)
  const urgentFrom = time === null ? null : time - URGENT_BEFORE_MS
  const urgent = urgentFrom === null || at >= urgentFrom
  const began = pastOnly(since, at)
  const back = putOff === null ? at : backAt(since, urgentFrom, putOff)
  const due = back <= at
  return {
    step: began === null ? 0 : stepsBetween(began, at) + urgentSteps(began, urgentFrom, at),
    due,
    urgent,
    nextAt: due ? null : fromMillis(back),
  }
}

/** Returns the one reminder for all bookings in doubt, due as soon as one of them is due; null for an empty list. */
export function reminderOf(
  doubts: readonly InDoubtBooking[],
  putOffAt: UtcInstant | null,
  now: UtcInstant,
): Reminder | null {
  const at = toMillis(now)
  const all = doubts.map((doubt) => {
    const time = parseUtc(doubt.time)
    return {
      doubt,
      time,
      far: time === null ? 0 : Math.abs(toMillis(time) - at),
      on: reminderStep(doubt, putOffAt, now),
    }
  })
  // Among equally urgent bookings, the time nearest to now comes first, past or future. A booking whose time passed
  // long ago must not hide a booking whose time can still be met.
  const [first] = all.toSorted((a, b) => Number(b.on.urgent) - Number(a.on.urgent) || a.far - b.far)
  if (first === undefined) return null
  const { bookingId, kind, action, customerName, vehicle } = first.doubt
  const due = all.some(({ on }) => on.due)
  const [nextAt = null] = all.flatMap(({ on }) => on.nextAt ?? []).toSorted()
  return {
    count: all.length,
    step: all.reduce((sum, { on }) => sum + on.step, 0),
    due,
    urgent: first.on.urgent,
    nextAt: due ? null : nextAt,
    first: { bookingId, kind, action, customerName, vehicle, time: first.time },
  }
}

/**
 * Returns when a snoozed reminder is due again, in epoch milliseconds. A booking that went in doubt after the snooze is
 * due from `since`, but no later than `URGENT_REPEAT_MS` after the snooze, because a clock that was set back leaves
 * `since` in the future.
 */
function backAt(since: number | null, urgentFrom: number | null, putOff: number): number {
  const soon = putOff + URGENT_REPEAT_MS
  const first = since !== null && since > putOff ? Math.min(soon, since) : soon
  if (urgentFrom === null || putOff >= urgentFrom) return first
  return Math.min(since === null || since > putOff ? first : nextStep(since, putOff), urgentFrom)
}

function nextStep(began: number, after: number): number {
  const early = REMINDER_STEPS_MS.find((step) => began + step > after)
  if (early !== undefined) return began + early
  return began + LAST_STEP_MS + (Math.floor((after - began - LAST_STEP_MS) / REPEAT_MS) + 1) * REPEAT_MS
}

function stepsBetween(began: number, at: number): number {
  const early = REMINDER_STEPS_MS.filter((step) => began + step <= at).length
  return early + Math.max(0, Math.floor((at - began - LAST_STEP_MS) / REPEAT_MS))
}

function urgentSteps(began: number, urgentFrom: number | null, at: number): number {
  const from = Math.max(began, urgentFrom ?? began)
  return at < from ? 0 : Math.floor((at - from) / URGENT_REPEAT_MS) + 1
}

/**
 * Returns `ms` if that time has come; null for no time, and for a time in the future, which shows that the clock was
 * set back since.
 */
function pastOnly(ms: number | null, at: number): number | null {
  return ms === null || ms > at ? null : ms
}

function millisOf(text: string): number | null {
  const utc = parseUtc(text)
  return utc === null ? null : toMillis(utc)
}
