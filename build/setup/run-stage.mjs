import path from 'node:path'

import { prepare, root } from '../setup.mjs'
import { runChild } from './spawn.mjs'
import { projectNode } from './packages.mjs'
import { runMain } from './console.mjs'

/** Sets up, then runs a TypeScript file with the project's own Node and exits with the exit code of that file. */
export function runStage({ needs, script, args = process.argv.slice(2) }) {
  const parent = process.ppid
  return runMain(async () => {
    await prepare({ needs })
    endAfter(parent)
    process.exitCode = await runChild(projectNode(root), [path.join(root, script), ...args], { cwd: root })
  })
}

/**
 * Ends this process after its parent. npm sends a signal to its shell, which does not pass the signal on, so this
 * process would otherwise keep running unseen.
 */
function endAfter(parent) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.emit('SIGTERM', 'SIGTERM')
  }, 500)
  timer.unref()
}
