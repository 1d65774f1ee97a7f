import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { withDisplay } from '../../build/offline/display.ts'
import { buildDesk } from '../../build/vite.ts'
import { parseBooking, type Booking } from '../../shared/booking/booking.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import { dateAfter, dateOf, instantsOf } from '../../shared/time/time.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { goToSettings, find, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'

/*
 * Pictures of every screen with a day of invented bookings, in light and dark and in two sizes, in out/pictures/. The
 * pictures of the README go to build/pictures/.
 */

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'out/pictures')
const SHOWN = join(ROOT, 'build/pictures')

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

/** The pictures of the README with their color scheme. */
const README: Readonly<Record<string, 'light' | 'dark'>> = { schedule: 'light', lookup: 'light', day: 'dark' }

const CUSTOMERS = [
  ['Harriet Quill', 'Buick', 'Enclave', 'White', '212 S Mulberry St', '23220'],
  ['Miles Okafor', 'Subaru', 'Outback', 'Blue', '1408 Grove Ave', '23220'],
  ["Nora O'Shea", 'Volvo', 'XC60', 'Silver', '3011 Semmes Ave', '23225'],
  ['Ines Núñez', 'Toyota', 'Camry', 'Red', '77 Hanover St', '23220'],
  ['Theo Brandt', 'Ford', 'Transit', 'White', '920 Porter St', '23224'],
  ['Wren Castellane', 'Kia', 'EV6', 'Grey', '5 Rockett Ct', '23231'],
  ['Abel Dufresne', 'Honda', 'CR-V', 'Black', '640 Chimborazo Blvd', '23223'],
] as const

/** The next day's bookings at the rooftop, from eight in the morning on. */
function bookings(): readonly Booking[] {
  const { zone } = PRACTICE_ROOFTOP
  const day = dateAfter(dateOf(systemClock.now(), zone), 1)
  return CUSTOMERS.map(([name, make, model, color, addressOne, zip], at) => {
    const local = `${day}T${String(8 + at).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
    const read = parseBooking({
      kind: 'pair',
      action: at % 3 === 2 ? 'return' : 'pickup',
      appointment: { local, zone, utc: instantsOf(local, zone)[0] ?? '' },
      customer: { name, phone: `(804) 555-01${String(31 + at)}` },
      place: { name: 'Home', addressOne, city: 'Richmond', state: 'VA', zip },
      vehicle: { vin: `1M8GDM9AXKP04278${at}`, year: '2021', make, model, color, manual: false },
      loaner: at % 2 === 0 ? { stock: `LN-${11 + at}`, make: 'Buick', model: 'Encore', manual: false } : null,
      reference: `RO ${10_412 + at * 7}`,
      customerNotes: { specialInstructions: 'Gate code 0417' },
      loanerNotes: {},
    })
    if (!read.ok) throw new Error(JSON.stringify(read.failure))
    return read.value
  })
}

async function picture(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(OUT, `${name}-${size.width}-${colorScheme}.png`) })
      if (README[name] === colorScheme && size === SIZES[0]) {
        await page.screenshot({ path: join(SHOWN, `${name}.png`) })
      }
    }
  }
  console.log(`   out/pictures/${name}-*.png`)
}

type InPage = { readonly lanekeeper: { bookMove(booking: Booking): Promise<{ readonly ok: boolean }> } }

async function book(page: Page, booking: Booking): Promise<void> {
  const answer = await page.evaluate((one) => (window as unknown as InPage).lanekeeper.bookMove(one), booking)
  if (!answer.ok) throw new Error(`not booked: ${JSON.stringify(answer)}`)
}

async function take({ page }: DeskWindow): Promise<void> {
  await picture(page, 'schedule-empty')
  const all = bookings()
  for (const booking of all.slice(0, 5)) await book(page, booking)
  await page.locator('[data-testid="status"][data-waiting="0"]').waitFor()
  await setPracticeConnection(page, 'cut')
  for (const booking of all.slice(5)) await book(page, booking)
  await page.keyboard.press('Control+4')
  await page.locator('[data-testid="inbox"][data-count="2"]').waitFor()
  await picture(page, 'inbox')
  await setPracticeConnection(page, 'up')
  await page.locator('[data-testid="inbox"][data-count="0"]').waitFor()
  await picture(page, 'inbox-empty')
  await page.keyboard.press('Control+1')
  await typePair(page, { ...typedPair(29), vin: '5GAEVAKW3KJ204417' })
  await picture(page, 'schedule')
  await find(page, 'buick')
  await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
  await picture(page, 'lookup')
  await page.keyboard.press('Control+2')
  await page.keyboard.press('ArrowRight')
  await page.locator(`[data-testid="day"][data-count="${CUSTOMERS.length}"]`).waitFor()
  await picture(page, 'day')
  await goToSettings(page)
  await picture(page, 'settings-practice')
  await page.getByRole('button', { name: 'Go live…' }).press('Enter')
  await page.locator('[data-testid="go-live"]').waitFor()
  await picture(page, 'settings')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('quill')
  await picture(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.getByRole('dialog').waitFor()
  await picture(page, 'keys')
}

const folder = newProfile()
const opened: DeskWindow[] = []
try {
  for (const place of [OUT, SHOWN]) mkdirSync(place, { recursive: true })
  rmSync(OUT, { recursive: true })
  mkdirSync(OUT)
  await buildDesk()
  await withDisplay(
    async ({ env }) => {
      const desk = await openDeskWindow({ folder, env })
      opened.push(desk)
      await take(desk)
      if (desk.problems.length > 0) throw new Error(desk.problems.join('\n'))
    },
    { apart: true },
  )
} finally {
  for (const window of opened) await window.kill()
  removeProfile(folder)
}
