import type { Page } from '@playwright/test'
import { withDisplay } from '../../build/offline/display.ts'
import { buildDesk } from '../../build/vite.ts'
import {
  field,
  find,
  save,
  setPracticeConnection,
  showTomorrow,
  statusBar,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { boardTour } from './board-tour.ts'
import { DMS_BLOCK } from './planted-bookings.ts'
import { clearPictures, inOneLine, KEY, picture, saw, wrongSteps } from './steps.ts'

/*
 * The main job in the real window, slow enough to watch: book offline, restart, reconnect, confirm, look up, see the
 * day, reschedule and paste; then two desks of a board. Each step leaves a picture, and any wrong finding ends the tour
 * with exit code 1.
 */

const folder = newProfile()
const status = async (page: Page) => inOneLine(await statusBar(page).innerText())

const opened: DeskWindow[] = []

async function open(env: Readonly<Record<string, string>>): Promise<DeskWindow> {
  const window = await openDeskWindow({ folder, env })
  opened.push(window)
  await window.page.setViewportSize({ width: 1366, height: 768 })
  return window
}

async function tour(env: Readonly<Record<string, string>>): Promise<void> {
  const pair = typedPair(34)
  const first = await open(env)
  let { page } = first
  await statusBar(page).and(page.locator('[data-connection="up"]')).waitFor()
  saw(`the desk is open: "${await status(page)}"`, true)
  await picture(page, 'open')

  await setPracticeConnection(page, 'cut')
  saw(`offline: "${await status(page)}"`, (await status(page)).includes('Offline'))
  await picture(page, 'offline')

  await typePair(page, pair, KEY)
  await picture(page, 'typed')
  const bookingId = await save(page)
  const saved = page.locator('[data-testid="saved"]')
  saw(
    `booked offline: "${(await saved.innerText()).split('\n').slice(0, 4).join(' · ')}"`,
    (await saved.getAttribute('data-state')) === 'waiting',
  )
  await picture(page, 'saved-offline')
  await page.keyboard.press('Control+4')
  const listed = page.locator(`[data-testid="inbox-row"][data-booking-id="${bookingId}"]`)
  await listed.waitFor()
  saw('the Inbox lists the booking as the next to be sent', (await listed.locator('[data-turn="1"]').count()) === 1)
  await picture(page, 'inbox')
  await first.close()
  console.log('   the app was closed')

  const second = await open(env)
  page = second.page
  await find(page, pair.name)
  const booking = page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
  await booking.waitFor()
  saw('opened again: the same booking is there and waits', (await booking.getAttribute('data-state')) === 'waiting')
  await picture(page, 'after-restart')

  await setPracticeConnection(page, 'up')
  await booking.and(page.locator('[data-state="booked"]')).waitFor()
  const numbers = await booking
    .locator('[data-testid="move-of-booking"]')
    .evaluateAll((moves) => moves.map((move) => move.getAttribute('data-number')))
  saw(
    `online again: confirmed as moves ${numbers.join(' and ')}`,
    numbers.length === 2 && numbers.every((number) => number !== ''),
  )
  saw(`the status bar says "${await status(page)}"`, (await status(page)).includes('All sent'))
  await picture(page, 'confirmed')

  const found = await find(page, pair.phone.slice(-4))
  await booking.waitFor()
  saw(
    `found by the last four digits ${pair.phone.slice(-4)}: ${await found.count()} booking`,
    (await found.count()) === 1,
  )
  await picture(page, 'found-by-phone')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+R')
  const dialog = page.locator('[data-testid="reschedule"]')
  await dialog.waitFor()
  await dialog.getByRole('textbox').first().pressSequentially('tomorrow 4p', { delay: KEY })
  saw('the reschedule dialog reads the new time', (await dialog.getByText(/4:00 PM ET/).count()) > 0)
  await picture(page, 'reschedule')
  await page.keyboard.press('Escape')

  await showTomorrow(page, 1)
  saw('the day shows the booking of tomorrow', true)
  await picture(page, 'day')

  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+Shift+V')
  const paste = page.locator('[data-testid="paste"]')
  await paste.getByRole('textbox').fill(DMS_BLOCK)
  saw('the paste sheet reads name, phone, vehicle and address', (await paste.getByRole('checkbox').count()) >= 6)
  await picture(page, 'paste')
  await page.keyboard.press('Enter')
  await paste.waitFor({ state: 'detached' })
  const name = await field(page, 'customerName').inputValue()
  saw(`the form is filled for "${name}"`, name === 'Rowan Ellery')
  await picture(page, 'pasted')

  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'dark')
  saw(
    `problems in the window: ${[...first.problems, ...second.problems].join('; ') || 'none'}`,
    first.problems.length + second.problems.length === 0,
  )
  await second.close()
}

try {
  clearPictures()
  await buildDesk()
  await withDisplay(async ({ env }) => {
    await tour(env)
    await boardTour(env)
  })
} finally {
  for (const window of opened) await window.kill()
  removeProfile(folder)
}
const wrong = wrongSteps()
console.log(
  wrong === 0 ? '\nThe tour saw what it should.' : `\nThe tour saw ${wrong} things that are not as they should be.`,
)
process.exitCode = wrong === 0 ? 0 : 1
