import { describe, expect, test } from 'vitest'
import { contractSchema } from '../../../shared/contract.ts'
import { systemClock } from '../../../electron/system.ts'
import { post, type Parsed } from '../practice/running.ts'
import { cell, linesOf, remoteOf, reportOf, tableOf } from './checked.ts'
import { crooked } from './crooked.ts'
import { FIELDS } from './fields.ts'

const PROFILES = ['baseline', 'hopdrive'] as const

describe.each(PROFILES)('with --create, %s', (profile) => {
  test('the whole table, row by row', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const report = await reportOf(desk.service.url, { ...signIn, create: true })
    expect(linesOf(report)).toEqual(tableOf(`${profile}-create`))
    expect(report.fits).toBe(profile)
    expect(linesOf(report).filter((line) => line.length > 120)).toEqual([])
  })

  test('every field of the description and of the profile has its row', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const { rows } = await reportOf(desk.service.url, { ...signIn, create: true })
    const named = new Set(rows.map(({ section, what }) => `${section} ${what.replace(/^without /, '')}`))
    const wanted = FIELDS[profile].flatMap(([section, ...paths]) => paths.map((path) => `${section} ${path}`))
    expect(wanted.length).toBeGreaterThan(profile === 'baseline' ? 150 : 170)
    expect(wanted.filter((one) => !named.has(one))).toEqual([])
  })

  test('what was booked is what is listed, and all of it says whose it is', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const { left, contract } = await reportOf(desk.service.url, { ...signIn, create: true })
    const ledger = await desk.ledger()
    const numbers = ledger.flatMap((one: Parsed) => one.move_ids)
    expect([...left.canceled, ...left.pending, ...left.standing].sort()).toEqual(numbers.sort())
    const references = ledger.flatMap((one: Parsed) => one.references)
    expect(references.every((reference: string) => /^check [a-z2-9]{8}$/i.test(reference))).toBe(true)
    expect(numbers).toHaveLength(profile === 'baseline' ? 7 : 9)
    expect(contract?.honoured).toBe(profile === 'hopdrive')
    expect(contractSchema.parse(contract)).toEqual(contract)
  })

  test('only invented people are booked, two days ahead', async () => {
    const { desk, signIn } = await remoteOf(profile)
    const road = await crooked(desk.service.url, {})
    const told: string[] = []
    await reportOf(road.url, { ...signIn, create: true, tell: (words) => told.push(words) })
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

test('what the provider has canceled is told, and may be booked again under its reference', async () => {
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
  expect(report.left).toMatchObject({ pending: [], standing: [], unclear: [] })
  expect(report.left.canceled).toHaveLength(10)
  expect(linesOf(report).find((line) => line.startsWith('canceled again: '))).toContain('70001, 70002')
  const again = cell(report, 'hopdrive 5.2', 'the same reference after a cancelation')
  expect(again).toBe('yes: 200, booked (canceled)')
  expect(cell(report, 'hopdrive 8', 'cancel_status in a fetch after it')).toBe('yes: string "succeeded"')
})

test('a token that runs out on the way is asked for anew in time', async () => {
  const { desk, signIn } = await remoteOf('hopdrive', { driver: 'hand' })
  // Tokens live 600 seconds; each booking takes 250, by the clock of the service and of the check alike.
  const road = await crooked(desk.service.url, {
    answer(came, from) {
      if (came.method === 'POST' && from.status === 200 && came.path.endsWith('-moves')) desk.clock.pass(250)
      return from
    },
  })
  const clock = { ...systemClock, monotonic: () => desk.clock.monotonic() }
  const { fits, left } = await reportOf(road.url, { ...signIn, create: true, clock })
  const grants = road.posts('/v1/authorize').filter(({ json }) => json.client_id === signIn.clientId)
  expect(grants.length).toBeGreaterThan(2)
  expect([fits, left.pending.length, left.standing]).toEqual(['hopdrive', 9, []])
})
