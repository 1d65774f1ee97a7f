import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Hosts of their own for the desks and the hub of a rooftop, in network namespaces of Linux: a switch of the rooftop's
 * network (`lan`) and one of the internet (`wan`). A port of a switch that is disabled is a cable that was pulled:
 * bytes vanish, and no connection ends.
 */

export type Host = {
  readonly address: string
  /** The prefix of a command that runs on this host. */
  readonly through: readonly string[]
}

export type DeskHost = Host & {
  /** Pulls a cable of the desk, or plugs the cable in again. */
  pull(cable: Cable): void
  plug(cable: Cable): void
  remove(): void
}

export type Cable = 'lan' | 'wan'

export type Namespaces = {
  readonly hub: Host
  /** The address at which the hosts reach this process; for them `localhost` has this address too. */
  readonly address: string
  addDesk(): DeskHost
  remove(): void
}

/** A rooftop has a hub, and three desks a round. A test that opens more has a mistake. */
const MAX_DESKS = 200
const COMMAND_MS = 10_000
const HOSTS_FILES = '/etc/netns'

const run = (command: string, args: readonly string[], input = '') =>
  execFileSync(command, [...args], { input, stdio: ['pipe', 'pipe', 'pipe'], timeout: COMMAND_MS }).toString()
const ip = (...lines: readonly string[]) => run('ip', ['-batch', '-'], `${lines.join('\n')}\n`)
const ipIn = (host: string, ...lines: readonly string[]) =>
  run('ip', ['-n', host, '-batch', '-'], `${lines.join('\n')}\n`)

/** The names of the namespaces begin with `lk` and the number of this process. */
const made = new Set<string>()
let networks = 0
let usable: boolean | null = null

/** True on Linux for root who may make namespaces, which a container may forbid. */
export function hasNamespaces(): boolean {
  usable ??= process.platform === 'linux' && process.getuid?.() === 0 && canMakeOne()
  return usable
}

function canMakeOne(): boolean {
  const name = `lk${process.pid}probe`
  try {
    sweep()
    add(name)
    run('ip', ['netns', 'exec', name, 'bridge', 'link'])
    return true
  } catch {
    return false
  } finally {
    remove(name)
  }
}

export function createNamespaces(): Namespaces {
  networks += 1
  const prefix = `lk${process.pid}n${networks}`
  const [switches, hubName] = [`${prefix}-sw`, `${prefix}-hub`]
  const net = freeNet()
  const names = new Set([switches, hubName])
  const removeAll = () => names.forEach(remove)
  const plugIn = (name: string, port: string, cable: Cable, address: string) => {
    ip(`link add ${cable} netns ${name} type veth peer name ${port} netns ${switches}`)
    ipIn(switches, `link set ${port} master ${cable}`, `link set ${port} up`)
    ipIn(name, `addr add ${address}/24 dev ${cable}`, `link set ${cable} up`)
  }
  try {
    names.forEach(add)
    for (const cable of ['lan', 'wan']) ipIn(switches, `link add ${cable} type bridge`, `link set ${cable} up`)
    plugIn(hubName, 'l0', 'lan', `198.19.${net}.1`)
    ip(
      `link add ${prefix}w type veth peer name w0 netns ${switches}`,
      `addr add 198.18.${net}.1/24 dev ${prefix}w`,
      `link set ${prefix}w up`,
    )
    ipIn(switches, 'link set w0 master wan', 'link set w0 up')
  } catch (error) {
    removeAll()
    throw error
  }
  let desks = 0
  const through = (name: string) => ['ip', 'netns', 'exec', name]
  return {
    hub: { address: `198.19.${net}.1`, through: through(hubName) },
    address: `198.18.${net}.1`,
    addDesk() {
      desks += 1
      if (desks > MAX_DESKS) throw new Error('too many desks in one network')
      const [name, at] = [`${prefix}-d${desks}`, desks + 1]
      names.add(name)
      add(name)
      mkdirSync(join(HOSTS_FILES, name), { recursive: true })
      writeFileSync(join(HOSTS_FILES, name, 'hosts'), `198.18.${net}.1 localhost\n`)
      plugIn(name, `l${desks}`, 'lan', `198.19.${net}.${at}`)
      plugIn(name, `w${desks}`, 'wan', `198.18.${net}.${at}`)
      const setPort = (cable: Cable, state: number) =>
        run('bridge', ['-n', switches, 'link', 'set', 'dev', `${cable.charAt(0)}${at - 1}`, 'state', String(state)])
      return {
        address: `198.19.${net}.${at}`,
        through: through(name),
        pull: (cable) => void setPort(cable, 0),
        plug: (cable) => void setPort(cable, 3),
        remove() {
          names.delete(name)
          remove(name)
        },
      }
    },
    remove: removeAll,
  }
}

/** The third number of two networks of the range for tests of networks that no host of this machine uses. */
function freeNet(): number {
  const taken = run('ip', ['-o', '-4', 'addr'])
  for (let at = 0; at < 250; at += 1) {
    const net = 1 + ((process.pid + networks + at) % 250)
    if (!taken.includes(` 198.18.${net}.1/`)) return net
  }
  throw new Error('no network is free for the desks')
}

function add(name: string): void {
  made.add(name)
  ip(`netns add ${name}`)
  ipIn(name, 'link set lo up')
}

/** The interfaces of a namespace end with it, also those that have their other end elsewhere. */
function remove(name: string): void {
  made.delete(name)
  rmSync(join(HOSTS_FILES, name), { recursive: true, force: true })
  try {
    run('ip', ['netns', 'del', name])
  } catch {
    // Nothing is there to remove after a failed set-up.
  }
}

/** Removes what test processes left that were killed. */
function sweep(): void {
  for (const line of run('ip', ['netns', 'list']).split('\n')) {
    const [, name = '', pid = ''] = /^(lk(\d+)(?:n\d|probe)\S*)/.exec(line) ?? []
    if (name !== '' && !isAlive(Number(pid))) remove(name)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

process.once('exit', () => made.forEach(remove))
