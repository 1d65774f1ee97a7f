import type { Bridge, BridgeEvents, Reply } from '../shared/bridge/calls.ts'
import type { EventName } from '../shared/bridge/names.ts'
import type { TextBridge } from '../shared/bridge/text-bridge.ts'
import { fail } from '../shared/result.ts'

declare global {
  interface Window {
    /** Set by the preload; absent when the page is opened outside Lanekeeper. */
    readonly lanekeeper?: TextBridge
  }
}

const NO_RESPONSE: Reply<never> = { ...fail('internal', 'no-response'), asOf: 0 }

/**
 * Returns the client of the main process, which parses each reply and event, and which answers a call that throws with
 * the failure `internal`, so that every screen has one error path. Throws if Lanekeeper did not open the page.
 */
export function connect(): Bridge {
  const bridge = window.lanekeeper
  if (bridge === undefined) throw new Error('This page works only inside the Lanekeeper window.')
  const { on, ...texts } = bridge
  const calls = Object.entries(texts).map(([name, call]: [string, (input: never) => Promise<string>]) => {
    const ask = async (input: never) => {
      try {
        return JSON.parse(await call(input)) as Reply<unknown>
      } catch {
        return NO_RESPONSE
      }
    }
    return [name, ask]
  })
  const listen = <E extends EventName>(event: E, listener: (what: BridgeEvents[E]) => void) =>
    on(event, (text) => listener(JSON.parse(text) as BridgeEvents[E]))
  return { ...Object.fromEntries(calls), on: listen } as Bridge
}
