import type { ProviderProfile } from '../../shared/desk/provider-profile.ts'
import type { Clock } from '../../electron/platform/clock.ts'
import type { Random } from '../../electron/platform/random.ts'
import type { HttpClient, HttpResult, RequestSpec } from './http.ts'
import type { Redact } from './redact.ts'
import type { ReportTable } from './report-table.ts'
import { formatRequestTime } from './times.ts'

/** The state and the tools of one check. */
export type RunContext = {
  readonly request: HttpClient
  /** Sends a request with the token. An object becomes JSON; a text goes out as given. */
  send(method: RequestSpec['method'], url: string, body?: object | string, contentType?: string): Promise<HttpResult>
  readonly table: ReportTable
  readonly redact: Redact
  /** A result in a few printable words. */
  format(result: HttpResult): string
  /** The remote's address without a slash at the end. */
  readonly address: string
  readonly clock: Clock
  readonly random: Random
  /** The profile in which request bodies are written: `hopdrive` when the remote signs clients in. */
  profile: ProviderProfile
  /** Every move that the remote reported as booked, in order. A number can be of somebody else's move; see `isOurs`. */
  readonly created: CreatedMove[]
  /** References of requests that may have created a move, because their answer was unclear. */
  readonly uncertain: string[]
}

export type CreatedMove = {
  readonly id: number
  /** A fetch of the move must show one of these before the check changes or cancels the move. */
  readonly references: Set<string>
  state: 'booked' | 'pending' | 'canceled'
}

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Eight random capitals and digits, without I, L, O, U, 0 and 1, which readers confuse. */
export function randomLetters(random: Random): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(Math.floor(random.fraction() * LETTERS.length))).join('')
}

/** A new reference that marks a booking as one of a check. */
export function nextReference({ random }: RunContext): string {
  return `CHECK ${randomLetters(random)}`
}

const LEAD_MS = 2 * 24 * 60 * 60_000
const MINUTE_MS = 60_000

/** Two days ahead on a whole minute, in milliseconds since 1970. */
export function bookingMs({ clock }: RunContext): number {
  return Math.floor((Date.parse(clock.now()) + LEAD_MS) / MINUTE_MS) * MINUTE_MS
}

/** The time of `bookingMs` in the form of a request. */
export const bookingTime = (run: RunContext): string => formatRequestTime(bookingMs(run))
