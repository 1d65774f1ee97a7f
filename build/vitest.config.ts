import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.dirname(import.meta.dirname)

// Far longer than a test takes: the limits tell a hanging test from a slow machine.
const TIMEOUT_MS = {
  static: 60_000,
  unit: 30_000,
  integration: 30_000,
  system: 120_000,
  package: 300_000,
  reliability: process.env['LANEKEEPER_WHOLE'] === '1' ? 3_600_000 : 480_000,
  bench: 3_600_000,
}

/** The goals of test/spec/reliability.md. `--tags-filter g12` runs the tests of a goal. */
const GOAL_TAGS = {
  g01: 'Sender kills',
  g02: 'Window kills',
  g03: 'Crash points',
  g04: 'Total classifier',
  g05: 'Wire truth',
  g06: 'Planted mistakes',
  g07: 'Intent first',
  g08: 'Torn log',
  g09: 'Disk faults',
  g10: 'Damaged stores',
  g11: 'Killed migrations',
  g12: 'Interleavings',
  g13: 'Simulated soak',
  g14: 'Real soak',
  g15: 'Outages',
  g16: 'Lying networks',
  g17: 'Times and zones',
  g18: 'Response fuzz',
  g19: 'Input fuzz',
  g20: 'Two instances',
  g21: 'Token expiry',
  g22: 'Poison',
  g23: 'Resends',
  g24: 'Cost of safety',
  g25: 'One request',
}

/** Rows of test/spec/reliability.md#reads that have tests of their own. */
const ROW_TAGS = ['row-28', 'row-29'].map((name) => ({ name }))

/** The files of these projects share a process, because loading the code for each file took longer than many tests. */
const SHARE_A_PROCESS = ['unit', 'integration', 'system']

const MATRIX_TAG = { name: 'matrix', description: 'Every toxic on every kind of request' }

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules', '.lanekeeper', 'vitest'),
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    tags: [...Object.entries(GOAL_TAGS).map(([name, description]) => ({ name, description })), ...ROW_TAGS, MATRIX_TAG],
    projects: Object.entries(TIMEOUT_MS).map(([name, timeout]) => ({
      extends: true as const,
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        environment: 'node',
        isolate: !SHARE_A_PROCESS.includes(name),
        testTimeout: timeout,
        expect: { poll: { timeout: 10_000 } },
        hookTimeout: timeout,
      },
    })),
  },
})
