import type { Answer, Item, Right, TestDesk, TestHub } from './board.ts'

let made = 0

/** A booking of a test. Its entry and its keys are those of no other booking. */
export type Made = { readonly booking: string; readonly entry: string; readonly keys: Keys }

type Keys = Readonly<Record<string, unknown>>

/** A new id: 22 digits, as the desks make them. */
export function newId(letter = 'i'): string {
  made += 1
  return `${letter}${String(made).padStart(21, '0')}`
}

export function newBooking(keys: Keys = {}): Made {
  const booking = newId('b')
  const own = { day: '2026-11-26', action: 'pickup', vins: [`VIN-${booking}`], phone: null, name: null, ro: null }
  return { booking, entry: newId('e'), keys: { ...own, references: [`LK-${booking}C`], ...keys } }
}

/** The item `saved` of a booking, with the send right as the desk has it. */
export function saved({ booking, entry, keys }: Made, right: object = {}, more: object = {}): Item {
  return {
    kind: 'saved',
    booking,
    entry,
    body: { booking: { note: booking }, keys, right: { state: 'waiting', rev: 1, epoch: NEWEST, ...right }, ...more },
  }
}

/** An epoch above every hub's: the entry was offered in the epoch in which the hub takes the item. */
const NEWEST = 10 ** 15

export function settled({ booking, entry }: Made, state: string, rev: number, outcome?: string): Item {
  return { kind: 'settled', booking, entry, body: { right: { state, rev, outcome } } }
}

/** The send right of an entry as the table has it. */
export async function rightOf(hub: TestHub, { entry }: Pick<Made, 'entry'>): Promise<Right> {
  const [row] = await hub.sql('SELECT board.right_json(r) AS "right" FROM board.send_right r WHERE entry = $1', [entry])
  return row?.['right'] as Right
}

/** Takes every desk but these off the roster. A desk that is taken off told all before, so that no desk is lost. */
export async function removeDesks(hub: TestHub, but: readonly string[] = []): Promise<void> {
  await hub.sql(
    `UPDATE board.desk SET gone_at = coalesce(gone_at, clock_timestamp()), refilled_epoch = 1e15, cursor = 1e15,
       lost_epoch = NULL WHERE role <> ALL ($1)`,
    [but],
  )
  await hub.sql('UPDATE board.desk SET lost_epoch = NULL WHERE role <> ALL ($1)', [but])
}

/** A desk is named gone so long ago that nobody waits for its return. */
export async function loseDesk(hub: TestHub, role: string): Promise<void> {
  await hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [role])
  await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() - interval '11 minutes' WHERE role = $1`, [role])
}

/** The desk tells a new epoch that it told all, and that it read what the others told. */
export async function refill(desk: TestDesk, epoch: unknown): Promise<void> {
  await desk.send({ kind: 'refilled', body: { epoch } })
  await readAll(desk)
}

/** The desk tells the hub that it read all events. */
export async function readAll(desk: TestDesk): Promise<Answer> {
  const { lastSeq } = await desk.call('beat', desk.incarnation, null)
  return desk.call('beat', desk.incarnation, lastSeq)
}

/** What a desk knows of the hub after it read everything. */
export async function knownOf(hub: TestHub): Promise<{ hub: string; epoch: number; seen: number; mark: string }> {
  const [row] = await hub.sql(
    `SELECT hub_id, epoch::float8 AS epoch, last_seq::float8 AS seen, mark
     FROM board.hub LEFT JOIN board.event ON seq = last_seq`,
  )
  return {
    hub: String(row?.['hub_id']),
    epoch: Number(row?.['epoch']),
    seen: Number(row?.['seen']),
    mark: String(row?.['mark']),
  }
}

/** Makes the hub believe that it heard a desk last so many seconds ago. */
export async function silence(hub: TestHub, role: string, seconds: number): Promise<void> {
  await hub.sql(`UPDATE board.desk SET seen_at = clock_timestamp() - make_interval(secs => $2) WHERE role = $1`, [
    role,
    seconds,
  ])
}

/** Saves a booking at the desk and answers it. */
export async function offer(desk: TestDesk, keys: Keys = {}, right: object = {}): Promise<Made> {
  const one = newBooking(keys)
  await desk.send(saved(one, right))
  return one
}

/** `ok`, or the reason of a refusal. */
export function verdict(answer: Answer): string {
  return answer.ok === true ? 'ok' : String(answer.reason)
}
