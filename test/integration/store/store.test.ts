import { describe, expect, test } from 'vitest'
import { insertBooking } from '../../../electron/store/tables/bookings.ts'
import { readSetting, writeSetting } from '../../../electron/store/tables/settings.ts'
import { claimEntry, entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import { openDeskStore, openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { START } from '../../support/fakes/system.ts'

const ROOMS = [
  'bookings',
  'moves',
  'places',
  'vehicles',
  'outbox',
  'attempts',
  'move_search',
  'move_search_fts',
  'settings',
  'drafts',
]

function counts(store: ReturnType<typeof openTestStore>) {
  return Object.fromEntries(
    ROOMS.map((table) => [table, store.read((view) => view.sql(`SELECT count(*) AS n FROM ${table}`).get())]),
  )
}

describe('A write', () => {
  test('A write that throws leaves nothing behind', () => {
    const { store, moves } = openDeskStore()
    moves.bookMove(pairBooking(1))
    const before = counts(store)
    const error = new Error('in the middle')
    expect(() =>
      store.write((tx) => {
        insertBooking(tx, {
          id: 'b-9',
          kind: 'one-way',
          action: null,
          remote: REMOTE,
          customerName: null,
          customerPhone: null,
          time: { local: '2026-11-24T14:00', zone: 'America/New_York', utc: '2026-11-24T19:00:00Z' },
          readyBy: { utc: '2026-11-24T19:00:00Z', source: 'requested' },
          reference: null,
          payerNumber: null,
          replaces: null,
          savedAt: START,
        })
        writeSetting(tx, 'x', 'y')
        throw error
      }),
    ).toThrow(error)
    expect(counts(store)).toEqual(before)
  })

  test('A write that breaks a rule of the schema leaves nothing behind', () => {
    const { store, book } = openDeskStore()
    const { id } = book(pairBooking(1))
    const before = counts(store)
    expect(() =>
      store.write((tx) => {
        writeSetting(tx, 'x', 'y')
        tx.sql(
          'INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id) VALUES (?, ?, ?, ?, 1, 1)',
        ).run('m', id, 'single', 'r')
        tx.sql(
          'INSERT INTO outbox (id, booking_id, state, provider_address, provider_profile, changed_at) VALUES (?, ?, ?, ?, ?, ?)',
        ).run('o', 'no such booking', 'waiting', 'a', 'p', START)
      }),
    ).toThrow(/FOREIGN KEY/)
    expect(counts(store)).toEqual(before)
  })

  test('A write returns the value of its work', () => {
    expect(openTestStore().write(() => 41 + 1)).toBe(42)
  })

  test('A write is there for the next opener of the store', () => {
    const { store, folder } = openDeskStore()
    store.write((tx) => writeSetting(tx, 'practice-connection', 'cut'))
    store.close()
    const again = openTestStore(folder)
    expect(again.read((view) => readSetting(view, 'practice-connection'))).toBe('cut')
  })
})

describe('The change report', () => {
  test('A change is reported once, after its commit, with the ids of the touched bookings', () => {
    const { store, book } = openDeskStore()
    const told: (readonly string[])[] = []
    let inside = false
    store.onChange((ids) => {
      expect(inside).toBe(false)
      // The commit comes before the report, so the listener can read the entries.
      expect(store.read((view) => ids.map((id) => entryOfBooking(view, id)?.state))).toEqual(ids.map(() => 'waiting'))
      told.push(ids)
    })
    const one = book(pairBooking(1))
    const two = book(oneWayBooking(2))
    expect(told).toEqual([[one.id], [two.id]])
    store.write((tx) => {
      inside = true
      tx.touch(one.id)
      tx.touch(two.id)
      tx.touch(one.id)
      inside = false
    })
    expect(told.at(-1)).toEqual([one.id, two.id])
  })

  test('A change that was rolled back or touched no booking is not reported', () => {
    const { store } = openDeskStore()
    const told: (readonly string[])[] = []
    store.onChange((ids) => void told.push(ids))
    expect(() =>
      store.write((tx) => {
        tx.touch('b')
        throw new Error('no')
      }),
    ).toThrow('no')
    store.write((tx) => writeSetting(tx, 'x', 'y'))
    expect(told).toEqual([])
  })
})

describe('The schema', () => {
  function claimed() {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const entry = store.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    expect(
      store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{"a":1}', digest: 'd' }, START)),
    ).not.toBeNull()
    return { run: (sql: string) => () => store.write((tx) => tx.sql(sql).run()) }
  }

  test('The bytes of a first try are frozen', () => {
    const { run } = claimed()
    for (const body of [`'{"a":2}'`, `''`]) expect(run(`UPDATE payloads SET body = ${body}`)).toThrow(/frozen/)
    expect(run('UPDATE payloads SET entry_seq = 2')).toThrow(/frozen/)
    expect(run('DELETE FROM payloads')).toThrow(/frozen/)
    expect(run(`UPDATE payloads SET body = '{"a":1}'`)).not.toThrow()
    expect(run(`UPDATE outbox SET state = 'in-doubt', unresolved = 1`)).not.toThrow()
  })

  test('An outbox entry, its booking and its moves cannot be deleted', () => {
    const { run } = claimed()
    expect(run('DELETE FROM outbox')).toThrow(/never deleted/)
    expect(run('DELETE FROM bookings')).toThrow(/FOREIGN KEY/)
    expect(run('DELETE FROM moves')).toThrow(/FOREIGN KEY/)
  })

  test('An attempt cannot be changed or deleted', () => {
    const { run } = claimed()
    expect(run('DELETE FROM attempts')).toThrow(/append-only/)
    expect(run(`UPDATE attempts SET code = 'booked'`)).toThrow(/append-only/)
    expect(run(`UPDATE attempts SET phase = 'settled'`)).toThrow(/append-only/)
  })

  test('A move reference is unique, and an entry state is one of the known states', () => {
    const { run } = claimed()
    expect(run('UPDATE moves SET reference = (SELECT max(reference) FROM moves)')).toThrow(/UNIQUE/)
    expect(run(`UPDATE outbox SET state = 'sent'`)).toThrow(/CHECK/)
  })
})
