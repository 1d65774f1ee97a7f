import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** What stands before a remote, changes nothing, and keeps the body of each POST as its bytes arrived. */
export type Recorder = { readonly url: string; readonly bodies: readonly string[]; close(): void }

export async function recordBodies(target: string): Promise<Recorder> {
  const bodies: string[] = []
  const server = createServer((asked, answer) => {
    const parts: Buffer[] = []
    const { method = '', headers, url = '' } = asked
    const onward = ask(new URL(url, target), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    // The desk finds its connection broken, as it would without us.
    onward.on('error', () => answer.destroy())
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => method === 'POST' && bodies.push(Buffer.concat(parts).toString('utf8')))
    asked.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
