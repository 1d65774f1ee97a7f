import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inMinutes, pairBooking } from '../support/builders/bookings.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { eventsOf } from '../support/processes/profile-traces.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import {
  emptyFolder,
  filledFolder,
  makeEmptyApp,
  minutesOf,
  pause,
  ready,
  startApp,
  type RunningApp,
} from './support/app.ts'
import { cpuOf, wakeupsOf } from './support/processes.ts'
import { record } from './support/record.ts'

/*
 * P12: the CPU of the idle desk while it refreshes 200 open moves from a provider on this machine, beside an empty app
 * at the same time. The provider is a process of its own and is not counted.
 */

const MINUTES = minutesOf(5)
const OPEN_MOVES = 200
/** By then the first backup is over, and the next one is a quarter of an hour away. */
const SETTLE_MS = 60_000

/** CPU seconds by process and sleeps by thread since the start of an app. */
function count(app: RunningApp) {
  const cpu = new Map<string, number>()
  const wakeups = new Map<string, number>()
  const add = (to: Map<string, number>, key: string, value: number) => to.set(key, (to.get(key) ?? 0) + value)
  for (const one of app.processes()) {
    add(cpu, one.kind, cpuOf(one))
    for (const [thread, times] of wakeupsOf(one)) add(wakeups, `${one.kind}/${thread}`, times)
  }
  return { cpu, wakeups }
}

type Counted = ReturnType<typeof count>

/** What was counted in the meantime, the most first. */
function since(before: Counted, after: Counted, of: keyof Counted): readonly (readonly [string, number])[] {
  return [...after[of]]
    .map(([key, value]) => [key, value - (before[of].get(key) ?? 0)] as const)
    .toSorted(([, one], [, other]) => other - one)
}

async function bookOpenMoves(app: RunningApp): Promise<void> {
  for (let number = 0; number < OPEN_MOVES / 2; number += 1) {
    const booking = pairBooking(number, { appointment: inMinutes(100), loaner: null })
    const script = `lanekeeper.bookMove(${JSON.stringify(booking)})`
    const answer = await app.work<{ readonly ok: boolean }>({ script })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  for (;;) {
    const waiting = await app.work<number>({ script: `lanekeeper.readStatus(null).then(({ value }) => value.waiting)` })
    if (waiting === 0) return
    await pause(500)
  }
}

test('The CPU of the idle desk is measured while it refreshes open moves', async () => {
  const place = emptyFolder('provider')
  const practice = await startPracticeProcess(join(place.folder, 'practice.db'), {
    script: BUILT_PRACTICE,
    more: ['--driver', 'manual'],
  })
  const { folder, end } = filledFolder(BOOKING_SIZE, 'idle', { address: practice.url, token: practice.token })
  const plain = emptyFolder('empty-app')
  const empty = startApp({ root: makeEmptyApp(), folder: plain.folder, clock: null })
  await ready(empty)
  const desk = startApp({ folder, clock: null })
  await ready(desk)
  await bookOpenMoves(desk)
  await pause(Math.min(SETTLE_MS, MINUTES * 60_000))
  const refreshed = () => eventsOf(folder).filter(({ event }) => event === 'move-refreshed').length
  const refreshedBefore = refreshed()
  const apps = [desk, empty] as const
  const before = apps.map(count)
  await pause(MINUTES * 60_000)
  const after = apps.map(count)
  const refreshes = refreshed() - refreshedBefore
  const [ours, theirs] = apps.map((_, at) => {
    const [from, to] = [before[at], after[at]]
    if (from === undefined || to === undefined) throw new Error('nothing was counted')
    return { cpu: since(from, to, 'cpu'), wakeups: since(from, to, 'wakeups') }
  })
  for (const app of apps) await app.quit()
  await practice.end()
  for (const one of [place, plain, { end }]) one.end()
  if (ours === undefined || theirs === undefined) throw new Error('nothing was counted')
  const share = ({ cpu }: typeof ours) => (cpu.reduce((sum, [, seconds]) => sum + seconds, 0) / (MINUTES * 60)) * 100
  record('P12', [
    {
      goal: 'P12',
      what: `CPU while idle over ${MINUTES} minutes, ${OPEN_MOVES} open moves, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
      limit: `empty app ${share(theirs).toFixed(2)} % of a core`,
      peer: '',
      ours: `${share(ours).toFixed(2)} % of a core`,
      ratio: '',
      bound: 'under 1 %',
      held: share(ours) < 1,
      where: [
        `seconds by process: ${list(ours.cpu, 2)}; empty app: ${list(theirs.cpu, 2)}`,
        `wakeups a minute by thread: ${perMinute(ours.wakeups)}; empty app: ${perMinute(theirs.wakeups)}`,
        `${(refreshes / MINUTES).toFixed(1)} moves refreshed a minute`,
      ],
    },
  ])
  expect(refreshes).toBeGreaterThan(0)
})

function list(counts: readonly (readonly [string, number])[], digits: number): string {
  return counts
    .slice(0, 6)
    .filter(([, value]) => value > 0)
    .map(([key, value]) => `${key} ${value.toFixed(digits)}`)
    .join(', ')
}

function perMinute(counts: readonly (readonly [string, number])[]): string {
  return list(
    counts.map(([key, value]) => [key, value / MINUTES] as const),
    0,
  )
}
