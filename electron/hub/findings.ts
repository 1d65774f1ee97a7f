import { toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { SILENT_MS } from '../../shared/desk/board-status.ts'

/** One line of `check`. The exit code is the highest level: 0 for ok, 1 for warning, 2 for error. */
export type Finding = {
  readonly code: FindingCode
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: string
}

type FindingCode = 'server' | 'tls' | 'certificate' | 'schema' | 'log' | 'retention' | 'disk' | 'rights' | 'desk'

/** A desk as the hub knows it. */
export type DeskFacts = {
  readonly name: string
  readonly takeBy: UtcInstant
  readonly certificateUntil: UtcInstant
  /** Null for a desk that the hub never heard. */
  readonly seenAt: UtcInstant | null
  readonly isConnected: boolean
  /** How many bookings wait until this desk says again what an earlier hub knew. */
  readonly keepsFrozen: number
  /** How many of its bookings were not sent yet. */
  readonly waiting: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WARN_CERTIFICATE_DAYS = 30
const WARN_SILENT_DAYS = 7
/** `tidy` runs once a day, and may fail once. */
const WARN_RETENTION_DAYS = 2
const WARN_DISK_BYTES = 5e9
const MIN_DISK_BYTES = 1e9

/** Returns the exit code of findings. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'error')) return 2
  return findings.some(({ level }) => level === 'warning') ? 1 : 0
}

/** Judges the end of the hub's certificate. */
export function assessCertificate(until: UtcInstant, now: UtcInstant): Finding {
  const days = Math.floor((toMillis(until) - toMillis(now)) / DAY_MS)
  const at = (level: Finding['level'], text: string): Finding => ({ code: 'certificate', level, text })
  if (days < 0) return at('error', `The hub's certificate ended on ${dayOf(until)}. Run start, which renews it.`)
  if (days < WARN_CERTIFICATE_DAYS) {
    return at('warning', `The hub's certificate ends on ${dayOf(until)}. Run start, which renews it.`)
  }
  return at('ok', `The hub's certificate is good until ${dayOf(until)}.`)
}

export function assessDisk(freeBytes: number): Finding {
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free on the hub's disk.`
  if (freeBytes < MIN_DISK_BYTES) return { code: 'disk', level: 'error', text: `${free} Free some now.` }
  if (freeBytes < WARN_DISK_BYTES) return { code: 'disk', level: 'warning', text: `${free} Free some soon.` }
  return { code: 'disk', level: 'ok', text: free }
}

/** Compares the steps that the hub has with those of this program. */
export function assessSchema(applied: readonly string[], known: readonly string[]): Finding {
  const newest = applied.at(-1) ?? 'none'
  const missing = known.filter((name) => !applied.includes(name))
  const foreign = applied.filter((name) => !known.includes(name))
  const at = (level: Finding['level'], text: string): Finding => ({ code: 'schema', level, text })
  if (foreign.length > 0)
    return at('warning', `The hub has step ${newest}, which this program does not know. Update it.`)
  if (missing.length > 0) return at('warning', `The hub lacks step ${missing.join(', ')}. Make a new hub to get it.`)
  return at('ok', `The hub has all steps up to ${newest}.`)
}

/** Judges the age of the oldest event; null for an empty log. */
export function assessRetention(oldestAt: UtcInstant | null, keptDays: number, now: UtcInstant): Finding {
  const keeps = `The hub keeps events and ended bookings for ${keptDays} days`
  if (oldestAt === null) return { code: 'retention', level: 'ok', text: `${keeps}.` }
  const isLate = toMillis(now) - toMillis(oldestAt) > (keptDays + WARN_RETENTION_DAYS) * DAY_MS
  return isLate
    ? { code: 'retention', level: 'warning', text: `${keeps}, and has some of ${dayOf(oldestAt)}. Run tidy daily.` }
    : { code: 'retention', level: 'ok', text: `${keeps}; the oldest event is of ${dayOf(oldestAt)}.` }
}

/** Judges one desk: its certificate, an invitation that was not taken, and how long the desk was silent. */
export function assessDesk(desk: DeskFacts, now: UtcInstant): Finding {
  const { name, seenAt } = desk
  const at = (level: Finding['level'], text: string): Finding => ({ code: 'desk', level, text: `${name}: ${text}` })
  const days = (toMillis(desk.certificateUntil) - toMillis(now)) / DAY_MS
  if (days < 0)
    return at('error', `its certificate ended on ${dayOf(desk.certificateUntil)}. Retire and invite it again.`)
  if (days < WARN_CERTIFICATE_DAYS) {
    return at('warning', `its certificate ends on ${dayOf(desk.certificateUntil)}. Retire and invite it again.`)
  }
  if (desk.keepsFrozen > 0 && !desk.isConnected)
    return at('warning', `${desk.keepsFrozen} bookings of the hub before wait for it. Start it, or retire it.`)
  if (desk.isConnected) return at('ok', 'connected.')
  if (seenAt === null) {
    return toMillis(now) > toMillis(desk.takeBy)
      ? at('warning', 'invited and never connected. Retire it if its invitation is lost.')
      : at('ok', `invited, to be taken by ${timeOf(desk.takeBy)}.`)
  }
  const silent = toMillis(now) - toMillis(seenAt)
  if (silent > WARN_SILENT_DAYS * DAY_MS)
    return at('warning', `last seen on ${dayOf(seenAt)}. Retire it if it is gone.`)
  const ago = `last seen ${formatSpan(silent)} ago`
  if (silent >= SILENT_MS && desk.waiting > 0) {
    const bookings = desk.waiting === 1 ? '1 booking' : `${desk.waiting} bookings`
    return at('warning', `${ago} with ${bookings} not sent. Start it, or take over at another desk.`)
  }
  return at('ok', `${ago}.`)
}

export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

function dayOf(utc: UtcInstant): string {
  return utc.slice(0, 10)
}

function timeOf(utc: UtcInstant): string {
  return `${utc.slice(11, 16)} UTC`
}
