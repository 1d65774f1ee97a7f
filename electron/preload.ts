import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { callChannel, CALLS, eventChannel, EVENTS, type EventName } from '../shared/bridge/names.ts'

/* The page gets these functions and nothing else of Electron: no event object, no channel by name. */

const calls = Object.fromEntries(
  CALLS.map((name) => [name, (input: unknown) => ipcRenderer.invoke(callChannel(name), input) as Promise<unknown>]),
)

function on(event: EventName, callback: (what: unknown) => void): () => void {
  if (!EVENTS.includes(event)) throw new Error('no such event')
  const listener = (_event: IpcRendererEvent, what: unknown) => callback(what)
  ipcRenderer.on(eventChannel(event), listener)
  return () => ipcRenderer.off(eventChannel(event), listener)
}

// Each store of the window listens for itself; Node would warn of a leak from the eleventh on.
ipcRenderer.setMaxListeners(32)

contextBridge.exposeInMainWorld('lanekeeper', { ...calls, on })
