import { sendBy } from '../../shared/booking/send-by.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { canRelease, type HoldReason } from '../../shared/outbox/machine.ts'
import type { Fields } from '../../shared/outbox/fields.ts'
import type { ActElsewhere } from '../store/tables/decisions.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { zonedTimeSchema } from '../../shared/time/zoned-time.ts'

/*
 * Why a booking whose turn has come is held (test/spec/reliability.md#hold-reasons). A late booking is held for a
 * person, so that the desk neither drops the booking nor sends it late by itself.
 */

export type Hold = { readonly reason: HoldReason; readonly fields?: Fields }

/** After this many attempts in a row that ended the process, the booking counts as the cause. */
const MAX_CONSECUTIVE_CRASHES = 3

/**
 * A save time may lie this far in the future after a clock was corrected; a later save time comes from a wrong clock.
 */
const CLOCK_TOLERANCE_MINUTES = 5

export const UNREADABLE_HOLD: Hold = { reason: 'unreadable' }

/**
 * Returns the hold of a booking whose attempts ended the process too often in a row; null while the booking may be
 * tried. Called before the booking is read, because reading the booking may end the process.
 */
export function crashGuard(crashes: number): Hold | null {
  return crashes >= MAX_CONSECUTIVE_CRASHES ? { reason: 'crashed' } : null
}

type SeenAtSend = {
  readonly now: UtcInstant
  /** The provider's time while that time is in dispute with `now`; null while one clock is in force. */
  readonly disputedNow: UtcInstant | null
  readonly noticeMinutes: number
  /** True when `hasPossibleDuplicate` finds another booking with the same time and the same vehicle or repair order. */
  readonly duplicate: boolean
  /** What `unseenActs` finds. */
  readonly unseenActs: readonly ActElsewhere[]
}

/**
 * Returns the most serious hold of a booking; null when the booking may leave. Skips a releasable reason that a person
 * overrode, because `stepEntry` refuses another hold for that reason and the queue would try the entry forever.
 */
export function checkSendGuards(booking: BookedMoves, seen: SeenAtSend): Hold | null {
  const { overriddenHolds } = booking.entry
  const isOverridden = (code: HoldReason) => overriddenHolds.includes(code) && canRelease({ state: 'held', code })
  return holdsOf(booking, seen).find(({ reason }) => !isOverridden(reason)) ?? null
}

/**
 * Returns every hold that fits a booking, the most serious first. While two clocks are in dispute, a time has passed
 * only by both, and a person decides where one clock alone says so.
 */
function holdsOf(
  booking: BookedMoves,
  { now, disputedNow, noticeMinutes, duplicate, unseenActs }: SeenAtSend,
): readonly Hold[] {
  // A person who released `clock-disputed` vouched for the clock of this PC.
  const isSettled = booking.entry.overriddenHolds.includes('clock-disputed')
  const clocks = disputedNow === null || isSettled ? [now] : [now, disputedNow]
  const holds: Hold[] = []
  const late = clocks.filter((at) => toMillis(booking.time.utc) <= toMillis(at))
  if (late.length === clocks.length) holds.push({ reason: 'too-late' })
  // The customer was promised the wall time. New rules of the time zone may give that wall time another instant.
  if (!zonedTimeSchema.safeParse(booking.time).success) holds.push({ reason: 'zone-changed' })
  const passed = clocks.filter((at) => toMillis(sendByAt(booking, at, noticeMinutes)) < toMillis(at))
  if (passed.length === clocks.length)
    holds.push({ reason: 'send-by-passed', fields: { sendBy: sendByAt(booking, now, noticeMinutes) } })
  if ([late, passed].some(({ length }) => length > 0 && length < clocks.length))
    holds.push({ reason: 'clock-disputed' })
  if (duplicate) holds.push({ reason: 'possible-duplicate' })
  const act = unseenActs.findLast(({ kind }) => kind === 'withdrawn-elsewhere') ?? unseenActs.at(-1)
  if (act !== undefined) {
    const fields = { desk: act.desk, isWithdrawn: act.kind === 'withdrawn-elsewhere' }
    holds.push({ reason: 'changed-elsewhere', fields })
  }
  return holds
}

/** The send-by time by a clock. A save time in the future comes from a wrong clock and grants no extra minutes. */
function sendByAt(booking: BookedMoves, now: UtcInstant, noticeMinutes: number): UtcInstant {
  const savedAhead = toMillis(booking.savedAt) > toMillis(addMinutes(now, CLOCK_TOLERANCE_MINUTES))
  return sendBy({ ...booking, savedAt: savedAhead ? null : booking.savedAt }, noticeMinutes)
}
