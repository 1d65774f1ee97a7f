import { once } from 'node:events'

type Answer = {
  readonly error?: { readonly message: string }
  readonly result?: { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: unknown }
}

/**
 * Evaluates an expression in a process through its Node inspector; `require('electron')` gives Electron. `awaits`
 * resolves a promise; for any other value the inspector sometimes collects the value first.
 */
export async function inspect(
  address: string,
  expression: string,
  { awaits = false }: { readonly awaits?: boolean } = {},
): Promise<unknown> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  const params = { expression, includeCommandLineAPI: true, returnByValue: true, awaitPromise: awaits }
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  const [message] = (await answered) as [MessageEvent<string>]
  socket.close()
  const { error, result } = JSON.parse(message.data) as Answer
  if (result === undefined) throw new Error(`the inspector does not answer ${expression}: ${error?.message}`)
  if (result.exceptionDetails !== undefined) throw new Error(JSON.stringify(result.exceptionDetails))
  return result.result.value
}
