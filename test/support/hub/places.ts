import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { createFolder } from '../fixtures/temporary-folder.ts'

/** A folder that the server's account can reach, although root made it. */
export function createReachableFolder(): ReturnType<typeof createFolder> {
  const made = createFolder()
  chmodSync(made.folder, 0o755)
  return made
}

/** Returns a port of loopback that no program uses now. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => done(typeof at === 'object' && at !== null ? at.port : 0))
    })
  })
}
