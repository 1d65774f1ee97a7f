import { expect, type Page } from '@playwright/test'
import { inDays, pairBooking } from '../builders/bookings.ts'
import {
  bookUnseen,
  field,
  find,
  goToSettings,
  showTomorrow,
  statusBar,
  typedPair,
  typePair,
  type SettingsPageName,
} from './desk-page.ts'

const SETTINGS: readonly SettingsPageName[] = ['Dealership', 'Connection', 'Booking', 'Appearance', 'About']

const heading = (page: Page) => page.locator('h1')
const tomorrow = (number: number, clock: string) =>
  pairBooking(number, { appointment: inDays(1, clock), action: 'pickup' })

/** The number of bookings that `bookForScreens` makes. */
const BOOKINGS = 3

/** Books what the screens show: a doubt, because the provider loses its first reply, and two confirmed pairs. */
export async function bookForScreens(page: Page): Promise<void> {
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await bookUnseen(page, tomorrow(41, '09:00'))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  await bookUnseen(page, tomorrow(42, '11:00'), tomorrow(43, '14:00'))
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
}

/** Calls `visit` on every screen and overlay, with the bookings of `bookForScreens`. */
export async function visitScreens(page: Page, visit: (where: string) => Promise<void>): Promise<void> {
  await visitSchedule(page, visit)
  await visitDay(page, visit)
  await visitLookup(page, visit)
  await page.keyboard.press('Control+4')
  await expect(page.locator('[data-testid="resolve"]')).toHaveAttribute('data-state', 'in-doubt')
  await visit('Inbox with a doubt')
  for (const name of SETTINGS) {
    await goToSettings(page, name)
    await visit(`Settings, ${name}`)
  }
  await visitOverlay(page, { key: 'Control+k', testId: 'palette' }, visit)
  await visitOverlay(page, { key: 'F1', testId: 'shortcuts' }, visit)
}

async function visitSchedule(page: Page, visit: (where: string) => Promise<void>): Promise<void> {
  await page.keyboard.press('Control+1')
  await expect(heading(page)).toBeFocused()
  await visit('Schedule, empty')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="errors"]')).toBeVisible()
  await visit('Schedule with errors')
  await typePair(page, typedPair(44))
  await expect(page.locator('[data-testid="errors"]')).toHaveCount(0)
  await expect(page.locator('[data-testid="ready"]')).toContainText('ZIP, city and state agree')
  await visit('Schedule, filled')
  await visitOverlay(page, { key: 'Control+Shift+V', testId: 'paste' }, visit)
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(field(page, 'customerName')).toHaveValue('')
}

async function visitDay(page: Page, visit: (where: string) => Promise<void>): Promise<void> {
  await showTomorrow(page, BOOKINGS)
  for (const view of ['List', 'Timeline']) {
    await page.getByRole('radio', { name: view }).press('Space')
    await expect(page.getByRole('radio', { name: view })).toBeChecked()
    await visit(`Day, ${view}`)
  }
}

async function visitLookup(page: Page, visit: (where: string) => Promise<void>): Promise<void> {
  await find(page, tomorrow(42, '11:00').reference ?? '')
  await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-state', 'booked')
  await visit('Lookup with a page')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await visitOverlay(page, { key: 'Control+Shift+R', testId: 'reschedule' }, visit)
}

async function visitOverlay(
  page: Page,
  { key, testId }: { readonly key: string; readonly testId: string },
  visit: (where: string) => Promise<void>,
): Promise<void> {
  await page.keyboard.press(key)
  await expect(page.locator(`[data-testid="${testId}"]`)).toBeVisible()
  await visit(`overlay ${testId}`)
  await page.keyboard.press('Escape')
  await expect(page.locator(`[data-testid="${testId}"]`)).toHaveCount(0)
}
