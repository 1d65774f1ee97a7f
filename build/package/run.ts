import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { withLock } from '../setup/lock.mjs'
import { runMain, seconds, SetupStop } from '../setup/console.mjs'
import { packageFolder, packedFile } from './config.ts'
import { packDesk } from './pack.ts'
import { megabytes, sizesOf } from './sizes.ts'
import { packForWindows } from './windows.ts'

const tell = (text: string): void => void process.stdout.write(`${text}\n`)

await runMain(async () => {
  const began = performance.now()
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => name !== '--windows-check')
  if (unknown !== undefined) {
    throw new SetupStop(
      `"${unknown}" is not known. Usage: npm run package [-- --windows-check]\n` +
        '  --windows-check  pack the files for Windows around another program, to look at them; nothing of it runs',
    )
  }
  if (asked.length > 0) {
    tell(`${path.relative(REPO_ROOT, await packForWindows())} in ${seconds(began)}; nothing of it runs`)
    return
  }
  const packed = await withLock(`packages in ${packageFolder}`, 'another packing of this checkout is at work', packDesk)
  writeFileSync(packedFile, JSON.stringify(packed))
  for (const { artefact, bytes, unpacked, files, asar } of sizesOf(packed)) {
    tell(
      `${artefact}: ${megabytes(bytes)}, installed ${megabytes(unpacked)} in ${files} files, asar ${megabytes(asar)}`,
    )
  }
  const { version, source } = packed.electron
  tell(`in ${path.relative(REPO_ROOT, packageFolder)}, on Electron ${version}, in ${seconds(began)}`)
  if (source === 'fallback') {
    tell('Electron stands in for the official one here: these are test builds for this machine, never for users.')
  }
})
