import { describe, expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { reportedNumbers } from '../../../electron/store/tables/reported-numbers.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { verifyReportedNumbers, type RetryTimes } from '../../../electron/sync/verify-numbers.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { DOWN, NOT_THERE, scriptedProvider } from '../../support/fakes/scripted-provider.ts'
import { countingIds, fixedRandom } from '../../support/fakes/system.ts'

const MINUTE = 60_000

/** A store with a scripted provider, of which one look at all reported numbers is taken at a time. */
function openDesk(profile: 'baseline' | 'hopdrive' = 'baseline') {
  const remote = { ...REMOTE, profile }
  const desk = openDeskStore({ remote })
  const scripted = scriptedProvider()
  const resting: RetryTimes = new Map()
  const deps: SyncContext = {
    store: desk.store,
    intact: Promise.resolve(true),
    provider: scripted.provider,
    rights: NO_BOARD_RIGHTS,
    remote,
    requestTarget: () => ({ profile, rooftop: null }),
    noticeMinutes: () => 60,
    rejectsDuplicates: () => false,
    revokeDuplicateGuarantee: () => '',
    clockTrust: { isSuspect: () => false, acceptUnverified: () => true, skewMs: () => 0, disputeMs: () => 0 },
    clock: desk.clock,
    random: fixedRandom(),
    ids: countingIds(),
    log: desk.facts.log,
    pollIntervals: [],
  }
  const report = (booked: BookedMoves, numbers: readonly number[]) => {
    if (entryOf(desk.store, booked).state === 'waiting') bringTo(desk.store, booked, 'in-doubt')
    const named = numbers.map((number, place) => ({ moveId: booked.moves[place]?.id ?? '', number }))
    expect(desk.moves.resolveBooking(booked.id, { kind: 'provider-numbers', who: 'Dana R.', numbers: named }).ok).toBe(
      true,
    )
  }
  const shown = (booked: BookedMoves) => {
    const read = desk.moves.getBooking(booked.id)
    if (!read.ok) throw new Error(read.failure.detail)
    return read.value
  }
  return {
    ...desk,
    ...scripted,
    report,
    shown,
    look: () => verifyReportedNumbers(deps, resting),
    left: () => desk.store.read((view) => reportedNumbers(view, remote)).map(({ number }) => number),
    numbersOf: (booked: BookedMoves) => shown(booked).moves.map(({ number }) => (number.known ? number.value : null)),
  }
}

const shows = (
  number: number,
  move: Parameters<typeof toldMove>[1],
  partner: ReturnType<typeof toldMove> | null = null,
) => ({ kind: 'move', response: { move: toldMove(number, move), readyBy: null, partner } }) satisfies FetchMoveResult
const referenceOf = (booked: BookedMoves, place = 0) => booked.moves[place]?.reference ?? null
const BROKEN: FetchMoveResult = { kind: 'broken', code: 'ECONNRESET', bytes: 9 }

describe('The look-up of reported numbers', () => {
  test('`verifyReportedNumbers` fetches nothing without a reported number', async () => {
    const desk = openDesk()
    desk.book(oneWayBooking(1))
    expect(await desk.look()).toEqual({ failedFetch: null, settled: false })
    expect(desk.asked).toEqual([])
  })

  test('`verifyReportedNumbers` reports a settled booking, also after a wrong number', async () => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    desk.script.ask = () => shows(4711, { reference: referenceOf(booked) })
    expect(await desk.look()).toEqual({ failedFetch: null, settled: true })
    const other = desk.book(oneWayBooking(2))
    desk.report(other, [4712])
    desk.script.ask = () => NOT_THERE
    expect(await desk.look()).toEqual({ failedFetch: null, settled: true })
    expect(desk.facts.all.filter(({ event }) => event === 'number-verified')).toEqual([
      { event: 'number-verified', moveId: booked.moves[0]?.id, code: 'ours' },
      { event: 'number-verified', moveId: other.moves[0]?.id, code: 'wrong' },
    ])
  })

  test('`verifyReportedNumbers` waits exactly five minutes before it fetches an unshown number again', async () => {
    const desk = openDesk()
    desk.report(desk.book(oneWayBooking(1)), [4711])
    desk.script.ask = () => BROKEN
    expect(await desk.look()).toEqual({ failedFetch: BROKEN, settled: false })
    desk.clock.advance(5 * MINUTE - 1)
    expect(await desk.look()).toEqual({ failedFetch: null, settled: false })
    expect(desk.asked).toEqual([4711])
    desk.clock.advance(1)
    await desk.look()
    expect(desk.asked).toEqual([4711, 4711])
  })

  test('`verifyReportedNumbers` fetches another number of the same move without a pause', async () => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    desk.script.ask = () => BROKEN
    await desk.look()
    desk.report(booked, [4712])
    await desk.look()
    expect(desk.asked).toEqual([4711, 4712])
  })

  test.for([
    ['cannot be reached', DOWN, 0],
    ['is busy', answered(429, ''), 1],
  ] as const)(
    '`verifyReportedNumbers` ends when the provider %s, and keeps what was settled before',
    async ([, failedFetch, rests]) => {
      const desk = openDesk()
      const [one, two, three] = [desk.book(oneWayBooking(1)), desk.book(oneWayBooking(2)), desk.book(oneWayBooking(3))]
      desk.report(one, [4711])
      desk.report(two, [4712])
      desk.report(three, [4713])
      desk.script.ask = (number) => (number === 4711 ? shows(4711, { reference: referenceOf(one) }) : failedFetch)
      expect(await desk.look()).toEqual({ failedFetch, settled: true })
      expect(desk.asked).toEqual([4711, 4712])
      await desk.look()
      expect(desk.asked.slice(2)).toEqual(rests === 0 ? [4712] : [4713])
      expect(desk.left()).toEqual([4712, 4713])
    },
  )

  test('`verifyReportedNumbers` goes on after an unreadable response and returns that fetch as failed', async () => {
    const desk = openDesk()
    const [one, two] = [desk.book(oneWayBooking(1)), desk.book(oneWayBooking(2))]
    desk.report(one, [4711])
    desk.report(two, [4712])
    desk.script.ask = (number) => (number === 4711 ? BROKEN : shows(4712, { reference: referenceOf(two) }))
    expect(await desk.look()).toEqual({ failedFetch: BROKEN, settled: true })
    expect(desk.left()).toEqual([4711])
  })

  test('`verifyReportedNumbers` does not blame the provider for an unreadable booking of ours', async () => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    desk.store.write((tx) => tx.sql(`UPDATE bookings SET time_utc = 'never' WHERE id = ?`).run(booked.id))
    const vin = booked.moves[0]?.vehicle?.vin ?? null
    const told = { move: toldMove(4711, { vin }), readyBy: booked.time.utc, partner: null }
    desk.script.ask = () => ({ kind: 'move', response: told })
    expect(await desk.look()).toEqual({ failedFetch: null, settled: false })
    expect(desk.facts.all).toContainEqual(expect.objectContaining({ event: 'internal-error', place: 'verify-numbers' }))
    await desk.look()
    expect(desk.asked).toEqual([4711])
  })

  test('`verifyReportedNumbers` settles nothing by the response to a number that was corrected meanwhile', async () => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    desk.script.ask = (number) => {
      if (number === 4711) desk.report(booked, [4712])
      return NOT_THERE
    }
    expect(await desk.look()).toEqual({ failedFetch: null, settled: false })
    expect([desk.left(), desk.shown(booked).state]).toEqual([[4712], 'booked-awaiting-number'])
    expect(await desk.look()).toEqual({ failedFetch: null, settled: true })
  })
})

describe('The proof of a reported number', () => {
  const mismatchFor = async (asked: FetchMoveResult) => {
    const desk = openDesk()
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    desk.script.ask = () => asked
    await desk.look()
    return { state: desk.shown(booked).state, fields: entryOf(desk.store, booked).fields }
  }

  test.for([400, 404, 410, 422])(
    'A %i with the provider’s envelope shows that the number has no move',
    async (status) => {
      const fields = { mismatch: 'unknown-number', number: 4711 }
      expect(await mismatchFor(answered(status, errorBody('move_invalid')))).toMatchObject({
        state: 'in-doubt',
        fields,
      })
    },
  )

  test('A 403 with the provider’s envelope shows that the provider hides the move', async () => {
    const fields = { mismatch: 'hidden', number: 4711 }
    expect(await mismatchFor(answered(403, errorBody('access_denied')))).toMatchObject({ state: 'in-doubt', fields })
  })

  test('A response with a move of another number shows that the number has no move', async () => {
    const fields = { mismatch: 'unknown-number', number: 4711 }
    expect(await mismatchFor(shows(4712, {}))).toMatchObject({ state: 'in-doubt', fields })
  })

  test.for([401, 402, 405, 409, 418, 500])(
    'A %i settles no reported number, whatever its body says',
    async (status) => {
      expect(await mismatchFor(answered(status, errorBody('move_invalid')))).toMatchObject({
        state: 'booked-awaiting-number',
      })
    },
  )

  test.for([
    ['was cut off', answered(422, errorBody('move_invalid'), { complete: false })],
    ['is a page', answered(422, '<html>')],
    ['is a 400 without a word', answered(400, '')],
    ['is a 404 with a page', answered(404, '<html>')],
    ['is a 404 that was cut off before its first byte', answered(404, '', { complete: false })],
  ] as const)('A response that %s settles no reported number', async ([, heard]) => {
    expect(await mismatchFor(heard as FetchMoveResult)).toMatchObject({ state: 'booked-awaiting-number' })
  })
})

describe('The look-up of a pair’s number', () => {
  const pairOf = (profile?: 'baseline' | 'hopdrive') => {
    const desk = openDesk(profile)
    const booked = desk.book(pairBooking(2))
    desk.report(booked, [4711])
    const [customer, loaner] = [0, 1].map((place) => referenceOf(booked, place))
    const lookWith = (partner: Parameters<typeof toldMove>[1], number = 4712) => {
      desk.script.ask = () => shows(4711, { reference: customer ?? null }, toldMove(number, partner))
      return desk.look()
    }
    return { ...desk, booked, customer, loaner, lookWith }
  }

  test('A verified number settles the other move of the pair if the response shows that move with our reference', async () => {
    const desk = pairOf()
    await desk.lookWith({ reference: desk.loaner ?? null })
    expect([desk.shown(desk.booked).state, desk.numbersOf(desk.booked), desk.left()]).toEqual([
      'booked',
      [4711, 4712],
      [],
    ])
    const text = '4712'
    expect(desk.moves.findBookings({ text, limit: 9 })).toMatchObject({
      value: { bookings: [{ bookingId: desk.booked.id }] },
    })
  })

  test.for([
    ['carries another reference', { reference: 'RO 9 LK-0000000CC' }, 4712],
    ['carries no reference', { reference: null }, 4712],
    ['has the same number', {}, 4711],
    ['is another car', { vin: '2T1BURHE0JC000001' }, 4712],
  ] as const)(
    'A verified number leaves the other move to a fetch of its own when its part of the response %s',
    async ([, partner, number]) => {
      const desk = openDesk()
      const booked = desk.book(pairBooking(2, { loaner: { stock: 'LN-2', vin: '1M8GDM9AXKP042788' } as never }))
      desk.report(booked, [4711])
      const told = toldMove(number, { reference: referenceOf(booked, 1), ...partner })
      desk.script.ask = () => shows(4711, { reference: referenceOf(booked) }, told)
      await desk.look()
      expect([desk.shown(booked).state, desk.numbersOf(booked)]).toEqual(['booked-awaiting-number', [4711, null]])
    },
  )

  test('A verified number leaves the other move to a fetch of its own when another booking has its number', async () => {
    const desk = pairOf()
    withNumber(desk, desk.book(oneWayBooking(9)), 4712)
    await desk.lookWith({ reference: desk.loaner ?? null })
    expect([desk.shown(desk.booked).state, desk.numbersOf(desk.booked)]).toEqual([
      'booked-awaiting-number',
      [4711, null],
    ])
  })

  test('The second number of a pair is settled once the first is known', async () => {
    const desk = pairOf()
    desk.script.ask = () => shows(4711, { reference: desk.customer ?? null })
    await desk.look()
    expect(desk.shown(desk.booked).state).toBe('booked-awaiting-number')
    const second = desk.booked.moves[1]?.id ?? ''
    const numbers = [{ moveId: second, number: 4712 }]
    desk.moves.resolveBooking(desk.booked.id, { kind: 'provider-numbers', who: 'Dana R.', numbers })
    desk.script.ask = () => shows(4712, { reference: desk.loaner ?? null })
    await desk.look()
    expect([desk.shown(desk.booked).state, desk.numbersOf(desk.booked)]).toEqual(['booked', [4711, 4712]])
  })
})

describe('The look-up of a move without our reference', () => {
  const place = (zip: string) => ({ fullAddress: `1 Some St, Richmond, VA ${zip}`, name: null })
  const look = async (profile: 'baseline' | 'hopdrive', deliveryZip: string, pickupZip = '23230') => {
    const desk = openDesk(profile)
    const booked = desk.book(oneWayBooking(1))
    desk.report(booked, [4711])
    const vin = booked.moves[0]?.vehicle?.vin ?? null
    const move = toldMove(4711, { vin, pickup: place(pickupZip), delivery: place(deliveryZip) } as never)
    desk.script.ask = () => ({ kind: 'move', response: { move, readyBy: booked.time.utc, partner: null } })
    await desk.look()
    return { state: desk.shown(booked).state, fields: entryOf(desk.store, booked).fields }
  }

  test('The destination of a one-way is compared only with a provider whose requests carry it', async () => {
    expect((await look('baseline', '23224')).state).toBe('booked')
    expect((await look('baseline', '99999')).state).toBe('booked')
    expect((await look('hopdrive', '23224')).state).toBe('booked')
    expect(await look('hopdrive', '99999')).toMatchObject({ state: 'in-doubt', fields: { mismatch: 'delivery' } })
  })

  test('The start of a one-way is compared with every provider', async () => {
    expect(await look('baseline', '23224', '99999')).toMatchObject({
      state: 'in-doubt',
      fields: { mismatch: 'pickup' },
    })
  })
})
