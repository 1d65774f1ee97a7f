import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { memoryFolder } from '../fixtures/temporary-folder.ts'
import type { TestHub } from '../hub/board.ts'
import type { ChildLine } from '../processes/desk.ts'
import type { TapLine } from '../processes/hub-tap.ts'
import { startDeskProcess, type Children, type DeskProcess } from '../processes/processes.ts'
import type { Chance } from '../sim/seeded-rng.ts'
import type { RooftopNetwork } from './network.ts'

/** The points at which a desk kills itself: around the claim, the bytes and the takeover. */
const POINTS = [
  'booking-saved',
  'send-connected',
  'claim-granted',
  'send-claimed',
  'send-written',
  'send-answered',
  'send-settled',
  'entry-taken-over',
  'entry-given-away',
] as const satisfies readonly ChildLine['event'][]

type DeskParts = {
  readonly children: Children
  readonly hub: TestHub
  /** The network of the hub. */
  readonly network: RooftopNetwork
  readonly chance: Chance
  readonly provider: { readonly address: string; readonly token: string }
  /** Off once everything heals. */
  readonly faulty: { readonly isOn: boolean }
  readonly count: (what: string, times?: number) => void
}

/** A desk that lives again after each kill. */
export async function openChaosDesk(
  { children, hub, network, chance, provider, faulty, count }: DeskParts,
  role: string,
) {
  const { folder, remove } = memoryFolder()
  onTestFinished(remove)
  const place = await network.addDesk(hub, role, provider.address)
  writeFileSync(join(folder, 'board-invitation.json'), await hub.invite(role, place.hubPort), { mode: 0o600 })
  const order = { folder, token: provider.token, address: place.provider, hasty: true, tapsHub: true }
  const tapped: (readonly TapLine[])[] = []
  const saved = new Map<string, readonly string[]>()
  const start = () => {
    const killAt =
      faulty.isOn && chance.fraction() < 0.6 ? { event: chance.pick(POINTS), nth: 1 + chance.upTo(9) } : null
    return startDeskProcess({ ...order, killAt }, { script: children.desk, through: place.through })
  }
  let live: DeskProcess = start()
  const pending = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const hear = (lines: readonly ChildLine[]) => {
    tapped.push(lines.filter((line) => line.event === 'hub-asked' || line.event === 'hub-heard'))
    for (const line of lines) {
      if (line.event === 'saved') saved.set(line.bookingId, line.references)
      if (line.event === 'claim-granted' || line.event === 'entry-taken-over' || line.event === 'entry-given-away')
        count(line.event)
      if (line.event === 'claim-refused') count(`claim refused: ${line.code}`)
      if (line.event === 'took-over' && line.taken !== null) {
        count('taken waiting', line.taken.waiting)
        count('taken in doubt', line.taken.doubtful)
      }
      if (line.event === 'handed-over' || line.event === 'taken-back') count(line.event, line.count)
      if (line.event === 'took-booking') count(line.code === null ? 'one booking taken' : `not taken: ${line.code}`)
      if (line.event === 'board-event-skipped') count('event skipped')
      if (line.event === 'internal-error') count(`error: ${line.place} ${line.code}`)
    }
  }
  const watch = (desk: DeskProcess) =>
    void desk.ended.then((signal) => {
      if (signal !== 'SIGKILL') return
      count('desk kill')
      hear(desk.lines)
      track(
        pause(chance.upTo(400)).then(() => {
          live = start()
          watch(live)
        }),
      )
    })
  watch(live)
  const later = (ms: number, act: () => void) => track(pause(ms).then(act))
  return {
    role,
    file: join(folder, 'desk.db'),
    /** Removes the folder, because the stores of 1,000 rounds are 14 GB. */
    remove,
    place,
    saved,
    /** What each process of the desk asked the hub and heard. */
    tapped,
    book: (booking: unknown) => live.book(booking),
    takeOver: (from: string) => live.takeOver(from),
    takeBooking: (id: string) => live.takeBooking(id),
    /** Hands over what the desk has not sent, or takes that back. */
    handOver: (isBack?: boolean) => live.handOver(isBack),
    /** A booking that the running process saved; null for none. */
    someBooking() {
      const ids = live.lines.flatMap((line) => (line.event === 'saved' ? [line.bookingId] : []))
      return ids.length === 0 ? null : chance.pick(ids.slice(-8))
    },
    kill: () => live.kill(),
    freeze(ms: number) {
      count('freeze')
      const frozen = live
      frozen.freeze()
      later(ms, () => frozen.thaw())
    },
    cut(ms: number) {
      const cables = chance.pick([['lan'], ['lan', 'wan']] as const)
      count('silent cut')
      if (network.kind === 'namespaces' && cables.length > 1) count('silent cut, also of the internet')
      place.cut(...cables)
      later(ms, () => place.heal(chance.pick(['late', 'lost']), ...cables))
    },
    /** Ends every fault. A desk that still has a point to die at dies there at most once more. */
    async heal() {
      while (pending.size > 0) await Promise.all(pending)
      place.heal('lost', 'lan', 'wan')
      live.thaw()
    },
    async finish() {
      live.finish()
      await live.ended
      hear(live.lines)
      await place.close()
    },
  }
}

export type ChaosDesk = Awaited<ReturnType<typeof openChaosDesk>>
