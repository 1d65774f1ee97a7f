import type { Bridge, Reply } from '../shared/bridge/calls.ts'
import { CALLS } from '../shared/bridge/names.ts'
import { fail } from '../shared/result.ts'

declare global {
  interface Window {
    /** Set by the preload; absent when the page is opened outside Lanekeeper. */
    readonly lanekeeper?: Bridge
  }
}

/**
 * Returns the client of the main process; a call that throws there answers with the failure `internal`, so that every
 * screen has one error path. Throws if Lanekeeper did not open the page.
 */
export function connect(): Bridge {
  const bridge = window.lanekeeper
  if (bridge === undefined) throw new Error('This page works only inside the Lanekeeper window.')
  const calls = CALLS.map((name) => {
    const call: (input: never) => Promise<Reply<unknown>> = bridge[name]
    return [name, (input: never) => call(input).catch(fault)]
  })
  return { ...Object.fromEntries(calls), on: bridge.on } as Bridge
}

function fault(): Reply<never> {
  return { ...fail('internal', 'no-response'), asOf: 0 }
}
