import { QUARANTINE } from '../../shared/outbox.ts'
import { addMinutes } from '../../shared/time.ts'
import { doubtedBetween, type Entry } from '../store/outbox.ts'
import { triesOf } from '../store/attempts.ts'
import type { Verdict } from './classify.ts'
import type { SyncParts } from './send.ts'

/*
 * The way out of doubt that needs nobody (reliability 2c, mode D): where a recorded contract test has shown that this
 * provider refuses a move under a reference that is in progress, the very same bytes are sent once more. Refused as a
 * repeat, the first try was applied; booked, it was not. Only between the quarantine, after which the first request cannot
 * still be running, and a quarter of an hour, because a move that was finished or canceled meanwhile is in progress no
 * more, and before its time.
 */

const LATEST = 15

/** What left the first try unproved, of what a repeat can prove: not a redirect, and nothing that no rule names. */
const PROVABLE: readonly string[] = [
  'connection-lost',
  'no-answer',
  'answer-unreadable',
  'stopped-on-the-way',
  'request-timeout',
  'server-error',
  'interrupted',
]

/** What certainly did not take a later try: it may be made again. */
const NOT_TAKEN: readonly string[] = ['nothing-left', 'token-refused', 'provider-busy', 'wrong-connection']

/** The oldest entry in doubt that may be asked for once more now; null when none may, or the provider makes no promise. */
export function nextRepeat(parts: SyncParts, tried: ReadonlySet<string>): Entry | null {
  const { store, remote, clock } = parts
  if (!parts.refusesRepeats()) return null
  const now = clock.now()
  return store.read((view) => {
    const between = { from: addMinutes(now, -LATEST), to: addMinutes(now, -QUARANTINE), now }
    for (const entry of doubtedBetween(view, remote, between)) {
      const [first, ...later] = triesOf(view, entry.id)
      const provable = first !== undefined && first.at >= between.from && PROVABLE.includes(first.code)
      if (provable && later.every(({ code }) => NOT_TAKEN.includes(code)) && !tried.has(entry.id)) return entry
    }
    return null
  })
}

/**
 * True for an outcome of a repeat that a provider which refuses repeats cannot give: it booked once more what it had
 * answered with a success before, or it does not know the field that asks for the check.
 */
export function contradicts(earlier: readonly string[], { proof, reason }: Pick<Verdict, 'proof' | 'reason'>): boolean {
  if (proof === 'booked') return earlier.includes('answer-unreadable')
  return proof === 'refused' && (reason?.includes('duplicate_check') ?? false)
}
