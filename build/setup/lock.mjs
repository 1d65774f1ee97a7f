import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { say } from './console.mjs'

/**
 * Runs `work` while no other process of this user has the lock of `subject`. The lock ends with the last process that
 * holds its descriptor, so a child that changes the guarded files must inherit the descriptor that `work` gets
 * (undefined on Windows): that child may outlive a killed parent.
 *
 * @param {string} subject what the lock guards, usually a folder
 * @param {string} waiting the message to print while another process has the lock
 */
export async function withLock(subject, waiting, work) {
  const address = addressOf(subject)
  let told = false
  for (;;) {
    const server = await tryListen(address)
    if (server) {
      try {
        return await work(process.platform === 'win32' ? undefined : server._handle?.fd)
      } finally {
        await new Promise((done) => server.close(done))
      }
    }
    const found = await untilReleased(address, (holder) => {
      if (!told) say(`${waiting} (${holder}); waiting for it`)
      told = true
    })
    if (!found) await clearStale(address)
    await pause(50)
  }
}

function addressOf(subject) {
  const user = process.getuid?.() ?? os.userInfo().username
  const name = `lanekeeper-${user}-${createHash('sha256').update(subject).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  // On other systems the socket is a file with a short maximum path, and the file stays after a kill.
  const folder = path.join(os.tmpdir(), 'lanekeeper-locks')
  mkdirSync(folder, { recursive: true })
  return path.join(folder, name.slice(0, 40))
}

async function tryListen(address) {
  const guests = new Set()
  const server = net.createServer((guest) => {
    guests.add(guest)
    guest.on('error', () => {}).on('close', () => guests.delete(guest))
    guest.write(`${process.pid}\n`)
  })
  const listening = await new Promise((done, refuse) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : refuse(error)))
    server.listen(address, () => done(true))
  })
  if (!listening) return null
  const close = server.close.bind(server)
  server.close = (after) => {
    const closing = close(after)
    for (const guest of guests) guest.destroy()
    return closing
  }
  if (process.platform === 'linux' || process.platform === 'win32') return server
  // Two processes that found the same stale file may each have removed it. The process whose file still exists has the
  // lock.
  const mine = statSync(address).ino
  await pause(100)
  if (statSync(address, { throwIfNoEntry: false })?.ino === mine) return server
  close()
  return null
}

/** Resolves to true after the holder has gone, and to false at once when no process listens. */
function untilReleased(address, onHolder) {
  return new Promise((done) => {
    let found = false
    const socket = net.connect(address)
    const orphan = setTimeout(() => onHolder('what a stopped one left running'), 2000)
    socket.once('connect', () => (found = true))
    socket.once('data', (pid) => {
      clearTimeout(orphan)
      onHolder(`process ${String(pid).trim()}`)
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(orphan)
      done(found)
    })
  })
}

async function clearStale(address) {
  if (process.platform !== 'linux' && process.platform !== 'win32') rmSync(address, { force: true })
}
