import { existsSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { nothing, oneFailed, packageScript, sum, tell } from './results.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

/** Types, lint and format, each as one test, then the tests that read the code. */
export async function runStatic(): Promise<Results> {
  const folders = ['shared', 'electron', 'renderer', 'build', 'test'].filter((name) =>
    existsSync(path.join(REPO_ROOT, name)),
  )
  return sum([
    await runTool('types (tsc)', [packageScript('typescript', 'bin', 'tsc'), '--noEmit']),
    await runTool('lint (oxlint)', [
      packageScript('oxlint', 'bin', 'oxlint'),
      '--type-aware',
      '--deny-warnings',
      ...folders,
    ]),
    await runTool('format (prettier)', [packageScript('prettier', 'bin', 'prettier.cjs'), '--check', '.']),
    await runVitest('static'),
  ])
}

async function runTool(name: string, args: readonly string[]): Promise<Results> {
  const code = await runChild(process.execPath, args, { cwd: REPO_ROOT })
  tell(`${name}: ${code === 0 ? 'passed' : `failed, exit code ${code}`}`)
  return code === 0 ? { ...nothing, passed: 1 } : oneFailed(name)
}
