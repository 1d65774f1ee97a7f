import { expect, test } from 'vitest'
import { keepRoster, takeGreeting } from '../../../electron/board/greeting.ts'
import type { HubGreeting, RosterDesk } from '../../../electron/board/hub-session.ts'
import { joinBoard, queuedLines, readLink } from '../../../electron/store/board/link.ts'
import { copyRight } from '../../../electron/store/board/rights.ts'
import { awaitedDesks, lastHub, writeRoster } from '../../../electron/store/board/roster.ts'
import { entryById } from '../../../electron/store/tables/outbox.ts'
import { bodyOf, openReplicaDesk, OTHER_DESK, replicate } from '../../support/board/replicas.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* What the answer to a hello changes in a real store, without a hub. */

const GREETING: HubGreeting = {
  hub: 'hub',
  epoch: 7,
  lastSeq: 9,
  floorSeq: 0,
  claimPauseMs: 0,
  missing: [],
  lastN: 0,
  roster: [],
}

const GONE: RosterDesk = {
  role: 'gone',
  name: 'Front 2',
  heardAt: null,
  silentMs: 90_000,
  cannotSend: null,
  isGone: true,
}

function openLinked() {
  const desk = openDeskStore()
  desk.store.write((tx) => joinBoard(tx, { role: 'desk1', incarnation: 'store' }, START))
  const { id } = entryOf(desk.store, desk.book(pairBooking(1)))
  const events: unknown[] = []
  return {
    ...desk,
    events,
    greet: (lastN: number) =>
      takeGreeting({ store: desk.store, log: (event) => void events.push(event), now: START }, { ...GREETING, lastN }),
    entry: () => desk.store.read((view) => entryById(view, id)),
  }
}

test('A hub that has more lines of this store than the store made puts all that has not left in doubt', () => {
  const desk = openLinked()
  desk.greet(1)
  expect(desk.entry()).toMatchObject({ state: 'in-doubt', code: 'unverified', unresolvedAttempt: true })
  expect(desk.events).toEqual([{ event: 'board-store-old' }])
  expect(desk.store.read(readLink)).toMatchObject({ hub: 'hub', lastN: 1 })
  desk.greet(1)
  expect(desk.events).toHaveLength(1)
})

test('A store that joins anew names the hub that it followed before, until another hub greets', () => {
  const desk = openLinked()
  expect(desk.store.read(lastHub)).toEqual({ hub: null, epoch: null, hasFollowed: false })
  desk.greet(0)
  desk.store.write((tx) => joinBoard(tx, { role: 'desk2', incarnation: 'store' }, START))
  expect(desk.store.read(lastHub)).toEqual({ hub: 'hub', epoch: 7, hasFollowed: true })
  desk.store.write((tx) => joinBoard(tx, { role: 'desk3', incarnation: 'store' }, START))
  expect(desk.store.read(lastHub)).toEqual({ hub: 'hub', epoch: 7, hasFollowed: true })
  takeGreeting({ store: desk.store, log: () => {}, now: START }, { ...GREETING, hub: 'next', epoch: 9 })
  expect(desk.store.read(lastHub)).toEqual({ hub: 'next', epoch: 9, hasFollowed: true })
})

test('A store that joins its hub anew waits for no desk that it did not wait for before', () => {
  const desk = openLinked()
  const roster = [{ ...GONE, isGone: false, isNew: true }]
  const greet = (hub: string) =>
    takeGreeting({ store: desk.store, log: () => {}, now: START }, { ...GREETING, hub, epoch: 9, roster })
  const joinAs = (role: string) => desk.store.write((tx) => joinBoard(tx, { role, incarnation: role }, START))
  greet('hub')
  joinAs('desk2')
  greet('hub')
  expect(desk.store.read(awaitedDesks)).toEqual([])
  joinAs('desk3')
  // A new desk that has the name of a desk of the hub before does not stand for that desk.
  greet('next')
  expect(desk.store.read(awaitedDesks)).toEqual(['Front 2'])
  joinAs('desk4')
  greet('next')
  expect(desk.store.read(awaitedDesks)).toEqual(['Front 2'])
})

test('A hub that has no more lines than the store made changes no entry', () => {
  const desk = openLinked()
  desk.greet(0)
  expect(desk.entry()).toMatchObject({ state: 'waiting' })
  expect(desk.events).toEqual([])
})

test('A desk offers what it keeps of a desk that is gone for long, whether it hears that at its hello or later', () => {
  for (const isLater of [true, false]) {
    const [own, desk] = [openReplicaDesk(), openLinked()]
    // Both stores give the same ids, so that the second booking has an id of its own.
    own.book(pairBooking(1))
    const body = bodyOf(own, own.book(pairBooking(2)).id)
    desk.greet(0)
    expect(replicate(desk, body)).toBe(true)
    desk.store.write((tx) => {
      writeRoster(tx, [{ role: OTHER_DESK, name: 'Front 2', isGone: false }])
      const right = { owner: OTHER_DESK, state: 'waiting', rev: 1, epoch: 7, claimedAt: null } as const
      const [handedOver, takenFrom, attempt] = [false, null, null]
      copyRight(tx, String(body.entry['id']), { ...right, handedOver, takenFrom, attempt })
    })
    const roster = [{ ...GONE, isGone: true, isGoneForLong: true }]
    const next = { ...GREETING, hub: 'next', epoch: 9, roster: isLater ? [{ ...GONE, isGone: true }] : roster }
    takeGreeting({ store: desk.store, log: () => {}, now: START }, next)
    if (isLater) expect(keepRoster(desk.store, roster)).toBe(true)
    expect(keepRoster(desk.store, roster)).toBe(false)
    const lines = desk.store.read((view) => queuedLines(view, 9)).map((line) => JSON.parse(line) as unknown)
    expect(lines).toMatchObject([{ kind: 'replica-offered', body: { for: 'gone' } }])
  }
})
