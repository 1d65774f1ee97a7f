import { once } from 'node:events'

/** The value of an expression in a process whose Node inspector listens there, where `require('electron')` gives Electron. */
export async function inspect(address: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  const params = { expression, includeCommandLineAPI: true, returnByValue: true, awaitPromise: true }
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  const [message] = (await answered) as [MessageEvent<string>]
  socket.close()
  const { result } = JSON.parse(message.data) as {
    readonly result: { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: unknown }
  }
  if (result.exceptionDetails !== undefined) throw new Error(JSON.stringify(result.exceptionDetails))
  return result.result.value
}
