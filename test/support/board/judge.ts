import Database from 'better-sqlite3'
import type { LedgerLine } from '../oracle/ledger.ts'
import type { TapLine } from '../processes/hub-tap.ts'
import { judgeHistories } from './claim-history.ts'
import {
  bodyInStore,
  differencesOf,
  pictureOf,
  pictureOfRight,
  rightInStore,
  type Cell,
  type KeptRight,
  type LoggedBody,
  type MayDiffer,
} from './pictures.ts'

/*
 * The judge of a rooftop: reads the files of the desks, the tables of the hub and the ledger of the provider, with no
 * code of the product.
 */

export type DeskFile = { readonly role: string; readonly file: string }

/** A right as the hub's table has it. */
export type HubRow = KeptRight & { readonly booking: string; readonly entry: string }

/** A booking at the hub: the body of the last event that replaced the booking, and the body of the table of bookings. */
export type HubBooking = {
  readonly booking: string
  readonly logged: LoggedBody | null
  readonly kept: LoggedBody
  /** The lines of the log that replaced nothing, of a desk that was not the owner any more. */
  readonly late: readonly { readonly desk: string; readonly body: LoggedBody }[]
}

export type Evidence = {
  readonly desks: readonly DeskFile[]
  readonly hub: readonly HubRow[]
  readonly log: readonly HubBooking[]
  /** Booking id to the references of its moves, of everything that a desk called saved. */
  readonly saved: ReadonlyMap<string, readonly string[]>
  readonly ledger: readonly LedgerLine[]
  /** The bodies of all creation requests that reached the provider, in order. */
  readonly requests: readonly string[]
  /** What each process of a desk asked the hub and heard. */
  readonly processes: readonly (readonly TapLine[])[]
}

type Entry = { readonly id: string; readonly desk: string | null; readonly state: string }

/** How a run of desks stands while it goes on. */
export type Standing = {
  readonly unsent: number
  readonly unsaid: number
  readonly seen: number
  readonly handedOver: number
}

/** Reads a desk that may be at work. */
export function standingOf(file: string): Standing {
  return withFile(file, (db) => {
    const count = (sql: string) => db.prepare(sql).pluck().get() as number
    return {
      unsent: count(`SELECT count(*) FROM outbox WHERE desk IS NULL AND state IN ('waiting', 'sending')`),
      unsaid: count('SELECT (SELECT count(*) FROM board_due) + (SELECT count(*) FROM board_queue)'),
      seen: count('SELECT coalesce(max(seen), 0) FROM board_link'),
      handedOver: count(
        `SELECT count(*) FROM board_rights r JOIN outbox o ON o.id = r.entry_id
         WHERE r.handed_over AND r.state <> 'done' AND o.desk IS NULL`,
      ),
    }
  })
}

/** Every breach of what may never happen, one line each. */
export function breachesOf({ desks, hub, log, saved, ledger, requests, processes }: Evidence): readonly string[] {
  const rights = new Map(hub.map((row) => [row.booking, row]))
  const stores = desks.map(({ role, file }) => ({ role, entries: entriesOf(file) }))
  const found: string[] = []
  for (const [id, references] of saved) {
    const held = stores.map(({ role, entries }) => ({ role, entry: entries.get(id) }))
    const owners = held.filter(({ entry }) => entry?.desk === null).map(({ role }) => role)
    const says = held
      .map(({ role, entry }) => `${role}: ${entry?.desk ?? 'own'} ${entry?.state ?? 'missing'}`)
      .join(', ')
    if (held.some(({ entry }) => entry === undefined)) found.push(`lost: ${id} is not everywhere (${says})`)
    if (owners.length !== 1) found.push(`diverged: ${id} has ${owners.length} owners (${says})`)
    const right = rights.get(id)
    if (right?.owner !== owners[0]) found.push(`diverged: ${id} is of ${right?.owner ?? 'nobody'} at the hub (${says})`)
    const [state = ''] = held.flatMap(({ entry }) => (entry?.desk === null ? [entry.state] : []))
    if (!['booked', 'in-doubt', 'booked-awaiting-number'].includes(state)) found.push(`stuck: ${id} (${says})`)
    const lines = ledger.filter((line) => line.references.some((reference) => references.includes(reference)))
    if (lines.length > 1) found.push(`double: ${id} is ${lines.length} times at the provider (${says})`)
    if (state === 'booked' && lines.length === 0) found.push(`false: ${id} is called booked (${says})`)
    const asked = requests.filter((body) => references.some((reference) => body.includes(reference))).length
    if (asked > 1) found.push(`double: ${id} left ${asked} times (${says})`)
  }
  const histories = judgeHistories(processes, new Map(hub.map((row) => [row.entry, row])))
  return [
    ...found,
    ...log.flatMap(breachesOfTable),
    ...desks.flatMap((desk) => breachesOfReplicas(desk, log, rights)),
    ...histories.breaches,
  ]
}

/** The hub adds to the body of the last event only what a desk told late, which are rows. */
function breachesOfTable({ booking, logged, kept }: HubBooking): readonly string[] {
  if (logged === null) return [`hub: ${booking} is in the table and not in the log`]
  const lines = differencesOf(pictureOf(kept), pictureOf(logged))
  return lines.length === 0 ? [] : [`hub: ${booking} is not as in the log: ${lines.join('; ')}`]
}

/** What a desk, also the owner, has otherwise than the hub. */
function breachesOfReplicas(
  { role, file }: DeskFile,
  log: readonly HubBooking[],
  rights: ReadonlyMap<string, HubRow>,
): readonly string[] {
  return withFile(file, (db) => {
    const known = new Set(log.map(({ booking }) => booking))
    const unknown = db.prepare('SELECT booking_id FROM outbox').pluck().all() as string[]
    const unlogged = unknown.filter((id) => !known.has(id)).map((id) => `replica: ${id} at ${role} is not at the hub`)
    const unlike = log.flatMap(({ booking, kept, late }) => {
      const right = rights.get(booking)
      const isOwner = right?.owner === role
      const mayDiffer: MayDiffer = (name, has, wants) =>
        isOwner && isReadTime(name)
          ? isLaterRead(name, has, wants)
          : Number(has) > Number(wants ?? 0) && Number(has) <= furtherRows(name, late, role, isOwner)
      const lines = [
        ...differencesOf(pictureOf(bodyInStore(db, booking)), pictureOf(kept), mayDiffer),
        ...differencesOf(rightInStore(db, booking), right === undefined ? new Map() : pictureOfRight(right)),
      ]
      return lines.length === 0 ? [] : [`replica: ${booking} at ${role}: ${lines.join('; ')}`]
    })
    return [...unlogged, ...unlike]
  })
}

/**
 * How often a decision may stand at a desk although the hub has fewer. A desk told the decision once another desk had
 * the booking, of which the hub keeps what the next owner must know (electron/hub/README.md#the-send-right), or read of
 * its takeover when that was over.
 */
function furtherRows(name: string, late: HubBooking['late'], role: string, isOwner: boolean): number {
  if (!name.startsWith('decision ')) return 0
  const said = late.map(({ desk, body }) => (desk === role ? Number(pictureOf(body).get(name) ?? 0) : 0))
  return Math.max(0, ...said, !isOwner && name.includes('["kind","taken-over"]') ? 1 : 0)
}

function isReadTime(name: string): boolean {
  return name.endsWith('.provider_read_at') || name.endsWith('.polled_at')
}

/** An owner publishes one answer of an hour that changes nothing, and no question that brought no answer. */
function isLaterRead(name: string, has: Cell | undefined, wants: Cell | undefined): boolean {
  if (typeof has !== 'string' || typeof wants !== 'string') return false
  const isOfHour = has.slice(0, HOUR.length) === wants.slice(0, HOUR.length)
  return has > wants && (isOfHour || name.endsWith('.polled_at'))
}

const HOUR = 'YYYY-MM-DDThh'

/** How many bookings ended in each state, by their owner's word. */
export function endsOf(desks: readonly DeskFile[]): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const { file } of desks)
    for (const { desk, state } of entriesOf(file).values())
      if (desk === null) ends.set(state, (ends.get(state) ?? 0) + 1)
  return ends
}

/** The entries of a desk by the ids of their bookings. */
function entriesOf(file: string): ReadonlyMap<string, Entry> {
  return withFile(file, (db) => {
    const rows = db.prepare('SELECT booking_id AS id, desk, state FROM outbox').all() as Entry[]
    return new Map(rows.map((row) => [row.id, row]))
  })
}

function withFile<T>(file: string, read: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
