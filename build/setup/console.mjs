/** What stops the set-up for a reason that the reader can act on: shown without a stack. */
export class SetupStop extends Error {}

// Everything goes to stderr: `npm run practice` owes its caller a clean stdout.
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`)
}

export function seconds(since) {
  const passed = (performance.now() - since) / 1000
  return `${passed.toFixed(passed < 1 ? 2 : 1)} s`
}

/**
 * Says every ten seconds that `what` goes on; `detail` may add how far it is. Returns the function that ends it.
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

/** Runs a command-line script: a SetupStop becomes one message and exit code 1, anything else keeps its stack. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(error instanceof SetupStop ? `set-up: ${error.message}\n` : `${error?.stack ?? error}\n`)
    process.exitCode = 1
  }
}
