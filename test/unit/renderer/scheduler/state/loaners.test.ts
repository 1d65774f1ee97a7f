import { expect, test } from 'vitest'
import { createLoaners } from '../../../../../renderer/scheduler/state/loaners.ts'
import type { Bridge, BridgeEvents } from '../../../../../shared/bridge/calls.ts'
import { START } from '../../../../support/fakes/system.ts'

test('The loaners are read again after news about a booking, and not for an answer that told nothing new', async () => {
  let reads = 0
  let hear: (told: Pick<BridgeEvents['movesChanged'], 'hasNews'>) => void = () => {}
  const bridge = {
    on: (_event: string, listener: typeof hear) => {
      hear = listener
    },
    readLoaners: () => {
      reads += 1
      return Promise.resolve({ ok: true, value: [], asOf: 0 })
    },
  } as unknown as Bridge
  createLoaners(bridge).watch({ utc: START, except: null, check: null })
  await new Promise(setImmediate)
  hear({ hasNews: false })
  expect(reads).toBe(1)
  hear({ hasNews: true })
  expect(reads).toBe(2)
})
