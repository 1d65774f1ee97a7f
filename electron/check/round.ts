import type { ProviderProfile } from '../../shared/profile.ts'
import type { Clock, Random } from '../system.ts'
import type { Ask, Heard, Wanted } from './ask.ts'
import type { Sheet } from './sheet.ts'
import type { Say } from './words.ts'

/** One check on its way: what it asks with, what it has seen, and what it has made. */
export type Round = {
  readonly ask: Ask
  /** Sends with the token. `contentType` is as in `Wanted`. */
  send(method: Wanted['method'], url: string, body?: string, contentType?: string): Promise<Heard>
  readonly sheet: Sheet
  readonly say: Say
  /** The remote's address, without a slash at its end. */
  readonly address: string
  readonly clock: Clock
  readonly random: Random
  /** Whose words the bodies are written in: `hopdrive` where the remote signs clients in. */
  readonly spoken: ProviderProfile
  /** Every move that was made, in order. */
  readonly made: Made[]
  /** References of requests that may have made a move: their answer was not clear. */
  readonly unclear: string[]
}

export type Made = {
  readonly id: number
  /** What it is known again by. */
  readonly references: Set<string>
  /** What became of it since; `stands` is one that nobody canceled. */
  state: 'stands' | 'pending' | 'canceled'
}

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Eight characters by chance, none of which is taken for another. */
export function chanceOf(random: Random): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(Math.floor(random.fraction() * LETTERS.length))).join('')
}

/** A reference that says whose it is, and that nobody has. */
export function nextReference({ random }: Pick<Round, 'random'>): string {
  return `CHECK ${chanceOf(random)}`
}

const AHEAD_MS = 2 * 24 * 60 * 60_000
const MINUTE_MS = 60_000

/** Two days ahead on a whole minute, in milliseconds since 1970. */
export function daysAhead({ clock }: Pick<Round, 'clock'>): number {
  return Math.floor((Date.parse(clock.now()) + AHEAD_MS) / MINUTE_MS) * MINUTE_MS
}
