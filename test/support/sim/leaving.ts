import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { NOTICE, type SimDesk } from './desk.ts'

/*
 * Bookings that must not leave a simulated desk any more, and bookings that must have left. Both follow from the saved
 * bookings and never from the rules of the send queue.
 */

const MINUTE = 60_000
/** A booking that was saved this recently may leave after its send-by time, because its person is still there. */
const JUST_SAVED = 5

type Times = {
  readonly id: string
  readonly time: UtcInstant
  readonly readyBy: UtcInstant
  readonly savedAt: UtcInstant
}

const TIMES = `SELECT b.id, b.time_utc AS time, b.ready_by_utc AS readyBy, b.saved_at AS savedAt
  FROM moves m JOIN bookings b ON b.id = m.booking_id WHERE m.reference = ?`

/**
 * The fault of a request that leaves now, by the desk's corrected clock; null for a request in time. `opened`: a
 * person released the booking although its send-by time had passed.
 */
export function lateness(desk: SimDesk, reference: string, opened: (bookingId: string) => boolean): string | null {
  const found = desk.store().read((view) => view.sql(TIMES).get(reference)) as Times | undefined
  if (found === undefined) return `nobody booked ${reference}`
  const now = toMillis(desk.clock.now())
  const said = JSON.stringify({ ...found, now: desk.clock.now() })
  if (now >= toMillis(found.time)) return `left after its time: ${said}`
  if (now <= toMillis(found.readyBy) - NOTICE * MINUTE || opened(found.id)) return null
  return Math.abs(now - toMillis(found.savedAt)) <= JUST_SAVED * MINUTE ? null : `left past its send-by: ${said}`
}

type Open = {
  readonly id: string
  readonly state: string
  readonly reference: string | null
  /** The VINs of the vehicles, separated by commas. */
  readonly vins: string | null
}

const OPEN = `SELECT b.id, o.state, b.reference, group_concat(v.vin) AS vins
  FROM outbox o JOIN bookings b ON b.id = o.booking_id
  JOIN moves m ON m.booking_id = b.id LEFT JOIN vehicles v ON v.id = m.vehicle_id
  WHERE o.state IN ('waiting', 'sending', 'in-doubt') GROUP BY b.id`

/**
 * Bookings in transit, and waiting bookings whose vehicle and repair order no possibly booked booking has. At a
 * provider that accepts everything neither remains after a while.
 */
export function leftBehind(desk: SimDesk): readonly Open[] {
  const open = desk.store().read((view) => view.sql(OPEN).all()) as Open[]
  const marksOf = ({ reference, vins }: Open) => [
    ...(reference === null ? [] : [reference]),
    ...(vins?.split(',') ?? []),
  ]
  const doubted = new Set(open.filter(({ state }) => state === 'in-doubt').flatMap(marksOf))
  return open.filter(
    (one) => one.state === 'sending' || (one.state === 'waiting' && !marksOf(one).some((mark) => doubted.has(mark))),
  )
}
