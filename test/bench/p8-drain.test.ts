import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthority } from '../support/fakes/certificate-authority.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { describeOwn, describeWithin } from './support/profile.ts'
import { median, ratios, record, spread, type Row } from './support/record.ts'
import type { DrainOrder, DrainReport } from './measured/drain.ts'

/* P8: draining stored bookings, one POST in flight, with 0, 50 and 200 ms added to each round trip. */

const CASES: DrainOrder['cases'] = [
  { latencyMs: 0, bookings: 1000, bare: 1000 },
  { latencyMs: 50, bookings: 200, bare: 40 },
  { latencyMs: 200, bookings: 60, bare: 20 },
]

/** Functions of a drain, as the profile names them. */
const PARTS = ['write', 'fdatasyncSync', 'openConnection', 'onSocketNT', 'nextToSend', 'prepare', 'writeOutcome']

test('Draining stored bookings is measured beside clients that keep one connection and no store', async () => {
  const folder = temporaryFolder()
  const authority = createAuthority({ isTrusted: false })
  const { key, cert } = authority.certify('localhost', ['IP:127.0.0.1'])
  const tls = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem'), root: authority.file }
  writeFileSync(tls.key, key)
  writeFileSync(tls.cert, cert)
  const order: DrainOrder = { size: BOOKING_SIZE, runs: 5, cases: CASES, tls }
  const report = await runWork<DrainReport>('drain', order)
  record('P8', report.flatMap(rowsOf))
  expect(report.map(({ ours }) => ours.length)).toEqual([5, 5, 5])
})

function rowsOf({ latencyMs, ours, http, fetch, profile }: DrainReport[number]): readonly Row[] {
  const each = ours.map((run) => run.each)
  const limits = ours.map(({ commits }, run) => commits + (http[run] ?? NaN))
  const ratio = ratios(each, limits)
  const beside = ratios(each, fetch)
  const intent = ours.map((run) => (run.intent / run.each) * 100)
  const of = (part: (run: DrainReport[number]['ours'][number]) => number) => median(ours.map(part)).toFixed(2)
  const perSecond = (values: readonly number[]) => Math.round(1000 / median(values))
  const bookings = CASES.find((one) => one.latencyMs === latencyMs)?.bookings ?? 0
  const rest = of((run) => run.each - run.connecting - run.intent - run.exchange - run.outcome)
  const where = [
    `ms a booking: next entry and its records ${rest}, waiting for the connection ${of((run) => run.connecting)}, ` +
      `commit of the intent ${of((run) => run.intent)}, request and answer ${of((run) => run.exchange)}, ` +
      `commit of the outcome ${of((run) => run.outcome)}`,
    `ms of the limit: a POST on a kept connection ${median(http).toFixed(2)}, our commits ${of((run) => run.commits)}`,
    profile === null
      ? `${bookings} bookings a run, over TLS, one connection a booking`
      : `of the CPU time: ${describeWithin(profile, PARTS)}; own time: ${describeOwn(profile)}`,
  ] as const
  const shared = {
    goal: 'P8',
    limit: `${median(limits).toFixed(2)} ms: round trip, service and our commits`,
    peer: `fetch, no store: ${median(fetch).toFixed(2)} ms, ${perSecond(fetch)}/s`,
    ours: `${median(each).toFixed(2)} ms, ${perSecond(each)}/s`,
    where,
  }
  const what = `a booking of a drain, ${latencyMs} ms added`
  return [
    { ...shared, what, ratio: spread(ratio), bound: 'at most 1.3', held: median(ratio) <= 1.3 },
    { ...shared, what: `${what}, of fetch`, ratio: spread(beside), bound: '', held: null },
    {
      ...shared,
      what: `the durable intent, ${latencyMs} ms added`,
      limit: '',
      peer: '',
      ours: `${of((run) => run.intent)} ms`,
      ratio: `${spread(intent)} %`,
      bound: latencyMs === 50 ? 'at most 3 %' : '',
      held: latencyMs === 50 ? median(intent) <= 3 : null,
    },
  ]
}
