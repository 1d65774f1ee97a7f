import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTimes } from '../../build/suites/installed-package.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { createAuthority } from '../support/fakes/certificate-authority.ts'
import { startKeyring } from '../support/fakes/keyring.ts'
import { startFaultServer } from '../support/faults/fault-server.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { pageProcesses, startInstalled, statusOf, SYSTEM_BUNDLE, type InstalledDesk } from './installed-desk.ts'
import { clear, DESKTOP_FILE, install, LINK, PROGRAM, userAtHome, type User } from './machine.ts'
import { debOf } from './installed-package.ts'

/* The release variant, installed with apt and started by an ordinary user. */

const STARTS = 10

let user: User
let desk: InstalledDesk | null = null
const start = (options: Parameters<typeof startInstalled>[1] = {}) => (desk = startInstalled(user, options))

beforeAll(() => {
  user = userAtHome()
  install(debOf('release'))
})
afterEach(async () => {
  await desk?.end()
  desk = null
})
afterAll(clear)

describe('The installed package', () => {
  test('The installed package puts a link into the path, an entry into the menu, and its icons beside them', () => {
    expect(realpathSync(LINK)).toBe(PROGRAM)
    expect(readlinkSync(LINK)).toBe('/etc/alternatives/lanekeeper')
    const entry = readFileSync(DESKTOP_FILE, 'utf8')
    expect(entry).toContain(`\nExec=${PROGRAM} %U\n`)
    expect(entry).toContain('\nName=Lanekeeper\n')
    expect(entry).toContain('\nCategories=Office;\n')
    // The name of the window class, by which the task bar connects the window with the menu entry.
    expect(entry).toContain('\nStartupWMClass=lanekeeper\n')
    expect(entry).toContain('\nIcon=lanekeeper\n')
    expect(entry).toContain('\nActions=NewBooking;\n')
    expect(entry).toContain('[Desktop Action NewBooking]\nName=New booking\nExec=lanekeeper --new-booking\n')
    for (const size of [16, 32, 48, 256]) {
      expect(existsSync(`/usr/share/icons/hicolor/${size}x${size}/apps/lanekeeper.png`)).toBe(true)
    }
    execFileSync('desktop-file-validate', [DESKTOP_FILE])
  })

  test("The installed desk trusts a provider behind a root that only the system's store has", async () => {
    const authority = createAuthority({ isTrusted: false })
    const notFound = 'HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}'
    const provider = await startFaultServer(
      { onRequest: (socket) => socket.end(notFound) },
      authority.certify('lane.test', ['IP:127.0.0.1']),
    )
    mkdirSync(user.profile, { recursive: true, mode: 0o700 })
    const file = writeDeskFile(user.profile, { address: provider.url.origin, token: 'for-the-desk' })
    for (const path of [dirname(user.profile), user.profile, file]) chownSync(path, user.uid, user.gid)
    const bundle = join(temporaryFolder(), 'bundle.crt')
    writeFileSync(bundle, readFileSync(SYSTEM_BUNDLE))

    await start({ bundle }).logged('connection')
    await desk?.end()
    expect(provider.requests()).toBe(0)

    writeFileSync(bundle, readFileSync(SYSTEM_BUNDLE, 'utf8') + readFileSync(authority.file, 'utf8'))
    await start({ bundle }).logged('connection')
    await desk?.end()
    expect(provider.requests()).toBeGreaterThan(0)
    rmSync(user.profile, { recursive: true, force: true })
  })

  test('The installed desk starts for an ordinary user in the sandbox, with data that only that user can read', async () => {
    const { pid, logged } = start()
    await logged('window-shown')
    await logged('desk-opened')
    expect(statusOf(pid)['Uid']?.split('\t')[0]).toBe(String(user.uid))
    const pages = pageProcesses(user)
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      const { Seccomp, NoNewPrivs } = statusOf(page)
      expect({ Seccomp, NoNewPrivs }).toEqual({ Seccomp: '2', NoNewPrivs: '1' })
      expect(readFileSync(`/proc/${page}/cmdline`, 'utf8')).not.toContain('--no-sandbox')
    }
    const { mode, uid } = statSync(user.profile)
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o700, uid: user.uid })
    expect(existsSync(join(user.profile, 'practice-desk.db'))).toBe(true)
  })

  test(`The installed desk is started ${STARTS} times for the record`, async () => {
    const times: number[] = []
    for (let turn = 0; turn < STARTS; turn += 1) {
      const began = performance.now()
      const { logged, end } = start()
      await logged('window-shown')
      times.push(Math.round(performance.now() - began))
      await end()
    }
    expect(times).toHaveLength(STARTS)
    console.log(`spawn to window-shown: ${times.join(', ')} ms`)
    mkdirSync(dirname(startTimes), { recursive: true })
    writeFileSync(startTimes, JSON.stringify(times))
  })
})

describe('The keyring of the installed desk', () => {
  const withToken = () => {
    mkdirSync(user.profile, { recursive: true, mode: 0o700 })
    const file = writeDeskFile(user.profile, { address: 'http://127.0.0.1:9', token: 'canary-of-the-package' })
    for (const path of [join(user.home, '.config'), user.profile, file]) chownSync(path, user.uid, user.gid)
    return file
  }

  afterAll(() => rmSync(user.profile, { recursive: true }))

  test('An open keyring takes the token into the vault and out of the file', async () => {
    const keyring = await startKeyring(user)
    const file = withToken()
    await start({ env: keyring.env }).logged('desk-opened')
    expect(readFileSync(file, 'utf8')).not.toContain('canary')
    expect(readFileSync(join(user.profile, 'token.encrypted'), 'latin1').startsWith('v11')).toBe(true)
    await desk?.end()
    await keyring.end()
  })

  test.each(['locked', 'silent'] as const)(
    'The installed desk opens with a %s keyring, prompts no user and leaves the token in the file',
    async (how) => {
      const keyring = await startKeyring(user)
      if (how === 'locked') await keyring.lock()
      else keyring.stop()
      const file = withToken()
      await start({ env: keyring.env, args: ['--password-store=gnome-libsecret'] }).logged('desk-opened')
      expect(keyring.prompted()).toBe(false)
      expect(readFileSync(file, 'utf8')).toContain('canary')
      await desk?.end()
      await keyring.end()
    },
  )
})

describe('The doors of the release variant', () => {
  test('The flag --no-sandbox is refused with words', async () => {
    const { ended, said } = start({ args: ['--no-sandbox'] })
    await ended
    expect(said()).toContain('does not start with --no-sandbox')
    expect(pageProcesses(user)).toEqual([])
  })

  test('The variable ELECTRON_RUN_AS_NODE does not turn the desk into Node', async () => {
    const mark = join(user.home, 'run-as-node')
    const code = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`
    await start({ args: ['-e', code], env: { ELECTRON_RUN_AS_NODE: '1' } }).logged('window-shown')
    expect(existsSync(mark)).toBe(false)
  })

  test('The variable NODE_OPTIONS loads no script into the desk', async () => {
    const mark = join(user.home, 'node-options')
    const script = join(user.home, 'preload.cjs')
    writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`, { mode: 0o644 })
    const { logged, said } = start({ env: { NODE_OPTIONS: `--require ${script}` } })
    await logged('window-shown')
    expect(existsSync(mark)).toBe(false)
    // Electron that reads the variable refuses this option with words, and with the fuse off does not read it.
    expect(said()).not.toMatch(/NODE_OPTION/)
  })

  test.each(['--inspect', '--inspect-brk'])('The flag %s opens no inspector', async (flag) => {
    const port = await freePort()
    const { logged, said } = start({ args: [`${flag}=127.0.0.1:${port}`] })
    await logged('window-shown')
    expect(await listens(port)).toBe(false)
    expect(said()).not.toMatch(/Debugger listening/)
  })

  test.each([{ more: [] }, { more: ['--inspect=0'] }])(
    'The flag --remote-debugging-port leaves no listener, with the further flags $more',
    async ({ more }) => {
      const port = await freePort()
      const { logged, said } = start({ args: [`--remote-debugging-port=${port}`, ...more] })
      await logged('window-shown')
      expect(await listens(port)).toBe(false)
      expect(said()).not.toMatch(/DevTools listening/)
    },
  )

  test('The flag --remote-debugging-pipe gets no answer', async () => {
    const { logged, pipe, end } = start({ args: ['--remote-debugging-pipe'] })
    let answer = ''
    pipe.from.on('data', (part: Buffer) => (answer += part.toString()))
    pipe.to.write('{"id":1,"method":"Browser.getVersion"}\0')
    await logged('window-shown')
    await end()
    expect(answer).toBe('')
  })
})

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
