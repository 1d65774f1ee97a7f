import path from 'node:path'

import { provideHubServer } from '../hub-server/install.ts'
import { REPO_ROOT } from '../paths.ts'
import { runChild } from '../setup/spawn.mjs'
import { runMain } from '../setup/console.mjs'
import { buildDesk } from '../vite.ts'

await runMain(async () => {
  const hub = path.join(await buildDesk({ quiet: true }), 'main', 'hub.js')
  const given = process.argv.slice(2)
  const args = given.filter((arg) => arg !== '--pilot')
  if (args.length < given.length) args.push('--binaries', provideHubServer())
  process.exitCode = await runChild(process.execPath, [hub, ...args], { cwd: REPO_ROOT })
})
