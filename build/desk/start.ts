import { spawn } from 'node:child_process'

import { launchSpec, withDisplay } from '../runtime/display.ts'
import { root } from '../runtime/record.ts'
import { exitCode, passSignals } from '../setup/child.mjs'
import { runMain, say } from '../setup/say.mjs'
import { buildDesk } from '../vite.ts'
import { passWithoutNoise } from './noise.ts'

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
    const child = spawn(exe, [...args, root, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...env, ...display.env },
      stdio: ['inherit', 'inherit', 'pipe'],
    })
    const release = passSignals(child)
    const noise = passWithoutNoise(child.stderr, process.stderr)
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
