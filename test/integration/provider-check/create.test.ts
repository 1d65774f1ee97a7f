import { describe, expect, test } from 'vitest'
import { duplicateGuaranteeSchema } from '../../../shared/outbox/duplicate-guarantee.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { post, type Parsed } from '../practice/running.ts'
import { cell, linesOf, remoteOf, reportOf, tableOf } from './checked.ts'
import { crooked } from './crooked.ts'
import { describedFields } from './fields.ts'

const PROFILES = ['baseline', 'hopdrive'] as const

describe.each(PROFILES)('The check with --create of a %s remote', (profile) => {
  test('The table is as expected, row by row', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const report = await reportOf(desk.service.url, { ...signIn, create: true })
    expect(linesOf(report)).toEqual(tableOf(`${profile}-create`))
    expect(report.fits).toBe(profile)
    expect(linesOf(report).filter((line) => line.length > 120)).toEqual([])
  })

  test('The table has a row for every field that the documents describe', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const { rows } = await reportOf(desk.service.url, { ...signIn, create: true })
    const fields = describedFields(profile)
    expect(fields.length).toBeGreaterThan(profile === 'baseline' ? 150 : 170)
    // A field that needs a number of the account has one row for every place in which it can stand.
    const isNamed = (path: string, sections: RegExp) =>
      rows
        .filter(({ section }) => sections.test(section))
        .map(({ what }) => what.replace(/^without /, ''))
        .some(
          (what) =>
            what === path || what === /(?:^|\.)((?:config|sla_id|workflowset_id|\w+_workflow_data)\b)/.exec(path)?.[1],
        )
    expect(fields.filter(([path, sections]) => !isNamed(path, sections)).map(([path]) => path)).toEqual([])
  })

  test('The report lists every booked move, and each carries a reference of the check', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const { leftovers, guarantee } = await reportOf(desk.service.url, { ...signIn, create: true })
    const ledger = await desk.ledger()
    const numbers = ledger.flatMap((one: Parsed) => one.move_ids)
    expect([...leftovers.canceled, ...leftovers.pending, ...leftovers.booked].sort()).toEqual(numbers.sort())
    const references = ledger.flatMap((one: Parsed) => one.references)
    expect(references.every((reference: string) => /^check [a-z2-9]{8}$/i.test(reference))).toBe(true)
    expect(numbers).toHaveLength(profile === 'baseline' ? 7 : 9)
    expect(guarantee?.honored).toBe(profile === 'hopdrive')
    expect(duplicateGuaranteeSchema.parse(guarantee)).toEqual(guarantee)
  })

  test('The check books only invented people, two days ahead', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const road = await crooked(desk.service.url, {})
    const told: string[] = []
    await reportOf(road.url, { ...signIn, create: true, announce: (words) => told.push(words) })
    const bodies = road.posts('/v1/concierge-loaner-moves').flatMap(({ json }) => json ?? [])
    const phones = bodies.flatMap((body) => body.customer_phone ?? [])
    expect([...new Set(phones)].sort()).toEqual(['(804) 555-0142', '(804) 555-0143'])
    const ahead = bodies
      .flatMap((body) => body.appointment_time_utc ?? [])
      .map((text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) - Date.parse(systemClock.now()))
    const hours = ahead.map((ms) => ms / 3_600_000)
    expect(hours.every((each) => each > 47.9 && each <= 48)).toBe(true)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(road.url)
  })
})

test('The report lists what the provider canceled, and a booking under the same reference may follow', async () => {
  const { desk, signIn } = await remoteOf('hopdrive')
  const road = await crooked(desk.service.url, {
    async answer(came, from) {
      const id = came.json?.move_id
      if (came.path === '/v1/cancelation' && from.status === 200) {
        await post(desk.at(`/practice/moves/${id}/cancel-outcome`), { outcome: 'succeeded' })
      }
      return from
    },
  })
  const report = await reportOf(road.url, { ...signIn, create: true })
  expect(report.leftovers).toMatchObject({ pending: [], booked: [], uncertain: [] })
  expect(report.leftovers.canceled).toHaveLength(10)
  expect(linesOf(report).find((line) => line.startsWith('canceled again: '))).toContain('70001, 70002')
  const again = cell(report, 'hopdrive 5.2', 'the same reference after a cancelation')
  expect(again).toBe('yes: 200, booked (canceled)')
  expect(cell(report, 'hopdrive 8', 'cancel_status in a fetch after it')).toBe('yes: string "succeeded"')
})

test('The check renews a token before it expires', async () => {
  const { desk, signIn } = await remoteOf('hopdrive', { driver: 'manual' })
  // Tokens live 600 seconds; each booking takes 250, by the clock of the service and of the check alike.
  const road = await crooked(desk.service.url, {
    answer(came, from) {
      if (came.method === 'POST' && from.status === 200 && came.path.endsWith('-moves')) desk.clock.pass(250)
      return from
    },
  })
  const clock = { ...systemClock, monotonic: () => desk.clock.monotonic() }
  const { fits, leftovers } = await reportOf(road.url, { ...signIn, create: true, clock })
  const grants = road.posts('/v1/authorize').filter(({ json }) => json.client_id === signIn.clientId)
  expect(grants.length).toBeGreaterThan(2)
  expect([fits, leftovers.pending.length, leftovers.booked]).toEqual(['hopdrive', 9, []])
})
