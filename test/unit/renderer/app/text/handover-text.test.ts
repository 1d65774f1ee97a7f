import { expect, test } from 'vitest'
import {
  describeHandedOver,
  describeTakenBack,
  handoverPlan,
  takeBackPlan,
} from '../../../../../renderer/app/text/handover-text.ts'
import type { BoardStatus } from '../../../../../shared/desk/board-status.ts'
import { START } from '../../../../support/fakes/system.ts'

const QUIET = { takenOver: [], sentTwice: [], handedOver: 3 } as const
const LIVE: BoardStatus = { kind: 'live', takeable: [], ...QUIET }
const ALONE: BoardStatus = { kind: 'alone', fault: 'silent', since: START, ...QUIET }

test('What waits here for another desk is counted', () => {
  expect(describeHandedOver(3)).toBe('3 bookings here wait for another desk to take over.')
  expect(describeHandedOver(1)).toBe('1 booking here waits for another desk to take over.')
})

test('The question of a handover says what follows, and that other desks see nothing while the board is away', () => {
  expect(handoverPlan(LIVE)).toEqual([
    'Bookings that have not left can then be taken over by any desk.',
    'They do not leave from here until you take them back.',
  ])
  expect(handoverPlan(ALONE).at(-1)).toBe('The board is away: other desks see this when the board is back.')
})

test('The question of taking back counts the bookings and says what another desk keeps', () => {
  expect(takeBackPlan(LIVE)).toEqual([
    '3 bookings here wait for another desk to take over. They then leave from here again.',
    'What another desk took over before stays there.',
  ])
  expect(takeBackPlan({ ...LIVE, handedOver: 1 })[0]).toBe(
    '1 booking here waits for another desk to take over. The booking then leaves from here again.',
  )
})

test('The result of taking back counts the bookings that leave from here again', () => {
  expect(describeTakenBack(3)).toBe('3 bookings leave from here again.')
  expect(describeTakenBack(1)).toBe('1 booking leaves from here again.')
  expect(describeTakenBack(0)).toBe('Nothing to take back: another desk took over.')
})
