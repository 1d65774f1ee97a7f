import { fromMillis, parseUtc, toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The reminder ladder of bookings that may be booked (test/spec/reliability.md#reminder). Each is due at once when it
 * comes in doubt, and stays so until a person puts it off; then it comes back at the next rung: 5, 15 and 30 minutes
 * after it came in doubt, and every 30 minutes after that. From two hours before its time on it is urgent: due at once,
 * also where it was put off, and put off for five minutes at most. No time ends it. Rows can hold what is no time, and
 * clocks are set: both make it due, never quiet.
 */

/** A booking that may be booked. */
export type InDoubtBooking = {
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly customerName: string | null
  /** The customer's vehicle, or the one of a one-way, as it is said. */
  readonly vehicle: string
  /** When it came in doubt, or was last looked at by a person who could not settle it. */
  readonly since: UtcInstant
  /** The appointment of a pair; the asked ready-by of a one-way. */
  readonly time: UtcInstant
}

export type ReminderStep = {
  /** How many rungs it has come past; grows with time. */
  readonly rung: number
  readonly due: boolean
  readonly urgent: boolean
  /** When it comes due; null while it is. */
  readonly nextAt: UtcInstant | null
}

/** All bookings that may be booked, as one reminder. */
export type Reminder = ReminderStep & {
  readonly count: number
  /** The most urgent one; its time is null where what stands there is none. */
  readonly first: Omit<InDoubtBooking, 'since' | 'time'> & { readonly time: UtcInstant | null }
}

const MINUTE_MS = 60_000
/** Minutes after it came in doubt. */
const REMINDER_STEPS_MINUTES = [0, 5, 15, 30].map((minutes) => minutes * MINUTE_MS)
const LAST_STEP_MINUTES = 30 * MINUTE_MS
const REPEAT_MINUTES = 30 * MINUTE_MS
const URGENT_BEFORE_MINUTES = 120 * MINUTE_MS
const URGENT_REPEAT_MINUTES = 5 * MINUTE_MS

/** Where a booking stands on the ladder. `putOffAt` is when a person last put off the reminder; null where nobody did. */
export function reminderStep(
  doubt: Pick<InDoubtBooking, 'since' | 'time'>,
  putOffAt: UtcInstant | null,
  now: UtcInstant,
): ReminderStep {
  const at = toMillis(now)
  const since = millisOf(doubt.since)
  const putOff = putOffAt === null ? null : pastOnly(millisOf(putOffAt), at)
  const time = millisOf(doubt.time)
  const urgentFrom = time === null ? null : time - URGENT_BEFORE_MINUTES
  const urgent = urgentFrom === null || at >= urgentFrom
  const began = pastOnly(since, at)
  const back = putOff === null ? at : backAt(since, urgentFrom, putOff)
  const due = back <= at
  return {
    rung: began === null ? 0 : stepsBetween(began, at) + urgentSteps(began, urgentFrom, at),
    due,
    urgent,
    nextAt: due ? null : fromMillis(back),
  }
}

/** The one reminder of all that may be booked; null where nothing is. Due as soon as one of them is. */
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
  // The nearest to its time: one whose time passed long ago can wait for one that can still be met.
  const [first] = all.toSorted((a, b) => Number(b.on.urgent) - Number(a.on.urgent) || a.far - b.far)
  if (first === undefined) return null
  const { bookingId, kind, action, customerName, vehicle } = first.doubt
  const due = all.some(({ on }) => on.due)
  const [nextAt = null] = all.flatMap(({ on }) => on.nextAt ?? []).toSorted()
  return {
    count: all.length,
    rung: all.reduce((sum, { on }) => sum + on.rung, 0),
    due,
    urgent: first.on.urgent,
    nextAt: due ? null : nextAt,
    first: { bookingId, kind, action, customerName, vehicle, time: first.time },
  }
}

/**
 * When what was put off comes back. What came in doubt since then was not: it is due when it did, and where that is still to
 * come because the clock was set back, or is not known, after the shortest time of the ladder.
 */
function backAt(since: number | null, urgentFrom: number | null, putOff: number): number {
  const soon = putOff + URGENT_REPEAT_MINUTES
  const first = since !== null && since > putOff ? Math.min(soon, since) : soon
  if (urgentFrom === null || putOff >= urgentFrom) return first
  return Math.min(since === null || since > putOff ? first : nextStep(since, putOff), urgentFrom)
}

function nextStep(began: number, after: number): number {
  const early = REMINDER_STEPS_MINUTES.find((rung) => began + rung > after)
  if (early !== undefined) return began + early
  return (
    began + LAST_STEP_MINUTES + (Math.floor((after - began - LAST_STEP_MINUTES) / REPEAT_MINUTES) + 1) * REPEAT_MINUTES
  )
}

function stepsBetween(began: number, at: number): number {
  const early = REMINDER_STEPS_MINUTES.filter((rung) => began + rung <= at).length
  return early + Math.max(0, Math.floor((at - began - LAST_STEP_MINUTES) / REPEAT_MINUTES))
}

function urgentSteps(began: number, urgentFrom: number | null, at: number): number {
  const from = Math.max(began, urgentFrom ?? began)
  return at < from ? 0 : Math.floor((at - from) / URGENT_REPEAT_MINUTES) + 1
}

/** A time that has come; null for what is none, and for one that is still to come because the clock was set back since. */
function pastOnly(ms: number | null, at: number): number | null {
  return ms === null || ms > at ? null : ms
}

function millisOf(text: string): number | null {
  const utc = parseUtc(text)
  return utc === null ? null : toMillis(utc)
}
