import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A road to a remote that loses the answers to the first bookings: they were applied, and the desk cannot know. It can also
 * give the remote another time of day, which the desk then goes by.
 */
export async function losesFirstAnswers(target: string, answers = 1) {
  let lost = 0
  let ahead = 0
  const server = createServer((incoming, outgoing) => {
    const loses = incoming.method === 'POST' && lost < answers
    if (loses) lost += 1
    const headers = { ...incoming.headers, host: new URL(target).host }
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false })
    onward.once('response', (answer) => {
      if (loses) return void incoming.socket.destroy()
      const date = new Date(Date.now() + ahead).toUTCString()
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
      answer.pipe(outgoing)
    })
    onward.once('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on the remote says that it is `ms` later than it is. */
    setAhead: (ms: number) => void (ahead = ms),
    close: () => server.close().closeAllConnections(),
  }
}
