import { fromMillis, parseUtc, toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The reminder of bookings in doubt (test/spec/reliability.md#reminder) is due at once and stays until a person
 * snoozes it; it returns 5, 15 and 30 minutes after the booking came in doubt, then every 30 minutes, and never ends
 * by itself. From two hours before the booking's time on it is urgent: due at once and snoozed for five minutes at
 * most. An invalid time or a changed clock makes the reminder due.
 */

/** A booking in doubt. */
export type InDoubtBooking = {
  readonly bookingId: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly customerName: string | null
  /** The customer's vehicle, or the vehicle of a one-way, as text. */
  readonly vehicle: string
  /** When the booking came in doubt, or a person last reviewed it without a result. */
  readonly since: UtcInstant
  /** The appointment of a pair, or the requested ready-by of a one-way. */
  readonly time: UtcInstant
}

export type ReminderStep = {
  /** How many steps have passed; grows with time. */
  readonly rung: number
  readonly due: boolean
  readonly urgent: boolean
  /** When the reminder becomes due; null while it is due. */
  readonly nextAt: UtcInstant | null
}

/** One reminder for all bookings in doubt. */
export type Reminder = ReminderStep & {
  readonly count: number
  /** The most urgent booking. Its time is null if the stored time is invalid. */
  readonly first: Omit<InDoubtBooking, 'since' | 'time'> & { readonly time: UtcInstant | null }
}

const MINUTE_MS = 60_000
/** Minutes after the booking came in doubt. */
const REMINDER_STEPS_MINUTES = [0, 5, 15, 30].map((minutes) => minutes * MINUTE_MS)
const LAST_STEP_MINUTES = 30 * MINUTE_MS
const REPEAT_MINUTES = 30 * MINUTE_MS
const URGENT_BEFORE_MINUTES = 120 * MINUTE_MS
const URGENT_REPEAT_MINUTES = 5 * MINUTE_MS

/** The reminder step of a booking. `putOffAt` is when a person last snoozed the reminder, or null. */
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

/** The common reminder of all bookings in doubt; null without any. Due as soon as one booking's reminder is due. */
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
  // The booking nearest to its time comes first. A booking whose time passed long ago is less urgent than one that can
  // still be driven.
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
 * When a snoozed reminder returns. A booking that came in doubt after the snooze is due at once; if that moment is
 * unknown or in the future after a clock change, the shortest step applies.
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

/** A time in the past; null for an invalid time, and for a time in the future after a clock change. */
function pastOnly(ms: number | null, at: number): number | null {
  return ms === null || ms > at ? null : ms
}

function millisOf(text: string): number | null {
  const utc = parseUtc(text)
  return utc === null ? null : toMillis(utc)
}
