import { expect, test } from 'vitest'
import { supportDump } from '../../../electron/store/queries/support-dump.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'

/** The searched text, which is also in the other tables, and which lines of it are due. */
const LEFT_OUT = ['move_search', 'search_lines_due']

test('The support dump has every table that refers to a booking', () => {
  const { store, book } = openDeskStore()
  const { id } = book(pairBooking(1))
  const raw = JSON.parse(store.read((view) => supportDump(view, id)) ?? '{}') as Record<string, unknown[]>
  const links = store.read((view) =>
    view
      .sql(
        `SELECT t.name AS "from", k."table" AS "to" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k
         WHERE t.type = 'table'`,
      )
      .all(),
  ) as { from: string; to: string }[]
  const reached = new Set(['bookings', 'vehicles', 'places'])
  for (let before = 0; before !== reached.size;) {
    before = reached.size
    for (const { from, to } of links) if (reached.has(to)) reached.add(from)
  }
  expect(Object.keys(raw).sort()).toEqual([...reached].filter((table) => !LEFT_OUT.includes(table)).sort())
  expect([raw['bookings']?.length, raw['moves']?.length, raw['vehicles']?.length]).toEqual([1, 2, 1])
})

test('The support dump of an unknown booking is null', () => {
  expect(openDeskStore().store.read((view) => supportDump(view, 'nobody'))).toBeNull()
})
