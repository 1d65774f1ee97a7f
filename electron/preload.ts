import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { callChannel, CALLS, eventChannel, EVENTS, type EventName } from '../shared/bridge/names.ts'

/*
 * The page gets these functions and nothing else of Electron: no event object, no channel by name. Replies and events
 * are JSON texts, which the page parses; see `TextBridge`.
 */

const calls = Object.fromEntries(
  CALLS.map((name) => [name, (input: unknown) => ipcRenderer.invoke(callChannel(name), input) as Promise<string>]),
)

function on(event: EventName, callback: (text: string) => void): () => void {
  if (!EVENTS.includes(event)) throw new Error('no such event')
  const listener = (_event: IpcRendererEvent, text: string) => callback(text)
  ipcRenderer.on(eventChannel(event), listener)
  return () => ipcRenderer.off(eventChannel(event), listener)
}

// Each store of the window listens for itself; Node would warn of a leak from the eleventh on.
ipcRenderer.setMaxListeners(32)

contextBridge.exposeInMainWorld('lanekeeper', { ...calls, on })
