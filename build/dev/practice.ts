import path from 'node:path'

import { root } from '../runtime/record.ts'
import { runChild } from '../setup/child.mjs'
import { runMain } from '../setup/say.mjs'
import { buildDesk } from '../vite.ts'

await runMain(async () => {
  const service = path.join(await buildDesk(), 'main', 'practice.js')
  process.exitCode = await runChild(process.execPath, [service, ...process.argv.slice(2)], { cwd: root })
})
