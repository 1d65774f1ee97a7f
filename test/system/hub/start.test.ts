import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type * as Os from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serverAccount } from '../../../electron/hub/server.ts'
import type { Invitation } from '../../../electron/hub/invite.ts'
import { connectionError, deskConfig, startHub, type StartedHub } from '../../support/hub/hub-command.ts'

/** How many more questions for the addresses of this PC get the answer "none". */
const network = vi.hoisted(() => ({ downFor: 0 }))
vi.mock('node:os', async (original) => {
  const os = await original<typeof Os>()
  const networkInterfaces = () => {
    network.downFor -= 1
    return network.downFor >= 0 ? {} : os.networkInterfaces()
  }
  return { ...os, networkInterfaces }
})

let hub: StartedHub
let invitation: Invitation
beforeAll(async () => {
  hub = await startHub()
  invitation = await hub.invite('Desk 1')
})
afterAll(() => hub.remove())

const lockFile = () => join(hub.folder, 'data', 'postmaster.pid')

const serverPid = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0])

/**
 * Makes the lock file of the hub name a process of the server's account that is no server. `startedAt` replaces the
 * start of the server in seconds since 1970.
 */
async function startFalseServer(seconds: number, startedAt?: string): Promise<ReturnType<typeof spawn>> {
  const account = serverAccount()
  if (!account.ok) throw new Error('The tests of the hub need an account for PostgreSQL.')
  const rest = account.value === null ? {} : { uid: account.value.uid, gid: account.value.gid }
  // A shell that takes no SIGHUP, as a process that has ended and that nobody has collected takes no signal.
  const child = spawn('/bin/sh', ['-c', `trap '' HUP; sleep ${seconds}`], { stdio: 'ignore', cwd: '/', ...rest })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  const [, data, start, ...lines] = readFileSync(lockFile(), 'utf8').split('\n')
  writeFileSync(lockFile(), [child.pid, data, startedAt ?? start, ...lines].join('\n'))
  return child
}

describe('The start of a hub', () => {
  test('A start right after the server was killed ends with a hub that takes a desk', async () => {
    process.kill(serverPid(), 'SIGKILL')
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect(await connectionError(deskConfig(invitation))).toBeNull()
  })

  test('A start waits for the end of the process in the lock file while no server listens', async () => {
    process.kill(serverPid(), 'SIGKILL')
    const child = await startFalseServer(2)
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect(child.exitCode).toBe(0)
    expect(await connectionError(deskConfig(invitation))).toBeNull()
  })

  test('A start after a power cut succeeds although another program has the process number of the server', async () => {
    process.kill(serverPid(), 'SIGKILL')
    const child = await startFalseServer(60, '1')
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect(await connectionError(deskConfig(invitation))).toBeNull()
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
  })

  test('A start waits for a session that holds the memory of the killed server', async () => {
    const server = serverPid()
    const children = execFileSync('pgrep', ['-f', '-P', String(server), 'walwriter'], { encoding: 'utf8' })
    const held = Number(children)
    process.kill(held, 'SIGSTOP')
    const release = `tail -n 0 -F ${join(hub.folder, 'log', 'start.log')} | grep -q -m 1 'is still in use'; kill -CONT ${held}`
    const watcher = spawn('/bin/sh', ['-c', release], { stdio: 'ignore', detached: true })
    onTestFinished(() => {
      if (watcher.exitCode === null) execFileSync('kill', ['-9', `-${watcher.pid}`])
    })
    process.kill(server, 'SIGKILL')
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect(await connectionError(deskConfig(invitation))).toBeNull()
  })

  test('A start at boot waits until the PC has the address of the hub', async () => {
    process.kill(serverPid(), 'SIGKILL')
    const child = await startFalseServer(60, '1')
    network.downFor = 2
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect(await connectionError(deskConfig(invitation))).toBeNull()
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
  })

  test('A stop right after the server was killed ends nothing else', async () => {
    process.kill(serverPid(), 'SIGKILL')
    const child = await startFalseServer(60, '1')
    expect(await hub.run('stop')).toMatchObject({ code: 0, err: '' })
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
  })
})
