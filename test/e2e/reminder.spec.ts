import type { ElectronApplication, Page } from '@playwright/test'
import { join } from 'node:path'
import { expectAccessible } from '../support/page/axe.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
import { field, findBox, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { clockAhead } from '../support/faults/toxics.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { expect, test } from './window.ts'

/* The steps of the reminder in a real window. The clock of the provider moves the time of the desk on. */

const MINUTE = 60_000

const reminder = (page: Page) => page.locator('[data-testid="strip-reminder"]')
const noReminder = (page: Page) => expect(reminder(page)).toHaveCount(0)

async function doubted(page: Page, number: number): Promise<string> {
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await typePair(page, typedPair(number))
  const id = await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'in-doubt')
  return id
}

/** The appointment of a booking in milliseconds since 1970. */
async function timeOf(page: Page, bookingId: string): Promise<number> {
  const answer = await callBridge(page, 'getBooking', { bookingId })
  return Date.parse(answer.ok ? answer.value.time.utc : '')
}

const look = (app: ElectronApplication) => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))

type Called = { readonly badges: number[]; readonly flashes: boolean[] }

/** Records the badges and flashes that the desk asks of the system, with a focused or an unfocused window. */
async function listen(app: ElectronApplication, focused: boolean): Promise<() => Promise<Called>> {
  await app.evaluate(({ app: desk, BrowserWindow }, isFocused) => {
    const called: Called = { badges: [], flashes: [] }
    Object.assign(globalThis, { called })
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const [badge, flash] = [desk.setBadgeCount.bind(desk), window.flashFrame.bind(window)]
    desk.setBadgeCount = (count = 0) => {
      called.badges.push(count)
      return badge(count)
    }
    window.flashFrame = (on) => {
      called.flashes.push(on)
      flash(on)
    }
    // A virtual display has no window manager that moves the focus.
    window.isFocused = () => isFocused
  }, focused)
  return () => app.evaluate(() => (globalThis as unknown as { called: Called }).called)
}

test('The reminder of a booking in doubt is put off over a restart, becomes urgent, and leads to its resolution', async ({
  open,
  profile,
}) => {
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  /** Sets this PC's clock and the provider's: a provider alone with another time is not believed. */
  const setTime = (of: ElectronApplication, at: number) => {
    proxy.removeToxics()
    proxy.addToxic(clockAhead(at - Date.now()))
    return of.evaluate((_, ahead) => {
      Date.now = () => Math.floor(performance.timeOrigin + performance.now() + ahead)
    }, at - Date.now())
  }
  const provider = { url: proxy.url, token: judge.token }
  const first = await open({ provider })
  const called = await listen(first.app, false)
  await noReminder(first.page)
  const id = await doubted(first.page, 63)
  const banner = reminder(first.page)
  await expect(banner).toContainText(
    /^1 booking to check with the driver service\. Pickup, Ines Núñez, .+, 2:00 PM ET\. Don't book it again/,
  )
  await expect(statusBar(first.page)).toContainText('1 needs attention')
  await expect(first.page).toHaveTitle('Schedule (1) – Lanekeeper')
  expect((await called()).badges.at(-1)).toBe(1)
  expect((await called()).flashes).toEqual([true])

  await banner.getByRole('button', { name: 'Later' }).press('Enter')
  await noReminder(first.page)
  await expect(field(first.page, 'customerPhone')).toBeFocused()
  await expect(statusBar(first.page)).toContainText('1 needs attention')
  await expect(statusBar(first.page)).toContainText(/Reminder at \d+:\d\d [AP]M/)
  expect((await called()).flashes).toEqual([true, false])
  expect((await called()).badges.at(-1)).toBe(1)
  await first.close()

  const { app, page } = await open({ provider })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await expect(statusBar(page)).toContainText('Reminder at')
  await noReminder(page)
  const calledAgain = await listen(app, true)
  const time = await timeOf(page, id)
  await setTime(app, time - 80 * MINUTE)
  await look(app)
  await expect(reminder(page)).toContainText(
    /^Urgent: 1 booking to check with the driver service\. .+ in 1 h (20|19) min\. Don't/,
  )
  await expectAccessible(page, 'an urgent reminder')
  await page.setViewportSize({ width: 320, height: 256 })
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
  expect((await calledAgain()).flashes).not.toContain(true)

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await reminder(page).getByRole('button', { name: 'Later' }).press('Enter')
  await noReminder(page)
  await expect(page.locator('main')).toBeFocused()
  await setTime(app, time - 74 * MINUTE)
  await look(app)
  await expect(reminder(page)).toContainText(/in 1 h 1[34] min/)
  // The reminder takes no focus from another field.
  await findBox(page).focus()
  await setTime(app, time - 70 * MINUTE)
  await look(app)
  await expect(reminder(page)).toContainText(/in 1 h (10|9) min/)
  await expect(findBox(page)).toBeFocused()

  await reminder(page).getByRole('button', { name: 'Resolve…' }).press('Enter')
  const booking = page.locator(`[data-testid="resolve"][data-booking-id="${id}"]`)
  await expect(booking.locator('input#number-customer')).toBeFocused()
  await booking.locator('[data-value="placed-by-phone"]').click()
  await page.locator('input#phone-reference').fill('PH-77')
  await page.locator('input#who').fill('Dana R.')
  await page.keyboard.press('Enter')
  await expect(booking).toHaveCount(0)
  await noReminder(page)
  await page.getByRole('button', { name: 'Settled today 1' }).press('Enter')
  await expect(booking).toHaveAttribute('data-state', 'placed-by-phone')
  await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
  expect((await calledAgain()).badges.at(-1)).toBe(0)
  await proxy.close()
  await judge.end()
})

test('A reminder that was put off comes back at once when another booking is in doubt', async ({ open, profile }) => {
  const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const proxy = await startFaultProxy(judge.url)
  for (const nth of [1, 2]) proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await doubted(page, 64)
  await reminder(page).getByRole('button', { name: 'Later' }).press('Enter')
  await noReminder(page)
  await page.keyboard.press('Control+n')
  await doubted(page, 65)
  await expect(reminder(page)).toContainText('2 bookings to check with the driver service. Most urgent: Pickup,')
  await expect(statusBar(page)).toContainText('2 need attention')
  await proxy.close()
  await judge.end()
})
