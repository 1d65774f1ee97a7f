import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { nothing, oneFailed, packageScript, sum, tell } from './results.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

/** Each room has its own `tsconfig.json`, so that `shared/` sees neither the browser nor Node. */
const ROOMS = ['shared', 'electron', 'renderer', 'build', 'test']

/** The tools each use about one core. */
const TOOLS_AT_ONCE = 2

/** The compiler and prettier keep here what they found in files that have not changed since. */
const CACHE = path.join('node_modules', '.lanekeeper')

type Tool = readonly [name: string, args: readonly string[]]

// The longest come first, so that no core waits for the last tool.
const TOOLS: readonly Tool[] = [
  ...ROOMS.toReversed().map(typesOf),
  ['lint (oxlint)', [packageScript('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings', ...ROOMS]],
  [
    'format (prettier)',
    [
      packageScript('prettier', 'bin', 'prettier.cjs'),
      '--check',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${path.join(CACHE, 'prettier')}`,
      '.',
    ],
  ],
  [
    'files, exports and packages in use (knip)',
    [packageScript('knip', 'bin', 'knip.js'), '--config', '.knip.json', '--no-progress'],
  ],
]

function typesOf(room: string): Tool {
  const found = path.join(CACHE, 'types', `${room}.tsbuildinfo`)
  const args = [packageScript('typescript', 'bin', 'tsc'), '-p', room, '--incremental', '--tsBuildInfoFile', found]
  return [`types of ${room} (tsc)`, args]
}

/**
 * Runs the type check of each room, the linter, the format check and the search for dead code as one test each, then
 * the tests that read the code.
 */
export async function runStatic(): Promise<Results> {
  const waiting = TOOLS.values()
  // The runners share the iterator, so each tool runs once.
  const runners = Array.from({ length: TOOLS_AT_ONCE }, async () => {
    const ended: Results[] = []
    for (const tool of waiting) ended.push(await runTool(tool))
    return sum(ended)
  })
  return sum([...(await Promise.all(runners)), await runVitest('static')])
}

async function runTool([name, args]: Tool): Promise<Results> {
  const code = await runChild(process.execPath, args, { cwd: REPO_ROOT })
  tell(`${name}: ${code === 0 ? 'passed' : `failed, exit code ${code}`}`)
  return code === 0 ? { ...nothing, passed: 1 } : oneFailed(name)
}
