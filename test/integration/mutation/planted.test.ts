import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('The mutation tool reports a planted mutant that no test notices, and no other.', { timeout: 120_000 }, () => {
  const report = join(temporaryFolder(), 'planted.md')
  const args = ['--file', 'test/mutation/planted/limit.ts', '--suite', 'mutation/planted', '--count', '0']
  const { PATH, HOME } = process.env
  const run = spawnSync(process.execPath, [join(ROOT, 'test/mutation/run.ts'), ...args, '--report', report], {
    cwd: ROOT,
    env: { PATH, HOME },
    encoding: 'utf8',
  })
  expect(run.stderr + run.stdout).toContain('score: 66.7 %')
  const written = readFileSync(report, 'utf8')
  expect(written).toContain('| test/mutation/planted/limit.ts | 3 | 2 | 1 | 0 |')
  expect(written.match(/^- .*$/gm)).toEqual(['- test/mutation/planted/limit.ts:3 (>): `miles > 50` -> `miles >= 50`'])
})
