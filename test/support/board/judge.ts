import Database from 'better-sqlite3'
import type { LedgerLine } from '../oracle/ledger.ts'
import type { TapLine } from '../processes/hub-tap.ts'
import { judgeHistories } from './claim-history.ts'

/*
 * The judge of a rooftop: reads the files of the desks, the tables of the hub and the ledger of the provider, with no
 * code of the product.
 */

export type DeskFile = { readonly role: string; readonly file: string }

/** A right as the hub's table has it. */
export type HubRow = {
  readonly booking: string
  readonly entry: string
  readonly owner: string
  readonly state: string
  readonly rev: number
}

export type Evidence = {
  readonly desks: readonly DeskFile[]
  readonly hub: readonly HubRow[]
  /** Booking id to the references of its moves, of everything that a desk called saved. */
  readonly saved: ReadonlyMap<string, readonly string[]>
  readonly ledger: readonly LedgerLine[]
  /** The bodies of all creation requests that reached the provider, in order. */
  readonly requests: readonly string[]
  /** What each process of a desk asked the hub and heard. */
  readonly processes: readonly (readonly TapLine[])[]
}

type Entry = {
  readonly id: string
  readonly desk: string | null
  readonly state: string
  readonly picture: string
}

/** How a run of desks stands while it goes on. */
export type Standing = { readonly unsent: number; readonly unsaid: number; readonly seen: number }

/** Reads a desk that may be at work. */
export function standingOf(file: string): Standing {
  return withFile(file, (db) => {
    const count = (sql: string) => db.prepare(sql).pluck().get() as number
    return {
      unsent: count(`SELECT count(*) FROM outbox WHERE desk IS NULL AND state IN ('waiting', 'sending')`),
      unsaid: count('SELECT (SELECT count(*) FROM board_due) + (SELECT count(*) FROM board_queue)'),
      seen: count('SELECT coalesce(max(seen), 0) FROM board_link'),
    }
  })
}

/** Every breach of what may never happen, one line each. */
export function breachesOf({ desks, hub, saved, ledger, requests, processes }: Evidence): readonly string[] {
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
    const right = hub.find(({ booking }) => booking === id)
    if (right?.owner !== owners[0]) found.push(`diverged: ${id} is of ${right?.owner ?? 'nobody'} at the hub (${says})`)
    const pictures = [...new Set(held.map(({ entry }) => entry?.picture))]
    if (pictures.length !== 1) found.push(`diverged: ${id} differs (${says}): ${pictures.join(' and ')}`)
    const [state = ''] = held.flatMap(({ entry }) => (entry?.desk === null ? [entry.state] : []))
    if (!['booked', 'in-doubt', 'booked-awaiting-number'].includes(state)) found.push(`stuck: ${id} (${says})`)
    const lines = ledger.filter((line) => line.references.some((reference) => references.includes(reference)))
    if (lines.length > 1) found.push(`double: ${id} is ${lines.length} times at the provider (${says})`)
    if (state === 'booked' && lines.length === 0) found.push(`false: ${id} is called booked (${says})`)
    const asked = requests.filter((body) => references.some((reference) => body.includes(reference))).length
    if (asked > 1) found.push(`double: ${id} left ${asked} times (${says})`)
  }
  const histories = judgeHistories(processes, new Map(hub.map((row) => [row.entry, row])))
  return [...found, ...histories.breaches]
}

/** How many bookings ended in each state, by their owner's word. */
export function endsOf(desks: readonly DeskFile[]): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const { file } of desks)
    for (const { desk, state } of entriesOf(file).values())
      if (desk === null) ends.set(state, (ends.get(state) ?? 0) + 1)
  return ends
}

/** The entries of a desk with a picture of everything that the other desks must show alike. */
function entriesOf(file: string): ReadonlyMap<string, Entry> {
  return withFile(file, (db) => {
    const rows = db
      .prepare(
        `SELECT o.booking_id AS id, o.desk, o.state,
           json_array(o.id, o.state, o.code, o.unresolved, b.reference, b.customer_name, b.time_utc, (
             SELECT json_group_array(json_array(m.reference, m.number, m.status)) FROM (
               SELECT reference, number, status FROM moves WHERE booking_id = b.id ORDER BY reference
             ) m
           )) AS picture
         FROM outbox o JOIN bookings b ON b.id = o.booking_id`,
      )
      .all() as Entry[]
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
