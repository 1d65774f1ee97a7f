import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'

/* A CPU profile of a piece of work, summed by function. */

type Node = Profiler.ProfileNode

export type Shares = {
  /** The share of the time within a function and what it calls. */
  readonly within: Readonly<Record<string, number>>
  /** The functions with the largest share of their own, the largest first. */
  readonly own: readonly (readonly [name: string, share: number])[]
}

/** Profiles `work` and returns the shares of the time without idling. */
export async function profileShares(work: () => void | Promise<void>): Promise<Shares> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return sharesOf(profile)
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const self = new Map<number, number>()
  samples.forEach((id, at) => self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const within = new Map<string, number>()
  const own = new Map<string, number>()
  let total = 0
  /** `open` are the names on the stack: a recursive function counts once. */
  const walk = (node: Node, open: ReadonlySet<string>): number => {
    const { functionName, url } = node.callFrame
    const name = functionName === '' ? (url === '' ? 'SQLite' : '(anonymous)') : functionName
    // `post` is the profiler itself.
    if (name === '(idle)' || name === 'post') return 0
    const mine = self.get(node.id) ?? 0
    total += mine
    own.set(name, (own.get(name) ?? 0) + mine)
    const inner = new Set([...open, name])
    let sum = mine
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child !== undefined) sum += walk(child, inner)
    }
    if (!open.has(name)) within.set(name, (within.get(name) ?? 0) + sum)
    return sum
  }
  const [root] = nodes
  if (root !== undefined) walk(root, new Set())
  const share = (us: number) => us / Math.max(total, 1)
  return {
    within: Object.fromEntries([...within].map(([name, us]) => [name, share(us)])),
    own: [...own]
      .map(([name, us]) => [name, share(us)] as const)
      .toSorted((one, other) => other[1] - one[1])
      .slice(0, 8),
  }
}

/** The shares within some functions as text, the largest first; a function without a sample is left out. */
export function describeWithin({ within }: Shares, names: readonly string[]): string {
  return names
    .map((name) => [name, within[name] ?? 0] as const)
    .filter(([, share]) => share >= 0.005)
    .toSorted((one, other) => other[1] - one[1])
    .map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
    .join(', ')
}

/** The largest own shares as text. */
export function describeOwn({ own }: Shares): string {
  return own.map(([name, share]) => `${name} ${Math.round(share * 100)} %`).join(', ')
}
