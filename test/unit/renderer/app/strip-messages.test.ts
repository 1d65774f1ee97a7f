import { expect, test } from 'vitest'
import { boardMessages } from '../../../../renderer/app/board/board-messages.ts'
import { stripMessages } from '../../../../renderer/app/strip-messages.ts'
import { PRACTICE_ROOFTOP } from '../../../../shared/booking/rooftop.ts'
import type { DeskStatus } from '../../../../shared/bridge/calls.ts'
import type { BoardStatus, TakeableDesk } from '../../../../shared/desk/board-status.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { START } from '../../../support/fakes/system.ts'

const DESK: TakeableDesk = {
  role: 'desk-2',
  name: 'Desk 2',
  isSilent: true,
  since: addMinutes(START, -5),
  waiting: 1,
  doubtful: 0,
  requests: 0,
  readyBy: addMinutes(START, 90),
}
const OTHER = { ...DESK, role: 'desk-3', name: 'Desk 3', isSilent: false, readyBy: null }
const TAKEN = 'Took over 1 booking from Desk 4.'
const TWICE = { bookingId: 'b1', customer: 'Harriet Quill', desk: 'Desk 3' }
const LIVE: BoardStatus = {
  kind: 'live',
  takeable: [DESK, OTHER],
  takenOver: [{ desk: 'Desk 5', count: 2 }],
  sentTwice: [],
  handedOver: 0,
}

const STATUS = {
  board: LIVE,
  rooftop: PRACTICE_ROOFTOP,
  now: START,
  reminder: null,
  waiting: 0,
  connection: { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null },
  notices: [{ code: 'restarted' }],
} as unknown as DeskStatus

const strip = (status: DeskStatus, taken: string | null = null) =>
  stripMessages(status, null, [], boardMessages(status, taken))

test('The result of an act and desks with a deadline come before a lost connection, and the rest comes after', () => {
  expect(strip(STATUS, TAKEN).map(({ kind, board }) => [kind, board])).toEqual([
    ['taken', 'taken'],
    ['silent', DESK],
    ['offline', null],
    ['offered', OTHER],
    ['taken-over', 'taken-over'],
    ['notice', null],
  ])
})

test('A silent desk is announced once, whether or not its deadline passes meanwhile', () => {
  const [before] = strip(STATUS)
  const [after] = strip({ ...STATUS, now: addMinutes(START, 45) })
  expect(before).toMatchObject({
    lead: 'Desk 2 silent since 9:55 AM.',
    text: '1 booking has not left and must leave by 10:30 AM.',
    spoken: 'Desk 2 silent since 9:55 AM. 1 booking has not left.',
  })
  expect(after?.text).toBe('1 booking has not left and missed its send time, 10:30 AM.')
  expect(after?.spoken).toBe(before?.spoken)
})

test('What another desk took over is shown as long as no person saw that, also while the board is away', () => {
  const alone: BoardStatus = { ...LIVE, kind: 'alone', fault: 'silent', since: START }
  expect(boardMessages({ ...STATUS, board: alone }, null)).toMatchObject([
    { kind: 'taken-over', text: 'Desk 5 took over 2 of the bookings here. Make changes there.' },
  ])
  expect(boardMessages({ ...STATUS, board: { ...LIVE, takeable: [], takenOver: [] } }, null)).toEqual([])
  expect(boardMessages({ ...STATUS, board: null }, null)).toEqual([])
})

test('A desk that hands bookings over says how many and by when, and is announced without the deadline', () => {
  const board: BoardStatus = { ...LIVE, takeable: [{ ...OTHER, waiting: 3, readyBy: DESK.readyBy }], takenOver: [] }
  expect(boardMessages({ ...STATUS, board }, null)).toMatchObject([
    {
      kind: 'offered',
      lead: 'Desk 3 hands over 3 bookings.',
      text: 'The first must leave by 10:30 AM.',
      spoken: 'Desk 3 hands over 3 bookings.',
    },
  ])
})

test('Bookings that may be sent twice come first but for a booking in doubt, and each hides itself alone', () => {
  const reminder = { due: true, urgent: false, count: 1, first: { bookingId: 'b0', time: null } }
  const board: BoardStatus = { ...LIVE, takeable: [], sentTwice: [TWICE, { ...TWICE, bookingId: 'b2' }] }
  const status = { ...STATUS, board, reminder } as unknown as DeskStatus
  expect(stripMessages(status, 'Full.', [], boardMessages(status, null))).toMatchObject([
    { kind: 'reminder' },
    {
      kind: 'twice',
      isUrgent: true,
      lead: 'Harriet Quill may have two bookings: from here and from Desk 3.',
      text: 'Call the driver service and cancel one.',
      board: { bookingId: 'b1', hide: 'Hide the message about Harriet Quill' },
    },
    { kind: 'twice', board: { bookingId: 'b2', hide: 'Hide the message about Harriet Quill' } },
    { kind: 'error' },
    { kind: 'offline' },
    { kind: 'taken-over', board: 'taken-over' },
    { kind: 'notice' },
  ])
})

test('A desk that cannot send is named at a desk that can, and nowhere else', () => {
  const stuck = [{ role: 'desk-6', name: 'Desk 6', cause: 'token-refused', waiting: 2 }]
  const board: BoardStatus = { ...LIVE, takeable: [], takenOver: [], stuck }
  const up = { ...STATUS, board, connection: { kind: 'up', since: START } } as const
  const lead = 'Desk 6 cannot send: check its sign-in.'
  expect(boardMessages(up, null)).toMatchObject([{ kind: 'stuck', lead, spoken: lead, board: null }])
  expect(boardMessages({ ...STATUS, board }, null)).toEqual([])
})

test('What waits here for another desk is shown until that is taken back, and then what that brought', () => {
  const quiet: BoardStatus = { ...LIVE, takeable: [], takenOver: [] }
  const texts = (board: BoardStatus, outcome: string | null) =>
    boardMessages({ ...STATUS, board }, outcome).map(({ kind, text }) => [kind, text])
  expect(texts({ ...quiet, handedOver: 3 }, null)).toEqual([
    ['handed-over', '3 bookings here wait for another desk to take over.'],
  ])
  expect(texts(quiet, '3 bookings leave from here again.')).toEqual([['taken', '3 bookings leave from here again.']])
})

test('A desk that cannot send offers to hand over what waits, while the board is live and more waits than that', () => {
  const offered = (status: Partial<DeskStatus>) =>
    strip({ ...STATUS, waiting: 2, ...status }).find(({ kind }) => kind === 'offline')?.board
  expect(offered({})).toBe('hand-over')
  expect(offered({ board: { ...LIVE, handedOver: 2 } })).toBeNull()
  expect(offered({ waiting: 0 })).toBeNull()
  expect(offered({ board: { ...LIVE, kind: 'alone', fault: 'silent', since: START } })).toBeNull()
  expect(offered({ board: null })).toBeNull()
})
