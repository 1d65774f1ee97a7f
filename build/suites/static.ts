import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { nothing, oneFailed, packageScript, sum, tell } from './results.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

/** Each room has its own `tsconfig.json`, so that `shared/` sees neither the browser nor Node. */
const ROOMS = ['shared', 'electron', 'renderer', 'build', 'test']

/**
 * Runs the type check of each room, the linter, the format check and the search for dead code as one test each, then
 * the tests that read the code.
 */
export async function runStatic(): Promise<Results> {
  const types: Results[] = []
  for (const room of ROOMS) {
    types.push(await runTool(`types of ${room} (tsc)`, [packageScript('typescript', 'bin', 'tsc'), '-p', room]))
  }
  return sum([
    ...types,
    await runTool('lint (oxlint)', [
      packageScript('oxlint', 'bin', 'oxlint'),
      '--type-aware',
      '--deny-warnings',
      ...ROOMS,
    ]),
    await runTool('format (prettier)', [packageScript('prettier', 'bin', 'prettier.cjs'), '--check', '.']),
    await runTool('files, exports and packages in use (knip)', [
      packageScript('knip', 'bin', 'knip.js'),
      '--config',
      '.knip.json',
      '--no-progress',
    ]),
    await runVitest('static'),
  ])
}

async function runTool(name: string, args: readonly string[]): Promise<Results> {
  const code = await runChild(process.execPath, args, { cwd: REPO_ROOT })
  tell(`${name}: ${code === 0 ? 'passed' : `failed, exit code ${code}`}`)
  return code === 0 ? { ...nothing, passed: 1 } : oneFailed(name)
}
