import { describe, expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { REMOTE } from '../../support/desk/test-store.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import {
  bookedAnswer,
  DOWN,
  NOT_THERE,
  openSyncDesk,
  settled,
  toldOf,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { reasonOf } from '../../support/sentences.ts'

/** A desk with one booking in doubt and its reported numbers: 4711 for the first move and 4712 for the second. */
function named(kind: 'pair' | 'one-way', count = kind === 'pair' ? 2 : 1) {
  const desk = openSyncDesk()
  const booked = desk.book(kind === 'pair' ? pairBooking(1) : oneWayBooking(1))
  bringTo(desk.store, booked, 'in-doubt')
  const numbers = booked.moves.slice(0, count).map(({ id }, at) => ({ moveId: id, number: 4711 + at }))
  desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: 'Dana R.', numbers })
  return { desk, booked }
}

const shows = (booked: BookedMoves, at: number, changes: Parameters<typeof toldMove>[1] = {}): FetchMoveResult => ({
  kind: 'move',
  response: {
    move: toldMove(4711 + at, { reference: booked.moves[at]?.reference ?? null, ...changes }),
    readyBy: '2026-11-25T15:00:00Z',
    partner: null,
  },
})

async function idle(desk: SyncDesk) {
  desk.start()
  await desk.facts.next('sync-idle')
}

const shown = (desk: SyncDesk, booked: BookedMoves) => {
  const read = desk.moves.getBooking(booked.id)
  if (!read.ok) throw new Error(read.failure.detail)
  return read.value
}
const numbersOf = (booking: BookedMoves) => booking.moves.map(({ number }) => (number.known ? number.value : null))
const left = (desk: SyncDesk) => desk.store.read((view) => reportedNumbers(view, REMOTE)).length

test('An entry for the same vehicle leaves as soon as a reported number is confirmed', async () => {
  const { desk, booked } = named('one-way')
  const next = desk.book(oneWayBooking(2, { vehicle: oneWayBooking(1).vehicle }))
  desk.script.ask = () => shows(booked, 0)
  desk.script.send = bookedAnswer
  desk.start()
  // No timer ends meanwhile.
  await settled()
  expect([booked, next].map((one) => entryOf(desk.store, one).state)).toEqual(['booked', 'booked'])
})

test('A pair whose two reported numbers show its references is booked with the provider’s ready-by', async () => {
  const { desk, booked } = named('pair')
  desk.script.ask = (number) => shows(booked, number - 4711)
  await idle(desk)
  const after = shown(desk, booked)
  expect([after.state, reasonOf(after), after.entry.unresolvedAttempt]).toEqual(['booked', null, false])
  expect(after.readyBy).toEqual({ utc: '2026-11-25T15:00:00Z', source: 'provider' })
  expect([numbersOf(after), left(desk), desk.sent]).toEqual([[4711, 4712], 0, []])
})

test('Two numbers that were entered in the place of each other are called swapped, and prove nothing', async () => {
  const { desk, booked } = named('pair')
  // Move 4711 is the loaner's, and 4712 the customer's.
  desk.script.ask = (number) => {
    const at = number === 4711 ? 1 : 0
    return shows(booked, at, { ...toldMove(number), reference: booked.moves[at]?.reference ?? null })
  }
  await idle(desk)
  const after = shown(desk, booked)
  expect([after.state, after.entry.fields['mismatch']]).toEqual(['in-doubt', 'swapped'])
  expect(reasonOf(after)).toMatch(/^These two look swapped: move 471[12] is the other vehicle of this booking\./)
  expect([numbersOf(after), left(desk)]).toEqual([[null, null], 0])
})

test('A response that shows both moves of a pair confirms both numbers at once', async () => {
  const { desk, booked } = named('pair', 1)
  const [one, other] = [shows(booked, 0), shows(booked, 1)]
  if (one.kind !== 'move' || other.kind !== 'move') throw new Error('not moves')
  desk.script.ask = () => ({ kind: 'move', response: { ...one.response, partner: other.response.move } })
  await idle(desk)
  expect([shown(desk, booked).state, numbersOf(shown(desk, booked))]).toEqual(['booked', [4711, 4712]])
})

test('A reported number that is corrected during its lookup stays to be looked up', async () => {
  const { desk, booked } = named('one-way')
  const [moveId = ''] = booked.moves.map(({ id }) => id)
  desk.script.ask = (number) => {
    if (number !== 4711) return shows(booked, 0)
    const numbers = [{ moveId, number: 4712 }]
    expect(desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: 'Dana R.', numbers }).ok).toBe(true)
    return NOT_THERE
  }
  desk.start()
  await desk.facts.next('sync-idle')
  expect(shown(desk, booked).state).toBe('booked-awaiting-number')
  expect(desk.store.read((view) => reportedNumbers(view, REMOTE)).map(({ number }) => number)).toEqual([4712])
})

test('A pair with one confirmed number is proved, and its reason names the unknown other move', async () => {
  const { desk, booked } = named('pair', 1)
  desk.script.ask = () => shows(booked, 0)
  await idle(desk)
  const after = shown(desk, booked)
  expect([after.state, numbersOf(after), after.entry.unresolvedAttempt]).toEqual([
    'booked-awaiting-number',
    [4711, null],
    false,
  ])
  expect(reasonOf(after)).toMatch(/number of the other move is missing/)
})

describe('A reported number that is not of this booking', () => {
  test.each<[string, (booked: BookedMoves) => FetchMoveResult, RegExp]>([
    ['another reference', (booked) => shows(booked, 0, { reference: 'RO 9 LK-00000000C' }), /reference is RO 9/],
    ['another car', (booked) => shows(booked, 0, { vin: '2T1BURHE0JC000001' }), /2T1BURHE0JC000001/],
    ['neither reference nor VIN', (booked) => shows(booked, 0, { reference: null }), /can't tell/],
    ['no move behind it', () => NOT_THERE, /has no move 4711/],
    ['no access for this desk', () => answered(403, errorBody('access_denied')), /doesn't show you move 4711/],
    ['a response about another move', (booked) => shows(booked, 5), /has no move 4711/],
    ['a 400 for the number', () => answered(400, errorBody('move_invalid')), /has no move 4711/],
  ])(
    'A reported number with %s puts the booking back in doubt, shows why, and sends nothing',
    async (_, asked, words) => {
      const { desk, booked } = named('one-way')
      desk.script.ask = (number) => (number === 4711 ? asked(booked) : NOT_THERE)
      await idle(desk)
      const after = shown(desk, booked)
      expect([after.state, after.entry.unresolvedAttempt, numbersOf(after)]).toEqual(['in-doubt', true, [null]])
      expect(reasonOf(after)).toMatch(words)
      expect([left(desk), desk.sent]).toEqual([0, []])
    },
  )

  test('A reported number of another booking of this desk puts the booking back in doubt', async () => {
    const { desk, booked } = named('one-way')
    const other = desk.book(oneWayBooking(2))
    bringTo(desk.store, other, 'in-doubt')
    desk.store.write((tx) =>
      tx.sql('UPDATE moves SET number = 4711, provider_read_at = ? WHERE booking_id = ?').run('x', other.id),
    )
    desk.script.ask = () => shows(booked, 0)
    await idle(desk)
    expect(shown(desk, booked).state).toBe('in-doubt')
    expect(reasonOf(shown(desk, booked))).toMatch(/another booking/)
  })

  test('A wrong reported number leaves a booking proved whose other number is confirmed', async () => {
    const { desk, booked } = named('pair')
    desk.script.ask = (number) => (number === 4711 ? shows(booked, 0) : NOT_THERE)
    await idle(desk)
    const after = shown(desk, booked)
    expect([after.state, numbersOf(after), after.entry.unresolvedAttempt]).toEqual([
      'booked-awaiting-number',
      [4711, null],
      false,
    ])
    expect(reasonOf(after)).toMatch(/has no move 4712/)
  })

  test('A wrong reported number leaves a booking placed by phone', async () => {
    const { desk, booked } = named('one-way')
    bringTo(desk.store, booked, 'placed-by-phone')
    desk.script.ask = () => NOT_THERE
    await idle(desk)
    expect(shown(desk, booked)).toMatchObject({
      state: 'placed-by-phone',
      entry: { code: 'number-wrong', fields: { mismatch: 'unknown-number', number: 4711 } },
    })
  })
})

const TROUBLE: [string, FetchMoveResult][] = [
  ['a lost response', { kind: 'broken', code: 'ECONNRESET', bytes: 90 }],
  ['a 503', answered(503, '')],
  ['a 401', answered(401, '')],
  ['a 302', answered(302, '')],
  ['a 403 page', answered(403, '<html>')],
  ['a 404 page', answered(404, '<html>')],
  ['a 404 for the address', answered(404, errorBody('request_invalid'))],
  ['a 400 page', answered(400, '<html>')],
  ['a 407', answered(407, '')],
  ['a 408', answered(408, '')],
  ['an unreadable 200', answered(200, '<html>')],
  ['a cut 404', { kind: 'answered', answer: { status: 404, headers: {}, body: '', complete: false } }],
]

async function pass(desk: SyncDesk, seconds: number): Promise<void> {
  for (let gone = 0; gone < seconds; gone += 5) {
    desk.clock.advance(5_000)
    await settled()
  }
}

describe('A reported number under provider trouble', () => {
  test.each<[string, FetchMoveResult]>([['no connection', DOWN], ['a 429', answered(429, '')], ...TROUBLE.slice(0, 4)])(
    'A reported number waits while the provider gives %s, and is confirmed afterwards',
    async (_, asked) => {
      const { desk, booked } = named('one-way')
      let down = true
      desk.script.ask = (number) => (down && number === 4711 ? asked : number === 4711 ? shows(booked, 0) : NOT_THERE)
      // After trouble with one number, a request for an unknown number shows whether the provider is in trouble.
      const others = desk.script.ask
      desk.script.ask = (number) => (down && desk.asked.includes(4711) ? asked : others(number))
      desk.start()
      await desk.facts.next('connection', (fact) => fact.event === 'connection' && fact.kind === 'down')
      expect([shown(desk, booked).state, left(desk)]).toEqual(['booked-awaiting-number', 1])
      down = false
      await pass(desk, 11 * 60)
      expect(entryOf(desk.store, booked).state).toBe('booked')
    },
  )

  test.each(TROUBLE)('A reported number that alone gets %s rests and delays nothing else', async (_, asked) => {
    const { desk, booked } = named('one-way')
    const other = desk.book(oneWayBooking(3))
    bringTo(desk.store, other, 'in-doubt')
    const numbers = other.moves.map(({ id }) => ({ moveId: id, number: 4720 }))
    desk.moves.resolveBooking(other.id, { kind: 'provider-numbers', who: 'Dana R.', numbers })
    const known = desk.book(oneWayBooking(4))
    withNumber(desk, known, 4730)
    let isThere = false
    desk.script.ask = (number) => {
      if (number === 4711) return isThere ? shows(booked, 0) : asked
      if (number === 4730) return toldOf(number)
      return number === 4720 ? shows(other, 0, { number: 4720 }) : NOT_THERE
    }
    const sync = desk.start()
    await pass(desk, 60)
    expect([entryOf(desk.store, other).state, shown(desk, booked).state]).toEqual(['booked', 'booked-awaiting-number'])
    const late = desk.book(oneWayBooking(5))
    await settled()
    expect([entryOf(desk.store, late).state, sync.connection().kind]).toEqual(['booked', 'up'])
    expect(desk.facts.all.some(({ event }) => event === 'move-refreshed')).toBe(true)
    expect(desk.asked.filter((number) => number === 4711)).toHaveLength(1)
    isThere = true
    await pass(desk, 5 * 60)
    expect(entryOf(desk.store, booked).state).toBe('booked')
  })

  test('A reported number that is always answered with 429 keeps no other number from its lookup', async () => {
    const { desk, booked } = named('one-way')
    const other = desk.book(oneWayBooking(3))
    bringTo(desk.store, other, 'in-doubt')
    const numbers = other.moves.map(({ id }) => ({ moveId: id, number: 4720 }))
    desk.moves.resolveBooking(other.id, { kind: 'provider-numbers', who: 'Dana R.', numbers })
    desk.script.ask = (number) => {
      if (number === 4711) return answered(429, '')
      return number === 4720 ? shows(other, 0, { number: 4720 }) : NOT_THERE
    }
    desk.start()
    await pass(desk, 20 * 60)
    expect([entryOf(desk.store, other).state, shown(desk, booked).state]).toEqual(['booked', 'booked-awaiting-number'])
  })
})

test('An unreadable booking with a reported number keeps no tracked move from being fetched', async () => {
  const { desk, booked } = named('one-way')
  withNumber(desk, desk.book(oneWayBooking(9)), 5000)
  desk.store.write((tx) => tx.sql(`UPDATE bookings SET time_utc = 'never' WHERE id = ?`).run(booked.id))
  const vin = booked.moves[0]?.vehicle?.vin ?? null
  desk.script.ask = (number) => (number === 4711 ? shows(booked, 0, { reference: null, vin }) : toldOf(number))
  await idle(desk)
  expect(desk.asked).toContain(5000)
  expect(desk.facts.all.filter(({ event }) => event === 'internal-error')).toHaveLength(1)
  expect(entryOf(desk.store, booked).state).toBe('booked-awaiting-number')
})
