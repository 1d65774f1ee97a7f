import { spawn, type ChildProcess } from 'node:child_process'

import { launchSpec, withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { exitCode } from '../setup/spawn.mjs'
import { runMain, say } from '../setup/console.mjs'
import { buildDesk } from '../vite.ts'
import { filterStderr } from './filter-stderr.ts'

/**
 * A second signal makes Electron stop without finishing a send. A terminal and npm can deliver one Ctrl+C twice, so a
 * signal within this time after another counts as a repeat and is not passed on.
 */
const SAME_SIGNAL_MS = 3_000

await runMain(async () => {
  await buildDesk()
  const { exe, args, env, sandboxOff } = launchSpec()
  if (sandboxOff) {
    say(`the pages run without Chromium's sandbox, because ${sandboxOff}; the installed app always has it on`)
  }
  process.exitCode = await withDisplay(async (display) => {
    if (display.virtual) {
      say(`there is no screen here: the desk opens on a virtual one (Xvfb ${display.virtual}), where nobody sees it`)
      say('`npm run tour` saves pictures of it; Ctrl+C ends it')
    }
    const child = spawn(exe, [...args, REPO_ROOT, ...process.argv.slice(2)], {
      // npm changes the working directory to the checkout, but a file on the command line is relative to the directory
      // of the caller.
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      env: { ...env, ...display.env },
      stdio: ['inherit', 'inherit', 'pipe'],
      // Electron leaves the terminal's process group, so a signal to that group reaches Electron once: through this
      // process.
      detached: process.platform !== 'win32',
    })
    const release = passFirstSignal(child)
    const noise = filterStderr(child.stderr, process.stderr)
    try {
      return await new Promise<number>((done, refuse) => {
        child.once('error', refuse)
        child.once('close', (code, signal) => done(exitCode(code, signal)))
      })
    } finally {
      release()
      await noise
    }
  })
})

function passFirstSignal(child: ChildProcess): () => void {
  let last = -Infinity
  const pass = (signal: NodeJS.Signals) => {
    if (performance.now() - last > SAME_SIGNAL_MS) child.kill(signal)
    last = performance.now()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
