import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'

export interface Outcome {
  readonly ok: boolean
  readonly out: string
  /** The text on stderr, or the reason why the command could not be started. */
  readonly err: string
  /** How the command ended, for a message: "exit code 1", "SIGSEGV". */
  readonly ending: string
}

/** Runs a command to its end and returns its output. Never throws: a command that cannot be started is not `ok`. */
export function attempt(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout?.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr?.on('data', (part: Buffer) => (err += part.toString()))
    child.once('error', (error) => done({ ok: false, out, err: error.message, ending: 'not started' }))
    child.once('close', (code, signal) => {
      done({ ok: code === 0, out: out.trim(), err: err.trim(), ending: signal ?? `exit code ${code}` })
    })
  })
}

/** Runs code in Node, or in an Electron as plain Node, which needs no window and no display. */
export function attemptCode(exe: string, code: string): Promise<Outcome> {
  const { NODE_OPTIONS: _options, ...env } = process.env
  return attempt(exe, ['-e', code], { env: { ...env, ELECTRON_RUN_AS_NODE: '1' } })
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
