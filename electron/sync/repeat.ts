import { QUARANTINE } from '../../shared/outbox.ts'
import { addMinutes } from '../../shared/time.ts'
import { doubtedBetween, type Entry } from '../store/outbox.ts'
import { triesOf } from '../store/attempts.ts'
import type { Clock } from '../system.ts'
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

const A_MINUTE = 60_000

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

/** What this process knows of its own tries: the wall clock, which can be set, must not end the quarantine by itself. */
export type Tried = {
  /** Asked for once more: each once, whatever came of it. */
  readonly repeated: Set<string>
  /** When each was last under way, by the clock that nobody sets. */
  readonly underWay: Map<string, number>
  /** How many tries of each the disk cut short: they vanished, and the app did not end. */
  readonly cutShort: Map<string, number>
  readonly began: number
}

export function noneTried(clock: Clock): Tried {
  return { repeated: new Set(), underWay: new Map(), cutShort: new Map(), began: clock.monotonic() }
}

/** For how many milliseconds no request of an entry can have left: what an earlier process sent left before this one began. */
export function quietFor({ monotonic }: Clock, { underWay, began }: Tried, entryId: string): number {
  return monotonic() - (underWay.get(entryId) ?? began)
}

/** The oldest entry in doubt that may be asked for once more now; null when none may, or the provider makes no promise. */
export function nextRepeat(parts: SyncParts, tried: Tried): Entry | null {
  // By the clock that nobody sets too: one that was set back would stretch the quarter of an hour.
  const isQuiet = ({ id }: Entry) => {
    const minutes = quietFor(parts.clock, tried, id) / A_MINUTE
    return minutes >= QUARANTINE && minutes <= LATEST
  }
  return repeatable(parts).find((entry) => !tried.repeated.has(entry.id) && isQuiet(entry)) ?? null
}

/** True while an entry may still be asked for once more. */
export function mayRepeat(parts: SyncParts, { id }: Entry): boolean {
  return repeatable(parts).some((entry) => entry.id === id)
}

function repeatable(parts: SyncParts): readonly Entry[] {
  const { store, remote, clock } = parts
  if (!parts.refusesRepeats()) return []
  const now = clock.now()
  const between = { from: addMinutes(now, -LATEST), to: addMinutes(now, -QUARANTINE), now }
  return store.read((view) =>
    doubtedBetween(view, remote, between).filter((entry) => {
      const [first, ...later] = triesOf(view, entry.id)
      const provable = first !== undefined && first.at >= between.from && PROVABLE.includes(first.code)
      return provable && later.every(({ code }) => NOT_TAKEN.includes(code))
    }),
  )
}

/**
 * True for an outcome of a repeat that a provider which refuses repeats cannot give: it booked once more what it had
 * answered with a success before, or it does not know the field that asks for the check.
 */
export function contradicts(earlier: readonly string[], { proof, reason }: Pick<Verdict, 'proof' | 'reason'>): boolean {
  if (proof === 'booked') return earlier.includes('answer-unreadable')
  return proof === 'refused' && (reason?.includes('duplicate_check') ?? false)
}
