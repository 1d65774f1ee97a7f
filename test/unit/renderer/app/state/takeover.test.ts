import { expect, test } from 'vitest'
import { createDeskStatus } from '../../../../../renderer/app/state/desk-status.ts'
import { createTakeover, type BoardQuestion } from '../../../../../renderer/app/state/takeover.ts'
import { createResolutions } from '../../../../../renderer/booking/state/resolutions.ts'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import type { TakeableDesk, Takeover } from '../../../../../shared/desk/board-status.ts'
import { fail, ok, type Result } from '../../../../../shared/result.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const DESK: TakeableDesk = {
  role: 'desk-2',
  name: 'Desk 2',
  isSilent: true,
  since: START,
  waiting: 3,
  doubtful: 1,
  requests: 0,
  readyBy: START,
}
const TAKEN: Takeover = { waiting: 3, doubtful: 1, requests: 0, refused: 0 }

type Answers = {
  readonly taken?: Result<Takeover>
  readonly handed?: Result<{ count: number }>
  readonly seen?: Result<null>
}

/** The dialog about a question over a bridge with these answers. */
function opened(
  { taken = ok(TAKEN), handed = ok({ count: 2 }), seen = ok(null) }: Answers = {},
  question: BoardQuestion = DESK,
) {
  const asked: unknown[] = []
  const bridge = {
    on: () => () => {},
    takeOver: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...taken, asOf: 0 })
    },
    takeBooking: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...ok(PAIR), asOf: 0 })
    },
    handOver: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...handed, asOf: 0 })
    },
    markTakenOverSeen: () => Promise.resolve({ ...seen, asOf: 0 }),
    markDoubleSendSeen: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...seen, asOf: 0 })
    },
  } as unknown as Bridge
  const desk = createDeskStatus(bridge)
  const resolutions = createResolutions(bridge)
  const takeover = createTakeover(bridge, resolutions, desk)
  takeover.open(question)
  return { takeover, resolutions, asked, outcome: () => desk.getState().boardOutcome }
}

test('A takeover in the name of a person closes the dialog and tells what that brought', async () => {
  const { takeover, resolutions, asked, outcome } = opened()
  takeover.typeWho(' Dana R. ')
  expect(await takeover.act()).toBe(true)
  expect(asked).toEqual([{ role: 'desk-2', who: 'Dana R.' }])
  expect(takeover.getState()).toMatchObject({ question: null, busy: false })
  expect(outcome()).toBe('Took over 4 bookings from Desk 2. 1 may have left: see the Inbox.')
  expect(resolutions.getState().who).toBe(' Dana R. ')
  takeover.open(DESK)
  expect(outcome()).toBeNull()
})

test('A takeover of one booking asks for that booking alone, and tells from which desk', async () => {
  const { takeover, asked, outcome } = opened({}, { booking: { ...PAIR, desk: 'Desk 2' } })
  takeover.typeWho('Dana R.')
  expect(await takeover.act()).toBe(true)
  expect(asked).toEqual([{ bookingId: PAIR.id, who: 'Dana R.' }])
  expect(outcome()).toBe(`Took over ${PAIR.customerName}'s booking from Desk 2.`)
})

test('A takeover without a name asks for the name, and the bridge gets no call', async () => {
  const { takeover, asked } = opened()
  expect(await takeover.act()).toBe(false)
  expect(takeover.getState()).toMatchObject({
    question: DESK,
    whoProblem: 'Enter your name.',
    refusals: 1,
    busy: false,
  })
  expect(asked).toEqual([])
  takeover.typeWho('Dana R.')
  expect(takeover.getState().whoProblem).toBeUndefined()
})

test('A takeover that fails leaves the dialog open with the reason, and can be tried again', async () => {
  const { takeover, asked, outcome } = opened({ taken: fail('not-possible', 'board-away') })
  takeover.typeWho('Dana R.')
  expect(await takeover.act()).toBe(false)
  expect(takeover.getState()).toMatchObject({
    question: DESK,
    busy: false,
    alert: expect.stringMatching(/board is away/),
  })
  expect(outcome()).toBeNull()
  await takeover.act()
  expect(asked).toHaveLength(2)
})

test('A takeover that runs is not begun again, and its dialog stays open until the answer', async () => {
  const { takeover, asked } = opened()
  takeover.typeWho('Dana R.')
  const first = takeover.act()
  takeover.close()
  expect(takeover.getState()).toMatchObject({ question: DESK, busy: true })
  expect(await takeover.act()).toBe(false)
  expect(await first).toBe(true)
  expect(asked).toHaveLength(1)
  takeover.open(DESK)
  takeover.close()
  expect(takeover.getState().question).toBeNull()
})

test('What a takeover brought can be hidden, and a refused hide of the other message says why', async () => {
  const { takeover, asked, outcome } = opened()
  takeover.typeWho('Dana R.')
  await takeover.act()
  expect(await takeover.hide('taken')).toBeNull()
  expect(outcome()).toBeNull()
  expect(await takeover.hide('taken-over')).toBeNull()
  expect(asked).toHaveLength(1)
  expect(await takeover.hide({ bookingId: 'b1' })).toBeNull()
  expect(asked.slice(1)).toEqual([{ bookingId: 'b1' }])
  const full = opened({ seen: fail('not-saved', 'board-notice-not-saved') })
  expect(await full.takeover.hide('taken-over')).toMatch(/could not be hidden/)
})

test('A handover in the name of a person closes the dialog, and tells only if there was nothing to hand over', async () => {
  const { takeover, asked, outcome } = opened({}, 'hand-over')
  expect(await takeover.act()).toBe(false)
  takeover.typeWho('Dana R.')
  expect(await takeover.act()).toBe(true)
  expect(asked).toEqual([{ who: 'Dana R.', withdrawn: false }])
  expect([takeover.getState().question, outcome()]).toEqual([null, null])
  const none = opened({ handed: ok({ count: 0 }) }, 'hand-over')
  none.takeover.typeWho('Dana R.')
  await none.takeover.act()
  expect(none.outcome()).toBe('Nothing was handed over: no booking waits here.')
})

test('Taking back uses the remembered name, and without a name nothing is asked of the bridge', async () => {
  const { takeover, asked, outcome } = opened({}, 'take-back')
  expect(takeover.knowsWho()).toBe(false)
  expect(await takeover.act()).toBe(false)
  expect(asked).toEqual([])
  takeover.typeWho('Dana R.')
  expect(takeover.knowsWho()).toBe(true)
  takeover.close()
  expect(await takeover.act('take-back')).toBe(true)
  expect(takeover.getState().alert).toBeNull()
  expect(asked).toEqual([{ who: 'Dana R.', withdrawn: true }])
  expect(outcome()).toBe('2 bookings leave from here again.')
})

test('A refused handover says why in its dialog, and a refused taking back returns why', async () => {
  const { takeover, outcome } = opened({ handed: fail('not-saved', 'board-decision-not-saved') }, 'hand-over')
  takeover.typeWho('Dana R.')
  expect(await takeover.act()).toBe(false)
  expect(takeover.getState()).toMatchObject({
    question: 'hand-over',
    busy: false,
    alert: expect.stringMatching(/disk/),
  })
  takeover.close()
  expect(await takeover.act('take-back')).toBe(false)
  expect(takeover.getState()).toMatchObject({
    question: null,
    busy: false,
    alert: expect.stringMatching(/^Not done: the disk is full/),
  })
  expect(outcome()).toBeNull()
})
