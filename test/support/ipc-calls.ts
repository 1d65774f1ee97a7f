import type { ElectronApplication } from '@playwright/test'

/** What Electron keeps of the handlers, under a name that its types leave out. */
type WithHandlers = { readonly _invokeHandlers: Map<string, (...all: unknown[]) => unknown> }

/** Stands before each name in the console of the main process. */
const MARK = 'ipc-call:'

export type IpcCalls = {
  /** The names of the calls since the last look, in order. */
  take(): readonly string[]
}

/** Notes from now on each call that the window makes to the main process. */
export async function recordIpcCalls(app: ElectronApplication): Promise<IpcCalls> {
  const calls: string[] = []
  // The console, because many questions to the main process lose some of their answers.
  app.on('console', (line) => {
    if (line.text().startsWith(MARK)) calls.push(line.text().slice(MARK.length))
  })
  await app.evaluate(({ ipcMain }, mark) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as WithHandlers
    for (const [channel, handle] of handlers) {
      handlers.set(channel, (...all) => {
        console.log(channel.replace('call:', mark))
        return handle(...all)
      })
    }
  }, MARK)
  return { take: () => calls.splice(0) }
}
