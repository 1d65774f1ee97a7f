import { beforeEach, describe, expect, test } from 'vitest'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { readSetting } from '../../../electron/store/tables/settings.ts'
import { appendAddedFact } from '../../../electron/store/tables/added-facts.ts'
import { appendDecision } from '../../../electron/store/tables/decisions.ts'
import { claimEntry } from '../../../electron/store/tables/outbox.ts'
import type { OpenedStore } from '../../../electron/store/store.ts'
import { insertAmendment } from '../../../electron/store/tables/amendments.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'

let store: OpenedStore
let folder: string
const run = (sql: string) => store.write((tx) => tx.sql(sql).run().changes)
const forget = () => run(`UPDATE bookings SET forgotten_at = '${START}', customer_name = NULL, customer_phone = NULL`)

/** The statement that erases the personal data of each table whose rows are fixed. */
const ERASING = {
  payloads: 'DELETE FROM payloads',
  decisions: 'UPDATE decisions SET decided_by = NULL, why = NULL, detail = NULL',
  amendments: 'UPDATE amendments SET payload = NULL, requested_by = NULL',
  'added facts': 'UPDATE added_facts SET content = NULL, added_by = NULL',
} as const

beforeEach(() => {
  const desk = openDeskStore()
  ;({ store, folder } = desk)
  const booked = desk.book(oneWayBooking(1))
  const entry = entryOf(store, booked)
  const move = booked.moves[0]
  if (move === undefined) throw new Error('a booking without a move')
  const change = { readyBy: null, stock: null, vin: null, year: null, make: null, model: null, color: 'Blue' }
  store.write((tx) => {
    claimEntry(tx, entry, { kind: 'claimed', payload: '{"name":"Nora"}', digest: 'd' }, START)
    appendDecision(tx, {
      entryId: entry.id,
      at: START,
      kind: 'changed',
      who: 'Dana R.',
      why: 'Nora called',
      detail: '1',
    })
    appendAddedFact(tx, booked.id, {
      fact: { kind: 'note', text: 'Nora called' },
      at: START,
      who: 'Dana R.',
      amendmentId: null,
      keptBecause: null,
    })
    insertAmendment(tx, {
      id: 'a',
      moveId: move.id,
      bookingId: booked.id,
      kind: 'change',
      change,
      who: 'Dana R.',
      at: START,
    })
  })
})

describe('A booking that is forgotten', () => {
  test.for(Object.entries(ERASING))(
    'A forgotten booking admits one update of %s that erases its personal columns',
    ([, sql]) => {
      expect(() => run(sql)).toThrow(/frozen|append-only|fixed/)
      forget()
      expect(run(sql)).toBe(1)
    },
  )

  test('A forgotten booking refuses a second erasing update of its decisions, amendments and added facts', () => {
    forget()
    for (const sql of [ERASING.decisions, ERASING.amendments, ERASING['added facts']]) {
      run(sql)
      expect(() => run(sql)).toThrow(/append-only|fixed/)
    }
  })

  test.for([
    'UPDATE decisions SET decided_by = NULL',
    `UPDATE decisions SET decided_by = NULL, why = NULL, detail = 'x'`,
    `UPDATE decisions SET decided_by = NULL, why = NULL, detail = NULL, kind = 'withdrawn'`,
    `UPDATE decisions SET decided_by = NULL, why = NULL, detail = NULL, at = 'x'`,
    'DELETE FROM decisions',
    'UPDATE amendments SET payload = NULL',
    `UPDATE amendments SET payload = NULL, requested_by = 'x'`,
    `UPDATE amendments SET payload = NULL, requested_by = NULL, created_at = 'x'`,
    `UPDATE amendments SET payload = NULL, requested_by = NULL, move_id = 'x'`,
    'DELETE FROM amendments',
    'UPDATE added_facts SET content = NULL',
    `UPDATE added_facts SET content = '{}', added_by = NULL`,
    `UPDATE added_facts SET content = NULL, added_by = NULL, kind = 'loaner'`,
    `UPDATE added_facts SET content = NULL, added_by = NULL, at = 'x'`,
    `UPDATE added_facts SET content = NULL, added_by = NULL, kept_because = 'x'`,
    'DELETE FROM added_facts',
    `UPDATE payloads SET body = '{}'`,
    'DELETE FROM outbox',
    'UPDATE attempts SET digest = NULL',
    'DELETE FROM attempts',
    'UPDATE bookings SET forgotten_at = NULL',
    `UPDATE bookings SET forgotten_at = 'x'`,
  ])('A forgotten booking refuses the statement %s', (sql) => {
    forget()
    expect(() => run(sql)).toThrow(/frozen|append-only|fixed|never deleted|stays forgotten/)
  })
})

test('An amendment names a booking that exists, and may name a move that does not', () => {
  const insert = (booking: string) =>
    run(`INSERT INTO amendments (id, booking_id, move_id, kind, state, requested_by, created_at, changed_at)
         VALUES ('b', ${booking}, 'no move', 'cancel', 'waiting', 'Dana R.', 'x', 'x')`)
  expect(() => insert(`'no booking'`)).toThrow(/FOREIGN KEY/)
  expect(insert('(SELECT id FROM bookings)')).toBe(1)
})

test('The desk id is random, stays with its store, and is new after a recovery', () => {
  const idOf = (of: OpenedStore) => of.read((view) => readSetting(view, 'desk_id'))
  const first = idOf(store)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(idOf(openDeskStore().store)).not.toBe(first)
  store.close()
  const again = openTestStore(folder)
  expect(idOf(again)).toBe(first)
  again.close()
  valueOf(recoverStore(folder, 'desk', START))
  const recovered = idOf(openTestStore(folder))
  expect(recovered).toMatch(/^[0-9a-f]{32}$/)
  expect(recovered).not.toBe(first)
})
