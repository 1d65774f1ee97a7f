import { expect, test } from 'vitest'
import { makeStranger } from '../../../../renderer/state/stranger.ts'
import type { AskedAnswer } from '../../../../shared/asked-move.ts'
import type { Bridge, DeskStatus } from '../../../../shared/bridge.ts'
import { failed, type Result } from '../../../../shared/failure.ts'
import { addMinutes } from '../../../../shared/time.ts'
import { ASKED } from '../../../support/asked.ts'
import { START } from '../../../support/system.ts'

const fresh: AskedAnswer = { move: ASKED, askedAt: START, old: null, notKept: null }
const old: AskedAnswer = { ...fresh, old: { words: 'No network.', againAt: addMinutes(START, 1) } }

/** A bridge of which the test says what asking brings, and what the desk tells. */
function bridgeOf(...answers: Result<AskedAnswer>[]) {
  const heard: ((status: DeskStatus) => void)[] = []
  const asked: number[] = []
  const bridge = {
    on: (event: string, hear: (status: DeskStatus) => void) => void (event === 'deskChanged' && heard.push(hear)),
    findAsked: () => Promise.resolve({ ok: true, value: { moves: [], more: false } }),
    askMove: ({ number }: { number: number }) => {
      asked.push(number)
      return Promise.resolve(answers.shift())
    },
  } as unknown as Bridge
  const tell = (kind: 'up' | 'down', now = START) =>
    heard.forEach((hear) => hear({ now, link: { kind } } as unknown as DeskStatus))
  return { stranger: makeStranger(bridge), asked, tell }
}

const ok = (value: AskedAnswer): Result<AskedAnswer> => ({ ok: true, value })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what is shown as of an earlier time is asked again once the link is back, and only while it is shown', async () => {
  const { stranger, asked, tell } = bridgeOf(ok(old), ok(fresh))
  tell('down')
  await stranger.ask(ASKED.number)
  expect(stranger.getState().shown).toEqual(old)
  tell('down', addMinutes(START, 5))
  expect(asked).toHaveLength(1)
  tell('up')
  await settled()
  expect(stranger.getState()).toMatchObject({ shown: fresh, asking: false })
  tell('down')
  tell('up')
  expect(asked).toEqual([ASKED.number, ASKED.number])

  const other = bridgeOf(ok(old))
  await other.stranger.ask(ASKED.number)
  other.stranger.close()
  other.tell('up')
  expect(other.asked).toHaveLength(1)
})

test('where the desk sees no break of the link it is asked again no earlier than it is worth', async () => {
  const { stranger, asked, tell } = bridgeOf(ok(old), ok(fresh))
  tell('up')
  await stranger.ask(ASKED.number)
  tell('up')
  expect(asked).toHaveLength(1)
  tell('up', addMinutes(START, 1))
  await settled()
  expect(asked).toHaveLength(2)
  expect(stranger.getState().shown).toEqual(fresh)
})

test('a kept one is shown at once, and goes when the provider knows it no more', async () => {
  const gone = 'The provider knows no move 70010 any more.'
  const { stranger, asked, tell } = bridgeOf(failed('not-found', gone))
  stranger.show(fresh, {
    link: { kind: 'down', since: START, cause: 'no-network', words: 'No network.', until: null },
    now: START,
  })
  expect(stranger.getState().shown?.old).toEqual({ words: 'No network.', againAt: START })
  expect(asked).toEqual([])
  tell('up')
  await settled()
  expect(stranger.getState()).toMatchObject({ shown: null, trouble: gone })
})

test('a failure that says nothing of the move leaves what is shown, with its words', async () => {
  const { stranger } = bridgeOf(failed('busy', 'The settings are just being changed.'))
  stranger.show(fresh, { link: { kind: 'up', since: START }, now: START })
  await settled()
  expect(stranger.getState()).toMatchObject({
    trouble: null,
    shown: { move: ASKED, old: { words: 'The settings are just being changed.' } },
  })
})
