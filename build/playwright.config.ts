import { defineConfig } from '@playwright/test'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

export default defineConfig({
  testDir: path.join(root, 'test', 'e2e'),
  outputDir: path.join(root, 'out', 'test', 'e2e'),
  // Two windows on one display would take the focus from each other.
  workers: 1,
  // The runners of build/suites/e2e.ts divide single tests instead of files, because no test depends on another.
  fullyParallel: true,
  // A test that would pass only on a second try counts as failed.
  retries: 0,
  // Far longer than a test takes: the limit tells a hanging test from a slow machine.
  timeout: process.env['LANEKEEPER_WHOLE'] === '1' ? 3_600_000 : 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['json', { outputFile: path.join(root, 'out', 'test', process.env['LANEKEEPER_REPORT'] ?? 'e2e.json') }],
  ],
})
