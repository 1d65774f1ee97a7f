import type { BridgeCalls } from './calls.ts'
import type { CallName, EventName } from './names.ts'

/**
 * The object that the preload puts into the page as `window.lanekeeper`; each reply and event is the JSON text of what
 * `Bridge` has. Electron copies an object into the page property by property, so a full day of 403 KB takes the page
 * 15 ms as an object and 3.3 ms as a text that it parses, and a list of fifty takes 1.6 ms and at most 1.1 ms.
 */
export type TextBridge = {
  readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Promise<string>
} & {
  /** Calls `listener` with the text of each event until the returned function is called. */
  readonly on: (event: EventName, listener: (text: string) => void) => () => void
}
