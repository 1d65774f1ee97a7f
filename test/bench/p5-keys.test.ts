import { expect, test } from 'vitest'
import { quantile } from '../support/reliability/quantile.ts'
import { typedPair } from '../support/page/desk-page.ts'
import { mixedQueries } from './data/queries.ts'
import { BOOKING_SIZE } from './data/stores.ts'
import {
  emptyFolder,
  filledFolder,
  makeEmptyApp,
  painted,
  ready,
  startApp,
  type Key,
  type RunningApp,
} from './support/app.ts'
import { timeKeys, type KeyTimes, type Shown } from './support/keys.ts'
import { ratios, record, spread, type Row } from './support/record.ts'

/* P5: from a key to the frame with its effect, in turns with an empty app whose page has one input. */

const TURNS = 5
const KEYS = 60
const SAVES = 4

const SEARCH = `document.querySelector('input[type="search"]')`
const control = (key: string): Key => ({ key, modifiers: ['control'] })

/** Letters of searches. The first letter of a search takes the place of the last search. */
function lettersOf(queries: readonly string[]): readonly { readonly key: Key; readonly isFirst: boolean }[] {
  const typed = queries.map((query) => query.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return typed.flatMap((query) => [...query].map((key, at) => ({ key: { key }, isFirst: at === 0 })))
}

async function typing(app: RunningApp, shown: Shown, letters: ReturnType<typeof lettersOf>) {
  await app.work({ script: `${SEARCH}.focus()` })
  return timeKeys(
    app,
    shown,
    letters.map(({ key }) => key),
    async (nth) => {
      if (letters[nth]?.isFirst === true) await app.work({ script: `${SEARCH}.select()` })
    },
  )
}

/** Shows the list of a search, and focuses the list. */
async function listOf(app: RunningApp, text: string): Promise<void> {
  await app.work({ keys: [control('f')], script: painted(`document.activeElement === ${SEARCH}`) })
  await app.work({ script: `${SEARCH}.select()` })
  const keys = text === '' ? [{ key: 'Delete' }] : [...text].map((key) => ({ key }))
  const list = `document.querySelector('[data-testid="results"]')?.dataset.text === ${JSON.stringify(text)}`
  await app.work({ keys, script: painted(list) })
  await app.work({ script: `document.querySelector('#results').focus()` })
}

async function moving(app: RunningApp, shown: Shown, text: string): Promise<KeyTimes> {
  await listOf(app, text)
  return timeKeys(
    app,
    shown,
    Array.from({ length: KEYS }, (_, nth) => wayOf(nth)),
  )
}

/** A search lists 50 bookings, so the walk turns back half way, and each key selects another row. */
const wayOf = (nth: number): Key => ({ key: nth < KEYS / 2 ? 'Down' : 'Up' })

/** Opens row after row by Enter, and returns to the list by Escape. */
async function opening(app: RunningApp): Promise<KeyTimes> {
  await listOf(app, 'white')
  return timeKeys(
    app,
    'page',
    Array.from({ length: KEYS }, () => ({ key: 'Enter' })),
    async (nth) => {
      if (nth === 0) return
      const isBack = painted(`document.activeElement?.closest('#results') !== null`)
      await app.work({ keys: [{ key: 'Escape' }], script: isBack })
      await app.work({ keys: [wayOf(nth)], script: painted('true') })
    },
  )
}

/** Types a booking into the form as a person does, up to the save. */
async function fillForm(app: RunningApp, number: number): Promise<void> {
  const pair = typedPair(number % 100)
  const field = (name: string) => `document.querySelector('#field-${name}')`
  const type = async (name: string, text: string) => {
    await app.work({ script: `${field(name)}.focus(); ${field(name)}.select()` })
    await app.work({ keys: [...text].map((key) => ({ key })), script: painted('true') })
  }
  await app.work({ keys: [control('1')], script: painted(`${field('customerName')} !== null`) })
  await type('customerName', pair.name)
  await type('customerPhone', pair.phone)
  await type('placeStreet', pair.street)
  await type('placeZip', '23220')
  await app.work({ keys: [{ key: 'Tab' }], script: painted(`${field('placeCity')}.value === 'Richmond, VA'`) })
  await type('vehicleVin', pair.vin)
  await type('reference', `RO ${900_000 + number}`)
  await type('vehicleMake', pair.make)
  await type('vehicleModel', pair.model)
  // The same name, car and hour would ask about a duplicate.
  await type('spokenInput', `tomorrow ${1 + Math.floor(number / SAVES)}p`)
  await app.work({ keys: [{ key: 'Tab' }], script: painted('true') })
}

async function saving(app: RunningApp, turn: number): Promise<KeyTimes> {
  const keys = Array.from({ length: SAVES }, () => control('Enter'))
  const times = await timeKeys(app, 'saved', keys, (nth) => fillForm(app, turn * SAVES + nth))
  await app.work({ keys: [control('f')] })
  return times
}

type Scene = {
  readonly what: string
  readonly share: 0.5 | 0.95
  readonly bound: number
  readonly run: (app: RunningApp, turn: number) => Promise<KeyTimes>
}

test('The time from a key to its effect on the screen is measured beside an empty app', async () => {
  const plain = emptyFolder('empty-app')
  const { folder, calendar, end } = filledFolder(BOOKING_SIZE, 'keys')
  const empty = startApp({ root: makeEmptyApp(), folder: plain.folder })
  const desk = startApp({ folder })
  for (const app of [empty, desk]) await ready(app)
  const letters = lettersOf(mixedQueries(200, calendar))
  const ofTurn = (turn: number) => letters.slice(turn * KEYS, (turn + 1) * KEYS)
  const p95 = { share: 0.95, bound: 33 } as const
  const scenes: readonly Scene[] = [
    { ...p95, what: 'a letter in the search', run: (app, turn) => typing(app, 'letter', ofTurn(turn)) },
    { ...p95, what: 'the list of a search', run: (app, turn) => typing(app, 'list', ofTurn(turn)) },
    { ...p95, what: 'the next row of a list', run: (app) => moving(app, 'row', 'white') },
    { ...p95, what: 'the next row of all', run: (app) => moving(app, 'row', '') },
    { ...p95, what: 'the booking of the next row', run: (app) => moving(app, 'move', 'white') },
    { ...p95, what: 'a booking opened by Enter', run: opening },
    { share: 0.5, bound: 60, what: '“Saved” after Ctrl+Enter', run: saving },
  ]
  await desk.work({ keys: [control('f')] })
  let counted = 0
  const rows: Row[] = []
  for (const { what, share, bound, run } of scenes) {
    const [ours, limit]: [KeyTimes[], KeyTimes[]] = [[], []]
    await desk.calls()
    for (let turn = 0; turn < TURNS; turn += 1) {
      limit.push(await typing(empty, 'letter', ofTurn(turn)))
      ours.push(await run(desk, turn))
    }
    counted += limit.flatMap(({ times }) => times).length
    rows.push(rowOf({ what, share, bound }, limit, ours, await desk.calls()))
  }
  for (const app of [empty, desk]) await app.quit()
  for (const one of [plain, { end }]) one.end()
  record('P5', rows)
  expect(counted).toBe(scenes.length * TURNS * KEYS)
})

function rowOf(
  { what, share, bound }: Omit<Scene, 'run'>,
  limit: readonly KeyTimes[],
  ours: readonly KeyTimes[],
  calls: Awaited<ReturnType<RunningApp['calls']>>,
): Row {
  const all = (turns: readonly KeyTimes[]) => turns.flatMap(({ times }) => times)
  const at = (turns: readonly KeyTimes[]) => turns.map(({ times }) => quantile(times, share))
  const figures = (values: readonly number[]) =>
    `${[0.5, 0.95, 0.99, 1].map((one) => quantile(values, one).toFixed(1)).join(' / ')} ms`
  const within = (ms: number) => (all(ours).filter((one) => one <= ms).length / all(ours).length) * 100
  const handlers = ours.flatMap((turn) => turn.handlers)
  return {
    goal: 'P5',
    what: `key to ${what}, ${BOOKING_SIZE.toLocaleString('en-US')} moves`,
    limit: `empty app ${figures(all(limit))}`,
    peer: '',
    ours: figures(all(ours)),
    ratio: spread(ratios(at(ours), at(limit))),
    bound: share === 0.5 ? `median at most ${bound} ms` : `p95 at most ${bound} ms`,
    held: quantile(all(ours), share) <= bound,
    where: [
      `${what}: ${within(16.7).toFixed(0)} % within a frame of 16.7 ms, ${within(33.4).toFixed(0)} % within two; ${all(ours).length} keys`,
      `${what}: in the listeners of the page ${figures(handlers)} for the ${handlers.length} keys above a frame; the rest is drawing and waiting`,
      `${what}: calls of the main process: ${describeCalls(calls)}`,
    ],
  }
}

/** How often each call was made and how long it took, the longest sum first. */
function describeCalls(calls: Awaited<ReturnType<RunningApp['calls']>>): string {
  const channels = [...new Set(calls.map(([channel]) => channel))]
  const taken = channels.map((channel) => calls.filter(([one]) => one === channel).map(([, ms]) => ms))
  const sum = (times: readonly number[]) => times.reduce((all, ms) => all + ms, 0)
  return channels
    .map((channel, nth) => ({ channel, times: taken[nth] ?? [] }))
    .toSorted((one, other) => sum(other.times) - sum(one.times))
    .slice(0, 4)
    .map(({ channel, times }) => {
      const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
      return `${channel} ${times.length} times, p50 ${p50}, p95 ${p95} ms`
    })
    .join('; ')
}
