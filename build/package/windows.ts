import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { buildDesk } from '../vite.ts'
import { prebuiltNative, windowsCheckFolder } from './config.ts'
import { packFolder } from './pack.ts'

const target = { platform: 'win32', arch: 'x64' } as const

/**
 * Packs the desk's files for Windows on any system, with another Windows program in Electron's place, and returns the
 * folder. The result does not run; tests inspect the packed files and the data written into the program.
 */
export async function packForWindows(): Promise<string> {
  await buildDesk()
  const output = path.dirname(windowsCheckFolder)
  rmSync(output, { recursive: true, force: true })
  const dist = path.join(output, 'placeholder')
  mkdirSync(path.join(dist, 'locales'), { recursive: true })
  mkdirSync(path.join(dist, 'resources'))
  copyFileSync(path.join(REPO_ROOT, 'node_modules', 'rcedit', 'bin', 'rcedit-x64.exe'), path.join(dist, 'electron.exe'))
  writeFileSync(path.join(dist, 'locales', 'en-US.pak'), '')
  return packFolder({
    target,
    dist,
    version: '0.0.0',
    native: prebuiltNative(target),
    output,
    mark: 'windows-check',
    warning: 'This folder was packed around another program to see its files. It does not run.',
    placeholder: true,
  })
}
