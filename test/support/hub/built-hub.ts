import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const HUB = join(import.meta.dirname, '../../../dist/main/hub.js')

/** A hub on loopback, made by the built command of the hub. */
export type BuiltHub = {
  /** Writes the invitation of a desk into `file`. */
  invite(name: string, file: string): void
  start(): void
  /** Ends the server as a power cut would. */
  kill(): void
  remove(): void
}

export function startBuiltHub(port: number): BuiltHub {
  const parent = mkdtempSync(join(tmpdir(), 'lanekeeper-hub-'))
  // The account of the server must reach a folder that root made.
  chmodSync(parent, 0o755)
  const folder = join(parent, 'hub')
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [HUB, ...args, '--folder', folder], { stdio: 'pipe' })
  run('init', '--name', 'Northside Motors', '--address', '127.0.0.1', '--port', String(port))
  return {
    invite: (name, file) => void run('invite', name, '--out', file),
    start: () => void run('start'),
    kill() {
      const [pid = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    remove() {
      run('stop')
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
