import { expect, type Locator, type Page } from '@playwright/test'
import type { Booking } from '../../../shared/booking/booking.ts'
import { callBridge } from './bridge-calls.ts'

/** Actions of a person at the desk and the texts of the screen, by names and published facts, never by time. */

export type TypedPair = {
  readonly phone: string
  readonly name: string
  readonly vin: string
  readonly make: string
  readonly model: string
  readonly street: string
  readonly reference: string
}

/** An invented customer for each number. */
export function typedPair(number: number): TypedPair {
  return {
    phone: `(804) 555-01${String(number).padStart(2, '0')}`,
    name: ['Harriet Quill', 'Miles Okafor', "Nora O'Shea", 'Ines Núñez'][number % 4] ?? '',
    vin: `1M8GDM9AXKP0427${String(number).padStart(2, '0')}`,
    make: 'Buick',
    model: 'Enclave',
    street: `${200 + number} S Mulberry St`,
    reference: `RO ${12_000 + number}`,
  }
}

export const field = (page: Page, name: string): Locator => page.locator(`input#field-${name}, textarea#field-${name}`)

/** A time for which a practice driver sets out at once. */
export const SOON = '+2h'

/**
 * Types a whole pair into the form, more slowly with a `pace`. The name comes before the phone, because the focus goes
 * on to the time once a known phone has filled the form.
 */
export async function typePair(page: Page, pair: TypedPair, pace = 0, when = 'tomorrow 2p'): Promise<void> {
  const type = async (name: string, text: string) => {
    // Selects the prefilled text as a Tab does, so that typing replaces the text.
    await field(page, name).selectText()
    await page.keyboard.type(text, { delay: pace })
  }
  await type('customerName', pair.name)
  await type('customerPhone', pair.phone)
  await type('placeStreet', pair.street)
  await type('placeZip', '23220')
  await field(page, 'placeZip').press('Tab')
  await expect(field(page, 'placeCity')).toHaveValue('Richmond, VA')
  await type('vehicleVin', pair.vin)
  await type('reference', pair.reference)
  await type('vehicleYear', '2019')
  await type('vehicleMake', pair.make)
  await type('vehicleModel', pair.model)
  await type('vehicleColor', 'White')
  await type('spokenInput', when)
  await field(page, 'spokenInput').press('Tab')
}

/** Types a VIN into the element that has the focus, with the times of a scanner however slow the machine is. */
export async function scan(page: Page, vin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const start = await page.evaluate(() => Date.now() / 1000)
  for (const [at, text] of [...vin].entries()) {
    const key = { key: text, text, timestamp: start + at / 100 }
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await session.detach()
}

/** Books any number of bookings without the form, for tests about lists. */
export async function bookUnseen(page: Page, ...bookings: readonly Booking[]): Promise<void> {
  for (const booking of bookings) {
    const answer = await callBridge(page, 'bookMove', booking)
    if (!answer.ok) throw new Error(answer.failure.detail)
  }
}

/** Types a day as `MMDDYYYY` and a time as `HHMMAM`, in words. */
export async function typeWhen(page: Page, date: string, time: string): Promise<void> {
  const [month, day, year] = [date.slice(0, 2), date.slice(2, 4), date.slice(4)]
  await field(page, 'spokenInput').fill(
    `${month}/${day}/${year} ${time.slice(0, 2)}:${time.slice(2, 4)} ${time.slice(4)}`,
  )
  await field(page, 'spokenInput').press('Tab')
}

/**
 * Saves the form and returns the id of the booking that the screen called saved. With `alarm` the screen must ask before
 * the save, which is then made anyway; without `alarm` a question fails the test.
 */
export async function save(page: Page, { alarm = false } = {}): Promise<string> {
  const last = page.locator('[data-testid="saved"]')
  const before = (await last.count()) === 0 ? '' : await last.getAttribute('data-booking-id')
  await page.keyboard.press('Control+Enter')
  // The confirmation of the previous booking stays until the new one replaces it.
  const saved = page.locator(`[data-testid="saved"]:not([data-booking-id="${before}"])`)
  const errors = page.locator('[data-testid="errors"]')
  const beside = page.locator('[data-testid="duplicates"]')
  await saved.or(errors).or(beside).first().waitFor()
  const isAsked = await beside.isVisible()
  if (isAsked && !alarm) throw new Error(`an alarm that the test does not expect: ${await beside.innerText()}`)
  if (alarm) {
    if (!isAsked) throw new Error('no alarm, although the test expects one')
    await beside.getByRole('button', { name: 'Book anyway' }).press('Enter')
    await saved.or(errors).first().waitFor()
  }
  if (await errors.isVisible()) throw new Error(`not saved: ${await errors.innerText()}`)
  // The empty form comes after the confirmation.
  await page.locator('[data-testid="form"][data-saving="false"]').waitFor()
  return (await saved.getAttribute('data-booking-id')) ?? ''
}

/** Shows the next day, which has `count` bookings, whatever day was shown before. */
export async function showTomorrow(page: Page, cards: number): Promise<void> {
  await page.keyboard.press('Control+2')
  await expect(page.locator('h1')).toBeFocused()
  await page.keyboard.press('t')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('h1')).toContainText(/^Tomorrow, /)
  await expect(page.locator('[data-testid="day-booking"]')).toHaveCount(cards)
  await expect(page.locator('h1')).toBeFocused()
}

export async function setPracticeConnection(page: Page, link: 'up' | 'cut'): Promise<void> {
  const practice = page.locator('[data-testid="practice-connection"]')
  if ((await practice.getAttribute('data-connection')) !== link) {
    const before = await page.evaluateHandle(() => document.activeElement as HTMLElement | null)
    await practice.press('Enter')
    await page.getByRole('menuitem', { name: link === 'cut' ? 'Simulate offline' : 'Reconnect' }).press('Enter')
    await before.evaluate((one) => one?.focus())
  }
  await expect(practice).toHaveAttribute('data-connection', link)
  await expect(statusBar(page)).toHaveAttribute('data-connection', link === 'up' ? 'up' : 'down')
}

export const statusBar = (page: Page): Locator => page.locator('[data-testid="status"]')

export const findBox = (page: Page): Locator => page.getByRole('searchbox')

/** Searches, and waits for the list of this text. */
export async function find(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+f')
  await findBox(page).fill(text)
  const results = page.locator(`[data-testid="results"][data-text=${JSON.stringify(text)}]`)
  await results.waitFor()
  return results.locator('[data-testid="found-booking"]')
}

/**
 * Reads the values of each row of the Lookup list, and as `named` its customer, from first to last. The document holds
 * only the rows near the screen, so the function scrolls.
 */
export const everyRow = (page: Page): Promise<readonly Readonly<DOMStringMap>[]> => rowsUntil(page, null)

/** As `everyRow`, down to the last of these bookings, because the next bookings of a long list are near its top. */
export async function rowsUntil(
  page: Page,
  bookingIds: readonly string[] | null,
): Promise<readonly Readonly<DOMStringMap>[]> {
  return page.locator('#results').evaluate(async (grid, wanted) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const rows = new Map<string, DOMStringMap>()
    for (let top = 0; ; top += grid.clientHeight / 2) {
      grid.scrollTop = top
      do await drawn()
      while (grid.querySelector('[data-testid="placeholder"]') !== null)
      for (const row of grid.querySelectorAll<HTMLElement>('[data-testid="found-booking"]')) {
        // Status, time, direction, and then the customer.
        const named = row.children[3]?.textContent ?? ''
        rows.set(row.getAttribute('aria-rowindex') ?? '', { ...row.dataset, named })
      }
      const seen = new Set([...rows.values()].map(({ bookingId }) => bookingId))
      if (wanted?.every((id) => seen.has(id)) === true) break
      if (top + grid.clientHeight >= grid.scrollHeight) break
    }
    return [...rows].sort(([one], [other]) => Number(one) - Number(other)).map(([, row]) => row)
  }, bookingIds)
}

export type SettingsPageName = 'Dealership' | 'Connection' | 'Booking' | 'Appearance' | 'About'

/** Goes to a page of the settings. */
export async function goToSettings(page: Page, name: SettingsPageName = 'Connection'): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('button', { name }).press('Enter')
  await page.locator(`[data-testid="settings"][data-page="${name.toLowerCase()}"]`).waitFor()
}

/** The button of the further actions on the page of the selected booking. */
export function moreButton(page: Page): Locator {
  return page.locator('[data-testid="booking"]').getByRole('button', { name: /^More for / })
}

/** Chooses a further action on the page of the selected booking. */
export async function chooseMore(page: Page, action: string): Promise<void> {
  await moreButton(page).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}
