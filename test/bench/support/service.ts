import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/* A service in a process of its own, for measured code that runs in another one. */

export type Service<Report> = { readonly report: Report; end(): Promise<void> }

/** Starts another file of `measured/` and resolves with the JSON line that the file prints first. */
export async function startService<Report>(name: string, args: readonly string[]): Promise<Service<Report>> {
  const script = join(dirname(process.argv[1] ?? ''), `${name}.js`)
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      report: JSON.parse(line) as Report,
      async end() {
        child.kill()
        await ended
      },
    }
  }
  throw new Error(`the service ${name} ended before it was ready`)
}
