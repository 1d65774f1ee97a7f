import { QUARANTINE_MINUTES } from '../../shared/outbox/machine.ts'
import type { OutcomeCode } from '../../shared/outbox/outcome-code.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { wentInDoubtBetween, type Entry } from '../store/tables/outbox.ts'
import { countAttempts } from '../store/tables/attempts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Classification } from './classify-booking.ts'
import type { SyncContext } from './context.ts'

/*
 * The way out of doubt that needs nobody (test/spec/reliability.md#resend): where a recorded contract test has shown
 * that this provider refuses a move under a reference that is in progress, the very same bytes are sent once more.
 * Refused as a repeat, the first try was applied; booked, it was not. Only between the quarantine, after which the
 * first request cannot still be running, and a quarter of an hour, because a move that was finished or canceled
 * meanwhile is in progress no more, and before its time.
 */

const MAX_RESEND_AGE_MINUTES = 15

const MINUTE_MS = 60_000

/** What left the first try unproved, of what a repeat can prove: not a redirect, and nothing that no rule names. */
const PROVABLE: readonly OutcomeCode[] = [
  'connection-lost',
  'no-answer',
  'answer-unreadable',
  'intermediary-response',
  'request-timeout',
  'server-error',
  'interrupted',
]

/** What certainly did not take a later try: it may be made again. */
const NOT_APPLIED: readonly OutcomeCode[] = ['not-sent', 'token-refused', 'provider-busy', 'misdirected-request']

/** What this process knows of its own tries: the wall clock, which can be set, must not end the quarantine by itself. */
export type SendHistory = {
  /** Asked for once more: each once, whatever came of it. */
  readonly resent: Set<string>
  /** When each was last under way, by the clock that nobody sets. */
  readonly lastSendAt: Map<string, number>
  /** How many tries of each the disk cut short: they vanished, and the app did not end. */
  readonly abortedByDisk: Map<string, number>
  readonly startedAt: number
}

export function createSendHistory(clock: Clock): SendHistory {
  return { resent: new Set(), lastSendAt: new Map(), abortedByDisk: new Map(), startedAt: clock.monotonic() }
}

/** For how many milliseconds no request of an entry can have left: what an earlier process sent left before this one began. */
export function msSinceLastSend({ monotonic }: Clock, { lastSendAt, startedAt }: SendHistory, entryId: string): number {
  return monotonic() - (lastSendAt.get(entryId) ?? startedAt)
}

/** The oldest entry in doubt that may be asked for once more now; null when none may, or the provider makes no promise. */
export function nextResend(deps: SyncContext, tried: SendHistory): Entry | null {
  // By the clock that nobody sets too: one that was set back would stretch the quarter of an hour.
  const isQuiet = ({ id }: Entry) => {
    const minutes = msSinceLastSend(deps.clock, tried, id) / MINUTE_MS
    return minutes >= QUARANTINE_MINUTES && minutes <= MAX_RESEND_AGE_MINUTES
  }
  return isResendable(deps).find((entry) => !tried.resent.has(entry.id) && isQuiet(entry)) ?? null
}

/** True while an entry may still be asked for once more. */
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
 * True for an outcome of a repeat that a provider which refuses repeats cannot give: it booked once more what it had
 * answered with a success before, or it does not know the field that asks for the check.
 */
export function violatesGuarantee(
  earlier: readonly OutcomeCode[],
  { proof, fields, providerMessage }: Pick<Classification, 'proof' | 'fields' | 'providerMessage'>,
): boolean {
  if (proof === 'booked') return earlier.includes('answer-unreadable')
  return proof === 'refused' && `${JSON.stringify(fields)} ${providerMessage ?? ''}`.includes('duplicate_check')
}
