import { spawn } from 'node:child_process'
import { REPO_ROOT } from '../../../build/paths.ts'
import { launchSpec } from '../../../build/offline/display.ts'
import { noKeyring } from '../fakes/keyring.ts'
import { killWhole } from '../page/window.ts'

/** The built desk as a person starts the desk, without Playwright's attachment, which would hold the start back. */
export type StartedDesk = {
  /** The text on stderr so far. */
  said(): string
  /** Resolves with the match of a pattern on stderr; rejects if the desk ends without a match. */
  heard(pattern: RegExp): Promise<string>
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

export function startDesk(folder: string, more: readonly string[] = []): StartedDesk {
  const spec = launchSpec()
  const args = [...more, ...spec.args, ...noKeyring.args, REPO_ROOT, `--user-data-dir=${folder}`]
  const child = spawn(spec.exe, args, {
    env: { ...spec.env, ...noKeyring.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  return {
    said: () => said,
    heard: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said)?.[1]
          if (found !== undefined) resolve(found)
        }
        child.stderr.on('data', look)
        void ended.then(() => reject(new Error(`the desk ended without ${pattern}:\n${said}`)))
        look()
      }),
    ended,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) killWhole(child)
      await ended
    },
  }
}
