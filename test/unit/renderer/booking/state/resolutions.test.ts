import { expect, test } from 'vitest'
import { availableResolutions, createResolutions } from '../../../../../renderer/booking/state/resolutions.ts'
import {
  resolutionAction,
  resolutionCard,
  resolutionDone,
} from '../../../../../renderer/booking/text/resolution-text.ts'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import type { BoardStatus } from '../../../../../shared/desk/board-status.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { fail, ok, type Result } from '../../../../../shared/result.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const QUIET = { takenOver: [], sentTwice: [], handedOver: 0 } as const
const ALONE: BoardStatus = { kind: 'alone', fault: 'silent', since: START, ...QUIET }
const LIVE: BoardStatus = { kind: 'live', takeable: [], ...QUIET }
const CLAIMED: BookedMoves = {
  ...PAIR,
  state: 'waiting',
  entry: { ...PAIR.entry, state: 'waiting' },
  waitReason: { code: 'claim' },
}

const isOffered = (booking: BookedMoves, board: BoardStatus | null) =>
  availableResolutions(booking, { board }).includes('send-without-board')

test('Only an own booking that waits for a board that is away can be sent without the board', () => {
  expect(isOffered(CLAIMED, ALONE)).toBe(true)
  for (const board of [LIVE, { kind: 'connecting', ...QUIET } as const, null])
    expect(isOffered(CLAIMED, board)).toBe(false)
  expect(isOffered({ ...CLAIMED, desk: 'Desk 2' }, ALONE)).toBe(false)
  expect(isOffered({ ...CLAIMED, waitReason: null }, ALONE)).toBe(false)
  expect(isOffered({ ...CLAIMED, waitReason: { code: 'blocked' } }, ALONE)).toBe(false)
})

test('The words about sending without the board warn of a second booking', () => {
  expect(resolutionCard('send-without-board', CLAIMED)).toEqual({
    label: 'Send without the board',
    consequence:
      'Another desk may have taken this booking over and sent it. Ask there first. ' +
      'If both send it, the driver service has it twice.',
  })
  expect(resolutionAction('send-without-board', false)).toBe('Send without the board')
  expect(resolutionDone('send-without-board', CLAIMED)).toBe('Sending without the board.')
})

/** The form about sending without the board, over a bridge with this answer. */
function begun(answer: Result<BookedMoves>) {
  const asked: unknown[] = []
  const bridge = {
    resolveBooking: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...answer, asOf: 0 })
    },
  } as unknown as Bridge
  const resolutions = createResolutions(bridge)
  resolutions.begin('send-without-board')
  return { resolutions, asked }
}

test('Sending without the board needs the name of a person', async () => {
  const { resolutions, asked } = begun(ok(CLAIMED))
  expect(await resolutions.decide(CLAIMED)).toBeNull()
  expect(resolutions.getState().problems['who']).toBeDefined()
  expect(asked).toEqual([])
  resolutions.type('who', 'Dana R.')
  expect(await resolutions.decide(CLAIMED)).toBe(CLAIMED)
  expect(asked).toEqual([{ bookingId: PAIR.id, resolution: { kind: 'send-without-board', who: 'Dana R.' } }])
})

test('A board that is live again refuses to send without the board, and the form says what happens instead', async () => {
  const { resolutions } = begun(fail('not-possible', 'board-live'))
  resolutions.type('who', 'Dana R.')
  expect(await resolutions.decide(CLAIMED)).toBeNull()
  expect(resolutions.getState().refusal).toBe(
    'The board is live again, so the booking leaves automatically if no other desk took it over.',
  )
})
