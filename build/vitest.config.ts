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
  reliability: process.env['LANEKEEPER_WHOLE'] === '1' ? 3_600_000 : 240_000,
  bench: 3_600_000,
}

export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules', '.lanekeeper', 'vitest'),
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    projects: Object.entries(TIMEOUT_MS).map(([name, timeout]) => ({
      extends: true as const,
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        environment: 'node',
        testTimeout: timeout,
        hookTimeout: timeout,
      },
    })),
  },
})
