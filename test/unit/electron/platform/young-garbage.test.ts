import { constants } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { collectYoungGarbage } from '../../../../electron/platform/young-garbage.ts'
import { observeForcedCollections } from '../../../support/forced-collections.ts'

const MINOR = constants.NODE_PERFORMANCE_GC_MINOR

test('`collectYoungGarbage` collects the young generation alone, at each call', async () => {
  const collections = observeForcedCollections()
  onTestFinished(collections.end)
  collectYoungGarbage()
  expect(await collections.take()).toEqual([MINOR])
  collectYoungGarbage()
  collectYoungGarbage()
  expect(await collections.take()).toEqual([MINOR, MINOR])
})
