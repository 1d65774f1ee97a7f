import { describe, expect, test } from 'vitest'
import { countWaiting, lastBookedReader, openElsewhere } from '../../../electron/store/queries/outbox.ts'
import {
  appendAttempt,
  attemptsOf,
  attemptOutcomes,
  countCrashedAttempts,
} from '../../../electron/store/tables/attempts.ts'
import { hasPossibleDuplicate } from '../../../electron/store/queries/duplicates.ts'
import { isBlocked, nextEntry } from '../../../electron/store/queries/send-order.ts'
import { appendDecision } from '../../../electron/store/tables/decisions.ts'
import { recordEdit, transitionOrThrow, wentInDoubtBetween } from '../../../electron/store/tables/outbox.ts'
import { freezePayload } from '../../../electron/store/tables/payloads.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const { vehicle } = oneWayBooking(1)
const ELSEWHERE = { address: 'https://other.example', profile: 'baseline' }

const next = ({ store }: DeskStore) => store.read((view) => nextEntry(view, REMOTE))?.bookingId ?? null
const putBack = ({ store }: DeskStore, booked: BookedMoves, code: 'provider-busy' | 'token-refused' | 'not-sent') => {
  bringTo(store, booked, 'sending')
  store.write((tx) => {
    transitionOrThrow(tx, entryOf(store, booked), { kind: 'classified', proof: 'retryable', code }, START)
  })
}
const moveTo = ({ store }: DeskStore, booked: BookedMoves, { address, profile }: typeof ELSEWHERE) =>
  store.write((tx) => {
    tx.sql('UPDATE outbox SET provider_address = ?, provider_profile = ? WHERE booking_id = ?').run(
      address,
      profile,
      booked.id,
    )
  })

describe('An entry that the provider put back', () => {
  test.for(['provider-busy', 'token-refused'] as const)(
    'A deferred entry leaves after the untried entries, by the code %s',
    (code) => {
      const desk = openDeskStore()
      const [one, two] = [desk.book(oneWayBooking(1)), desk.book(oneWayBooking(2))]
      putBack(desk, one, code)
      expect(next(desk)).toBe(two.id)
      bringTo(desk.store, two, 'booked')
      expect(next(desk)).toBe(one.id)
    },
  )

  test('A deferred entry keeps its turn if its request did not leave', () => {
    const desk = openDeskStore()
    const one = desk.book(oneWayBooking(1))
    desk.book(oneWayBooking(2))
    putBack(desk, one, 'not-sent')
    expect(next(desk)).toBe(one.id)
  })

  test.for([
    ['the same vehicle', { vehicle }],
    ['the same repair order', { reference: oneWayBooking(1).reference }],
  ])('A deferred entry leaves before a later entry for %s', ([, same]) => {
    const desk = openDeskStore()
    const one = desk.book(oneWayBooking(1))
    desk.book(oneWayBooking(2, same as object))
    putBack(desk, one, 'provider-busy')
    expect(next(desk)).toBe(one.id)
  })

  test('A deferred entry holds back only later entries, and none while it is held or waits for another provider', () => {
    const desk = openDeskStore()
    const [first, one, later] = [1, 2, 3].map((number) => desk.book(oneWayBooking(number, { vehicle }))) as [
      BookedMoves,
      BookedMoves,
      BookedMoves,
    ]
    putBack(desk, one, 'provider-busy')
    expect(next(desk)).toBe(first.id)
    bringTo(desk.store, first, 'booked')
    moveTo(desk, one, ELSEWHERE)
    expect(next(desk)).toBe(later.id)
    moveTo(desk, one, { ...REMOTE, profile: 'hopdrive' })
    expect(next(desk)).toBe(later.id)
    moveTo(desk, one, REMOTE)
    expect(next(desk)).toBe(one.id)
    bringTo(desk.store, one, 'held')
    expect(next(desk)).toBe(later.id)
  })
})

describe('An entry that may be on its way', () => {
  test('An entry that may be on its way blocks others for its vehicle or repair order, and never itself', () => {
    const desk = openDeskStore()
    const one = desk.book(oneWayBooking(1))
    const blocked = [
      desk.book(oneWayBooking(2, { vehicle })),
      desk.book(oneWayBooking(3, { reference: one.reference })),
    ]
    const other = desk.book(oneWayBooking(4))
    bringTo(desk.store, one, 'in-doubt')
    const isHere = (booked: BookedMoves) => desk.store.read((view) => isBlocked(view, entryOf(desk.store, booked).id))
    expect([...blocked, other, one].map(isHere)).toEqual([true, true, false, false])
  })

  test('An entry with a reported number blocks others while its attempt is unresolved', () => {
    const desk = openDeskStore()
    const one = desk.book(oneWayBooking(1))
    const two = desk.book(oneWayBooking(2, { vehicle }))
    const isHere = () => desk.store.read((view) => isBlocked(view, entryOf(desk.store, two).id))
    bringTo(desk.store, one, 'booked-awaiting-number')
    expect(isHere()).toBe(true)
    desk.store.write((tx) => tx.sql('UPDATE outbox SET unresolved = 0 WHERE booking_id = ?').run(one.id))
    expect(isHere()).toBe(false)
  })
})

describe('A possible duplicate', () => {
  const pairOf = (state: EntryState = 'booked', changes: object = {}) => {
    const desk = openDeskStore()
    const first = desk.book(oneWayBooking(1))
    const second = desk.book(oneWayBooking(1, changes))
    bringTo(desk.store, first, state)
    const isFound = (booked: BookedMoves) =>
      desk.store.read((view) => hasPossibleDuplicate(view, entryOf(desk.store, booked).id))
    return { ...desk, first, second, isFound }
  }

  test.for(ENTRY_STATES.map((state) => [state, state !== 'refused' && state !== 'withdrawn'] as const))(
    'An earlier entry for the same time and car that is %s counts as a possible duplicate: %j',
    ([state, isDuplicate]) => {
      const desk = pairOf(state)
      expect([desk.isFound(desk.second), desk.isFound(desk.first)]).toEqual([isDuplicate, false])
    },
  )

  test('A possible duplicate has the same repair order or the same vehicle, and the same time', () => {
    const { readyBy, reference } = oneWayBooking(2)
    const car = oneWayBooking(2).vehicle
    const found = (changes: object) => {
      const desk = pairOf('booked', changes)
      return desk.isFound(desk.second)
    }
    expect(found({ reference })).toBe(true)
    expect(found({ vehicle: car })).toBe(true)
    expect(found({ vehicle: car, reference })).toBe(false)
    expect(found({ readyBy })).toBe(false)
  })

  test('A later entry is a possible duplicate of an earlier entry that was edited afterwards', () => {
    const desk = pairOf('waiting')
    bringTo(desk.store, desk.second, 'booked')
    expect(desk.isFound(desk.first)).toBe(false)
    const edit = () => desk.store.write((tx) => recordEdit(tx, entryOf(desk.store, desk.first).id, START))
    edit()
    expect(desk.isFound(desk.first)).toBe(true)
  })

  test('A booking that a person saved beside another on purpose is no possible duplicate of that one until its change', () => {
    const desk = pairOf('booked')
    const { id: entryId } = entryOf(desk.store, desk.second)
    const decide = (detail: string) =>
      desk.store.write((tx) =>
        appendDecision(tx, {
          entryId,
          at: START,
          kind: 'booked-despite-duplicates',
          who: 'Dana R.',
          why: null,
          detail,
        }),
      )
    decide('another-booking')
    expect(desk.isFound(desk.second)).toBe(true)
    decide(`another-booking, ${desk.first.id}`)
    expect(desk.isFound(desk.second)).toBe(false)
    desk.store.write((tx) => recordEdit(tx, entryId, START))
    expect(desk.isFound(desk.second)).toBe(true)
  })

  test('An entry made after the edit, or with every move canceled, is no possible duplicate', () => {
    const desk = pairOf('waiting')
    desk.store.write((tx) => recordEdit(tx, entryOf(desk.store, desk.second).id, START))
    const third = desk.book(oneWayBooking(1))
    bringTo(desk.store, third, 'booked')
    bringTo(desk.store, desk.first, 'withdrawn')
    expect(desk.isFound(desk.second)).toBe(false)
    const canceled = pairOf('booked')
    canceled.store.write((tx) =>
      tx.sql(`UPDATE moves SET cancel_status = 'Succeeded' WHERE booking_id = ?`).run(canceled.first.id),
    )
    expect(canceled.isFound(canceled.second)).toBe(false)
  })
})

test('Entries that went in doubt are found by when they left, their provider, their time and their state', () => {
  const desk = openDeskStore()
  const booked = desk.book(oneWayBooking(1))
  const { seq } = bringTo(desk.store, booked, 'in-doubt')
  desk.store.write((tx) => freezePayload(tx, seq, '{}'))
  const find = (from: number, to: number, now = START, remote = REMOTE) =>
    desk.store.read((view) =>
      wentInDoubtBetween(view, remote, { from: addMinutes(START, from), to: addMinutes(START, to), now }),
    ).length
  expect([find(0, 1), find(-1, 0), find(1, 2), find(-2, -1)]).toEqual([1, 1, 0, 0])
  const { readyBy } = booked
  if (readyBy === null) throw new Error('no ready-by')
  expect([find(0, 1, readyBy.utc), find(0, 1, addMinutes(readyBy.utc, -1))]).toEqual([0, 1])
  expect([find(0, 1, START, ELSEWHERE as never), find(0, 1, START, { ...REMOTE, profile: 'hopdrive' })]).toEqual([0, 0])
  bringTo(desk.store, booked, 'booked-awaiting-number')
  expect(find(0, 1)).toBe(0)
})

describe('The counts of the outbox', () => {
  test('`countWaiting` counts the entries that leave by themselves for this provider', () => {
    const desk = openDeskStore()
    for (const [place, state] of ENTRY_STATES.entries()) {
      bringTo(desk.store, desk.book(pairBooking(place)), state)
    }
    const automatic = ENTRY_STATES.filter((state) => state === 'waiting' || state === 'sending')
    const count = () => desk.store.read((view) => countWaiting(view, REMOTE))
    expect(count()).toBe(automatic.length)
    const [away, alike, done] = [20, 21, 22].map((number) => desk.book(oneWayBooking(number)))
    if (away === undefined || alike === undefined || done === undefined) throw new Error('not booked')
    moveTo(desk, away, ELSEWHERE)
    moveTo(desk, alike, { ...REMOTE, profile: 'hopdrive' })
    bringTo(desk.store, done, 'booked')
    moveTo(desk, done, ELSEWHERE)
    expect(count()).toBe(automatic.length)
    expect(desk.store.read((view) => openElsewhere(view, REMOTE))).toEqual([
      { ...ELSEWHERE, waiting: 1, doubt: 0, stuck: 0, asking: 0 },
      { ...REMOTE, profile: 'hopdrive', waiting: 1, doubt: 0, stuck: 0, asking: 0 },
    ])
  })

  test('`openElsewhere` counts the open bookings of another provider by their states', () => {
    const desk = openDeskStore()
    for (const [place, state] of ENTRY_STATES.entries()) {
      const booked = desk.book(pairBooking(place))
      bringTo(desk.store, booked, state)
      moveTo(desk, booked, ELSEWHERE)
    }
    expect(desk.store.read((view) => openElsewhere(view, REMOTE))).toEqual([
      { ...ELSEWHERE, waiting: 1, doubt: 3, stuck: 2, asking: 0 },
    ])
  })

  test('`lastBookedReader` gives the time at which this provider last booked an entry, also after later attempts', () => {
    const desk = openDeskStore()
    const kept = lastBookedReader(REMOTE)
    const last = () => {
      const at = desk.store.read(kept)
      expect(desk.store.read(lastBookedReader(REMOTE))).toBe(at)
      return at
    }
    const record = (booked: BookedMoves, code: string, minutes: number) =>
      desk.store.write((tx) => {
        const { id } = entryOf(desk.store, booked)
        appendAttempt(tx, { entryId: id, at: addMinutes(START, minutes), phase: 'settled', code })
      })
    const [one, two, away] = [1, 2, 3].map((number) => desk.book(oneWayBooking(number)))
    if (one === undefined || two === undefined || away === undefined) throw new Error('not booked')
    record(one, 'refused', 1)
    expect(last()).toBeNull()
    record(one, 'booked', 2)
    expect(last()).toBe(addMinutes(START, 2))
    record(two, 'booked', 3)
    expect(last()).toBe(addMinutes(START, 3))
    record(two, 'server-error', 4)
    moveTo(desk, away, ELSEWHERE)
    record(away, 'booked', 5)
    expect(last()).toBe(addMinutes(START, 3))
  })
})

describe('The attempts of an entry', () => {
  const withPhases = (...phases: Parameters<typeof appendAttempt>[1]['phase'][]) => {
    const desk = openDeskStore()
    const { id } = entryOf(desk.store, desk.book(oneWayBooking(1)))
    const other = entryOf(desk.store, desk.book(oneWayBooking(2)))
    desk.store.write((tx) => {
      for (const [place, phase] of phases.entries()) {
        appendAttempt(tx, { entryId: id, at: addMinutes(START, place), phase, code: 'no-answer', status: place })
        appendAttempt(tx, { entryId: other.id, at: START, phase: 'settled', code: 'booked' })
      }
    })
    return { ...desk, id }
  }

  test('`countCrashedAttempts` counts from the last attempt that got further', () => {
    const crashed = (...phases: Parameters<typeof withPhases>) => {
      const { store, id } = withPhases(...phases)
      return store.read((view) => countCrashedAttempts(view, id))
    }
    expect(crashed()).toBe(0)
    expect(crashed('started', 'started')).toBe(2)
    expect(crashed('started', 'prepared')).toBe(0)
    expect(crashed('started', 'prepared', 'started')).toBe(1)
  })

  test('The last attempts of an entry are returned oldest first, with a mark when there are more', () => {
    const { store, id } = withPhases('started', 'prepared', 'sending')
    const read = (limit: number) => store.read((view) => attemptsOf(view, id, limit))
    expect(read(2)).toMatchObject({ steps: [{ phase: 'prepared', status: 1 }, { phase: 'sending' }], more: true })
    expect(read(3)).toMatchObject({ steps: [{ phase: 'started' }, {}, {}], more: false })
  })

  test('The ended attempts of an entry are those that settled or were interrupted, oldest first', () => {
    const { store, id } = withPhases('started', 'settled', 'sending', 'interrupted', 'unreachable')
    expect(store.read((view) => attemptOutcomes(view, id))).toEqual([
      { at: addMinutes(START, 1), code: 'no-answer' },
      { at: addMinutes(START, 3), code: 'no-answer' },
    ])
  })
})
