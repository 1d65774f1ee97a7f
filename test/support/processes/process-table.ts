import { execFileSync } from 'node:child_process'

/* The processes of this machine, as `ps` lists them. */

type Listed = { readonly pid: number; readonly parent: number; readonly state: string }

function listed(): readonly Listed[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state }
  })
}

/** True for a process that a signal stopped. */
export function isStopped(pid: number | undefined): boolean {
  return listed().some((one) => one.pid === pid && one.state.startsWith('T'))
}

/**
 * Stops a process and all processes below it, also those that begin meanwhile: a process comes before its children, so
 * that it begins no more. Returns a function that lets all of them go on.
 */
export function freezeFamily(pid: number): () => void {
  const frozen = new Set<number>()
  for (;;) {
    const more = familyOf(pid, listed()).filter((one) => !frozen.has(one))
    if (more.length === 0) return () => frozen.forEach((one) => signal(one, 'SIGCONT'))
    for (const one of more) {
      signal(one, 'SIGSTOP')
      frozen.add(one)
    }
  }
}

function familyOf(pid: number, processes: readonly Listed[]): readonly number[] {
  const children = processes.filter(({ parent }) => parent === pid)
  return [pid, ...children.flatMap((child) => familyOf(child.pid, processes))]
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended since it was listed.
  }
}
