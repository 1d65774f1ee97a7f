import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { runMain } from '../setup/console.mjs'
import { buildDesk } from '../vite.ts'

await runMain(async () => {
  const service = path.join(await buildDesk(), 'main', 'practice.js')
  process.exitCode = await runChild(process.execPath, [service, ...process.argv.slice(2)], { cwd: REPO_ROOT })
})
