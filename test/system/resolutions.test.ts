import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GUARANTEE_CASES, type DuplicateGuarantee } from '../../shared/outbox/duplicate-guarantee.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { addMinutes } from '../../shared/time/time.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { openDeskBehindProxy, type DeskBehindProxy } from '../support/faults/desk.ts'
import type { ToxicRule } from '../support/faults/fault-proxy.ts'
import type { When } from '../support/faults/toxics.ts'
import { reasonOf } from '../support/sentences.ts'

/* Ways out of doubt (reliability 2c), over real HTTP: whatever a person says, the remote's ledger judges. */

const WHO = 'Dana R.'
const ABSENT: Resolution = {
  kind: 'not-booked-reported',
  who: WHO,
  why: 'Lee at the provider, by phone',
  confirmed: false,
}

/** The first booking loses its request, or its answer. */
const losesFirst = (when: When): readonly ToxicRule[] => [
  { type: 'cut', when, end: 'rst', match: { asks: 'create', nth: 1 } },
]

/** A booking whose request or answer was lost, so that the desk cannot know. */
async function doubted(on: DeskBehindProxy, kind: 'pair' | 'one-way'): Promise<BookedMoves> {
  let saved: BookedMoves | null = null
  await on.untilRest(() => (saved = on.book(kind)))
  if (saved === null) throw new Error('nothing was booked')
  const booking = on.read(saved)
  expect(booking.state).toBe('in-doubt')
  return booking
}

const numbersOf = async (on: DeskBehindProxy) => (await on.service.ledger()).flatMap((line) => line.move_ids)
/** The numbers that a person reads to the desk: those of the ledger under each move's own reference. */
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

describe.each(['pair', 'one-way'] as const)('a %s that was applied and whose answer was lost', (kind) => {
  test('is booked by its numbers, once they were looked up', async () => {
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

  test('is not booked by numbers of another booking', async () => {
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

test('in the profile that shows a pair as one, one number settles both moves', async () => {
  const on = await openDeskBehindProxy('hopdrive', { toxics: losesFirst('after') })
  const booking = await doubted(on, 'pair')
  const way = await named(on, booking)
  if (way.kind !== 'provider-numbers') throw new Error('no numbers')
  await settle(on, booking, { ...way, numbers: way.numbers.slice(0, 1) })
  expect(on.read(booking).state).toBe('booked')
  expect(await on.breaches()).toEqual([])
})

test('a number that is named while the link is down waits, also over a restart, and is looked up when it is back', async () => {
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

test('what the provider does not have is sent again after two steps, and is there once', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  await settle(on, booking, ABSENT)
  expect(on.desk().resolveBooking(booking.id, { ...ABSENT, confirmed: true })).toMatchObject({ ok: false })
  await on.untilRest(() => on.clock.advance(4 * 60_000))
  await settle(on, booking, { ...ABSENT, confirmed: true })
  expect(on.read(booking).state).toBe('booked')
  expect(await on.breaches()).toEqual([])
  expect(await on.service.ledger()).toHaveLength(1)
})

test('a restart with a clock that was set forward confirms nothing for three minutes', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  await settle(on, booking, ABSENT)
  await on.reopen()
  on.clock.setWall(addMinutes(on.clock.now(), 60))
  const confirm = () => on.desk().resolveBooking(booking.id, { ...ABSENT, confirmed: true })
  expect(confirm()).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
  expect(on.proxy.counter.arrived('create')).toBe(1)
  await on.untilRest(() => on.clock.advance(3 * 60_000))
  expect(confirm()).toMatchObject({ ok: true })
})

test('what was placed by phone is never sent, also not after a restart', async () => {
  const on = await openDeskBehindProxy('baseline', { toxics: losesFirst('before') })
  const booking = await doubted(on, 'pair')
  valueOf(on.desk().resolveBooking(booking.id, { kind: 'placed-by-phone', who: WHO, reference: 'PH-77' }))
  on.clock.advance(30 * 60_000)
  await on.reopen()
  expect(on.read(booking).state).toBe('placed-by-phone')
  expect(on.proxy.counter.arrived('create')).toBe(1)
})

describe('at a provider whose recorded test says that it refuses repeats', () => {
  /** The record as the check writes it, of this desk's remote. */
  function keepContract(folder: string, address: string, agrees = true): void {
    const evidence = GUARANTEE_CASES.map((seen) => ({ seen, status: 200, code: null, moves: [70001], agrees }))
    const contract: DuplicateGuarantee = {
      address,
      profile: 'hopdrive',
      at: '2026-11-20T10:00:00Z',
      honoured: agrees,
      evidence,
    }
    writeFileSync(join(folder, 'duplicate-check.json'), JSON.stringify(contract))
  }

  test.each([
    ['after', 'booked-awaiting-number'],
    ['before', 'booked'],
  ] as const)('what was lost %s it was applied is asked for once more, and is there once', async (when, state) => {
    const on = await openDeskBehindProxy('hopdrive', {
      toxics: losesFirst(when),
      furnish: keepContract,
      // By the clock it would be driven to its end meanwhile, and no more be in progress.
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
    ['of another remote', (folder) => keepContract(folder, 'https://elsewhere.example')],
    ['that says otherwise', (folder, address) => keepContract(folder, address, false)],
    ['that cannot be read', (folder) => writeFileSync(join(folder, 'duplicate-check.json'), '{"honoured":true}')],
  ])('a record %s counts as none', async (_, furnish) => {
    const on = await openDeskBehindProxy('hopdrive', { toxics: losesFirst('before'), furnish })
    const booking = await doubted(on, 'pair')
    on.clock.advance(4 * 60_000)
    await on.untilRest(() => on.desk().checkConnection())
    expect([on.read(booking).state, on.proxy.counter.arrived('create')]).toEqual(['in-doubt', 1])
  })
})
