import type { Bridge, Reply } from '../shared/bridge/calls.ts'
import { CALLS } from '../shared/bridge/names.ts'
import { fail } from '../shared/result.ts'

declare global {
  interface Window {
    /** Put there by the preload; absent when the page is opened outside the desk. */
    readonly lanekeeper?: Bridge
  }
}

/**
 * The client of the main process. A call that throws there (a fault of ours) answers as a failure like any other, so that
 * every screen has one way to say it. Throws when the page was not opened by the desk, because nothing works without it.
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
