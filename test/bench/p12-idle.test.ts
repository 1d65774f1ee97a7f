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
 * P12: the CPU of the idle desk while it refreshes 200 open moves from a provider on this machine, which is not counted,
 * beside an empty app before. Both have the focus in a field, because a blinking caret alone wakes an app 24 times a
 * second.
 */

const MINUTES = minutesOf(5)
/** The empty app does nothing but blink, so less time is enough. */
const EMPTY_MINUTES = Math.min(2, MINUTES)
const OPEN_MOVES = 200
/** By then the first backup is over, and the next one is a quarter of an hour away. */
const SETTLE_MS = 60_000

type Counts = readonly (readonly [key: string, perMinute: number])[]

/** CPU seconds by process and sleeps by thread, each per minute and the most first. */
type Idle = { readonly cpu: Counts; readonly wakeups: Counts }

/** What the processes of an app have used since their start. */
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

async function idle(app: RunningApp, minutes: number): Promise<Idle> {
  const before = count(app)
  await pause(minutes * 60_000)
  const after = count(app)
  const since = (of: keyof Idle): Counts =>
    [...after[of]]
      .map(([key, value]) => [key, (value - (before[of].get(key) ?? 0)) / minutes] as const)
      .toSorted(([, one], [, other]) => other - one)
  return { cpu: since('cpu'), wakeups: since('wakeups') }
}

async function idleOfEmptyApp(): Promise<Idle> {
  const plain = emptyFolder('empty-app')
  const app = startApp({ root: makeEmptyApp(), folder: plain.folder, clock: null })
  await ready(app)
  await app.work({ keys: [{ key: 'w' }], script: `document.querySelector('input').focus()` })
  const counted = await idle(app, EMPTY_MINUTES)
  await app.quit()
  plain.end()
  return counted
}

async function bookOpenMoves(app: RunningApp): Promise<void> {
  for (let number = 0; number < OPEN_MOVES / 2; number += 1) {
    const booking = pairBooking(number, { appointment: inMinutes(100), loaner: null })
    const script = `lanekeeper.bookMove(${JSON.stringify(booking)}).then(JSON.parse)`
    const answer = await app.work<{ readonly ok: boolean }>({ script })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
  for (;;) {
    const script = `lanekeeper.readStatus(null).then((text) => JSON.parse(text).value.waiting)`
    const waiting = await app.work<number>({ script })
    if (waiting === 0) return
    await pause(500)
  }
}

test('The CPU of the idle desk is measured while it refreshes open moves', async () => {
  const limit = await idleOfEmptyApp()
  const place = emptyFolder('provider')
  const practice = await startPracticeProcess(join(place.folder, 'practice.db'), {
    script: BUILT_PRACTICE,
    more: ['--driver', 'manual'],
  })
  const { folder, end } = filledFolder(BOOKING_SIZE, 'idle', { address: practice.url, token: practice.token })
  const desk = startApp({ folder, clock: null })
  await ready(desk)
  await bookOpenMoves(desk)
  await pause(SETTLE_MS)
  const refreshed = () => eventsOf(folder).filter(({ event }) => event === 'move-refreshed').length
  const refreshedBefore = refreshed()
  const ours = await idle(desk, MINUTES)
  const refreshes = refreshed() - refreshedBefore
  await desk.quit()
  await practice.end()
  for (const one of [place, { end }]) one.end()
  const share = ({ cpu }: Idle) => (cpu.reduce((sum, [, seconds]) => sum + seconds, 0) / 60) * 100
  record('P12', [
    {
      goal: 'P12',
      what: `CPU while idle over ${MINUTES} minutes, ${OPEN_MOVES} open moves, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
      limit: `empty app ${share(limit).toFixed(2)} % of a core`,
      peer: '',
      ours: `${share(ours).toFixed(2)} % of a core`,
      ratio: '',
      bound: 'under 1 %',
      held: share(ours) < 1,
      where: [
        `seconds a minute by process: ${list(ours.cpu, 3)}; empty app: ${list(limit.cpu, 3)}`,
        `wakeups a minute by thread: ${list(ours.wakeups, 0)}; empty app: ${list(limit.wakeups, 0)}`,
        `${(refreshes / MINUTES).toFixed(1)} moves refreshed a minute`,
      ],
    },
  ])
  expect(refreshes).toBeGreaterThan(0)
})

function list(counts: Counts, digits: number): string {
  return counts
    .slice(0, 6)
    .filter(([, value]) => value > 0)
    .map(([key, value]) => `${key} ${value.toFixed(digits)}`)
    .join(', ')
}
