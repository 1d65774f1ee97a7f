import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHub } from '../hub/board.ts'

/**
 * Stops the processes of a running hub, which then answers nothing and ends no connection, and returns the function
 * that lets them go on.
 */
export function freezeHub({ server }: Pick<TestHub, 'server'>): () => void {
  const [line = ''] = readFileSync(join(String(server.superuser.host), 'data/postmaster.pid'), 'utf8').split('\n')
  const main = Number(line)
  // The first process starts all others, so that none is new once that process stands.
  process.kill(main, 'SIGSTOP')
  const processes = [main, ...childrenOf(main)]
  for (const pid of processes) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of processes) signal(pid, 'SIGCONT')
  }
}

function childrenOf(parent: number): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
  return listed.flatMap((line) => {
    const [pid, of] = line.trim().split(/\s+/).map(Number)
    return pid !== undefined && of === parent ? [pid] : []
  })
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // A session may have ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
