import { expect, test } from 'vitest'
import { chanceOf } from '../support/sim/seeded-rng.ts'
import { bookingAt, type Calendar } from './data/generator.ts'
import { mixedQueries } from './data/queries.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import {
  emptyFolder,
  filledFolder,
  makeEmptyApp,
  minutesOf,
  painted,
  pause,
  ready,
  startApp,
  type Key,
  type RunningApp,
} from './support/app.ts'
import { memoryOf } from './support/processes.ts'
import { median, record } from './support/record.ts'

/*
 * P7: the memory of the idle desk after driven use, beside an idle empty app. The two do not run at the same time,
 * because they would share the pages of Electron's own files.
 */

const MINUTES = minutesOf(15)
/** The slope is taken over the last of the minutes. */
const SLOPE_MINUTES = Math.min(10, MINUTES)
/** Minutes of use before each reading of the slope. */
const USE_MINUTES = MINUTES / 5
/** So long an app rests before its memory is read. The desk frees memory after 15 s without a key. */
const REST_MS = 30_000
const KEY_MS = 40

/** Megabytes. `anonymous` is the part without pages of files. */
type Memory = {
  readonly pss: number
  readonly anonymous: number
  /** By process, and there without pages of files. */
  readonly each: Readonly<Record<string, number>>
  readonly own: Readonly<Record<string, number>>
}

function memory(app: RunningApp): Memory {
  const each: Record<string, number> = {}
  const own: Record<string, number> = {}
  const sums = { pss: 0, anonymous: 0 }
  for (const one of app.processes()) {
    const { pss, anonymous } = memoryOf(one)
    sums.pss += pss
    sums.anonymous += anonymous
    each[one.kind] = (each[one.kind] ?? 0) + pss
    own[one.kind] = (own[one.kind] ?? 0) + anonymous
  }
  return { ...sums, each, own }
}

/** The reading with the median sum of some readings of an app at rest. */
async function restingMemory(app: RunningApp): Promise<Memory> {
  await pause(REST_MS)
  const readings: Memory[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    readings.push(memory(app))
    await pause(500)
  }
  const middle = readings.toSorted((one, other) => one.pss - other.pss)[2]
  if (middle === undefined) throw new Error('no reading')
  return middle
}

/** What a dispatcher does: searches, walks the list, opens bookings, turns days, looks at the inbox, and books. */
async function useDesk(app: RunningApp, round: number, calendar: Calendar, query: string): Promise<void> {
  const press = async (...keys: readonly Key[]) => {
    for (const key of keys) {
      await app.work({ keys: [key] })
      await pause(KEY_MS)
    }
  }
  const times = (count: number, key: Key): readonly Key[] => Array.from({ length: count }, () => key)
  const control = (key: string): Key => ({ key, modifiers: ['control'] })
  await press(control('f'))
  await app.work({ keys: [control('a')] })
  await press(...[...query].map((key) => ({ key })))
  await app.work({ script: painted(`document.querySelector('[data-testid="results"]') !== null`) })
  await press(...times(8, { key: 'Down' }), { key: 'Enter' })
  await pause(200)
  await press({ key: 'Escape' }, control('2'), ...times(4, { key: 'Right' }), ...times(6, { key: 'Down' }))
  await press({ key: 't' }, control('4'), ...times(3, { key: 'Down' }), control('1'))
  const booking = JSON.stringify(bookingAt(calendar.bookings + round, calendar))
  const answer = await app.work<{ readonly ok: boolean }>({
    script: `lanekeeper.bookMove(${booking}).then(JSON.parse)`,
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
}

test('The memory of the idle desk is measured after driven use, beside an empty app', async () => {
  const plain = emptyFolder('empty-app')
  const empty = startApp({ root: makeEmptyApp(), folder: plain.folder })
  await ready(empty)
  await empty.work({ script: `document.querySelector('input').focus()` })
  for (const key of 'a few keys') await empty.work({ keys: [{ key }] })
  const limit = await restingMemory(empty)
  await empty.quit()
  plain.end()

  const { folder, calendar, end } = filledFolder(BOOKING_SIZE, 'memory')
  const desk = startApp({ folder })
  await ready(desk)
  const atStart = await restingMemory(desk)
  const queries = mixedQueries(500, calendar, chanceOf(7).upTo(1_000))
  const began = performance.now()
  const minutes = () => (performance.now() - began) / 60_000
  const readings: (readonly [minute: number, anonymous: number])[] = []
  let idle = atStart
  let round = 0
  while (minutes() < MINUTES) {
    const next = minutes() + USE_MINUTES
    for (; minutes() < next; round += 1) await useDesk(desk, round, calendar, queries[round % queries.length] ?? 'a')
    idle = await restingMemory(desk)
    readings.push([minutes(), idle.anonymous])
  }
  const { heapUsed, heapTotal, external } = await desk.heap()
  const page = await desk.work<{ readonly used: number; readonly nodes: number }>({
    script: `({ used: performance.memory.usedJSHeapSize, nodes: document.querySelectorAll('*').length })`,
  })
  await desk.quit()
  end()
  // Pages of files count less while another Electron runs on this machine, so the slope leaves them out.
  const slope = slopeOf(readings.filter(([minute]) => minute >= minutes() - SLOPE_MINUTES - 1)) * 10
  const mb = (value: number) => `${value.toFixed(0)} MB`
  const row = {
    goal: 'P7',
    peer: '',
    limit: `empty app ${mb(limit.pss)}, ${mb(limit.anonymous)} without files`,
    ours: `${mb(idle.pss)}, ${mb(idle.anonymous)} without files`,
    where: [
      `desk by process: ${describe(idle.each)}; at its start ${mb(atStart.pss)}: ${describe(atStart.each)}`,
      `empty app by process: ${describe(limit.each)}; without files: desk ${describe(idle.own)}; empty app ${describe(limit.own)}`,
      `main: heap ${mb(heapUsed / 2 ** 20)} of ${mb(heapTotal / 2 ** 20)}, outside the heap ${mb(external / 2 ** 20)}; page: heap ${mb(page.used / 2 ** 20)}, ${page.nodes} elements; ${round} rounds of use`,
    ],
  } as const
  const size = BOOKING_SIZE.toLocaleString('en-US')
  const ratio = idle.pss / limit.pss
  record('P7', [
    {
      ...row,
      what: `idle PSS after ${MINUTES} minutes of use, ${size} moves`,
      ratio: ratio.toFixed(2),
      bound: 'at most 1.2',
      held: ratio <= 1.2,
    },
    {
      ...row,
      what: `growth at rest without files in the last ${SLOPE_MINUTES} minutes`,
      limit: '',
      ours: `${slope.toFixed(1)} MB in 10 minutes, median ${mb(median(readings.map(([, anonymous]) => anonymous)))}`,
      ratio: '',
      bound: 'under 1 MB in 10 minutes',
      held: slope < 1,
    },
  ])
  expect(round).toBeGreaterThan(0)
})

function describe(each: Memory['each']): string {
  return Object.entries(each)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, mb]) => `${kind} ${mb.toFixed(0)}`)
    .join(', ')
}

/** The slope of the least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}
