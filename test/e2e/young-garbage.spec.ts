import { save, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

type Counted = { collections: number }

test('The main process collects the young garbage of a booking once nobody books', async ({ open }) => {
  const { app, page } = await open()
  await app.evaluate(() => {
    const counted = globalThis as unknown as Counted
    counted.collections = 0
    const { constants, PerformanceObserver } = process.getBuiltinModule('node:perf_hooks')
    const { NODE_PERFORMANCE_GC_MINOR: minor, NODE_PERFORMANCE_GC_FLAGS_FORCED: forced } = constants
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { kind, flags } = (entry as unknown as { readonly detail: { kind: number; flags: number } }).detail
        if (kind === minor && (flags & forced) !== 0) counted.collections += 1
      }
    }).observe({ entryTypes: ['gc'] })
  })
  const collections = () => app.evaluate(() => (globalThis as unknown as Counted).collections)
  await typePair(page, typedPair(34))
  const before = await collections()
  await save(page)
  await expect.poll(collections, { timeout: 15_000 }).toBeGreaterThan(before)
})
