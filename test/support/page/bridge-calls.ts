import type { Page } from '@playwright/test'
import type { BridgeCalls, Reply } from '../../../shared/bridge/calls.ts'
import type { CallName } from '../../../shared/bridge/names.ts'
import type { TextBridge } from '../../../shared/bridge/text-bridge.ts'

/** The global of the page that the preload made, for functions that run in the page and so can import no code. */
export type InPage = { readonly lanekeeper: TextBridge }

/** What the JSON text of a call's reply holds. */
export type ReplyOf<K extends CallName> = Reply<BridgeCalls[K]['out']>

/** Calls the main process as a script of the page would, past every button. */
export async function callBridge<K extends CallName>(
  page: Page,
  name: K,
  input: BridgeCalls[K]['in'],
): Promise<ReplyOf<K>> {
  const text = await page.evaluate(
    ([call, what]) => ((window as unknown as InPage).lanekeeper[call] as (input: unknown) => Promise<string>)(what),
    [name, input] as const,
  )
  return JSON.parse(text) as ReplyOf<K>
}
