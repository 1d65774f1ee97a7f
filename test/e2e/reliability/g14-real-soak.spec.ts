import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { REPO_ROOT } from '../../../build/paths.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { callBridge } from '../../support/page/bridge-calls.ts'
import { statusBar } from '../../support/page/desk-page.ts'
import { WHOLE } from '../../support/reliability/goal-parts.ts'
import { readLedger } from '../../support/oracle/ledger.ts'
import { growth, growthInStretches, sampleOf, type Sample } from '../../support/reliability/soak-samples.ts'
import { expect, test } from '../window.ts'
import { openGoal } from './goal.ts'

/* The built desk stands in for the package, which has the same files but needs an installation and an ordinary user. */

/** More than half an hour, until a third backup was made. */
const MINUTES = 36
/** The soak runs whole in a long run, or for the minutes of the variable. */
const minutes = WHOLE ? MINUTES : Number(process.env['LANEKEEPER_SOAK_MINUTES'] ?? 0)

/** Seconds from one sample to the next. */
const LOOK_EVERY = 15
/**
 * Backups until caches and heap have their size: the second is the first to fill the caches of SQLite. Growth with each
 * backup is tested in `test/reliability/backups.test.ts`.
 */
const WARM_UP = 2

/**
 * Garbage alone moves the memory of V8 by 15 MB. The test collects garbage before each sample, and new space has its
 * full size from the start.
 */
const STEADY = '--js-flags=--expose-gc --min-semi-space-size=16'

/** Growth in ten minutes: KB of memory, and files, sockets and pipes. */
const MAX_GROWTH = { memory: 1024, handles: 2 }
const MAX_WAL_BYTES = 16 * 1024 * 1024

if (minutes > 0 && process.platform === 'linux') {
  test(
    'A desk that books all day grows neither in memory nor in handles, and keeps its WAL short',
    { tag: '@g14' },
    async ({ judge, open, profile }) => {
      test.setTimeout((minutes + 5) * 60_000)
      const goal = openGoal('G14', 'one booking a second in the real window: nothing grows', {
        share: minutes / MINUTES,
      })
      const { app, page } = await open({ provider: { url: judge.url, token: judge.token }, args: [STEADY] })
      const pid = await app.evaluate(() => process.pid)
      const wal = join(profile, 'desk.db-wal')
      const backups = join(profile, 'backups')
      const copies = () =>
        existsSync(backups) ? readdirSync(backups).filter((name) => !name.endsWith('.part')).length : 0
      const samples: (Sample & { readonly copies: number })[] = []
      const bookings = goal.floor(60 * MINUTES)
      const began = performance.now()
      for (let number = 1; number <= bookings; number += 1) {
        const booking = number % 2 === 0 ? pairBooking(number) : oneWayBooking(number)
        expect((await callBridge(page, 'bookMove', booking)).ok, `booking ${number}`).toBe(true)
        if (number % LOOK_EVERY === 0) {
          await app.evaluate(() => (globalThis as unknown as { gc(): void }).gc())
          samples.push({ ...sampleOf(pid, wal, (performance.now() - began) / 1000), copies: copies() })
        }
        await pause(Math.max(0, began + number * 1000 - performance.now()))
      }
      const seconds = (performance.now() - began) / 1000
      await expect.poll(async () => (await readLedger(judge.url, judge.token)).length).toBeGreaterThanOrEqual(bookings)
      await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
      const references = (await readLedger(judge.url, judge.token)).map((line) => line.references.join())
      // The file shows at which time memory grew.
      mkdirSync(join(REPO_ROOT, 'out/test'), { recursive: true })
      writeFileSync(join(REPO_ROOT, 'out/test/soak.json'), JSON.stringify(samples))

      expect(references).toHaveLength(bookings)
      expect(new Set(references).size).toBe(bookings)
      const warm = samples.filter((sample) => sample.copies >= WARM_UP)
      const stretches = [...new Set(warm.map((sample) => sample.copies))].map((count) =>
        warm.filter((sample) => sample.copies === count),
      )
      const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of))
      const grown = {
        memory: growthInStretches(stretches, ({ memory }) => memory),
        handles: growth(warm, ({ handles }) => handles),
      }
      expect(most((one) => one.wal)).toBeLessThan(MAX_WAL_BYTES)
      if (WHOLE) {
        expect(copies()).toBeGreaterThan(WARM_UP)
        expect(grown.memory).toBeLessThan(MAX_GROWTH.memory)
        expect(grown.handles).toBeLessThan(MAX_GROWTH.handles)
      }
      goal.held({
        bookings: { did: references.length, floor: 60 * MINUTES },
        minutes: { did: Math.round(seconds / 60), floor: MINUTES },
        looks: { did: samples.length, floor: (60 * MINUTES) / LOOK_EVERY },
        'verified copies': { did: copies() },
        'KB that memory grows in 10 minutes, under 1024': { did: Math.round(grown.memory) },
        'handles that come in 10 minutes, under 2': { did: Math.round(grown.handles * 10) / 10 },
        'MB of memory at most': { did: Math.round(most((one) => one.memory) / 1024) },
        'handles at most': { did: most((one) => one.handles) },
        'KB of WAL at most, under 16384': { did: Math.round(most((one) => one.wal) / 1024) },
      })
    },
  )
}
