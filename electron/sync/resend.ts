import { QUARANTINE_MINUTES } from '../../shared/outbox/quarantine.ts'
import type { OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import { addMinutes, fromMillis, toMillis } from '../../shared/time/time.ts'
import { wentInDoubtBetween, type Entry } from '../store/tables/outbox.ts'
import { mayBeResent } from '../store/board/rights.ts'
import { attemptOutcomes } from '../store/tables/attempts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Classification } from './classify-booking.ts'
import type { SyncContext } from './context.ts'

/*
 * Resolves an entry in doubt without a person (test/spec/reliability.md#resend): under a duplicate guarantee the desk
 * sends the same bytes once more, and the answer can prove whether the first request booked. The resend waits for
 * the end of the quarantine, because until then the first request may still run, and never leaves after
 * `MAX_RESEND_AGE_MINUTES`, because the first move may be over then, and the provider compares only moves in progress.
 */

const MAX_RESEND_AGE_MINUTES = 15

const MINUTE_MS = 60_000

/** Outcomes of a first attempt that a resend may follow; after any other outcome a person decides. */
const PROVABLE: readonly OutcomeCode[] = [
  'connection-lost',
  'no-answer',
  'answer-unreadable',
  'intermediary-response',
  'request-timeout',
  'server-error',
  'interrupted',
]

/** Outcomes which prove that a later attempt was not applied, so that the resend stays allowed. */
const NOT_APPLIED: readonly OutcomeCode[] = ['not-sent', 'token-refused', 'provider-busy', 'misdirected-request']

/** The attempts of this process. The times are monotonic, because a changed wall clock must not end the quarantine. */
export type SendHistory = {
  /** Ids of entries whose resend began. This process begins no second resend of an entry, whatever the outcome. */
  readonly resent: Set<string>
  /** Entry id to the end of its last attempt, in milliseconds of the monotonic clock. */
  readonly lastSendAt: Map<string, number>
  /**
   * Entry id to the number of attempts that a disk error cut short. Their records look like crashes, although the
   * process did not end.
   */
  readonly abortedByDisk: Map<string, number>
  readonly startedAt: number
}

export function createSendHistory(clock: Clock): SendHistory {
  return { resent: new Set(), lastSendAt: new Map(), abortedByDisk: new Map(), startedAt: clock.monotonic() }
}

/**
 * Milliseconds since the last moment at which this entry could have been sent, by the monotonic clock. Without an
 * attempt in this process that moment is `startedAt`, because an earlier process sent the entry before.
 */
export function msSinceLastSend({ monotonic }: Clock, { lastSendAt, startedAt }: SendHistory, entryId: string): number {
  return monotonic() - (lastSendAt.get(entryId) ?? startedAt)
}

/**
 * Returns the oldest entry in doubt that may be resent now; null when there is none or no duplicate guarantee counts.
 */
export function nextResend(deps: SyncContext, history: SendHistory): Entry | null {
  // The monotonic clock must agree, because a wall clock that was set back would stretch the 15 minutes.
  const isQuiet = ({ id }: Entry) => {
    const minutes = msSinceLastSend(deps.clock, history, id) / MINUTE_MS
    return minutes >= QUARANTINE_MINUTES && minutes <= MAX_RESEND_AGE_MINUTES
  }
  return resendableEntries(deps).find((entry) => !history.resent.has(entry.id) && isQuiet(entry)) ?? null
}

/** True while the guarantee, the wall clock and the attempts still allow a resend of the entry. */
export function canResend(deps: SyncContext, { id }: Entry): boolean {
  return resendableEntries(deps).some((entry) => entry.id === id)
}

function resendableEntries(deps: SyncContext): readonly Entry[] {
  const { store, remote, clock, clockTrust } = deps
  if (!deps.rejectsDuplicates()) return []
  const now = clock.now()
  const between = {
    from: addMinutes(now, -MAX_RESEND_AGE_MINUTES),
    to: addMinutes(now, -QUARANTINE_MINUTES),
    // While two clocks are in dispute, a ready-by time has come as soon as one of them says so.
    now: fromMillis(toMillis(now) + Math.max(0, -clockTrust.disputeMs())),
  }
  return store.read((view) =>
    wentInDoubtBetween(view, remote, between).filter((entry) => {
      const [first, ...later] = attemptOutcomes(view, entry.id)
      const provable = first !== undefined && first.at >= between.from && PROVABLE.includes(first.code)
      return (
        provable &&
        later.every(({ code }) => NOT_APPLIED.includes(code)) &&
        mayBeResent(view, entry.id, deps.rights.standing())
      )
    }),
  )
}

/**
 * True for a resend outcome that a provider under the guarantee cannot give. Either the provider booked again after a
 * success that the desk could not read, or the provider does not know `duplicate_check`.
 */
export function violatesGuarantee(
  earlier: readonly OutcomeCode[],
  { proof, fields, providerMessage }: Pick<Classification, 'proof' | 'fields' | 'providerMessage'>,
): boolean {
  if (proof === 'booked') return earlier.includes('answer-unreadable')
  return proof === 'refused' && `${JSON.stringify(fields)} ${providerMessage ?? ''}`.includes('duplicate_check')
}
