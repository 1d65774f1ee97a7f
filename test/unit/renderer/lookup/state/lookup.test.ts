import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import { createBookingsStore } from '../../../../../renderer/booking/bookings-store.ts'
import { firstLive, PAGE_ROWS, placeOf, type ResultPage } from '../../../../../renderer/lookup/state/result-list.ts'
import { createLookup } from '../../../../../renderer/lookup/state/lookup.ts'
import type { LookupStore } from '../../../../../renderer/lookup/state/lookup-store.ts'
import { listingBridge, quiet, type ListingBridge } from '../../../../support/fakes/listing-bridge.ts'

async function opened(count: number) {
  const desk = listingBridge(count)
  const lookup = createLookup(desk.bridge, createBookingsStore(desk.bridge), () => Promise.resolve())
  lookup.enter()
  await quiet()
  return { desk, lookup, ...reads(lookup) }
}

const reads = (lookup: LookupStore) => ({
  place: () => placeOf(lookup.getState().answer, lookup.getState().bookingId),
  list: () => {
    const { answer } = lookup.getState()
    if (answer === null) throw new Error('no list')
    return answer
  },
})

/** Every loaded row is the row at that place of the list as it was read. */
function expectTrue({ lookup, list }: { lookup: LookupStore; list: () => ResultPage }, ids: readonly string[]): void {
  expect([...list().rows].filter(([place, row]) => ids[place] !== row.bookingId)).toEqual([])
  expect(list().count).toBe(ids.length)
  expect(lookup.getState().bookingId === null || placeOf(list(), lookup.getState().bookingId) !== null).toBe(true)
}

const idsOf = (desk: ListingBridge, text = '') =>
  desk
    .bookings()
    .filter(({ customerName }) => customerName?.includes(text))
    .map(({ bookingId }) => bookingId)

describe('The list of the lookup', () => {
  test('The list is read page by page where it is visible, and keeps near pages and the selected row', async () => {
    const { desk, lookup, list, place } = await opened(50_000)
    expect(list()).toMatchObject({ count: 50_000, ids: null, more: false, total: 50_000 })
    expect(list().rows.size).toBe(PAGE_ROWS)
    for (const from of [40_000, 20_000, 49_950, 300]) {
      lookup.see({ from, to: from + 40 })
      await quiet()
      for (let at = from; at < from + 40; at += 1) expect(list().rows.has(at)).toBe(true)
      expect(list().rows.size).toBeLessThan(6 * PAGE_ROWS)
      expect(place()).toBe(0)
    }
    expectTrue({ lookup, list }, idsOf(desk))
  })

  test('The list reads only the page at which a fast scroll comes to rest', async () => {
    const { desk, lookup, list } = await opened(50_000)
    desk.hold()
    const before = desk.asked.length
    for (let from = 1000; from <= 40_000; from += 1000) lookup.see({ from, to: from + 20 })
    expect(desk.asked.length).toBe(before + 1)
    await desk.release()
    expect(desk.asked.slice(before).map(({ from }) => from?.offset)).toEqual([1000, 40_000])
    expect(list().rows.has(40_010)).toBe(true)
  })

  test('A filtered list keeps its rows while bookings settle', async () => {
    const { desk, lookup, list } = await opened(500)
    lookup.filter(['open'])
    await quiet()
    const ids = idsOf(desk)
    expect(list()).toMatchObject({ count: 500, more: false })
    desk.settle(({ bookingId }) => Number(bookingId.slice(2)) % 3 === 0)
    lookup.see({ from: 250, to: 290 })
    await quiet()
    expect(list().rows.get(251)?.bookingId).toBe('b-249')
    expect(list().rows.get(251)?.state).toBe('booked')
    expectTrue({ lookup, list }, ids)
    desk.tell('b-3')
    await quiet()
    expect(lookup.getState().newer?.count).toBe(334)
    expectTrue({ lookup, list }, ids)
    expect(list().rows.has(251)).toBe(true)
  })

  test('The list of a search ends at its limit and says that there is more', async () => {
    const { lookup, list, place } = await opened(5000)
    lookup.type('odd')
    await quiet()
    expect(list()).toMatchObject({ count: 50, more: true, total: 5000, text: 'odd' })
    lookup.step(Infinity)
    await quiet()
    expect(place()).toBe(49)
    expect(list().rows.get(49)?.bookingId).toBe('b-4901')
  })

  test('A list that cannot be read says why and is read again when it is visible again', async () => {
    const { desk, lookup, list } = await opened(1000)
    desk.hold()
    lookup.step(Infinity)
    await desk.release('fail')
    expect(lookup.getState()).toMatchObject({
      errorMessage: expect.stringMatching(/went wrong/) as string,
      bookingId: 'b-1000',
    })
    lookup.see({ from: 700, to: 720 })
    await quiet()
    expect(list().rows.get(700)?.bookingId).toBe('b-300')
  })
})

describe('The selection', () => {
  test('The selection goes to an unread row once that row is read, and counts later keys from there', async () => {
    const { desk, lookup, place } = await opened(1000)
    desk.hold()
    lookup.step(Infinity)
    lookup.step(-20)
    lookup.step(-20)
    expect(place()).toBe(0)
    await desk.release()
    expect(place()).toBe(959)
    expect(lookup.getState()).toMatchObject({ bookingId: 'b-41' })
  })

  test('The selection stays where a person put it although a jump to a far row was under way', async () => {
    const { desk, lookup, list, place } = await opened(500)
    desk.hold()
    lookup.step(Infinity)
    const third = list().rows.get(3)
    if (third !== undefined) lookup.select(third.bookingId)
    await desk.release()
    expect(place()).toBe(3)
    // A new list cancels the jump too.
    desk.hold()
    lookup.step(Infinity)
    lookup.type('even')
    await desk.release()
    expect([place(), list().text]).toEqual([0, 'even'])
    // The row of the old list may arrive after the new list.
    desk.hold()
    lookup.step(Infinity)
    lookup.type('odd')
    await desk.release('last-first')
    expect([place(), list().text, list().count]).toEqual([0, 'odd', 50])
    expectTrue({ lookup, list }, idsOf(desk, 'odd').slice(0, 50))
  })

  const RUNS = 200
  test(`The selection is the row at its place after any keys, scrolls, bookings and reloads, over ${RUNS} runs`, async () => {
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
            // A list whose selection has moved is read again.
            await quiet()
            if (one.kind === 'again' || lookup.getState().newer === null) {
              at += idsOf(desk).length - ids.length
              ids = idsOf(desk)
            }
          }
          await quiet()
          expect(place()).toBe(at)
          expect(lookup.getState().bookingId).toBe(ids[at])
          expect(lookup.getState().newer?.count ?? ids.length).toBe(idsOf(desk).length)
          expectTrue({ lookup, list }, ids)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('News of a change', () => {
  test('News during the read of a list do not hold the list back', async () => {
    const { desk, lookup, list } = await opened(3)
    lookup.leave()
    desk.book(1)
    desk.hold()
    lookup.enter()
    desk.tell('b-4')
    await desk.release()
    expect(lookup.getState().newer).toBeNull()
    expect(list().count).toBe(4)
    // The same holds for a list that waits behind the read of other news.
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

  test('News update the visible rows in place with one call at a time', async () => {
    const { desk, lookup, list } = await opened(1000)
    lookup.see({ from: 500, to: 540 })
    await quiet()
    desk.settle(({ bookingId }) => bookingId === 'b-490')
    desk.hold()
    const before = desk.asked.length
    for (let nth = 0; nth < 50; nth += 1) desk.tell('b-490')
    expect(desk.asked.length).toBe(before + 1)
    await desk.release()
    expect(desk.asked.length).toBeLessThanOrEqual(before + 3)
    expect(list().rows.get(510)).toMatchObject({ bookingId: 'b-490', state: 'booked' })
    // A row that was not read again is dropped.
    expect(list().rows.has(599)).toBe(false)
  })

  test('The list is not read again for a booking of which the provider told nothing new', async () => {
    const { desk } = await opened(10)
    const before = desk.asked.length
    desk.tellNothingNew('b-3')
    await quiet()
    expect(desk.asked.length).toBe(before)
    desk.tell('b-3')
    expect(desk.asked.length).toBe(before + 1)
  })

  test('A late answer to an older text changes neither an opened booking nor a cleared lookup', async () => {
    const { desk, lookup, list } = await opened(10)
    desk.hold()
    lookup.type('even')
    lookup.open('b-3')
    await desk.release()
    expect(lookup.getState()).toMatchObject({ bookingId: 'b-3', text: '' })
    expect(list()).toMatchObject({ text: '', count: 10 })
    desk.hold()
    lookup.type('even')
    lookup.reset()
    await desk.release()
    expect(lookup.getState()).toMatchObject({ answer: null, bookingId: null })
  })
})

describe('The booking that a search selects by itself', () => {
  test('The booking is the first one that is not canceled, and the order of the list stays', async () => {
    const { desk, lookup, list, place } = await opened(5)
    desk.flag('b-5', 'cancel-requested')
    desk.flag('b-4', 'canceled')
    lookup.type(' ')
    await quiet()
    expect(lookup.getState().bookingId).toBe('b-3')
    expect(place()).toBe(2)
    expectTrue({ lookup, list }, idsOf(desk))
    const all = new Map([...list().rows].slice(0, 2))
    expect(firstLive({ ...list(), rows: all })?.bookingId).toBe('b-5')
  })
})

describe('The facts of the first row', () => {
  /** A lookup whose pauses the test ends, with a record of the bookings that it has read. */
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

  test('The facts of the first row are read after a pause, once for letters typed in quick succession', async () => {
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

  test('The facts of the first row are not read at the end of the pause of an earlier letter', async () => {
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

  test('`found` reads the facts of the first row at once when the typed text is answered', async () => {
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

  test('The facts of a row that lost the selection during the pause are not read', async () => {
    const { lookup, read, pause } = await typing(30)
    lookup.step(1)
    await quiet()
    pause()
    await quiet()
    expect(read).toEqual([lookup.getState().bookingId])
  })
})
