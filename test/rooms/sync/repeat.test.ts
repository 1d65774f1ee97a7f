import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Exchanged } from '../../../electron/provider/connection.ts'
import { oneWayBooking } from '../../support/bookings.ts'
import { answered, errorBody } from '../../support/classified.ts'
import { entryOf } from '../../support/entries.ts'
import { addMinutes } from '../../../shared/time.ts'
import { bookedAnswer, DOWN, NOT_THERE, openSyncDesk, settled } from '../../support/scripted.ts'
import { PRACTICE_PACES } from '../../../electron/sync/pace.ts'

const LOST: Exchanged = { kind: 'broken', code: 'ECONNRESET', bytes: 412 }
const REFUSED = answered(409, errorBody('move_duplication'))

/** A desk whose first try ended as `first`; what comes after ends as `later`. `refuse` may keep a withdrawal from being written. */
async function doubted(
  first: Exchanged,
  later: Exchanged | 'booked',
  { promised = true, refuse = () => {} }: { readonly promised?: boolean; readonly refuse?: () => void } = {},
) {
  const contradicted: string[] = []
  const desk = openSyncDesk(PRACTICE_PACES, {
    refusesRepeats: () => promised && contradicted.length === 0,
    contradicted: () => {
      refuse()
      contradicted.push('withdrawn')
    },
  })
  const booked = desk.book(oneWayBooking(1))
  desk.script.send = (request) => {
    if (desk.sent.length === 1) return first
    return later === 'booked' ? bookedAnswer(request) : later
  }
  const sync = desk.start()
  await desk.facts.next('send-settled')
  const pass = async (minutes: number) => {
    desk.clock.advance(minutes * 60_000)
    await settled()
    sync.lookNow()
    await settled()
  }
  return { desk, booked, contradicted, pass, entry: () => entryOf(desk.store, booked) }
}

test('the very same bytes leave once more after the quarantine, and a refusal as a repeat proves the first try', async () => {
  const { desk, pass, entry } = await doubted(LOST, REFUSED)
  await pass(2.9)
  expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  await pass(0.2)
  await desk.facts.next('send-settled')
  expect(entry()).toMatchObject({
    state: 'booked-number-to-come',
    doubt: false,
    reason: expect.stringMatching(/number/),
  })
  expect(desk.sent.map(({ body }) => body)).toEqual([desk.sent[0]?.body, desk.sent[0]?.body])
  await pass(5)
  expect(desk.sent).toHaveLength(2)
})

test('a clock that is set back does not stretch the quarter of an hour', async () => {
  const { desk, pass, entry } = await doubted(LOST, 'booked')
  desk.script.ask = () => DOWN
  await pass(2)
  await pass(70)
  desk.clock.setWall(addMinutes(desk.clock.now(), -64))
  desk.script.ask = () => NOT_THERE
  await pass(1)
  await pass(1)
  expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
})

test('a booking on the second try proves that the first was not applied', async () => {
  const { desk, pass, entry, contradicted } = await doubted(LOST, 'booked')
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, entry().doubt, desk.sent.length, contradicted]).toEqual(['booked', false, 2, []])
})

test.each<[string, Exchanged]>([
  ['lost again', LOST],
  ['a fault', answered(503, '')],
  ['refused', answered(422, errorBody('field_invalid'))],
  ['no token', answered(401, '')],
  ['busy', answered(429, errorBody('too_many'))],
  ['may not book', answered(403, errorBody('missing_scope'))],
  ['nothing left', { kind: 'broken', code: 'EPIPE', bytes: 0 }],
])('%s: doubt sticks, and a person settles it', async (_, later) => {
  const { desk, pass, entry } = await doubted(LOST, later)
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, entry().doubt]).toEqual(['in-doubt', true])
  await pass(5)
  await pass(5)
  expect(desk.sent).toHaveLength(2)
})

describe('nothing leaves once more', () => {
  test('at a provider that makes no such promise', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED, { promised: false })
    for (let minutes = 0; minutes < 20; minutes += 2) await pass(2)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  })

  test('while the first may still run, although the clock was set forward meanwhile', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED)
    desk.clock.setWall(addMinutes(desk.clock.now(), 5))
    await pass(2.9)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
    await pass(0.2)
    await desk.facts.next('send-settled')
    expect([entry().state, desk.sent.length]).toEqual(['booked-number-to-come', 2])
  })

  test('a quarter of an hour after the first try', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED)
    await pass(15.1)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  })

  test.each<[string, Exchanged]>([
    ['a redirect', answered(307, '')],
    ['what no rule names', answered(409, errorBody('conflict'))],
  ])('after %s', async (_, first) => {
    const { desk, pass } = await doubted(first, REFUSED)
    await pass(4)
    expect(desk.sent).toHaveLength(1)
  })
})

test('a provider that books again what it had answered with a success goes back on its promise', async () => {
  const { desk, pass, contradicted } = await doubted(answered(200, '<html>'), 'booked')
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect(contradicted).toEqual(['withdrawn'])
})

test('a provider that does not know the field goes back on it too', async () => {
  const body = { errors: [{ code: 'field_invalid', message: 'unknown', param: 'duplicate_check' }] }
  const { desk, pass, entry, contradicted } = await doubted(LOST, answered(422, body))
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, contradicted]).toEqual(['in-doubt', ['withdrawn']])
})

test('a withdrawal that the disk refuses keeps back the outcome that told of it, until both are written', async () => {
  const body = { errors: [{ code: 'field_invalid', message: 'unknown', param: 'duplicate_check' }] }
  let full = true
  const refuse = () => {
    if (full) throw new Sqlite.SqliteError('the disk is full', 'SQLITE_FULL')
  }
  const { desk, pass, entry, contradicted } = await doubted(LOST, answered(422, body), { refuse })
  await pass(3.1)
  expect([entry().state, desk.sent.length, contradicted]).toEqual(['sending', 2, []])
  full = false
  await pass(0.2)
  expect([entry().state, contradicted]).toEqual(['in-doubt', ['withdrawn']])
  await pass(5)
  expect(desk.sent).toHaveLength(2)
})
