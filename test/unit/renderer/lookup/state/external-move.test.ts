import { expect, test } from 'vitest'
import { createExternalMove } from '../../../../../renderer/lookup/state/external-move.ts'
import type { FetchExternalMoveResult } from '../../../../../shared/move/external-move.ts'
import type { Bridge, DeskStatus } from '../../../../../shared/bridge/calls.ts'
import { fail, type Result } from '../../../../../shared/result.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { ASKED } from '../../../../support/builders/external-move.ts'
import { START } from '../../../../support/fakes/system.ts'

const fresh: FetchExternalMoveResult = { move: ASKED, fetchedAt: START, old: null, notKept: null }
const old: FetchExternalMoveResult = { ...fresh, old: { cause: 'no-network', retryAt: addMinutes(START, 1) } }

/** A bridge with the given answers to each fetch, and a trigger for the desk status. */
function bridgeOf(...answers: Result<FetchExternalMoveResult>[]) {
  const heard: ((status: DeskStatus) => void)[] = []
  const asked: number[] = []
  const bridge = {
    on: (event: string, hear: (status: DeskStatus) => void) => void (event === 'deskChanged' && heard.push(hear)),
    searchExternalMoves: () => Promise.resolve({ ok: true, value: { moves: [], more: false } }),
    fetchExternalMove: ({ number }: { number: number }) => {
      asked.push(number)
      return Promise.resolve(answers.shift())
    },
  } as unknown as Bridge
  const tell = (kind: 'up' | 'down', now = START) =>
    heard.forEach((hear) => hear({ now, connection: { kind } } as unknown as DeskStatus))
  return { externalMove: createExternalMove(bridge), asked, tell }
}

const ok = (value: FetchExternalMoveResult): Result<FetchExternalMoveResult> => ({ ok: true, value })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('An outdated external move is fetched again once the connection is back, and only while it is shown', async () => {
  const { externalMove, asked, tell } = bridgeOf(ok(old), ok(fresh))
  tell('down')
  await externalMove.ask(ASKED.number)
  expect(externalMove.getState().shown).toEqual({
    ...old,
    old: { reason: 'No network.', retryAt: addMinutes(START, 1) },
  })
  tell('down', addMinutes(START, 5))
  expect(asked).toHaveLength(1)
  tell('up')
  await settled()
  expect(externalMove.getState()).toMatchObject({ shown: fresh, fetching: false })
  tell('down')
  tell('up')
  expect(asked).toEqual([ASKED.number, ASKED.number])

  const other = bridgeOf(ok(old))
  await other.externalMove.ask(ASKED.number)
  other.externalMove.close()
  other.tell('up')
  expect(other.asked).toHaveLength(1)
})

test('An outdated external move is fetched again no earlier than its retry time while the connection stays up', async () => {
  const { externalMove, asked, tell } = bridgeOf(ok(old), ok(fresh))
  tell('up')
  await externalMove.ask(ASKED.number)
  tell('up')
  expect(asked).toHaveLength(1)
  tell('up', addMinutes(START, 1))
  await settled()
  expect(asked).toHaveLength(2)
  expect(externalMove.getState().shown).toEqual(fresh)
})

test('A stored external move is shown at once and removed when the provider no longer knows it', async () => {
  const { externalMove, asked, tell } = bridgeOf(
    fail('not-found', 'number-unknown', { number: 70010, kept: 'removed' }),
  )
  externalMove.show(fresh, {
    connection: { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null },
    now: START,
  })
  expect(externalMove.getState().shown?.old).toEqual({ reason: 'No network', retryAt: START })
  expect(asked).toEqual([])
  tell('up')
  await settled()
  expect(externalMove.getState()).toMatchObject({
    shown: null,
    errorMessage: 'The driver service has no move 70010 anymore. It was removed here.',
  })
})

test('A failure that says nothing of the move keeps the shown move and adds its message', async () => {
  const { externalMove } = bridgeOf(fail('busy', 'settings-busy'))
  externalMove.show(fresh, { connection: { kind: 'up', since: START }, now: START })
  await settled()
  expect(externalMove.getState()).toMatchObject({
    errorMessage: null,
    shown: {
      move: ASKED,
      old: { reason: 'The settings are being changed, so nothing was done. Try again in a moment.' },
    },
  })
})
