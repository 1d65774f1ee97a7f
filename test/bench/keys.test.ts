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
import { newProfile, openDeskWindow, removeProfile } from '../support/page/window.ts'

/*
 * The time from a key to its effect in the real window, with the bookings of many years, written into
 * test/reports/keys.md. The times depend on the machine, so no test asserts them.
 */

/** An address without a listener, so that only keys change the window. */
const REMOTE = { address: 'http://127.0.0.1:9', profile: 'baseline' }
const BOOKINGS = 200_000
const MOVES = (BOOKINGS * 3) / 2
const KEYS = 300

/**
 * The effect of a key: the typed letter, the list of hits, another selected row, the facts of its booking, or those
 * facts with the focus.
 */
type Shown = 'letter' | 'list' | 'row' | 'move' | 'page'

/**
 * The times from each key without Ctrl, or from each Enter for `page`, until the frame that shows its effect was drawn.
 */
async function measure(page: Page, shown: Shown, press: (nth: number) => Promise<void>): Promise<readonly number[]> {
  const recorder = await page.evaluateHandle((what) => {
    const find = document.querySelector<HTMLInputElement>('input[type="search"]')
    const results = () => document.querySelector<HTMLElement>('[data-testid="results"]')
    const selected = () => document.querySelector<HTMLElement>('[data-testid="found-booking"][aria-selected="true"]')
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

async function typing(page: Page, shown: Shown): Promise<readonly number[]> {
  const keys = textsToType().flatMap((text) => [...text].map((key, at) => ({ key, anew: at === 0 })))
  await page.getByRole('searchbox').focus()
  return measure(page, shown, async (nth) => {
    const { key, anew } = keys[nth % keys.length] ?? { key: 'a', anew: false }
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

async function moving(page: Page, shown: Shown, text: string): Promise<readonly number[]> {
  await listOf(page, text)
  // The walk turns before either end, so that each key selects another row.
  return measure(page, shown, (nth) => page.keyboard.press(Math.floor(nth / 90) % 2 === 0 ? 'ArrowDown' : 'ArrowUp'))
}

/** Opens row after row by Enter, and returns to the list by Escape. */
async function opening(page: Page): Promise<readonly number[]> {
  await listOf(page, 'white')
  return measure(page, 'page', async () => {
    if (!(await page.locator('#results').evaluate((list) => list === document.activeElement))) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  })
}

function fill(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const opened = openStore(folder, 'desk')
  if (!opened.ok) throw new Error(opened.failure.detail)
  fillStore(opened.value, REMOTE, BOOKINGS)
  opened.value.close()
  // A real journal holds a quarter of an hour. This one would make the start read the writes of all the years.
  rmSync(join(folder, 'desk.journal'))
  if (existsSync(join(folder, 'desk.db-wal'))) throw new Error('the store was not closed')
}

type Measured = { readonly what: string; readonly times: readonly number[] }

function say(rows: readonly Measured[]): string {
  const lines = rows.map(({ what, times }) => {
    const at = (share: number) => quantile(times, share).toFixed(1)
    return `| ${what} | 50 ms p95 | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} | ${times.length} |`
  })
  return `# From a key to what it shows, with ${MOVES.toLocaleString('en-US')} moves

Written by \`npm run bench\` on ${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform}, in the real window. Times in milliseconds, from the key's own time stamp until after the frame that shows its effect was drawn. Records, not limits: nothing asserts them.

| what | goal | median | p95 | p99 | most | n |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

test('The time from a key to its effect on the screen is measured and written down', async () => {
  const folder = newProfile()
  const rows: Measured[] = []
  try {
    fill(folder)
    const desk = await openDeskWindow({ folder, provider: { url: REMOTE.address, token: 'a-token' } })
    const { page } = desk
    await page.keyboard.press('Control+3')
    await page.locator('[data-testid="results"]').waitFor()
    rows.push({ what: 'typing in search, until the letter stands', times: await typing(page, 'letter') })
    rows.push({ what: 'typing in search, until the list answers', times: await typing(page, 'list') })
    rows.push({ what: 'moving in a list', times: await moving(page, 'row', 'white') })
    rows.push({ what: 'moving in the list of all', times: await moving(page, 'row', '') })
    rows.push({ what: 'opening a move by moving to it', times: await moving(page, 'move', 'white') })
    rows.push({ what: 'opening a move by Enter', times: await opening(page) })
    expect(desk.problems).toEqual([])
    await desk.close()
  } finally {
    removeProfile(folder)
  }
  const report = say(rows)
  writeFileSync(join(import.meta.dirname, '..', 'reports', 'keys.md'), report)
  console.log(report)
  expect(rows.map(({ times }) => times.length)).toEqual(rows.map(() => KEYS))
})
