import { describe, expect, test } from 'vitest'
import { appendAttempt, previousOutcomeCodes } from '../../../electron/store/tables/attempts.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import {
  claimEntry,
  markInterruptedInDoubt,
  entryOfBooking,
  transitionOrThrow,
  type Entry,
} from '../../../electron/store/tables/outbox.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { lastBookedReader } from '../../../electron/store/queries/outbox.ts'
import type { Store } from '../../../electron/store/store.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import type { Proof } from '../../../shared/outbox/machine.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'
import { codeOf } from '../../support/outcome-codes.ts'

const LATER = '2026-11-21T15:00:30Z'

const take = (store: Store, entry: Entry, payload = '{}', digest = 'd') =>
  store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload, digest }, LATER)) !== null
const settle = (store: Store, entry: Entry, proof: Proof, at = LATER) =>
  store.write((tx) => {
    const moved = transitionOrThrow(tx, entry, { kind: 'classified', proof, code: codeOf(proof) }, at)
    appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code: codeOf(proof), status: 200 })
    return moved
  })

const next = (store: Store, remote = REMOTE) => store.read((view) => nextEntry(view, remote))?.bookingId ?? null

describe('`claimEntry`', () => {
  test('`claimEntry` takes an entry once, and a second claim of the same revision gets nothing', () => {
    const { store, book } = openDeskStore()
    const entry = entryOf(store, book(pairBooking(1)))
    expect(take(store, entry, '{"first":1}', 'd1')).toBe(true)
    expect(take(store, entry, '{"second":1}', 'd2')).toBe(false)
    const rows = store.read((view) => view.sql('SELECT phase, digest FROM attempts').all())
    expect(rows).toEqual([{ phase: 'sending', digest: 'd1' }])
    expect(store.read((view) => entryOfBooking(view, entry.bookingId))).toMatchObject({
      state: 'sending',
      payload: '{"first":1}',
      revision: entry.revision + 1,
    })
  })

  test('`claimEntry` takes no entry that changed since it was read', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const entry = entryOf(store, booked)
    bringTo(store, booked, 'held')
    bringTo(store, booked, 'waiting')
    expect(take(store, entry, '{}', 'd')).toBe(false)
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'waiting'))('`claimEntry` takes no entry that is %s', (state) => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    bringTo(store, booked, state)
    expect(take(store, entryOf(store, booked), '{}', 'd')).toBe(false)
    expect(entryOf(store, booked)).toMatchObject({ state, payload: null })
  })

  test('`claimEntry` keeps the bytes of the first try for a later one', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    take(store, entryOf(store, booked), '{"first":1}', 'd1')
    bringTo(store, booked, 'waiting')
    expect(take(store, entryOf(store, booked), '{"other":1}', 'd2')).toBe(true)
    expect(entryOf(store, booked).payload).toBe('{"first":1}')
  })

  test('An attempt holds no personal data', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    take(store, entryOf(store, booked), '{"customer_name":"Harriet"}', 'digest')
    expect(JSON.stringify(store.read((view) => view.sql('SELECT * FROM attempts').all()))).not.toContain('Harriet')
  })
})

describe('The settling of an entry', () => {
  test('`transitionOrThrow` throws for a transition that the current state does not allow, and changes nothing', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const entry = entryOf(store, booked)
    expect(() => settle(store, entry, 'booked')).toThrow(/was waiting could not become classified/)
    expect(entryOf(store, booked)).toEqual(entry)
    expect(store.read((view) => previousOutcomeCodes(view, entry.id))).toEqual([])
  })

  test('A settled entry keeps the outcome of each try, oldest first, and the time of the last booking', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const entry = entryOf(store, booked)
    expect(store.read(lastBookedReader(REMOTE))).toBeNull()
    take(store, entry)
    const waits = settle(store, entryOf(store, booked), 'retryable', START)
    take(store, waits)
    settle(store, entryOf(store, booked), 'booked')
    expect(store.read((view) => previousOutcomeCodes(view, entry.id))).toEqual(['provider-busy', 'booked'])
    expect(store.read(lastBookedReader(REMOTE))).toBe(LATER)
    expect(store.read(lastBookedReader({ ...REMOTE, address: 'https://other.example' }))).toBeNull()
  })
})

describe('The next entry', () => {
  test('The next entry is the oldest waiting one', () => {
    const { store, book } = openDeskStore()
    const [one, two, three] = [book(pairBooking(1)), book(oneWayBooking(2)), book(pairBooking(3))]
    expect(next(store)).toBe(one.id)
    bringTo(store, one, 'booked')
    expect(next(store)).toBe(two.id)
    bringTo(store, two, 'held')
    expect(next(store)).toBe(three.id)
    bringTo(store, three, 'withdrawn')
    expect(next(store)).toBeNull()
    bringTo(store, two, 'waiting')
    expect(next(store)).toBe(two.id)
  })

  test('The next entry is never one for another provider or profile', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    expect(next(store, { ...REMOTE, address: 'https://other.example' })).toBeNull()
    expect(next(store, { ...REMOTE, address: `${REMOTE.address}/` })).toBeNull()
    expect(next(store, { ...REMOTE, profile: 'hopdrive' })).toBeNull()
    expect(next(store)).not.toBeNull()
  })

  test.for(ENTRY_STATES.filter((state) => state !== 'waiting'))('The next entry is never one that is %s', (state) => {
    const { store, book } = openDeskStore()
    bringTo(store, book(pairBooking(1)), state)
    expect(next(store)).toBeNull()
  })
})

describe('An entry that may be on its way', () => {
  const other = pairBooking(2)
  const car = pairBooking(1).vehicle
  /** A first booking in a state, and a second one behind it. */
  function behind(
    state: EntryState,
    second: Parameters<ReturnType<typeof openDeskStore>['book']>[0],
    first = pairBooking(1),
  ) {
    const { store, book } = openDeskStore()
    const ahead = book(first)
    const waits = book(second)
    bringTo(store, ahead, state)
    return { store, ahead, waits, reason: () => store.read((view) => readBooking(view, waits.id, REMOTE)?.waitReason) }
  }

  test.for(['sending', 'in-doubt'] as const)(
    'An entry that is %s holds back an entry for the same vehicle, which shows why',
    (state) => {
      const { store, ahead, reason } = behind(state, { ...other, vehicle: { ...other.vehicle, vin: car.vin } })
      expect(next(store)).toBeNull()
      expect(reason()).toEqual({ code: 'blocked' })
      bringTo(store, ahead, 'booked')
      expect(next(store)).not.toBeNull()
      expect(reason()).toBeNull()
    },
  )

  test('An entry in doubt holds back an entry with the same reference', () => {
    expect(next(behind('in-doubt', { ...other, reference: pairBooking(1).reference }).store)).toBeNull()
  })

  test('An entry in doubt holds back an entry with the same loaner and a one-way of the same car', () => {
    const loaner = {
      stock: 'LN-1',
      vin: '1M8GDM9AXKP900001',
      year: null,
      make: null,
      model: null,
      color: null,
      manual: false,
    }
    expect(next(behind('in-doubt', { ...other, loaner }, { ...pairBooking(1), loaner }).store)).toBeNull()
    const oneWay = { ...oneWayBooking(9), vehicle: { ...oneWayBooking(9).vehicle, vin: car.vin } }
    expect(next(behind('in-doubt', oneWay).store)).toBeNull()
  })

  test('An entry in doubt holds back no entry with another or no car and reference', () => {
    expect(next(behind('in-doubt', other).store)).not.toBeNull()
    const bare = { ...oneWayBooking(3), reference: null, vehicle: { ...oneWayBooking(3).vehicle, vin: null } }
    const alsoBare = { ...pairBooking(1), reference: null, vehicle: { ...car, vin: null } }
    expect(next(behind('in-doubt', bare, alsoBare).store)).not.toBeNull()
    const inWords = { ...bare, vehicle: { ...bare.vehicle, vin: 'see key tag' } }
    const alsoInWords = { ...alsoBare, vehicle: { ...car, vin: 'see key tag' } }
    expect(next(behind('in-doubt', inWords, alsoInWords).store)).not.toBeNull()
  })

  test.for(['waiting', 'booked', 'refused', 'held', 'withdrawn'] as const)(
    'An entry that is %s holds back no entry with the same reference',
    (state) => {
      const { store, ahead, waits } = behind(state, { ...other, reference: pairBooking(1).reference })
      expect(next(store)).toBe(state === 'waiting' ? ahead.id : waits.id)
    },
  )
})

describe('A start', () => {
  test('A start puts every sending entry in doubt, and reports and records the change', () => {
    const { store, book } = openDeskStore()
    const bookings = [pairBooking(1), pairBooking(2), oneWayBooking(3)].map(book)
    for (const booked of bookings.slice(0, 2)) {
      take(store, entryOf(store, booked), '{}', 'd')
    }
    const told: (readonly string[])[] = []
    store.onChange((ids) => void told.push(ids))
    expect(store.write((tx) => markInterruptedInDoubt(tx, {}, LATER))).toBe(2)
    expect(told).toEqual([bookings.slice(0, 2).map((booked) => booked.id)])
    expect(bookings.map((booked) => entryOf(store, booked).state)).toEqual(['in-doubt', 'in-doubt', 'waiting'])
    for (const booked of bookings.slice(0, 2)) {
      expect(store.read((view) => readBooking(view, booked.id, REMOTE))).toMatchObject({
        entry: { code: 'interrupted' },
      })
      expect(store.read((view) => previousOutcomeCodes(view, entryOf(store, booked).id))).toEqual(['interrupted'])
    }
    expect(store.write((tx) => markInterruptedInDoubt(tx, {}, LATER))).toBe(0)
  })
})
