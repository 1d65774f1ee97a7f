import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { runMain } from '../setup/console.mjs'
import { buildDesk } from '../vite.ts'

await runMain(async () => {
  const hub = path.join(await buildDesk({ quiet: true }), 'main', 'hub.js')
  process.exitCode = await runChild(process.execPath, [hub, ...process.argv.slice(2)], { cwd: REPO_ROOT })
})
