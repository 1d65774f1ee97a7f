import { defineConfig } from '@playwright/test'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

export default defineConfig({
  testDir: path.join(root, 'test', 'e2e'),
  outputDir: path.join(root, 'out', 'test', 'e2e'),
  // One desk at a time on a display, and a test that passes only at the second try has failed.
  workers: 1,
  // Tests are dealt out one by one to the runners, not by their files: no test leans on another.
  fullyParallel: true,
  retries: 0,
  // Far above what a test takes: they tell a hanging test from a slow machine, no more.
  timeout: process.env['LANEKEEPER_WHOLE'] === '1' ? 3_600_000 : 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['json', { outputFile: path.join(root, 'out', 'test', process.env['LANEKEEPER_REPORT'] ?? 'e2e.json') }],
  ],
})
