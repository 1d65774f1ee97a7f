import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import { createBookingsStore } from '../../../../../renderer/booking/bookings-store.ts'
import { PAGE, placeOf, type ResultPage } from '../../../../../renderer/lookup/state/result-list.ts'
import { createLookup, type LookupStore } from '../../../../../renderer/lookup/state/lookup.ts'
import { listingBridge, quiet, type ListingBridge } from '../../../../support/fakes/listing-bridge.ts'

async function opened(count: number) {
  const desk = listingBridge(count)
  const lookup = createLookup(desk.bridge, createBookingsStore(desk.bridge), () => Promise.resolve())
  lookup.enter()
  await quiet()
  return { desk, lookup, ...reads(lookup) }
}

const reads = (lookup: LookupStore) => ({
  place: () => placeOf(lookup.getState().answer, lookup.getState().moveId),
  list: () => {
    const { answer } = lookup.getState()
    if (answer === null) throw new Error('no list')
    return answer
  },
})

/** Every row that is there is the one that stands at its place in the list as it was. */
function expectTrue({ lookup, list }: { lookup: LookupStore; list: () => ResultPage }, ids: readonly string[]): void {
  expect([...list().rows].filter(([place, move]) => ids[place] !== move.moveId)).toEqual([])
  expect(list().count).toBe(ids.length)
  expect(lookup.getState().moveId === null || placeOf(list(), lookup.getState().moveId) !== null).toBe(true)
}

const idsOf = (desk: ListingBridge, text = '') =>
  desk
    .moves()
    .filter(({ customerName }) => customerName?.includes(text))
    .map(({ moveId }) => moveId)

describe('a list', () => {
  test('is read page by page where it is seen, and keeps what is near and the row that is looked at', async () => {
    const { desk, lookup, list, place } = await opened(50_000)
    expect(list()).toMatchObject({ count: 50_000, ids: null, more: false, total: 50_000 })
    expect(list().rows.size).toBe(PAGE)
    for (const from of [40_000, 20_000, 49_950, 300]) {
      lookup.see({ from, to: from + 40 })
      await quiet()
      for (let at = from; at < from + 40; at += 1) expect(list().rows.has(at)).toBe(true)
      expect(list().rows.size).toBeLessThan(6 * PAGE)
      expect(place()).toBe(0)
    }
    expectTrue({ lookup, list }, idsOf(desk))
  })

  test('reads only where one came to rest while pages passed by', async () => {
    const { desk, lookup, list } = await opened(50_000)
    desk.hold()
    const before = desk.asked.length
    for (let from = 1000; from <= 40_000; from += 1000) lookup.see({ from, to: from + 20 })
    expect(desk.asked.length).toBe(before + 1)
    await desk.release()
    expect(desk.asked.slice(before).map(({ from }) => from?.offset)).toEqual([1000, 40_000])
    expect(list().rows.has(40_010)).toBe(true)
  })

  test('of words or filters is asked for by its rows, which stay what they are while others settle', async () => {
    const { desk, lookup, list } = await opened(500)
    lookup.filter(['open'])
    await quiet()
    const ids = idsOf(desk)
    expect(list()).toMatchObject({ count: 500, more: false })
    desk.settle(({ number }) => (number ?? 0) % 3 === 0)
    lookup.see({ from: 250, to: 290 })
    await quiet()
    expect(list().rows.get(251)?.moveId).toBe('m-249')
    expect(list().rows.get(251)?.state).toBe('booked')
    expectTrue({ lookup, list }, ids)
    desk.tell('b-3')
    await quiet()
    expect(lookup.getState().newer?.count).toBe(334)
    expectTrue({ lookup, list }, ids)
    expect(list().rows.has(251)).toBe(true)
  })

  test('of words ends where it is cut, and says so', async () => {
    const { lookup, list, place } = await opened(5000)
    lookup.type('odd')
    await quiet()
    expect(list()).toMatchObject({ count: 1000, more: true, total: 5000, text: 'odd' })
    lookup.step(Infinity)
    await quiet()
    expect(place()).toBe(999)
    expect(list().rows.get(999)?.moveId).toBe('m-3001')
  })

  test('that cannot be read says why, and is tried again when it is looked at again', async () => {
    const { desk, lookup, list } = await opened(1000)
    desk.hold()
    lookup.step(Infinity)
    await desk.release('fail')
    expect(lookup.getState()).toMatchObject({
      trouble: expect.stringMatching(/went wrong/) as string,
      moveId: 'm-1000',
    })
    lookup.see({ from: 700, to: 720 })
    await quiet()
    expect(list().rows.get(700)?.moveId).toBe('m-300')
  })
})

describe('the selection', () => {
  test('goes to a row that is not read yet as soon as it is, and keys pressed meanwhile count from there', async () => {
    const { desk, lookup, place } = await opened(1000)
    desk.hold()
    lookup.step(Infinity)
    lookup.step(-20)
    lookup.step(-20)
    expect(place()).toBe(0)
    await desk.release()
    expect(place()).toBe(959)
    expect(lookup.getState()).toMatchObject({ moveId: 'm-41', bookingId: 'b-41' })
  })

  test('stays where it was put while a row far away was to be reached', async () => {
    const { desk, lookup, list, place } = await opened(1000)
    desk.hold()
    lookup.step(Infinity)
    const third = list().rows.get(3)
    if (third !== undefined) lookup.select(third)
    await desk.release()
    expect(place()).toBe(3)
    // As it is where another list came.
    desk.hold()
    lookup.step(Infinity)
    lookup.type('even')
    await desk.release()
    expect([place(), list().text]).toEqual([0, 'even'])
    // Also where its row is told only then.
    desk.hold()
    lookup.step(Infinity)
    lookup.type('odd')
    await desk.release('last-first')
    expect([place(), list().text, list().count]).toEqual([0, 'odd', 500])
    expectTrue({ lookup, list }, idsOf(desk, 'odd'))
  })

  const RUNS = 200
  test(`is the row at its place, whatever is pressed, seen, booked and shown anew, over ${RUNS} runs`, async () => {
    const act = fc.oneof(
      fc.constantFrom(1, -1, 7, -7, 40, -40, Infinity, -Infinity).map((rows) => ({ kind: 'step', rows }) as const),
      fc.nat(700).map((from) => ({ kind: 'see', from }) as const),
      fc.integer({ min: 1, max: 3 }).map((count) => ({ kind: 'book', count }) as const),
      fc.constant({ kind: 'newer' } as const),
      fc.constant({ kind: 'again' } as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.array(act, { maxLength: 30 }), async (count, acts) => {
        const { desk, lookup, list, place } = await opened(count)
        let ids = idsOf(desk)
        let at = 0
        for (const one of acts) {
          if (one.kind === 'step') {
            lookup.step(one.rows)
            at = Math.min(Math.max(at + one.rows, 0), ids.length - 1)
          } else if (one.kind === 'see') lookup.see({ from: one.from, to: one.from + 40 })
          else if (one.kind === 'book') {
            desk.book(one.count)
            desk.tell('b-1')
          } else {
            if (one.kind === 'again') lookup.leave()
            if (one.kind === 'again') lookup.enter()
            else lookup.showNewer()
            if (one.kind === 'again' || lookup.getState().newer === null) {
              at += idsOf(desk).length - ids.length
              ids = idsOf(desk)
            }
          }
          await quiet()
          expect(place()).toBe(at)
          expect(lookup.getState().moveId).toBe(ids[at])
          expect(lookup.getState().newer?.count ?? ids.length).toBe(idsOf(desk).length)
          expectTrue({ lookup, list }, ids)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('news', () => {
  test('of a list that is being asked for do not keep it away', async () => {
    const { desk, lookup, list } = await opened(3)
    lookup.leave()
    desk.book(1)
    desk.hold()
    lookup.enter()
    desk.tell('b-4')
    await desk.release()
    expect(lookup.getState().newer).toBeNull()
    expect(list().count).toBe(4)
    // Nor one that waits until other news were read.
    desk.hold()
    desk.tell('b-4')
    lookup.leave()
    desk.book(1)
    lookup.enter()
    desk.tell('b-5')
    await desk.release()
    expect(lookup.getState().newer).toBeNull()
    expect(list().count).toBe(5)
  })

  test('bring the rows that are seen up to date where they stand, and ask for one thing at a time', async () => {
    const { desk, lookup, list } = await opened(1000)
    lookup.see({ from: 500, to: 540 })
    await quiet()
    desk.settle(({ number }) => number === 490)
    desk.hold()
    const before = desk.asked.length
    for (let nth = 0; nth < 50; nth += 1) desk.tell('b-490')
    expect(desk.asked.length).toBe(before + 1)
    await desk.release()
    expect(desk.asked.length).toBeLessThanOrEqual(before + 3)
    expect(list().rows.get(510)).toMatchObject({ moveId: 'm-490', state: 'booked' })
    // What was not told anew is not there as it was.
    expect(list().rows.has(599)).toBe(false)
  })

  test('an answer to an older text looks at nothing once a booking was opened', async () => {
    const { desk, lookup, list } = await opened(10)
    desk.hold()
    lookup.type('even')
    lookup.open('b-3')
    await desk.release()
    expect(lookup.getState()).toMatchObject({ bookingId: 'b-3', moveId: 'm-3', text: '' })
    expect(list()).toMatchObject({ text: '', count: 10 })
    desk.hold()
    lookup.type('even')
    lookup.startOver()
    await desk.release()
    expect(lookup.getState()).toMatchObject({ answer: null, bookingId: null })
  })
})

describe('the facts of the first row', () => {
  /** A lookup whose pauses end when the test says so, and which bookings' facts it has read. */
  async function typing(count: number) {
    const desk = listingBridge(count)
    const read: string[] = []
    const pauses: (() => void)[] = []
    const bridge: Bridge = {
      ...desk.bridge,
      getBooking: (asked) => {
        read.push(asked.bookingId)
        return desk.bridge.getBooking(asked)
      },
    }
    const lookup = createLookup(
      bridge,
      createBookingsStore(bridge),
      () => new Promise((resolve) => pauses.push(resolve)),
    )
    lookup.enter()
    await quiet()
    return { desk, lookup, read, pauses, pause: () => pauses.forEach((end) => end()) }
  }

  test('are read after a pause, of letters that come faster those of the last alone', async () => {
    const { lookup, read, pause } = await typing(30)
    for (const text of ['e', 'ev', 'eve']) {
      lookup.type(text)
      await quiet()
    }
    expect(read).toEqual([])
    pause()
    await quiet()
    expect(read).toEqual([lookup.getState().bookingId])
    expect(lookup.getState().readId).toBe(lookup.getState().bookingId)
  })

  test('are not read by the pause of a letter before', async () => {
    const { lookup, read, pauses } = await typing(30)
    for (const text of ['odd', 'even']) {
      lookup.type(text)
      await quiet()
    }
    pauses.at(-2)?.()
    await quiet()
    expect(read).toEqual([])
    pauses.at(-1)?.()
    await quiet()
    expect(read).toEqual([lookup.getState().bookingId])
  })

  test('are read at once for who goes there, as soon as what was typed is answered', async () => {
    const { desk, lookup, read } = await typing(30)
    desk.hold()
    lookup.type('odd')
    let there = false
    const found = lookup.found().then(() => (there = true))
    await quiet()
    expect(there).toBe(false)
    await desk.release()
    await found
    expect(read).toEqual([lookup.getState().bookingId])
    expect(lookup.getState()).toMatchObject({ answer: { text: 'odd' }, readId: read[0] })
  })

  test('are not read of a row that was left meanwhile', async () => {
    const { lookup, read, pause } = await typing(30)
    lookup.step(1)
    await quiet()
    pause()
    await quiet()
    expect(read).toEqual([lookup.getState().bookingId])
  })
})
