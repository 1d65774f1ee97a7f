import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { readMoveNews, readMoveValues, storeBookingValues } from '../../../electron/store/tables/provider-values.ts'
import type { ToldNews } from '../../../shared/move/move-news.ts'
import type { ProviderMoveValues } from '../../../shared/move/provider-values.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { NEWS } from '../../support/builders/move-news.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

describe('The stored values of the provider', () => {
  test('A value that a response does not carry keeps what an earlier response said', () => {
    const { store, book, moves } = openDeskStore()
    const booked = book(pairBooking(2))
    const [first] = booked.moves
    const told = (values?: ProviderMoveValues) =>
      store.write((tx) =>
        confirmMove(tx, first?.id ?? '', toldMove(101, values === undefined ? {} : { values }), START),
      )
    const read = () => {
      const found = moves.getBooking(booked.id)
      if (!found.ok) throw new Error(found.failure.detail)
      return found.value
    }
    expect([read().providerValues, read().moves[0]?.providerValues]).toEqual([{}, {}])
    told({ color: 'Green', dealerContact: null })
    told({ color: null })
    told()
    store.write((tx) => storeBookingValues(tx, booked.id, { customerName: 'Harriet' }))
    store.write((tx) => storeBookingValues(tx, booked.id))
    expect(read().moves.map((move) => move.providerValues)).toEqual([{ color: null, dealerContact: null }, {}])
    expect(read().providerValues).toEqual({ customerName: 'Harriet' })
  })

  test('The news of a move outlast a response that leaves them out, and end when a response takes them back', () => {
    const { store, book, moves } = openDeskStore()
    const booked = book(pairBooking(2))
    const id = booked.moves[0]?.id ?? ''
    const told = (news?: ToldNews) => {
      store.write((tx) => confirmMove(tx, id, toldMove(101, news === undefined ? {} : { news }), START))
      const found = moves.getBooking(booked.id)
      const column = store.read((view) => view.sql('SELECT provider_news AS text FROM moves WHERE id = ?').get(id))
      return { news: found.ok ? found.value.moves.map((move) => move.news) : null, column }
    }
    expect(told()).toEqual({ news: [{}, {}], column: { text: null } })
    expect(told(NEWS).news).toEqual([NEWS, {}])
    expect(told({}).news).toEqual([NEWS, {}])
    expect(told({ settled: true, driverName: null }).news).toEqual([{ settled: true, charge: NEWS.charge }, {}])
    expect(told({ settled: null, charge: null })).toEqual({ news: [{}, {}], column: { text: null } })
  })

  test('Damaged values of the provider count as no value', () => {
    for (const text of ['{"driverName":', '[]', '{"driverName":7}', null]) expect(readMoveNews(text)).toEqual({})
    for (const text of ['{"color":', '[]', '{"color":7}', '{"unknown":"x"}']) expect(readMoveValues(text)).toEqual({})
  })
})

test('The step to the provider’s values keeps the vehicle that an earlier version stored, without its unknown parts', () => {
  const file = join(temporaryFolder(), 'desk.db')
  const first = openDatabase(file, DESK_MIGRATIONS.slice(0, 1))
  if (first.kind !== 'open') throw new Error('the first version is newer than itself')
  first.db.pragma('foreign_keys = OFF')
  const insert = first.db.prepare(
    `INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id, provider_vehicle)
     VALUES (@id, 'b', @role, @id, 1, 1, @vehicle)`,
  )
  insert.run({ id: 'a', role: 'customer', vehicle: '{"stock":null,"color":"Green"}' })
  insert.run({ id: 'b', role: 'loaner', vehicle: '{"stock":' })
  insert.run({ id: 'c', role: 'single', vehicle: null })
  first.db.close()
  const second = openDatabase(file, DESK_MIGRATIONS)
  if (second.kind !== 'open') throw new Error('the second version is newer than itself')
  const values = second.db.prepare('SELECT provider_values FROM moves ORDER BY id').pluck().all()
  second.db.close()
  expect(values).toEqual(['{"color":"Green"}', null, null])
})

test('The step to the news of a move leaves the moves of an earlier version without news', () => {
  const file = join(temporaryFolder(), 'desk.db')
  const first = openDatabase(file, DESK_MIGRATIONS.slice(0, 6))
  if (first.kind !== 'open') throw new Error('the earlier version is newer than itself')
  first.db.pragma('foreign_keys = OFF')
  first.db
    .prepare(
      `INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id, provider_values)
       VALUES ('a', 'b', 'single', 'a', 1, 1, '{"color":"Green"}')`,
    )
    .run()
  first.db.close()
  const second = openDatabase(file, DESK_MIGRATIONS)
  if (second.kind !== 'open') throw new Error('the second version is newer than itself')
  const rows = second.db.prepare('SELECT provider_values, provider_news FROM moves').all()
  second.db.close()
  expect(rows).toEqual([{ provider_values: '{"color":"Green"}', provider_news: null }])
})
