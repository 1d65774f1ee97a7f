import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { recordIpcCalls } from '../support/ipc-calls.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { busyLoaners, busyMonths } from '../support/builders/busy-beside.ts'
import { busyDay } from '../support/builders/busy-day.ts'
import { showBeside, showDay } from '../support/page/shown-day.ts'
import type { DeskWindow, WindowOptions } from '../support/page/window.ts'
import { expect, test } from './window.ts'

/** A late morning, at which the busy day lies within one day. */
const NOW = '2026-11-24T16:10:00Z'
const CLOCK = {
  env: { LANEKEEPER_CLOCK: NOW },
  preload: join(import.meta.dirname, '../support/processes/set-clock.cjs'),
}

const WIDE = { width: 1920, height: 1080 }
const SMALL = { width: 1366, height: 768 }

const card = (page: Page) => page.getByTestId('day-card')
const pane = (page: Page) => page.getByTestId('day-pane')
const foot = (page: Page) => page.getByTestId('day-loaners-foot')
const row = (page: Page, id: string) => page.locator(`button[data-row="busy-${id}"]`)

/** Opens the busy day with its loaners in a window of this size. */
async function openBusyDay(open: (options: Omit<WindowOptions, 'folder'>) => Promise<DeskWindow>, size: typeof WIDE) {
  const { app, page } = await open(CLOCK)
  const day = busyDay(NOW, 'America/New_York')
  const loaners = busyLoaners(day, NOW)
  await page.setViewportSize(size)
  await showBeside(app, { loaners, counts: busyMonths(day) })
  await showDay(app, page, day)
  return { app, page, loaners }
}

test('The card beside the day shows the focused booking, follows the arrow keys without a read, and has its actions', async ({
  open,
}) => {
  const { app, page } = await openBusyDay(open, WIDE)
  await expect(pane(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await row(page, '10475').focus()
  await expect(card(page).getByRole('heading')).toHaveText('Omar Field')
  await expect(card(page)).toContainText('40 min latePickup + loaner')
  await expect(card(page)).toContainText(/\(804\) 555-\d{4}.* · due 10:30 AM · RO 10475/)
  await expect(card(page).getByRole('listitem')).toHaveText([
    'Driver at the lot',
    /^Loaner LN-20 leaves the lot est\. \d/,
    /^Swap at 212 S Mulberry St due \d/,
    /^Car back at the lot est\. \d/,
  ])
  await expect(card(page).locator('[aria-current="step"]')).toHaveText('Driver at the lot')
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'day card', [colorScheme])

  const calls = await recordIpcCalls(app)
  await page.keyboard.press('ArrowDown')
  await expect(card(page).getByRole('heading')).toHaveText('Ana Prieto')
  await page.keyboard.press('ArrowDown')
  await expect(card(page).getByRole('heading')).toHaveText('Abel Dufresne')
  await expect(row(page, '10454')).toHaveAttribute('data-selected', 'true')
  expect((await calls.take(page)).filter((call) => /^(?:getBooking|readDay|readLoaners)$/.test(call))).toEqual([])
  await expect(card(page).getByRole('button')).toHaveText(['', 'Resolve…', 'Copy', 'OpenEnter'])

  // The buttons of the card keep its booking, and another part of the screen takes it away.
  await row(page, '10482').click()
  await card(page)
    .getByRole('button', { name: /^Copy Phone/ })
    .click()
  await expect(page.getByTestId('copied')).toContainText('Copied: (804) 555-')
  await expect(card(page).getByRole('heading')).toHaveText('Ana Prieto')
  await page.getByRole('button', { name: 'Next day' }).focus()
  await expect(card(page)).toHaveCount(0)
})

test('The line below the day counts its loaners, and its button or L shows the pane until it is hidden again', async ({
  open,
}) => {
  const { page, loaners } = await openBusyDay(open, SMALL)
  const free = loaners.filter(({ kind }) => kind === 'free').length
  await expect(foot(page)).toContainText(`${free} free now`)
  await expect(foot(page)).toContainText(`${loaners.length - free} out or booked`)
  await expect(foot(page)).toContainText('1 needs assigning by 12:36 PM')
  await expect(pane(page)).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'loaners line', [colorScheme])

  await foot(page).getByRole('button', { name: 'Show loaners' }).click()
  await expect(foot(page)).toHaveCount(0)
  await expect(pane(page).getByTestId('day-loaners').getByRole('listitem')).toHaveCount(loaners.length)
  await row(page, '10482').click()
  await expect(card(page).getByRole('heading')).toHaveText('Ana Prieto')
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(page, 'day pane', [colorScheme])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL.width)

  // The pane stays for the session.
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+2')
  await expect(pane(page)).toBeVisible()
  await page.keyboard.press('l')
  await expect(pane(page)).toHaveCount(0)
  await expect(foot(page)).toBeVisible()
  await page.keyboard.press('l')
  await page.getByRole('button', { name: 'Hide loaners' }).click()
  await expect(foot(page)).toBeVisible()

  for (const size of [
    { width: 1024, height: 640 },
    { width: 1366, height: 619 },
  ]) {
    await page.setViewportSize(size)
    await expect(foot(page)).toHaveCount(0)
  }
})
