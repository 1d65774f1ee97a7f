import { expect, test } from 'vitest'
import { sqlAmendmentStates } from '../../../shared/outbox/amendment-machine.ts'
import { AMENDMENT_STATES } from '../../../shared/outbox/amendment-state.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'
import { sqlList, sqlStates } from '../../../shared/outbox/states.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'

/** The SQL text of a table, an index or a trigger, with its white space made one space each. */
function sqlOf(name: string): string {
  const { store } = openDeskStore()
  const row = store.read((view) => view.sql('SELECT sql FROM sqlite_schema WHERE name = ?').get(name)) as {
    sql: string
  }
  return row.sql.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')')
}

test('The partial index over open entries and the checks of the outbox name the states that the state table names', () => {
  expect(sqlOf('outbox_open')).toContain(`WHERE desk IS NULL AND state NOT IN ${sqlStates({ open: false })}`)
  const outbox = sqlOf('outbox')
  const lists = [...outbox.matchAll(/state (?:NOT )?IN \(([^)]*)\)/g)].map(([, list = '']) => list.split(', ').sort())
  const listOf = (list: string) => list.slice(1, -1).split(', ').sort()
  expect(lists).toEqual([listOf(sqlList(ENTRY_STATES)), listOf(sqlStates({ resolved: true }))])
})

test('The partial indexes and the check of amendments name the states that their table names', () => {
  expect(sqlOf('amendments_one_open')).toContain(`WHERE state IN ${sqlAmendmentStates({ open: true })}`)
  expect(sqlOf('amendments_leaving')).toContain(`WHERE state IN ${sqlAmendmentStates({ sendable: true })}`)
  expect(sqlOf('amendments')).toContain(`CHECK (state IN ${sqlList(AMENDMENT_STATES)})`)
})
