import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadVinDecoder } from '../../electron/bookings/vin.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { inventedVin } from '../support/builders/vins.ts'
import { seedOf } from '../support/fakes/system.ts'
import { quantile } from '../support/reliability/quantile.ts'

/*
 * The time to read a VIN offline, written into test/reports/vin.md. No test asserts a time.
 */

const RUNS = 5

test('The time to read 500 invented VINs is measured and written down', async () => {
  const seed = seedOf('vins')
  const vins = fc.sample(inventedVin, { seed, numRuns: 500 })
  const before = performance.now()
  const decode = await loadVinDecoder()
  const loaded = performance.now() - before
  const thisYear = Number(systemClock.now().slice(0, 4))
  const runs = Array.from({ length: RUNS }, () =>
    vins.map(({ vin, make }) => {
      const start = performance.now()
      const told = decode(vin, thisYear)
      return { ms: performance.now() - start, told: told.make, make }
    }),
  )
  const lines = runs.map((run, at) => {
    const times = run.map(({ ms }) => ms)
    const named = run.filter(({ told }) => told !== null).length
    const wrong = run.filter(({ told, make }) => told !== null && told !== make).length
    const [median, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(3))
    return `| ${at + 1} | ${named} | ${wrong} | ${median} | ${p99} | ${most} |`
  })
  const report = `# From a VIN to year, make and model

Written by \`npm run bench\` on ${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform}, seed ${seed}. The same 500 invented VINs of 25 makes in each run, in milliseconds; the goal is a p99 under 1 ms. Loading the table took ${loaded.toFixed(0)} ms, once, when a VIN is first typed. Records, not limits: nothing asserts the times.

| run | makes told of 500 | wrong makes | median | p99 | most |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
  writeFileSync(join(import.meta.dirname, '..', 'reports', 'vin.md'), report)
  console.log(report)
  expect(runs.flat().length).toBe(RUNS * vins.length)
})
