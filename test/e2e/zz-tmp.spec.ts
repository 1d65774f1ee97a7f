import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import type { PairBooking } from '../../shared/booking/booking.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { startBuiltHub } from '../support/hub/built-hub.ts'
import { freePort } from '../support/hub/places.ts'
import { bookUnseen, find, showTomorrow, statusBar } from '../support/page/desk-page.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { breachesOf, expect, test } from './window.ts'

const board = (page: Page) => statusBar(page).locator('[data-board]')
const details = (page: Page) => page.locator('[data-testid="booking"]')

/** The actions of the selected booking, those of its menu included. */
async function actionsOf(page: Page): Promise<readonly string[]> {
  const shown = await details(page).getByRole('button').allInnerTexts()
  const menu = details(page).getByRole('button', { name: /^More/ })
  if ((await menu.count()) === 0) return shown
  await menu.press('Enter')
  const more = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return [...shown, ...more]
}

/** Pictures of a window in the sizes and colors in which a person looks at the board. */
async function pictures({ page }: DeskWindow, info: TestInfo, name: string): Promise<void> {
  for (const width of [1366]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 768 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  }
}

/** Lets a desk check its connection at once, as after a sleep of the PC. */
const checkConnection = ({ app }: DeskWindow) => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))

const ACTS = /Resolve|Reschedule|Edit|Withdraw|Cancel|Change|Add/

test('shots', async ({ judge }, info) => {
  const hub = startBuiltHub(await freePort())
  await hub.skipClaimPause()
  const proxy = await startFaultProxy(judge.url)
  const folder = newProfile()
  hub.invite('Desk 1', join(folder, INVITATION_FILE))
  const one = await openDeskWindow({ folder, provider: { url: proxy.url, token: judge.token } })
  try {
    await expect(board(one.page)).toHaveText('Board live')
    proxy.addConnectionToxic({ type: 'cut', end: 'rst' })
    proxy.disconnect()
    await checkConnection(one)
    await expect(statusBar(one.page)).toHaveAttribute('data-connection', 'down')
    await bookUnseen(one.page, pairBooking(65, { appointment: inDays(1, '15:00') }))
    await expect(one.page.getByTestId('strip-offline').getByRole('button', { name: 'Hand over…' })).toBeVisible()
    await one.page.waitForTimeout(4000)
    hub.kill()
    await expect(board(one.page)).toContainText('Board away')
    await one.page.keyboard.press('Control+4')
    await one.page.getByRole('radio', { name: /Send without the board/ }).press('Space')
    const answers = one.page.getByTestId('answers')
    await answers.getByLabel('Your name').fill('Dana R.')
    await answers.getByRole('button', { name: 'Send without the board' }).press('Enter')
    await expect(one.page.getByTestId('outcome')).toHaveText('Sending without the board.')
    await one.page.waitForTimeout(500)
    console.log('FOCUS', await one.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 110)))
    await pictures(one, info, 'n-decided')
    proxy.removeToxics()
    await checkConnection(one)
    await expect(statusBar(one.page)).toContainText('All sent')
    await find(one.page, 'RO 10065')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await one.page.waitForTimeout(500)
    await pictures(one, info, 'o-history')
  } finally {
    await one.kill()
    await proxy.close()
    hub.remove()
    console.log(one.problems)
  }
})
