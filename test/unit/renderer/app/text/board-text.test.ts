import { expect, test } from 'vitest'
import {
  describeAlone,
  describeAsOf,
  describeAway,
  describeConnecting,
  spokenBoard,
} from '../../../../../renderer/app/text/board-text.ts'
import type { BoardStatus, HubFault } from '../../../../../shared/desk/board-status.ts'

const AT = { zone: 'America/New_York', now: '2026-11-24T18:00:00Z' }
const QUIET = { takenOver: [], sentTwice: [], handedOver: 0 } as const
const alone = (fault: HubFault, since = '2026-11-24T15:42:00Z') => ({ kind: 'alone', fault, since, ...QUIET }) as const
const LIVE = { kind: 'live', takeable: [], ...QUIET } as const

test.for<[HubFault, string]>([
  ['unreachable', 'No connection to the hub.'],
  ['silent', 'The hub does not answer.'],
  ['refused', 'This computer is not admitted to the board. Enter a new invitation from IT in Settings.'],
  ['another-store', 'Another PC works under the same name.'],
  ['version', 'An update is needed to see the board.'],
  ['disk-full', 'The disk of the hub is full.'],
  ['failed', 'The hub failed.'],
])('The status of a board that is away by %s names that cause', ([fault, cause]) => {
  expect(describeAlone(alone(fault))).toBe(`${cause} Other desks' bookings may be old.`)
})

test('The time since which the board is away is a clock time today and has its date on another day', () => {
  expect(describeAway(alone('silent'), AT)).toBe('Board away since 10:42 AM.')
  expect(describeAway(alone('silent', '2026-11-23T15:42:00Z'), AT)).toContain('Mon, Nov 23, 10:42 AM')
})

test('A desk that reads all bookings of the hub at once says that it catches up', () => {
  const connecting = { kind: 'connecting', ...QUIET } as const
  expect(describeConnecting(connecting)).toBe('Board connecting')
  expect(describeConnecting({ ...connecting, isCatchingUp: true })).toBe(
    "Board catching up. Other desks' bookings may be old.",
  )
})

test('A list says from when the bookings of other desks are, while the board is away alone', () => {
  expect(describeAsOf(alone('silent'), AT)).toBe('Bookings of other desks as of 10:42 AM')
  const others: readonly (BoardStatus | null)[] = [null, { kind: 'connecting', ...QUIET }, LIVE]
  expect(others.map((board) => describeAsOf(board, AT))).toEqual([null, null, null])
})

test('The spoken words stay the same while the cause and the time of an outage change', () => {
  expect(spokenBoard(alone('silent'))).toBe("Board away. Other desks' bookings may be old.")
  expect(spokenBoard(alone('unreachable', '2026-11-24T16:00:00Z'))).toBe(spokenBoard(alone('silent')))
  expect([null, LIVE].map(spokenBoard)).toEqual(['', ''])
})
