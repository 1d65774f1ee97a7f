import Sqlite from 'better-sqlite3'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { record } from './support/record.ts'

/* P13, the store: bytes of a booked and delivered move, with every index. */

test('The bytes of a move are measured by table', async () => {
  const [file = ''] = await runWork<readonly string[]>('stores', { sizes: [BOOKING_SIZE] })
  const bytes = statSync(file).size / BOOKING_SIZE
  const db = new Sqlite(file, { readonly: true })
  const tables = db
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
    .all() as { readonly name: string; readonly bytes: number }[]
  db.close()
  const part = (from: number, to: number) =>
    tables
      .slice(from, to)
      .map(({ name, bytes: all }) => `${name} ${Math.round(all / BOOKING_SIZE)}`)
      .join(', ')
  record('P13', [
    {
      goal: 'P13',
      what: `bytes a move in the store, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
      limit: '',
      peer: '',
      ours: `${Math.round(bytes)} bytes`,
      ratio: '',
      bound: 'at most 1,100 bytes',
      held: bytes <= 1100,
      where: [`bytes a move: ${part(0, 5)}`, part(5, 10), part(10, 15)],
    },
  ])
  expect(tables.length).toBeGreaterThan(10)
})
