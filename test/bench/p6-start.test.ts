import { expect, test } from 'vitest'
import { BOOKING_SIZE } from './data/stores.ts'
import {
  emptyFolder,
  filledFolder,
  makeEmptyApp,
  painted,
  startApp,
  type Marks,
  type RunningApp,
} from './support/app.ts'
import { median, ratios, record, spread, type Row } from './support/record.ts'

/* P6: from the spawn of the desk to its window and to its first answers, beside an empty Electron app, in turns. */

const TURNS = 12

/** One start; `painted` is milliseconds after the page began, everything else since the spawn. */
type Start = Marks & {
  readonly pageBegan: number
  readonly painted: number
  /** The search box is there. */
  readonly search: number
  /** The list of today is drawn; absent in the empty app. */
  readonly list?: number
  /** The search box shows a typed letter. */
  readonly usable: number
}

const SEARCH = `document.querySelector('input[type="search"]')`
const LIST = `(document.querySelector('[data-testid="day"]')?.dataset.date ?? '') !== ''`
const PAGE = `({
  began: performance.timeOrigin,
  painted: performance.getEntriesByType('paint')[0]?.startTime ?? 0,
})`

/** Waits until the app is usable, and quits. */
async function measured(app: RunningApp, hasList: boolean): Promise<Start> {
  const moment = async (order: Parameters<RunningApp['work']>[0]) => app.sinceSpawn(await app.work<number>(order))
  await app.reached('dom')
  const search = await moment({ script: painted(`${SEARCH} !== null`) })
  const list = hasList
    ? { list: await moment({ keys: [{ key: '2', modifiers: ['control'] }], script: painted(LIST) }) }
    : {}
  await app.work({ script: `${SEARCH}.focus()` })
  const usable = await moment({ keys: [{ key: 'w' }], script: painted(`${SEARCH}.value === 'w'`) })
  await app.reached('shown')
  const marks = await app.marks()
  const page = await app.work<{ readonly began: number; readonly painted: number }>({ script: PAGE })
  await app.quit()
  return { ...marks, ...list, search, usable, pageBegan: app.sinceSpawn(page.began), painted: page.painted }
}

test('The start of the desk is measured beside an empty app', async () => {
  const plain = emptyFolder('empty-app')
  const fresh = emptyFolder('fresh')
  const filled = filledFolder(BOOKING_SIZE, 'start')
  const root = makeEmptyApp()
  const kinds = [
    () => measured(startApp({ root, folder: plain.folder }), false),
    () => measured(startApp({ folder: fresh.folder }), true),
    () => measured(startApp({ folder: filled.folder }), true),
  ] as const
  const starts = kinds.map((): Start[] => [])
  // The first start of each makes its files and is not counted.
  for (let turn = -1; turn < TURNS; turn += 1) {
    for (let nth = 0; nth < kinds.length; nth += 1) {
      const at = (nth + turn + kinds.length) % kinds.length
      const start = await kinds[at]?.()
      if (turn >= 0 && start !== undefined) starts[at]?.push(start)
    }
  }
  for (const { end } of [plain, fresh, filled]) end()
  const [empty = [], unused = [], used = []] = starts
  const what = `${BOOKING_SIZE.toLocaleString('en-US')} moves`
  record('P6', [...rowsOf('an empty store', empty, unused), ...rowsOf(what, empty, used)])
  expect(starts.map(({ length }) => length)).toEqual(kinds.map(() => TURNS))
})

function rowsOf(what: string, empty: readonly Start[], ours: readonly Start[]): readonly Row[] {
  const at = (starts: readonly Start[], of: (start: Start) => number | undefined) => starts.map((one) => of(one) ?? NaN)
  const row = (until: string, of: (start: Start) => number | undefined, bound: number): Row => {
    const ratio = ratios(at(ours, of), at(empty, of))
    return {
      goal: 'P6',
      what: `spawn to ${until}, ${what}`,
      limit: `empty app ${spread(at(empty, of), 0)} ms`,
      peer: '',
      ours: `${spread(at(ours, of), 0)} ms`,
      ratio: spread(ratio),
      bound: `at most ${bound}`,
      held: median(ratio) <= bound,
      where,
    }
  }
  const where = [
    `from the spawn, ms: ${describe(ours)}`,
    `empty app: ${describe(empty)}`,
    `opening the desk (stores, provider) ${spread(
      at(ours, ({ opening = NaN, opened = NaN }) => opened - opening),
      0,
    )} ms; first paint ${spread(
      at(ours, (one) => one.painted),
      0,
    )} ms after the page began, in the empty app ${spread(
      at(empty, (one) => one.painted),
      0,
    )}`,
  ] as const
  return [row('ready-to-show', ({ shown }) => shown, 1.25), row('usable', ({ usable }) => usable, 1.6)]
}

const POINTS = [
  ['first', 'first line of main'],
  ['loaded', 'modules loaded'],
  ['ready', 'app ready'],
  ['created', 'window created'],
  ['opening', 'opening the desk'],
  ['pageBegan', 'page began'],
  ['dom', 'DOM ready'],
  ['shown', 'ready-to-show'],
  ['search', 'search box'],
  ['list', 'list of today'],
  ['usable', 'key taken'],
] as const

/** The median of each point that every start passed. */
function describe(starts: readonly Start[]): string {
  return POINTS.map(([point, words]) => [words, starts.map((one) => one[point] ?? NaN)] as const)
    .filter(([, times]) => times.every(Number.isFinite))
    .map(([words, times]) => `${words} ${median(times).toFixed(0)}`)
    .join(', ')
}
