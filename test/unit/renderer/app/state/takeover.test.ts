import { expect, test } from 'vitest'
import { createDeskStatus } from '../../../../../renderer/app/state/desk-status.ts'
import { createTakeover } from '../../../../../renderer/app/state/takeover.ts'
import { createResolutions } from '../../../../../renderer/booking/state/resolutions.ts'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import type { SilentDesk, Takeover } from '../../../../../shared/desk/board-status.ts'
import { fail, ok, type Result } from '../../../../../shared/result.ts'
import { START } from '../../../../support/fakes/system.ts'

const DESK: SilentDesk = { role: 'desk-2', name: 'Desk 2', since: START, waiting: 3, doubtful: 1, readyBy: START }
const TAKEN: Takeover = { waiting: 3, doubtful: 1, refused: 0 }

/** The dialog about a silent desk over a bridge that answers `taken` and `seen`. */
function opened({
  taken = ok(TAKEN),
  seen = ok(null),
}: { readonly taken?: Result<Takeover>; readonly seen?: Result<null> } = {}) {
  const asked: unknown[] = []
  const bridge = {
    on: () => () => {},
    takeOver: (input: unknown) => {
      asked.push(input)
      return Promise.resolve({ ...taken, asOf: 0 })
    },
    markTakenOverSeen: () => Promise.resolve({ ...seen, asOf: 0 }),
  } as unknown as Bridge
  const desk = createDeskStatus(bridge)
  const resolutions = createResolutions(bridge)
  const takeover = createTakeover(bridge, resolutions, desk)
  takeover.open(DESK)
  return { takeover, resolutions, asked, outcome: () => desk.getState().takeover }
}

test('A takeover in the name of a person closes the dialog and tells what that brought', async () => {
  const { takeover, resolutions, asked, outcome } = opened()
  takeover.typeWho(' Dana R. ')
  expect(await takeover.takeOver()).toBe(true)
  expect(asked).toEqual([{ role: 'desk-2', who: 'Dana R.' }])
  expect(takeover.getState()).toMatchObject({ from: null, busy: false })
  expect(outcome()).toEqual({ taken: TAKEN, desk: 'Desk 2' })
  expect(resolutions.getState().who).toBe(' Dana R. ')
  takeover.open(DESK)
  expect(outcome()).toBeNull()
})

test('A takeover without a name asks for the name, and the bridge gets no call', async () => {
  const { takeover, asked } = opened()
  expect(await takeover.takeOver()).toBe(false)
  expect(takeover.getState()).toMatchObject({ from: DESK, whoProblem: 'Enter your name.', refusals: 1, busy: false })
  expect(asked).toEqual([])
  takeover.typeWho('Dana R.')
  expect(takeover.getState().whoProblem).toBeUndefined()
})

test('A takeover that fails leaves the dialog open with the reason, and can be tried again', async () => {
  const { takeover, asked, outcome } = opened({ taken: fail('not-possible', 'board-away') })
  takeover.typeWho('Dana R.')
  expect(await takeover.takeOver()).toBe(false)
  expect(takeover.getState()).toMatchObject({ from: DESK, busy: false, alert: expect.stringMatching(/board is away/) })
  expect(outcome()).toBeNull()
  await takeover.takeOver()
  expect(asked).toHaveLength(2)
})

test('A takeover that runs is not begun again, and its dialog stays open until the answer', async () => {
  const { takeover, asked } = opened()
  takeover.typeWho('Dana R.')
  const first = takeover.takeOver()
  takeover.close()
  expect(takeover.getState()).toMatchObject({ from: DESK, busy: true })
  expect(await takeover.takeOver()).toBe(false)
  expect(await first).toBe(true)
  expect(asked).toHaveLength(1)
  takeover.open(DESK)
  takeover.close()
  expect(takeover.getState().from).toBeNull()
})

test('What a takeover brought can be hidden, and a refused hide of the other message says why', async () => {
  const { takeover, outcome } = opened()
  takeover.typeWho('Dana R.')
  await takeover.takeOver()
  takeover.hideOutcome()
  expect(outcome()).toBeNull()
  expect(await takeover.markSeen()).toBeNull()
  const full = opened({ seen: fail('not-saved', 'board-notice-not-saved') })
  expect(await full.takeover.markSeen()).toMatch(/could not be hidden/)
})
