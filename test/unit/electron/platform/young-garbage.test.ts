import { constants } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { collectYoungGarbage } from '../../../../electron/platform/young-garbage.ts'
import { observeForcedCollections } from '../../../support/forced-collections.ts'

const MINOR = constants.NODE_PERFORMANCE_GC_MINOR

/** Rounds of two calls. In a round V8 may finish a full collection that V8 itself had begun. */
const ROUNDS = 5

test('`collectYoungGarbage` collects the young generation alone, at each call', async () => {
  const collections = observeForcedCollections()
  onTestFinished(collections.end)
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    collectYoungGarbage()
    collectYoungGarbage()
    rounds.push(await collections.take())
  }
  expect(rounds.map(({ length }) => length)).toEqual(Array.from({ length: ROUNDS }, () => 2))
  expect(rounds).toContainEqual([MINOR, MINOR])
})
