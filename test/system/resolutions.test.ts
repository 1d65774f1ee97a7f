import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move/move.ts'
import { addMinutes } from '../../shared/time/time.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { writeGuaranteeRecord } from '../support/builders/guarantee-record.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { START } from '../support/fakes/system.ts'
import { openDeskBehindProxy, type DeskBehindProxy } from '../support/faults/desk.ts'
import type { ToxicRule } from '../support/faults/fault-proxy.ts'
import type { When } from '../support/faults/toxics.ts'
import { reasonOf } from '../support/sentences.ts'

/* Resolutions of entries in doubt, over real HTTP. The provider's ledger is the judge of each result. */

const WHO = 'Dana R.'
const NOT_BOOKED: Resolution = {
  kind: 'not-booked-reported',
  who: WHO,
  why: 'Lee at the provider, by phone',
  confirmed: false,
}

/** Cuts the first booking request before or after the provider applies the request. */
const losesFirst = (when: When): readonly ToxicRule[] => [
  { type: 'cut', when, end: 'rst', match: { asks: 'create', nth: 1 } },
]

/** A booking in doubt, whose request or response was lost. */
async function doubted(on: DeskBehindProxy, kind: 'pair' | 'one-way'): Promise<BookedMoves> {
  let saved: BookedMoves | null = null
  await on.untilRest(() => (saved = on.book(kind)))
  if (saved === null) throw new Error('nothing was booked')
  const booking = on.read(saved)
  expect(booking.state).toBe('in-doubt')
  return booking
}

const numbersOf = async (on: DeskBehindProxy) => (await on.service.ledger()).flatMap((line) => line.move_ids)
/** The numbers that a person reports, from the ledger by the reference of each move. */
async function named(on: DeskBehindProxy, booking: BookedMoves): Promise<Resolution> {
  const lines = await on.service.ledger()
  const numbers = booking.moves.map(({ id, reference }) => {
    const line = lines.find(({ references }) => references.includes(reference))
    return { moveId: id, number: line?.move_ids[line.references.indexOf(reference)] ?? 0 }
  })
  return { kind: 'provider-numbers', who: WHO, numbers }
}

const settle = (on: DeskBehindProxy, booking: BookedMoves, way: Resolution) =>
  on.untilRest(() => valueOf(on.desk().resolveBooking(booking.id, way)))

describe.each(['pair', 'one-way'] as const)('A %s in doubt whose response was lost', (kind) => {
  test(`A ${kind} in doubt is booked by its reported numbers once they were looked up`, async () => {
    const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('after') })
    const booking = await doubted(on, kind)
    await settle(on, booking, await named(on, booking))
    const after = on.read(booking)
    expect(after.state).toBe('booked')
    expect(after.moves.map(({ number }) => (number.known ? number.value : null)).sort()).toEqual(
      [...(await numbersOf(on))].sort(),
    )
    expect(await on.breaches()).toEqual([])
    expect(on.proxy.counter.arrived('create')).toBe(1)
  })

  test(`A ${kind} in doubt is not booked by the numbers of another booking`, async () => {
    const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('after') })
    const booking = await doubted(on, kind)
    await on.untilRest(() => on.book(kind))
    const theirs = (await on.service.ledger())[1]?.move_ids ?? []
    const numbers = booking.moves.map(({ id }, at) => ({ moveId: id, number: theirs[at] ?? 0 }))
    await settle(on, booking, { kind: 'provider-numbers', who: WHO, numbers })
    expect(on.read(booking).state).toBe('in-doubt')
    expect(reasonOf(on.read(booking))).toMatch(/another/)
    expect(await on.breaches()).toEqual([])
  })
})

test('One reported number settles both moves of a pair in the profile `hopdrive`', async () => {
  const on = await openDeskBehindProxy('hopdrive', { toxics: losesFirst('after') })
  const booking = await doubted(on, 'pair')
  const way = await named(on, booking)
  if (way.kind !== 'provider-numbers') throw new Error('no numbers')
  await settle(on, booking, { ...way, numbers: way.numbers.slice(0, 1) })
  expect(on.read(booking).state).toBe('booked')
  expect(await on.breaches()).toEqual([])
})

test('A number reported while the link is down waits over a restart and is looked up when the link is back', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('after') })
  const booking = await doubted(on, 'one-way')
  const way = await named(on, booking)
  on.proxy.addToxic({ type: 'cut', when: 'before', end: 'rst' })
  await settle(on, booking, way)
  expect(on.read(booking).state).toBe('booked-awaiting-number')
  await on.reopen()
  expect(on.read(booking).state).toBe('booked-awaiting-number')
  on.proxy.removeToxics()
  await on.untilRest(() => on.desk().checkConnection())
  expect(on.read(booking).state).toBe('booked')
  expect(await on.breaches()).toEqual([])
})

test('A booking reported as missing at the provider is sent again after two steps and exists once', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  await settle(on, booking, NOT_BOOKED)
  expect(on.desk().resolveBooking(booking.id, { ...NOT_BOOKED, confirmed: true })).toMatchObject({ ok: false })
  await on.untilRest(() => on.clock.advance(4 * 60_000))
  await settle(on, booking, { ...NOT_BOOKED, confirmed: true })
  expect(on.read(booking).state).toBe('booked')
  expect(await on.breaches()).toEqual([])
  expect(await on.service.ledger()).toHaveLength(1)
})

test('A clock set forward over a restart does not shorten the three minutes before a confirmation', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  await settle(on, booking, NOT_BOOKED)
  await on.reopen()
  on.clock.setWall(addMinutes(on.clock.now(), 60))
  const confirm = () => on.desk().resolveBooking(booking.id, { ...NOT_BOOKED, confirmed: true })
  expect(confirm()).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
  expect(on.proxy.counter.arrived('create')).toBe(1)
  await on.untilRest(() => on.clock.advance(3 * 60_000))
  expect(confirm()).toMatchObject({ ok: true })
})

test('A booking placed by phone is not sent again, even after a restart', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  valueOf(on.desk().resolveBooking(booking.id, { kind: 'placed-by-phone', who: WHO, reference: 'PH-77' }))
  on.clock.advance(30 * 60_000)
  await on.reopen()
  expect(on.read(booking).state).toBe('placed-by-phone')
  expect(on.proxy.counter.arrived('create')).toBe(1)
})

describe('A desk with a duplicate guarantee', () => {
  /** Later than the first start of the desk, because a new store takes no older test. */
  const keepContract = (folder: string, address: string, agrees = true) =>
    writeGuaranteeRecord(folder, address, addMinutes(START, 1), agrees)

  test.each([
    ['after', 'booked-awaiting-number'],
    ['before', 'booked'],
  ] as const)('A booking lost %s the provider applied it is resent once and exists once', async (when, state) => {
    const on = await openDeskBehindProxy('hopdrive', {
      toxics: losesFirst(when),
      furnish: keepContract,
      // A driver on the clock would finish the move meanwhile, and the move would no longer be in progress.
      driver: 'manual',
    })
    const booking = await doubted(on, 'pair')
    on.clock.advance(2 * 60_000)
    await on.untilRest(() => on.desk().checkConnection())
    expect([on.read(booking).state, on.proxy.counter.arrived('create')]).toEqual(['in-doubt', 1])
    on.clock.advance(2 * 60_000)
    await on.untilRest(() => on.desk().checkConnection())
    expect([on.read(booking).state, on.proxy.counter.arrived('create')]).toEqual([state, 2])
    expect(await on.service.ledger()).toHaveLength(1)
    expect(await on.breaches()).toEqual([])
  })

  test.each<[string, (folder: string, address: string) => void]>([
    ['of another provider', (folder) => keepContract(folder, 'https://elsewhere.example')],
    ['that was not honored', (folder, address) => keepContract(folder, address, false)],
    ['that cannot be read', (folder) => writeFileSync(join(folder, 'duplicate-check.json'), '{"honored":true}')],
  ])('A duplicate guarantee %s does not allow a resend', async (_, furnish) => {
    const on = await openDeskBehindProxy('hopdrive', { toxics: losesFirst('before'), furnish })
    const booking = await doubted(on, 'pair')
    on.clock.advance(4 * 60_000)
    await on.untilRest(() => on.desk().checkConnection())
    expect([on.read(booking).state, on.proxy.counter.arrived('create')]).toEqual(['in-doubt', 1])
  })
})
