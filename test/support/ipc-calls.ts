import { expect, type ElectronApplication, type Page } from '@playwright/test'
import type { InPage } from './page/bridge-calls.ts'

/** Electron's handlers, under a name that its types leave out. */
type WithHandlers = { readonly _invokeHandlers: Map<string, (...all: unknown[]) => unknown> }

/** Prefix of each name on the console of the main process. */
const MARK = 'ipc-call:'

export type IpcCalls = {
  /**
   * The names of the calls since the last `take`, in order. The page first handles the events of the main process and
   * makes its calls, because a call of this function returns after them.
   */
  take(page: Page): Promise<readonly string[]>
}

/** No other call of the test window has this name: the page reads its status once, before the test begins. */
const BARRIER = 'readStatus'

/** A reply may lead to one further call, so the page answers twice. */
const ROUNDS = 2

/** Records each call of the window to the main process from now on. */
export async function recordIpcCalls(app: ElectronApplication): Promise<IpcCalls> {
  const calls: string[] = []
  // The console carries the names, because many evaluations in the main process lose some of their answers.
  app.on('console', (line) => {
    if (line.text().startsWith(MARK)) calls.push(line.text().slice(MARK.length))
  })
  await app.evaluate(({ ipcMain }, mark) => {
    // A repeated evaluation records no call twice.
    if ('areCallsRecorded' in globalThis) return
    Object.assign(globalThis, { areCallsRecorded: true })
    const { _invokeHandlers: handlers } = ipcMain as unknown as WithHandlers
    for (const [channel, handle] of handlers) {
      handlers.set(channel, (...all) => {
        console.log(channel.replace('call:', mark))
        return handle(...all)
      })
    }
  }, MARK)
  return {
    take: async (page) => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await page.evaluate(async () => {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          await (window as unknown as InPage).lanekeeper.readStatus(null)
        })
        await expect.poll(() => calls.filter((call) => call === BARRIER)).toHaveLength(round)
      }
      return calls.splice(0).filter((call) => call !== BARRIER)
    },
  }
}
