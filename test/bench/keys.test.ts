import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { openStore } from '../../electron/store/store.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { chanceOf } from '../support/sim/seeded-rng.ts'
import { fillStore } from '../support/builders/many-bookings.ts'
import { quantile } from '../support/reliability/quantile.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'

/*
 * The time from a key to its effect in the real window, with the bookings of many years, written into
 * test/reports/keys.md; no test asserts them. With LANEKEEPER_KEYS_BESIDE, the folder of another checkout whose desk is
 * built, both desks are measured in turns, so that their ratio is that of one run.
 */

/** An address without a listener, so that only keys change the window. */
const REMOTE = { address: 'http://127.0.0.1:9', profile: 'baseline' }
const ROOT = join(import.meta.dirname, '../..')
const BOOKINGS = 200_000
const MOVES = (BOOKINGS * 3) / 2
/** Keys of a turn. Short turns spread a slow minute of the machine over both desks. */
const KEYS = 60
const TURNS = 10

const BESIDE = process.env['LANEKEEPER_KEYS_BESIDE']

/**
 * The effect of a key: the typed letter, the list of hits, another selected row, the facts of its booking, or those
 * facts with the focus.
 */
type Shown = 'letter' | 'list' | 'row' | 'move' | 'page'

/**
 * The times from each key without Ctrl, or from each Enter for `page`, until the frame that shows its effect was drawn.
 */
async function measure(page: Page, shown: Shown, press: (nth: number) => Promise<void>): Promise<readonly number[]> {
  await page.bringToFront()
  const recorder = await page.evaluateHandle((what) => {
    const find = document.querySelector<HTMLInputElement>('input[type="search"]')
    const results = () => document.querySelector<HTMLElement>('[data-testid="results"]')
    const selected = () => document.querySelector<HTMLElement>('#results [aria-selected="true"]')
    const stands = (before: string | undefined) => {
      if (what === 'letter') return true
      if (what === 'list') return results()?.dataset['text'] === find?.value
      const row = selected()
      const booking = document.querySelector<HTMLElement>('[data-testid="booking"]')
      if (row === null) return false
      const isIts = booking?.dataset['bookingId'] === row.dataset['bookingId']
      if (what === 'page') return isIts && booking?.contains(document.activeElement) === true
      if (row.id === before) return false
      return what === 'row' || isIts
    }
    const times: number[] = []
    let heard = () => {}
    addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.key === 'Control' || (what === 'page' && event.key !== 'Enter')) return
        const before = selected()?.id
        const look = () => {
          if (!stands(before)) return void requestAnimationFrame(look)
          // A new task runs after the frame of this callback.
          setTimeout(() => {
            times.push(performance.now() - event.timeStamp)
            heard()
          })
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
    return {
      times,
      until: (count: number) =>
        new Promise<void>((resolve) => {
          heard = () => {
            if (times.length >= count) resolve()
          }
          heard()
        }),
    }
  }, shown)
  for (let nth = 0; nth < KEYS; nth += 1) {
    await press(nth)
    await recorder.evaluate((one, count) => one.until(count), nth + 1)
  }
  return recorder.evaluate(({ times }) => [...times])
}

/** Searches as people type them: parts of names, phones, cars and references of the stored moves. */
function textsToType(): readonly string[] {
  const chance = chanceOf(41)
  const number = () => chance.upTo(BOOKINGS)
  return Array.from({ length: 60 }, () =>
    chance.pick([
      () => `okafor ${number()}`,
      () => `ro ${10_000 + number()}`,
      () => `xkp${String(number()).padStart(6, '0')}`,
      () => `01${chance.upTo(99)} buick`,
      () => 'nunez outback white',
      () => 'li',
    ])(),
  )
}

async function typing(page: Page, turn: number, shown: Shown): Promise<readonly number[]> {
  const keys = textsToType().flatMap((text) => [...text].map((key, at) => ({ key, anew: at === 0 })))
  await page.getByRole('searchbox').focus()
  return measure(page, shown, async (nth) => {
    const { key, anew } = keys[(turn * KEYS + nth) % keys.length] ?? { key: 'a', anew: false }
    if (anew) await page.keyboard.press('Control+a')
    await page.keyboard.press(key)
  })
}

/** Shows the list of a search, and focuses the list. */
async function listOf(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.locator(`[data-testid="results"][data-text="${text}"]`).waitFor()
  await page.locator('#results').focus()
}

async function moving(page: Page, turn: number, shown: Shown, text: string): Promise<readonly number[]> {
  await listOf(page, text)
  // The walk goes back in every other turn, and a turn more goes down, so that each key selects another row.
  return measure(page, shown, () => page.keyboard.press(turn % 2 === 0 ? 'ArrowDown' : 'ArrowUp'))
}

/** Opens row after row by Enter, and returns to the list by Escape. */
async function opening(page: Page, turn: number): Promise<readonly number[]> {
  await listOf(page, 'white')
  return measure(page, 'page', async () => {
    if (!(await page.locator('#results').evaluate((list) => list === document.activeElement))) {
      await page.keyboard.press('Escape')
      await page.keyboard.press(turn % 2 === 0 ? 'ArrowDown' : 'ArrowUp')
    }
    await page.keyboard.press('Enter')
  })
}

type Code = {
  readonly openStore: typeof openStore
  readonly fillStore: typeof fillStore
}

/** The code of a checkout that fills a store of its own version. */
async function codeOf(root: string): Promise<Code> {
  const [store, builders] = await Promise.all([
    import(join(root, 'electron/store/store.ts')) as Promise<Pick<Code, 'openStore'>>,
    import(join(root, 'test/support/builders/many-bookings.ts')) as Promise<Pick<Code, 'fillStore'>>,
  ])
  return { openStore: store.openStore, fillStore: builders.fillStore }
}

function fill(folder: string, code: Code): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const opened = code.openStore(folder, 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  code.fillStore(opened.value, REMOTE, BOOKINGS)
  opened.value.close()
  // A real journal holds a quarter of an hour. This one would make the start read the writes of all the years.
  rmSync(join(folder, 'desk.journal'))
  if (existsSync(join(folder, 'desk.db-wal'))) throw new Error('the store was not closed')
}

/** Opens the built desk of a checkout on a filled store, and shows Lookup. */
async function openFilled(folder: string, root: string): Promise<DeskWindow> {
  fill(folder, root === ROOT ? { openStore, fillStore } : await codeOf(root))
  const desk = await openDeskWindow({ folder, root, provider: { url: REMOTE.address, token: 'a-token' } })
  await desk.page.getByRole('navigation').getByRole('button', { name: 'Lookup' }).click()
  await desk.page.locator('[data-testid="results"]').waitFor()
  return desk
}

const SCENES: readonly { what: string; run: (page: Page, turn: number) => Promise<readonly number[]> }[] = [
  { what: 'typing in search, until the letter stands', run: (page, turn) => typing(page, turn, 'letter') },
  { what: 'typing in search, until the list answers', run: (page, turn) => typing(page, turn, 'list') },
  { what: 'moving in a list', run: (page, turn) => moving(page, turn, 'row', 'white') },
  { what: 'moving in the list of all', run: (page, turn) => moving(page, turn, 'row', '') },
  { what: 'opening a move by moving to it', run: (page, turn) => moving(page, turn, 'move', 'white') },
  { what: 'opening a move by Enter', run: opening },
]

/** The times of each desk in a scene, measured in turns with the order of the desks reversed each time. */
async function timesOf(run: (page: Page, turn: number) => Promise<readonly number[]>, desks: readonly DeskWindow[]) {
  const times = desks.map((): number[] => [])
  for (let turn = 0; turn < TURNS; turn += 1) {
    const order = [...desks.keys()]
    for (const at of turn % 2 === 0 ? order : order.toReversed()) {
      const desk = desks[at]
      if (desk !== undefined) times[at]?.push(...(await run(desk.page, turn)))
    }
  }
  return times
}

function commitOf(root: string): string {
  return execFileSync('git', ['-C', root, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
}

type Measured = { readonly what: string; readonly times: readonly (readonly number[])[] }

function say(rows: readonly Measured[]): string {
  const lines = rows.map(({ what, times: [own = [], other] }) => {
    const figures = [0.5, 0.95, 0.99, 1].map((share) => quantile(own, share).toFixed(1))
    const beside = other === undefined ? [] : [0.5, 0.95].map((share) => quantile(other, share))
    const ratio = beside.map((value, at) => (quantile(own, [0.5, 0.95][at] ?? 1) / value).toFixed(2))
    return [what, ...figures, own.length, ...beside.map((value) => value.toFixed(1)), ...ratio]
  })
  const beside = ['median beside', 'p95 beside', 'ratio of medians', 'ratio of p95']
  const table = [['what', 'median', 'p95', 'p99', 'most', 'n', ...(BESIDE === undefined ? [] : beside)], ...lines]
  const [heads = '', ...body] = table.map((cells) => `| ${cells.join(' | ')} |`)
  return `# From a key to what it shows, with ${MOVES.toLocaleString('en-US')} moves

Written by \`npm run bench\` on ${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform}, in the real window. Times in milliseconds, from the key's own time stamp until after the frame that shows its effect was drawn. The goal is a p95 of 50 ms. Records, not limits: nothing asserts them.${BESIDE === undefined ? '' : ` "Beside" are the times of the desk at ${commitOf(BESIDE)}, measured in turns in the same run.`}

${heads}
${heads.replaceAll(/[^|]+/g, ' --- ')}
${body.join('\n')}
`
}

test('The time from a key to its effect on the screen is measured and written down', async () => {
  const roots = [ROOT, ...(BESIDE === undefined ? [] : [BESIDE])]
  const folders = roots.map(newProfile)
  const rows: Measured[] = []
  try {
    const desks: DeskWindow[] = []
    for (const [at, root] of roots.entries()) desks.push(await openFilled(folders[at] ?? '', root))
    for (const { what, run } of SCENES) rows.push({ what, times: await timesOf(run, desks) })
    expect(desks.flatMap(({ problems }) => problems)).toEqual([])
    for (const desk of desks) await desk.close()
  } finally {
    folders.forEach(removeProfile)
  }
  const report = say(rows)
  writeFileSync(join(import.meta.dirname, '..', 'reports', 'keys.md'), report)
  console.log(report)
  expect(rows.flatMap(({ times }) => times.map(({ length }) => length))).toEqual(
    rows.flatMap(() => roots.map(() => KEYS * TURNS)),
  )
})
