/** An error that the user can fix. `runMain` prints the message without a stack. */
export class SetupStop extends Error {}

// Messages go to stderr, because callers of `npm run practice` read stdout.
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`)
}

export function seconds(since) {
  const passed = (performance.now() - since) / 1000
  return `${passed.toFixed(passed < 1 ? 2 : 1)} s`
}

/**
 * Prints that `what` is still running, every `every` milliseconds; `detail` may add the progress. Returns the function
 * that stops the messages.
 *
 * @param {string} what
 * @param {{ every?: number, detail?: () => string }} [options]
 */
export function heartbeat(what, { every = 10_000, detail } = {}) {
  const began = performance.now()
  const timer = setInterval(() => {
    const more = detail?.()
    say(`${what}: ${Math.round((performance.now() - began) / 1000)} s so far${more ? `, ${more}` : ''}`)
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs a command-line script. A `SetupStop` becomes one message and exit code 1; any other error keeps its stack. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(error instanceof SetupStop ? `set-up: ${error.message}\n` : `${error?.stack ?? error}\n`)
    process.exitCode = 1
  }
}
