import type Database from 'better-sqlite3'

/*
 * What a store or the hub has of a booking, value by value, so that a replica can be held against the log. No column is
 * listed here: a column that a later step of the schema adds is compared too.
 */

export type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>

/** A booking as the log of the hub has it: rows of a store, without the numbers that only that store gave. */
export type LoggedBody = {
  readonly booking: Row
  readonly entry: Row
  readonly moves: readonly {
    readonly move: Row
    readonly vehicle: Row | null
    readonly pickup: Row
    readonly delivery: Row
    readonly formerNumbers: readonly Row[]
  }[]
  readonly decisions: readonly Row[]
  readonly addedFacts: readonly Row[]
  readonly amendments: readonly Row[]
}

/** The name of a value to the value; the text of a row without a key to how often the row stands there. */
export type Picture = ReadonlyMap<string, Cell>

/** The right to send, as a store and the hub have it. */
export type KeptRight = {
  readonly owner: string
  readonly state: string
  readonly rev: number
  readonly handedOver: boolean
  readonly takenFrom: string | null
  readonly epoch: number
}

/** Two desks append rows apart from one another, so that the order of rows without a key says nothing. */
export function pictureOf({ booking, entry, moves, ...lists }: LoggedBody): Picture {
  const picture = new Map<string, Cell>()
  const addRow = (name: string, row: Row) => {
    for (const [column, value] of Object.entries(row)) picture.set(`${name}.${column}`, value)
  }
  const addList = (name: string, rows: readonly Row[]) => {
    for (const row of rows) {
      const text = `${name} ${JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`
      picture.set(text, Number(picture.get(text) ?? 0) + 1)
    }
  }
  addRow('booking', booking)
  addRow('entry', entry)
  for (const { move, vehicle, pickup, delivery, formerNumbers } of moves) {
    const name = `move ${move['role']}`
    addRow(name, move)
    addRow(`${name} vehicle`, vehicle ?? {})
    addRow(`${name} pickup`, pickup)
    addRow(`${name} delivery`, delivery)
    addList(`${name} former number`, formerNumbers)
  }
  addList('decision', lists.decisions)
  addList('added fact', lists.addedFacts)
  for (const amendment of lists.amendments) addRow(`amendment ${amendment['id']}`, amendment)
  return picture
}

/** True for a value that a store may have although the hub has another one. */
export type MayDiffer = (name: string, has: Cell | undefined, wants: Cell | undefined) => boolean

/** What stands otherwise in `held` than in `wanted`, one line each. */
export function differencesOf(held: Picture, wanted: Picture, mayDiffer: MayDiffer = () => false): readonly string[] {
  const show = (value: Cell | undefined) => (value === undefined ? 'missing' : JSON.stringify(value))
  return [...new Set([...wanted.keys(), ...held.keys()])].flatMap((name) => {
    const [has, wants] = [held.get(name), wanted.get(name)]
    return has === wants || mayDiffer(name, has, wants) ? [] : [`${name} is ${show(has)} and not ${show(wants)}`]
  })
}

/** The booking in the store of a desk. */
export function bodyInStore(db: Database.Database, bookingId: string): LoggedBody {
  const rows = (sql: string, of: Cell | undefined, ...local: readonly string[]) =>
    (db.prepare(sql).all(of) as Row[]).map((row) => without(row, local))
  const row = (sql: string, of: Cell | undefined, ...local: readonly string[]) => rows(sql, of, ...local)[0] ?? {}
  const entry = row('SELECT * FROM outbox WHERE booking_id = ?', bookingId, 'seq', 'booking_id', 'desk')
  return {
    booking: row('SELECT * FROM bookings WHERE id = ?', bookingId),
    entry,
    moves: rows('SELECT * FROM moves WHERE booking_id = ?', bookingId).map((move) => ({
      move: without(move, ['booking_id', 'vehicle_id', 'pickup_place_id', 'delivery_place_id']),
      vehicle: row('SELECT * FROM vehicles WHERE id = ?', move['vehicle_id'], 'id'),
      pickup: row('SELECT * FROM places WHERE id = ?', move['pickup_place_id'], 'id'),
      delivery: row('SELECT * FROM places WHERE id = ?', move['delivery_place_id'], 'id'),
      formerNumbers: rows('SELECT * FROM former_numbers WHERE move_id = ?', move['id'], 'seq', 'move_id'),
    })),
    decisions: rows('SELECT * FROM decisions WHERE entry_id = ?', entry['id'], 'seq', 'entry_id'),
    addedFacts: rows('SELECT * FROM added_facts WHERE booking_id = ?', bookingId, 'seq', 'booking_id'),
    amendments: rows('SELECT * FROM amendments WHERE booking_id = ?', bookingId, 'seq', 'booking_id'),
  }
}

/** The right in the store of a desk; an empty picture for an entry that was never offered. */
export function rightInStore(db: Database.Database, bookingId: string): Picture {
  const row = db
    .prepare(
      `SELECT r.owner, r.state, r.rev, r.handed_over AS handedOver, r.taken_from AS takenFrom, r.epoch
       FROM board_rights r JOIN outbox o ON o.id = r.entry_id WHERE o.booking_id = ?`,
    )
    .get(bookingId) as (Omit<KeptRight, 'handedOver'> & { readonly handedOver: number }) | undefined
  return row === undefined ? new Map() : pictureOfRight({ ...row, handedOver: row.handedOver === 1 })
}

export function pictureOfRight({ owner, state, rev, handedOver, takenFrom, epoch }: KeptRight): Picture {
  const values = { owner, state, rev, handedOver: handedOver ? 1 : 0, takenFrom, epoch }
  return new Map(Object.entries(values).map(([name, value]) => [`right.${name}`, value]))
}

function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}
