import { readdirSync, readFileSync } from 'node:fs'

/* What the kernel counts for the processes of an app. Linux only. */

const TICKS_PER_SECOND = 100

/** `kind` is Chromium's name of the process: `main`, `renderer`, `gpu-process`, `utility` or `zygote`. */
export type Process = { readonly pid: number; readonly kind: string }

/** Returns a process and everything that descends from it. */
export function processesOf(root: number): readonly Process[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(
      read(name, 'stat')
        ?.replace(/^.*\) /s, '')
        .split(' ')[1],
    )
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [root]
  // The loop also visits what it adds.
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found.map((pid) => ({ pid, kind: kindOf(pid) }))
}

function kindOf(pid: number): string {
  const args = read(pid, 'cmdline') ?? ''
  const type = /--type=([\w-]+)/.exec(args)?.[1] ?? 'main'
  const service = /--utility-sub-type=(\w+)/.exec(args)?.[1]
  return service ?? type
}

/** A file of a process, or null once the process has ended. */
function read(pid: number | string, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

/** The proportional set size of a process in megabytes, and the part that is its own anonymous memory. */
export function memoryOf({ pid }: Process): { readonly pss: number; readonly anonymous: number } {
  const text = read(pid, 'smaps_rollup') ?? ''
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)
  return { pss: kb('Pss') / 1024, anonymous: kb('Pss_Anon') / 1024 }
}

/** The seconds of CPU that a process has used. */
export function cpuOf({ pid }: Process): number {
  const [user = 0, system = 0] = (read(pid, 'stat') ?? '')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / TICKS_PER_SECOND
}

/** How often each thread of a process went to sleep of its own accord, by the name of the thread. */
export function wakeupsOf({ pid }: Process): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const thread of threadsOf(pid)) {
    const status = read(`${pid}/task/${thread}`, 'status') ?? ''
    const name = /^Name:\s+(.+)$/m.exec(status)?.[1] ?? ''
    const count = Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return counts
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}
