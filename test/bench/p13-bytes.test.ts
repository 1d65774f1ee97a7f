import Sqlite from 'better-sqlite3'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildDesk } from '../../build/vite.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { record, type Row } from './support/record.ts'
import { buildPeerPage, scriptBytes } from './support/scripts.ts'

/*
 * P13: bytes of a booked and delivered move in the store, with every index, and bytes of the built desk. The size of an
 * installer is not among them, because packing takes minutes; test/reports/package.md has that size.
 */

const rows: Row[] = []

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** The bytes of each file of a folder, by name. */
function filesOf(folder: string): readonly (readonly [name: string, bytes: number])[] {
  return readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size])
}

let dist = ''
beforeAll(async () => {
  dist = await buildDesk({ quiet: true })
})

test('The scripts of the window are measured beside React, React DOM and Zustand', async () => {
  const ours = scriptBytes(join(dist, 'renderer'))
  const peer = scriptBytes(await buildPeerPage())
  const preload = filesOf(join(dist, 'preload')).reduce((sum, [, bytes]) => sum + bytes, 0)
  const main = filesOf(join(dist, 'main'))
  const styles = filesOf(join(dist, 'renderer/assets')).filter(([name]) => !name.endsWith('.js'))
  const row = {
    goal: 'P13',
    limit: '',
    peer: `React, React DOM, Zustand ${kb(peer.all)}`,
    where: [
      `gzip of each script: ${Object.entries(ours.each)
        .map(([name, bytes]) => `${name} ${kb(bytes)}`)
        .join(', ')}`,
      `other files of the window: ${styles.map(([name, bytes]) => `${name} ${kb(bytes)}`).join(', ')}`,
      `files of the main process: ${main.map(([name, bytes]) => `${name} ${kb(bytes)}`).join(', ')}`,
    ],
  } as const
  const first = ours.first / peer.all
  const all = ours.all / peer.all
  rows.push(
    {
      ...row,
      what: 'scripts of the first screen, gzip',
      ours: kb(ours.first),
      ratio: first.toFixed(2),
      bound: 'at most 180 KB',
      held: ours.first <= 180 * 1024,
    },
    {
      ...row,
      what: 'all scripts of the window, gzip, of the peer',
      ours: kb(ours.all),
      ratio: all.toFixed(2),
      bound: 'at most 3.8',
      held: all <= 3.8,
    },
    { ...row, what: 'preload', peer: '', ours: kb(preload), ratio: '', bound: 'at most 4 KB', held: preload <= 4096 },
    {
      ...row,
      what: 'main process, with the practice service',
      peer: '',
      ours: kb(main.reduce((sum, [, bytes]) => sum + bytes, 0)),
      ratio: '',
      bound: '',
      held: null,
    },
  )
  record('P13', rows)
  expect(peer.first).toBe(peer.all)
})

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
  rows.push({
    goal: 'P13',
    what: `bytes a move in the store, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
    limit: '',
    peer: '',
    ours: `${Math.round(bytes)} bytes`,
    ratio: '',
    bound: 'at most 1,100 bytes',
    held: bytes <= 1100,
    where: [`bytes a move: ${part(0, 5)}`, part(5, 10), part(10, 15)],
  })
  record('P13', rows)
  expect(tables.length).toBeGreaterThan(10)
})
