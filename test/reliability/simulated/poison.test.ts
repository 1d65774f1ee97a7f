import { expect, test } from 'vitest'
import { countWaiting } from '../../../electron/store/queries/outbox.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSimDesk, type SimDesk } from '../../support/sim/desk.ts'
import { judgeDesk } from '../../support/oracle/sim-oracle.ts'
import { reasonOf } from '../../support/sentences.ts'

/** Damage to a booking on disk, as by a bug or a broken disk, that makes the booking impossible to send. */
const SPOILT = {
  'without its vehicle': `UPDATE moves SET vehicle_id = NULL WHERE booking_id = ? AND role <> 'loaner'`,
  'with a time that is none': `UPDATE bookings SET time_utc = 'soon' WHERE id = ?`,
  'with a ready-by that is none': `UPDATE bookings SET ready_by_utc = '' WHERE id = ?`,
  'without the move of the customer': `UPDATE moves SET role = 'gone' WHERE booking_id = ? AND role <> 'loaner'`,
  'that ends the process': null,
} as const

type Spoilt = keyof typeof SPOILT

/** Damage that does not stand in the way of sending. */
const SCRATCHED = [
  `UPDATE outbox SET overridden_holds = '[broken' WHERE booking_id = ?`,
  `UPDATE moves SET pickup_resolved = '{broken' WHERE booking_id = ?`,
]

const LAST_TRIED = `SELECT o.booking_id AS id FROM attempts a JOIN outbox o ON o.seq = a.entry_seq ORDER BY a.seq DESC LIMIT 1`

function spoil(desk: SimDesk, sql: string, bookingId: string) {
  desk.store().write((tx) => {
    // A broken disk ignores the rules of the schema.
    tx.sql('PRAGMA ignore_check_constraints = ON').run()
    tx.sql(sql).run(bookingId)
    tx.sql('PRAGMA ignore_check_constraints = OFF').run()
  })
}

test(
  'An unreadable booking is held with words and keeps no other booking from being sent',
  { tags: ['g22'] },
  async () => {
    const goal = openGoal('G22', 'poison: every good booking sent, every spoilt one held with words', { share: 0.1 })
    const deadly = new Set<string>()
    const desk: SimDesk = openSimDesk({
      sync: {
        // The target is read while the request is built, after the attempt was counted.
        requestTarget() {
          const last = desk.store().read((view) => view.sql(LAST_TRIED).get()) as { id: string }
          if (deadly.has(last.id)) desk.end()
          return { profile: 'baseline', rooftop: null }
        },
      },
    })
    const judge = judgeDesk(desk)
    desk.remote.link = 'down'
    await desk.settle()
    const kinds = Object.keys(SPOILT) as Spoilt[]
    const bad = new Map<string, Spoilt>()
    const rows = goal.floor(10_000)
    let scratched = 0
    for (let row = 0; row < rows; row += 1) {
      const booked = desk.book(row % 2 === 0 ? pairBooking(row) : oneWayBooking(row))
      const id = booked?.id ?? ''
      if (row % 100 === 50 + (Math.floor(row / 100) % 2)) {
        const kind = kinds[Math.floor(row / 100) % kinds.length] ?? 'that ends the process'
        bad.set(id, kind)
        const sql = SPOILT[kind]
        if (sql === null) deadly.add(id)
        else spoil(desk, sql, id)
      } else if (row % 100 === 7) {
        spoil(desk, SCRATCHED[scratched % 2] ?? '', id)
        scratched += 1
      }
    }
    desk.remote.link = 'up'
    desk.at().sync.checkConnection()
    const minutes = Math.ceil(rows / 100)
    await desk.pass(minutes * 60_000)
    judge.check()

    expect(judge.count('booked')).toBe(rows - bad.size)
    expect(desk.remote.ledger).toHaveLength(rows - bad.size)
    const words = new Map<Spoilt, string>()
    for (const [id, kind] of bad) {
      const shown = desk.at().moves.getBooking(id)
      const says = shown.ok ? shown.value : null
      expect([kind, says?.state], id).toEqual([kind, 'held'])
      expect(reasonOf(says), kind).toMatch(/^[A-Z].{40,}\.$/)
      const found = desk.at().moves.findBookings({ text: says?.reference ?? '', limit: 5 })
      expect(found.ok && found.value.bookings.some((one) => one.bookingId === id && one.state === 'held')).toBe(true)
      words.set(kind, reasonOf(says) ?? '')
    }
    expect(desk.store().read((view) => countWaiting(view, desk.where))).toBe(0)
    expect(desk.ends()).toBe(3 * deadly.size)

    // A released booking ends the process three times more, and not a fourth time.
    const [again = ''] = deadly
    desk.at().moves.resolveBooking(again, { kind: 'release', who: 'Dana R.' })
    await desk.pass(60_000)
    expect(desk.ends()).toBe(3 * deadly.size + 3)
    expect(desk.at().moves.getBooking(again)).toMatchObject({ value: { state: 'held' } })
    goal.held({
      bookings: { did: rows, floor: 10_000 },
      'spoilt and held': { did: bad.size, floor: 100 },
      'kinds of them': { did: words.size },
      'scratched and sent all the same': { did: scratched, floor: 100 },
      'ends of the process': { did: desk.ends(), floor: 60 },
    })
    expect(words.size).toBe(kinds.length)
  },
)
