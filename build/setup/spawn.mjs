import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a child to its end and passes signals on. Resolves to the exit code, or 128 + n after signal n as shells count.
 */
export function runChild(command, args, options = {}) {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const release = passSignals(child)
    child.once('error', refuse)
    child.once('close', (code, signal) => {
      release()
      done(exitCode(code, signal))
    })
  })
}

export function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0)
}

/** Passes signals to the child and keeps this process alive, because this process cleans up after the child. */
function passSignals(child) {
  const pass = (signal) => {
    // A terminal sends SIGINT and SIGHUP to the child as well. A second signal can make Electron stop without finishing
    // a send.
    if (process.stdin.isTTY && signal !== 'SIGTERM') return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
