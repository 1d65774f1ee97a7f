import { QUARANTINE_MINUTES } from '../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { wentInDoubtBetween, type Entry } from '../store/tables/outbox.ts'
import { countAttempts } from '../store/tables/attempts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Classification } from './classify-booking.ts'
import type { SyncContext } from './context.ts'

/*
 * The automatic resend of an entry in doubt under a duplicate guarantee (test/spec/reliability.md#resend): a rejected
 * repeat proves that the first request was applied, and a booked repeat proves that the first request was not. The
 * period begins after the quarantine, when the first request cannot still be running, and ends after
 * MAX_RESEND_AGE_MINUTES, because a move that is finished or canceled meanwhile would no longer block a repeat.
 */

const MAX_RESEND_AGE_MINUTES = 15

const MINUTE_MS = 60_000

/** Outcomes of the first attempt that a resend can settle. A redirect and an unknown outcome are not among them. */
const PROVABLE: readonly OutcomeCode[] = [
  'connection-lost',
  'no-answer',
  'answer-unreadable',
  'intermediary-response',
  'request-timeout',
  'server-error',
  'interrupted',
]

/** Outcomes of a later attempt that was certainly not applied, so that the resend may be repeated. */
const NOT_APPLIED: readonly OutcomeCode[] = ['not-sent', 'token-refused', 'provider-busy', 'misdirected-request']

/** The attempts of this process. A clock that a person sets forward must not end the quarantine. */
export type SendHistory = {
  /** Entries that were resent. Each entry is resent once, whatever the outcome. */
  readonly resent: Set<string>
  /** The last moment of each entry's request, by the monotonic clock. */
  readonly lastSendAt: Map<string, number>
  /**
   * How many attempts of each entry a disk error ended. These attempts left no outcome, and the process survived them.
   */
  readonly abortedByDisk: Map<string, number>
  readonly startedAt: number
}

export function createSendHistory(clock: Clock): SendHistory {
  return { resent: new Set(), lastSendAt: new Map(), abortedByDisk: new Map(), startedAt: clock.monotonic() }
}

/**
 * Milliseconds since the last moment at which this entry could have been sent. Requests of an earlier process ended
 * before this process started.
 */
export function msSinceLastSend({ monotonic }: Clock, { lastSendAt, startedAt }: SendHistory, entryId: string): number {
  return monotonic() - (lastSendAt.get(entryId) ?? startedAt)
}

/** The oldest entry in doubt that may be resent now. Null if there is none, or without a duplicate guarantee. */
export function nextResend(deps: SyncContext, tried: SendHistory): Entry | null {
  // The monotonic clock decides too, because a wall clock that was set back would extend the period.
  const isQuiet = ({ id }: Entry) => {
    const minutes = msSinceLastSend(deps.clock, tried, id) / MINUTE_MS
    return minutes >= QUARANTINE_MINUTES && minutes <= MAX_RESEND_AGE_MINUTES
  }
  return isResendable(deps).find((entry) => !tried.resent.has(entry.id) && isQuiet(entry)) ?? null
}

/** True while an entry may still be resent. */
export function canResend(deps: SyncContext, { id }: Entry): boolean {
  return isResendable(deps).some((entry) => entry.id === id)
}

function isResendable(deps: SyncContext): readonly Entry[] {
  const { store, remote, clock } = deps
  if (!deps.rejectsDuplicates()) return []
  const now = clock.now()
  const between = { from: addMinutes(now, -MAX_RESEND_AGE_MINUTES), to: addMinutes(now, -QUARANTINE_MINUTES), now }
  return store.read((view) =>
    wentInDoubtBetween(view, remote, between).filter((entry) => {
      const [first, ...later] = countAttempts(view, entry.id)
      const provable = first !== undefined && first.at >= between.from && PROVABLE.includes(first.code)
      return provable && later.every(({ code }) => NOT_APPLIED.includes(code))
    }),
  )
}

/**
 * True for an outcome of a resend that violates the duplicate guarantee: the provider booked again after an earlier
 * success, or rejects the field that requests the duplicate check.
 */
export function violatesGuarantee(
  earlier: readonly OutcomeCode[],
  { proof, fields, providerMessage }: Pick<Classification, 'proof' | 'fields' | 'providerMessage'>,
): boolean {
  if (proof === 'booked') return earlier.includes('answer-unreadable')
  return proof === 'refused' && `${JSON.stringify(fields)} ${providerMessage ?? ''}`.includes('duplicate_check')
}
