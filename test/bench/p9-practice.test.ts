import { expect, test } from 'vitest'
import { runWork } from './support/child.ts'
import { median, ratios, record, spread, type Row } from './support/record.ts'
import type { LoadOrder, LoadReport } from './measured/practice-load.ts'

/* P9: the practice service beside node:http with the same commit, ten connections, one commit a request. */

const body = JSON.stringify({
  ready_by_time_utc: '2099-06-02T12:00:00Z',
  make: 'Buick',
  model: 'Encore',
  vin: '1GYFZDR46LF012345',
  manual: false,
  reference_id: 'LK-BENCH',
  name: 'Body shop',
  address_one: '100 Main Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
})

const ORDER: LoadOrder = { runs: 5, requests: 1500, connections: 10, body }

test('The practice service is measured beside node:http with the same commit', async () => {
  const { practice, same, row } = await runWork<LoadReport>('practice-load', ORDER)
  const ratio = ratios(practice, same)
  const perSecond = (values: readonly number[]) => `${spread(values, 0)}/s`
  const ms = (values: readonly number[]) => 1000 / median(values)
  const shared: Omit<Row, 'what' | 'limit' | 'ratio' | 'bound' | 'held'> = {
    goal: 'P9',
    peer: `node:http, one row: ${perSecond(row)}`,
    ours: perSecond(practice),
    where: [
      `ms a request: ${ms(practice).toFixed(2)}, of them ${ms(same).toFixed(2)} as node:http needs for the same commit`,
      `the commit of one row takes ${ms(row).toFixed(2)} ms with node:http, the other rows of a booking ${(ms(same) - ms(row)).toFixed(2)} ms`,
      `the token, the checks, the digest and the framework: ${(ms(practice) - ms(same)).toFixed(2)} ms`,
    ],
  }
  record('P9', [
    {
      ...shared,
      what: 'the practice service, 10 connections, of node:http with the same commit',
      limit: perSecond(same),
      ratio: spread(ratio),
      bound: 'at least 0.7',
      held: median(ratio) >= 0.7,
    },
    {
      ...shared,
      what: 'the same, of node:http with a commit of one row',
      limit: perSecond(row),
      ratio: spread(ratios(practice, row)),
      bound: '',
      held: null,
    },
  ])
  expect([practice, same, row].map((runs) => runs.length)).toEqual([ORDER.runs, ORDER.runs, ORDER.runs])
})
