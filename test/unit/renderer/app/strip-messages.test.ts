import { expect, test } from 'vitest'
import { boardMessages } from '../../../../renderer/app/board-messages.ts'
import { stripMessages } from '../../../../renderer/app/strip-messages.ts'
import type { TakeoverOutcome } from '../../../../renderer/app/state/desk-status.ts'
import { PRACTICE_ROOFTOP } from '../../../../shared/booking/rooftop.ts'
import type { DeskStatus } from '../../../../shared/bridge/calls.ts'
import type { BoardStatus, SilentDesk } from '../../../../shared/desk/board-status.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { START } from '../../../support/fakes/system.ts'

const DESK: SilentDesk = {
  role: 'desk-2',
  name: 'Desk 2',
  since: addMinutes(START, -5),
  waiting: 1,
  doubtful: 0,
  readyBy: addMinutes(START, 90),
}
const OTHER = { ...DESK, role: 'desk-3', name: 'Desk 3' }
const TAKEN: TakeoverOutcome = { taken: { waiting: 1, doubtful: 0, refused: 0 }, desk: 'Desk 4' }
const LIVE: BoardStatus = { kind: 'live', silent: [DESK, OTHER], takenOver: [{ desk: 'Desk 5', count: 2 }] }

const STATUS = {
  board: LIVE,
  rooftop: PRACTICE_ROOFTOP,
  now: START,
  reminder: null,
  waiting: 0,
  connection: { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null },
  notices: [{ code: 'restarted' }],
} as unknown as DeskStatus

const strip = (status: DeskStatus, taken: TakeoverOutcome | null = null) =>
  stripMessages(status, null, [], boardMessages(status, taken))

test('Silent desks come after a lost connection and before what was taken over and the notices', () => {
  expect(strip(STATUS, TAKEN).map(({ kind, board }) => [kind, board])).toEqual([
    ['offline', null],
    ['taken', 'taken'],
    ['silent', DESK],
    ['silent', OTHER],
    ['taken-over', 'taken-over'],
    ['notice', null],
  ])
})

test('A silent desk is announced once, whether or not its deadline passes meanwhile', () => {
  const [, before] = strip(STATUS)
  const [, after] = strip({ ...STATUS, now: addMinutes(START, 45) })
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
  expect(boardMessages({ ...STATUS, board: { ...LIVE, silent: [], takenOver: [] } }, null)).toEqual([])
  expect(boardMessages({ ...STATUS, board: null }, null)).toEqual([])
})
