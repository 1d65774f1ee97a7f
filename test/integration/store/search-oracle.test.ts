import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { indexMove, searchBookings } from '../../../electron/store/queries/search.ts'
import { searchWords } from '../../../shared/views/lookup.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { seedOf, START } from '../../support/fakes/system.ts'
import { isFoundByScan, searchedMoves } from '../../support/oracle/searched-values.ts'

const SEED = seedOf('search-oracle')

const text = fc.oneof(
  fc.constantFrom(
    'Gate code 4471.',
    "Call O'Hara (Unit 4-B) first",
    'Schlüssel im Büro',
    'N/A',
    'Ring twice',
    'PH-77/3',
  ),
  fc.stringMatching(/^[A-Z]{1,3}[-/.]?[0-9]{1,4}$/),
)
const place = fc.record({
  name: fc.constant('Home'),
  addressOne: fc.constantFrom("12 O'Hara St.", '200-B W. Broad St', '7 Rue d’Été'),
  addressTwo: fc.constantFrom(null, 'Unit 4-B', 'Apt. 44'),
  city: fc.constantFrom('Richmond', 'Winston-Salem', 'St. Paul'),
  state: fc.constant('VA'),
  zip: fc.constantFrom('23220', '23230'),
})
const booking = fc
  .record({
    number: fc.nat({ max: 400 }),
    isPair: fc.boolean(),
    place,
    destination: place,
    reference: fc.option(text),
    instructions: fc.option(text),
    contact: fc.option(text),
  })
  .map(({ number, isPair, place: at, destination, reference, instructions, contact }) => {
    const notes = { specialInstructions: instructions, dealerContact: contact }
    return isPair
      ? pairBooking(number, { place: at, reference, customerNotes: notes })
      : oneWayBooking(number, { place: at, destination, reference, notes })
  })

/** What becomes of one of the bookings later. */
type Later = 'changed' | 'number-reported' | 'number-known' | 'placed-by-phone'
const later = fc.record({
  which: fc.nat(),
  what: fc.constantFrom<Later>('changed', 'number-reported', 'number-known', 'placed-by-phone'),
  booking,
  text,
  number: fc.integer({ min: 70_001, max: 99_999 }),
})
type LaterEvent = typeof later extends fc.Arbitrary<infer T> ? T : never

const query = fc.oneof(
  fc.record({ move: fc.nat(), value: fc.nat(), from: fc.nat(), size: fc.integer({ min: 1, max: 9 }) }),
  fc.constantFrom('4471', 'Richmond, VA', '4100 W Broad', 'Dana', 'nowhere at all', 'lk-'),
)

function act({ store, moves }: DeskStore, id: string, { what, ...how }: LaterEvent): void {
  const stored = moves.getBooking(id)
  if (!stored.ok) throw new Error(stored.failure.detail)
  const [move] = stored.value.moves
  if (move === undefined) throw new Error('no move')
  switch (what) {
    case 'changed':
      // A change of the other kind, or of a booking that has left, is refused and changes nothing.
      moves.changeBooking(id, how.booking)
      return
    case 'number-reported':
      bringTo(store, { id }, 'in-doubt')
      moves.resolveBooking(id, {
        kind: 'provider-numbers',
        who: 'Dana R.',
        numbers: [{ moveId: move.id, number: how.number }],
      })
      return
    case 'number-known':
      store.write((tx) => {
        confirmMove(tx, move.id, toldMove(how.number), START)
        indexMove(tx, move.id)
      })
      return
    case 'placed-by-phone':
      bringTo(store, { id }, 'held')
      moves.resolveBooking(id, { kind: 'placed-by-phone', who: 'Dana R.', reference: how.text })
      return
    default:
      what satisfies never
  }
}

test('The lines and the search find exactly what a full scan of all values finds, whatever was added later', () => {
  let hits = 0
  fc.assert(
    fc.property(
      fc.array(booking, { minLength: 1, maxLength: 6 }),
      fc.array(later, { maxLength: 6 }),
      fc.array(query, { minLength: 1, maxLength: 12 }),
      (bookings, events, queries) => {
        const desk = openDeskStore()
        const ids = bookings.map((one) => desk.book(one).id)
        for (const event of events) act(desk, ids[event.which % ids.length] ?? '', event)
        const ofBookings = ids.map((id) => [id, searchedMoves(desk.store, id, REMOTE)] as const)
        const all = ofBookings.flatMap(([, moves]) => moves)
        const lines = desk.store.read((view) =>
          view.sql('SELECT move_id AS moveId, doc FROM move_search').all(),
        ) as readonly { readonly moveId: string; readonly doc: string }[]
        for (const asked of queries) {
          const typed = typeof asked === 'string' ? asked : partOf(all, asked)
          const words = searchWords(typed)
          const scanned = new Set(all.filter((move) => isFoundByScan(move, words)).map(({ moveId }) => moveId))
          if (scanned.size > 0 && scanned.size < all.length) hits += 1
          const byLine = lines.filter(({ doc }) => words.every((word) => doc.includes(word)))
          expect([typed, byLine.map(({ moveId }) => moveId).toSorted()]).toEqual([typed, [...scanned].toSorted()])
          const found = desk.store.read((view) => searchBookings(view, words, 100)).bookingIds
          const expected = ofBookings.flatMap(([id, moves]) =>
            moves.some(({ moveId }) => scanned.has(moveId)) ? [id] : [],
          )
          expect([typed, found.toSorted()]).toEqual([typed, expected.toSorted()])
        }
        desk.store.close()
      },
    ),
    { seed: SEED, numRuns: 40 },
  )
  expect(hits).toBeGreaterThan(40)
})

function partOf(
  all: ReturnType<typeof searchedMoves>,
  {
    move,
    value,
    from,
    size,
  }: { readonly move: number; readonly value: number; readonly from: number; readonly size: number },
): string {
  const values = all[move % all.length]?.values ?? []
  const whole = values[value % values.length] ?? ''
  const start = from % Math.max(whole.length, 1)
  return whole.slice(start, start + size)
}
