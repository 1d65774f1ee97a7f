import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'
import type { ProviderIdentity } from './outbox.ts'
import { readSetting, writeSetting } from './settings.ts'

/*
 * The pause that a provider asked for, so that a restart does not cut the pause short
 * (test/spec/reliability.md#send-queue). Each provider has its own setting.
 */

const keyOf = ({ address, profile }: ProviderIdentity) => `provider-pause ${profile} ${address}`

/** The longest pause that `retryAfter` and the circuit breaker know. */
const MAX_PAUSE_MS = 24 * 60 * 60_000

/** Parses a stored pause. Throws for a value that `writePause` does not write. */
function parsePause(text: string): { readonly untilMs: number; readonly ms: number } {
  const { until, ms } = JSON.parse(text) as { readonly until?: unknown; readonly ms?: unknown }
  if (typeof until !== 'string' || typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_PAUSE_MS))
    throw new RangeError('the stored pause is not one')
  return { untilMs: toMillis(until), ms }
}

/**
 * Milliseconds that are left of the stored pause at the wall time `now`; 0 without a pause. A wall clock that was set
 * back does not make the pause longer than the provider asked.
 */
export function pauseLeftMs(view: View, remote: ProviderIdentity, now: UtcInstant): number {
  const text = readSetting(view, keyOf(remote))
  if (text === null) return 0
  const { untilMs, ms } = parsePause(text)
  return Math.max(0, Math.min(ms, untilMs - toMillis(now)))
}

/** Stores that the provider asked for a pause of `ms` milliseconds from the wall time `now`. */
export function writePause(tx: Tx, remote: ProviderIdentity, now: UtcInstant, ms: number): void {
  // A partial second counts as a whole one, because a wall time has whole seconds.
  const until = fromMillis(Math.ceil((toMillis(now) + ms) / 1000) * 1000)
  writeSetting(tx, keyOf(remote), JSON.stringify({ until, ms }))
}

/** Ends the stored pause, because the provider answers again. */
export function clearPause(tx: Tx, remote: ProviderIdentity): void {
  tx.sql('DELETE FROM settings WHERE key = +?').run(keyOf(remote))
}
