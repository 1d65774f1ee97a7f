import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOneWay, type PracticeContext } from '../../../electron/practice/domain/create-booking.ts'
import { RESPONSES_BY_PROFILE } from '../../../electron/practice/http/routes.ts'
import { parseOneWay } from '../../../electron/practice/schemas/baseline.ts'
import { openPracticeStore } from '../../../electron/practice/store/store.ts'
import { openDatabase } from '../../../electron/store/database.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemRandom } from '../../../electron/platform/random.ts'

/*
 * node:http without a framework, a check or a token, until the process is ended. `/booking` makes the commit of the
 * practice service for a request that was checked before the start, `/row` the commit of one row.
 */

export type PlainOrder = { readonly folder: string; readonly body: string }

const { folder, body } = JSON.parse(process.argv[2] ?? '{}') as PlainOrder
const practice: PracticeContext = {
  store: openPracticeStore(`${folder}/plain.db`),
  clock: systemClock,
  random: systemRandom,
  stepSeconds: 20,
  driver: 'clock',
  leadMinutes: null,
  base: 'http://127.0.0.1',
  answers: RESPONSES_BY_PROFILE.baseline,
}
const checked = parseOneWay(JSON.parse(body))
if (checked.kind !== 'ok') throw new Error(JSON.stringify(checked))
const { value: booking } = checked
const rows = openDatabase(`${folder}/row.db`, [
  { name: '0001', sql: 'CREATE TABLE one (id INTEGER PRIMARY KEY, body TEXT)' },
])
if (rows.kind !== 'open') throw new Error('the database of the bench cannot be opened')
const insert = rows.db.prepare('INSERT INTO one (body) VALUES (?)')

function answerTo(path: string, text: string): object {
  if (path === '/row') return { id: Number(insert.run(text).lastInsertRowid) }
  JSON.parse(text)
  const booked = createOneWay(practice, booking, '0'.repeat(64))
  if (booked.kind !== 'ok') throw new Error(JSON.stringify(booked))
  return booked.value
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const answer = JSON.stringify(answerTo(incoming.url ?? '', Buffer.concat(chunks).toString('utf8')))
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
})
