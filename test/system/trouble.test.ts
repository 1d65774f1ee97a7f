import Database from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { proves } from '../support/spec-rows.ts'
import { reasonOf } from '../support/sentences.ts'

test('A booking whose response is lost is in doubt and is not sent again by a restart', async () => {
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  const proxy = await openTestProxy(practice.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'rst', match: { asks: 'create' } })
  const first = await openTestDesk(folder, providerOf(proxy.url))
  const saved = valueOf(first.desk.bookMove(pairBooking(21)))
  await first.facts.next('send-settled')
  const doubted = valueOf(first.desk.getBooking(saved.id))
  expect(doubted.state).toBe('in-doubt')
  expect(reasonOf(doubted)).toContain("don't book it again")
  expect(first.desk.status()).toMatchObject({ waiting: 0, attention: 1 })
  await first.close()

  const second = await openTestDesk(folder, providerOf(proxy.url))
  await second.facts.next('sync-idle')
  expect(valueOf(second.desk.getBooking(saved.id)).state).toBe('in-doubt')
  const late = second.desk.withdrawBooking(saved.id)
  expect(late.ok ? null : late.failure.code).toBe('already-sent')
  expect(proxy.counter.arrived('create')).toBe(1)
  expect(await practice.ledger()).toHaveLength(1)
})

test('A booking whose request is lost on the way is in doubt too', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const proxy = await openTestProxy(practice.url)
  proxy.addToxic({ type: 'cut', when: 'before', end: 'rst', match: { asks: 'create' } })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(proxy.url))
  const saved = valueOf(desk.bookMove(pairBooking(22)))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(saved.id)).state).toBe('in-doubt')
  expect(await practice.ledger()).toHaveLength(0)
})

test.for([500, 502, 503, 504, 408])(
  'A booking with a response of %i after it was applied is in doubt and is not sent again',
  async (status) => {
    const folder = temporaryFolder()
    const practice = await openTestPractice(temporaryFolder())
    // A Retry-After header does not prove that the request was not applied.
    const fault = { type: 'status', when: 'after', status, body: 'none', headers: ['retry-after: 1'] } as const
    const proxy = await openTestProxy(practice.url)
    proxy.addToxic({ ...fault, match: { asks: 'create' } })
    const first = await openTestDesk(folder, providerOf(proxy.url))
    const saved = valueOf(first.desk.bookMove(pairBooking(25)))
    await first.facts.next('send-settled')
    await first.facts.next('sync-idle')
    await first.close()
    const second = await openTestDesk(folder, providerOf(proxy.url))
    await second.facts.next('sync-idle')
    expect(valueOf(second.desk.getBooking(saved.id)).state).toBe('in-doubt')
    expect(proxy.counter.arrived('create')).toBe(1)
    expect(await practice.ledger()).toHaveLength(1)
  },
)

test('A page with status 200 does not confirm a booking', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const proxy = await openTestProxy(practice.url)
  proxy.addToxic({ type: 'status', when: 'before', status: 200, body: 'page', match: { asks: 'create' } })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(proxy.url))
  const saved = valueOf(desk.bookMove(pairBooking(23)))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(saved.id)).state).toBe('in-doubt')
})

test('A refused booking shows the reason and keeps its input, and the other bookings are sent', async () => {
  proves('7: not-shown-errors')
  const practice = await openTestPractice(temporaryFolder())
  const json = {
    errors: [{ type: 'invalid_request_error', code: 'OUTSIDE_REGION', message: 'Both places are outside our region.' }],
  }
  const proxy = await openTestProxy(practice.url)
  proxy.addToxic({ type: 'status', when: 'before', status: 422, body: { json }, match: { body: 'RO 10031' } })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(proxy.url))
  const saved = [30, 31, 32].map((number) => valueOf(desk.bookMove(pairBooking(number))))
  for (let settled = 0; settled < 3; settled += 1) await facts.next('send-settled')
  const states = saved.map((one) => valueOf(desk.getBooking(one.id)))
  expect(states.map((one) => one.state)).toEqual(['booked', 'refused', 'booked'])
  expect(reasonOf(states[1])).toContain('Both places are outside our region.')
  expect(states[1]?.customerName).toBe(saved[1]?.customerName)
  expect(await practice.ledger()).toHaveLength(2)
})

test('An unreadable booking is held, and the readable bookings are sent', async () => {
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  const proxy = await openTestProxy(practice.url)
  await proxy.close()
  const first = await openTestDesk(folder, providerOf(proxy.url))
  const saved = [40, 41, 42].map((number) => valueOf(first.desk.bookMove(oneWayBooking(number))))
  await first.close()
  const file = new Database(join(folder, 'desk.db'))
  file.prepare('UPDATE moves SET vehicle_id = NULL WHERE booking_id = ?').run(saved[1]?.id)
  file.prepare('UPDATE outbox SET provider_address = ?').run(practice.url)
  file.prepare('UPDATE bookings SET provider_address = ?').run(practice.url)
  file.close()

  const { desk, facts } = await openTestDesk(folder, providerOf(practice.url))
  await facts.next('entry-skipped')
  for (let settled = 0; settled < 2; settled += 1) await facts.next('send-settled')
  expect(saved.map((one) => valueOf(desk.getBooking(one.id)).state)).toEqual(['booked', 'held', 'booked'])
  expect(await practice.ledger()).toHaveLength(2)
})

test('A booking waits while the token is refused and is sent with a valid token', async () => {
  proves('5: not-shown-token')
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  const first = await openTestDesk(folder, providerOf(practice.url, 'wrong'))
  await first.facts.next('connection', (fact) => fact.cause === 'token-refused')
  const saved = valueOf(first.desk.bookMove(pairBooking(51)))
  expect(first.desk.status().connection).toMatchObject({ kind: 'down', cause: 'token-refused' })
  await first.close()
  expect(await practice.ledger()).toHaveLength(0)

  const second = await openTestDesk(folder, providerOf(practice.url))
  await second.facts.next('send-settled')
  expect(valueOf(second.desk.getBooking(saved.id)).state).toBe('booked')
})

test('A second desk on the same profile is refused in words', async () => {
  const folder = temporaryFolder()
  await openTestDesk(folder)
  await expect(openTestDesk(folder)).rejects.toThrow('already open')
})

test('A store of a newer version is refused in words', async () => {
  const folder = temporaryFolder()
  const first = await openTestDesk(folder)
  await first.close()
  const file = new Database(join(folder, 'practice-desk.db'))
  file.pragma('user_version = 9000')
  file.close()
  await expect(openTestDesk(folder)).rejects.toThrow('newer Lanekeeper')
})

test('A response about another car does not confirm a one-way', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const json = { move: { id: 90_001, vehicle: { vin: '2T1BURHE0JC000001' } } }
  const proxy = await openTestProxy(practice.url)
  proxy.addToxic({ type: 'status', when: 'before', status: 200, body: { json }, match: { asks: 'create' } })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(proxy.url))
  const saved = valueOf(desk.bookMove(oneWayBooking(24)))
  await facts.next('send-settled')
  const doubted = valueOf(desk.getBooking(saved.id))
  expect(doubted.state).toBe('in-doubt')
  expect(reasonOf(doubted)).toContain('90001')
})

test.for(['desk.db', 'practice-desk.db', 'practice-service.db'])(
  'A damaged %s is refused in words, left unchanged, and frees the profile',
  async (name) => {
    const folder = temporaryFolder()
    const first = await openTestDesk(folder)
    await first.facts.next('sync-idle')
    await first.close()
    const file = join(folder, name)
    const whole = readFileSync(file)
    const damaged = Buffer.from(whole)
    damaged.fill(0x5a, 0, 4096)
    writeFileSync(file, damaged)
    await expect(openTestDesk(folder)).rejects.toThrow('their file is damaged')
    expect(readFileSync(file).equals(damaged)).toBe(true)
    writeFileSync(file, whole)
    await openTestDesk(folder)
  },
)

test('An address in another spelling is the same provider', async () => {
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  await practice.cut()
  const first = await openTestDesk(folder, providerOf(practice.url))
  const saved = valueOf(first.desk.bookMove(pairBooking(62)))
  await first.close()
  await practice.restore()
  const second = await openTestDesk(folder, providerOf(`${practice.url.replace('http', 'HTTP')}/`))
  await second.facts.next('send-settled')
  expect(valueOf(second.desk.getBooking(saved.id)).state).toBe('booked')
})

test('An entry that a start finds as `sending` is put in doubt without an internal error', async () => {
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  await practice.cut()
  const first = await openTestDesk(folder, providerOf(practice.url))
  const saved = valueOf(first.desk.bookMove(pairBooking(63)))
  await first.close()
  const file = new Database(join(folder, 'desk.db'))
  file.prepare("UPDATE outbox SET state = 'sending'").run()
  file.close()
  const second = await openTestDesk(folder, providerOf(practice.url))
  expect(valueOf(second.desk.getBooking(saved.id)).state).toBe('in-doubt')
  expect(second.facts.all.filter((fact) => fact.event === 'internal-error')).toEqual([])
})
