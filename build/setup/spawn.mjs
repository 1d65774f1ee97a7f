import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Runs to the end, passing signals on. Resolves with the exit code, 128 + n after a signal as shells count it. */
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

/** While the child lives, signals end it and not us: we have things to put away after it. */
function passSignals(child) {
  const pass = (signal) => {
    // A terminal sends these to the whole foreground group. A second one makes Electron stop without saving.
    if (process.stdin.isTTY && signal !== 'SIGTERM') return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
