import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const HUB = join(import.meta.dirname, '../../../dist/main/hub.js')

/** A hub on loopback, made by the built command of the hub. */
export type BuiltHub = {
  /** Writes the invitation of a desk into `file`. */
  invite(name: string, file: string): void
  /** Admits a desk no longer. */
  retire(name: string): void
  start(): void
  /** Ends the server as a power cut would. */
  kill(): void
  /** Lets the hub grant claims at once, although the server has just started. */
  skipClaimPause(): Promise<void>
  /** Makes the hub believe that it heard the desk two minutes ago, until the next beat of the desk. */
  silence(name: string): Promise<void>
  remove(): void
}

/** Makes a hub with the PostgreSQL of this machine or of `binaries`. */
export function startBuiltHub(port: number, { binaries }: { readonly binaries?: string } = {}): BuiltHub {
  const parent = mkdtempSync(join(tmpdir(), 'lanekeeper-hub-'))
  // The account of the server must reach a folder that root made.
  chmodSync(parent, 0o755)
  const folder = join(parent, 'hub')
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [HUB, ...args, '--folder', folder], { stdio: 'pipe' })
  const sql = async (text: string, values: readonly string[] = []) => {
    const socket = join(folder, 'socket')
    const client = new pg.Client({ host: socket, port, user: 'postgres', database: 'board' })
    await client.connect()
    try {
      await client.query(text, [...values])
    } finally {
      await client.end()
    }
  }
  const where = ['--address', '127.0.0.1', '--port', String(port)]
  if (binaries !== undefined) where.push('--binaries', binaries)
  run('init', '--name', 'Northside Motors', ...where)
  return {
    invite: (name, file) => void run('invite', name, '--out', file),
    retire: (name) => void run('retire', name),
    start: () => void run('start'),
    kill() {
      const [pid = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    skipClaimPause: () => sql(`UPDATE board.hub SET claim_pause = '0'`),
    silence: (name) =>
      sql(`UPDATE board.desk SET seen_at = clock_timestamp() - interval '2 minutes' WHERE name = $1`, [name]),
    remove() {
      run('stop')
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
