import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { withDisplay } from '../../build/offline/display.ts'
import { buildDesk } from '../../build/vite.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import { dateAfter, dateOf, fromMillis } from '../../shared/time/time.ts'
import { busyLoaners, busyMonths } from '../support/builders/busy-beside.ts'
import { busyDay } from '../support/builders/busy-day.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import {
  bookUnseen,
  field,
  find,
  goToSettings,
  setPracticeConnection,
  typedPair,
  typePair,
} from '../support/page/desk-page.ts'
import { showBeside, showDay } from '../support/page/shown-day.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { DMS_BLOCK, plantedBookings } from './planted-bookings.ts'

/*
 * Pictures of every screen and its states with invented bookings, in light and dark and in three sizes, in
 * out/pictures/. The pictures of the README go to build/pictures/.
 */

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'out/pictures')
const SHOWN = join(ROOT, 'build/pictures')

const README_SIZE = { width: 1366, height: 768 }
// The first size differs from that of the window: without a change the window paints no dialog that has just opened.
const SIZES = [{ width: 1920, height: 1080 }, { width: 1024, height: 640 }, README_SIZE]

/** The pictures of the README with their color scheme. */
const README: Readonly<Record<string, 'light' | 'dark'>> = { schedule: 'light', lookup: 'light', day: 'dark' }

/** A late morning of a busy Tuesday, so that the pictures have finished, running, late and planned bookings. */
const NOW = fromMillis(Date.parse('2026-11-24T16:10:00Z'))
const TOMORROW = '2026-11-25'
const SET_CLOCK = join(import.meta.dirname, '../support/processes/set-clock.cjs')

async function picture(page: Page, name: string): Promise<void> {
  // No element looks hovered.
  await page.mouse.move(0, 0)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(OUT, `${name}-${size.width}-${colorScheme}.png`) })
      if (README[name] === colorScheme && size === README_SIZE) {
        await page.screenshot({ path: join(SHOWN, `${name}.png`) })
      }
    }
  }
  console.log(`   out/pictures/${name}-*.png`)
}

/** Takes a picture of an overlay that a key opens, and closes the overlay. */
async function overlay(page: Page, name: string, key: string, inside?: () => Promise<void>): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
  await inside?.()
  await picture(page, name)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function takeSchedule(page: Page): Promise<void> {
  await picture(page, 'schedule-new-desk')
  await page.locator('[data-testid="onboarding"]').getByRole('button', { name: 'Dismiss' }).press('Enter')
  await picture(page, 'schedule-empty')
  await field(page, 'customerName').fill('Rowan Ellery')
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-testid="errors"]').waitFor()
  await picture(page, 'schedule-errors')
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
}

async function takeBooked(page: Page): Promise<void> {
  const all = plantedBookings(TOMORROW)
  await page.keyboard.press('Control+2')
  await page.locator('[data-testid="day"][data-count="0"]').waitFor()
  await picture(page, 'day-empty')
  await bookUnseen(page, ...all.slice(0, 14))
  await page.locator('[data-testid="status"][data-waiting="0"]').waitFor({ timeout: 120_000 })
  await setPracticeConnection(page, 'cut')
  await bookUnseen(page, ...all.slice(14))
  await page.keyboard.press('Control+4')
  await page.locator('[data-testid="inbox"][data-count="3"]').waitFor()
  await picture(page, 'inbox-offline')
  await page.keyboard.press('Control+1')
  await picture(page, 'schedule-offline')
  await setPracticeConnection(page, 'up')
  await page.keyboard.press('Control+4')
  await page.locator('[data-testid="inbox"][data-count="0"]').waitFor()
  await picture(page, 'inbox-empty')
  await page.keyboard.press('Control+1')
  await typePair(page, { ...typedPair(29), vin: '5GAEVAKW3KJ204417' })
  await page.locator('[data-testid="ready"]').getByText('ZIP, city and state agree').waitFor()
  await page
    .getByRole('group', { name: 'Loaner' })
    .getByText(/^free /)
    .waitFor()
  await picture(page, 'schedule')
  await overlay(page, 'paste', 'Control+Shift+V', () =>
    page.locator('[data-testid="paste"]').getByRole('textbox').fill(DMS_BLOCK),
  )
  await find(page, 'RO 104')
  await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
  await picture(page, 'lookup')
  await page.keyboard.press('Enter')
  await overlay(page, 'reschedule', 'Control+Shift+R')
  await find(page, 'nobody by this name')
  await picture(page, 'lookup-nothing')
}

async function takeDay({ app, page }: DeskWindow): Promise<void> {
  const day = busyDay(NOW, PRACTICE_ROOFTOP.zone)
  await showBeside(app, { loaners: busyLoaners(day, NOW), counts: busyMonths(day) })
  await showDay(app, page, day)
  await picture(page, 'day')
  await page.getByRole('radio', { name: 'List' }).press('Space')
  await picture(page, 'day-list')
}

async function takeSettings(page: Page): Promise<void> {
  for (const name of ['Dealership', 'Connection', 'Booking', 'Appearance', 'About'] as const) {
    await goToSettings(page, name)
    await picture(page, `settings-${name.toLowerCase()}`)
  }
  await goToSettings(page)
  await page.getByRole('button', { name: 'Go live…' }).press('Enter')
  await page.locator('[data-testid="go-live"]').waitFor()
  await picture(page, 'go-live')
  await overlay(page, 'palette', 'Control+k', () => page.keyboard.type('harriet'))
  await overlay(page, 'keys', 'F1')
}

const folders: string[] = []
const opened: DeskWindow[] = []

function profile(): string {
  const folder = newProfile()
  folders.push(folder)
  return folder
}

async function practice(env: Readonly<Record<string, string>>): Promise<void> {
  const folder = profile()
  const clock = { LANEKEEPER_CLOCK: NOW }
  const desk = await openDeskWindow({ folder, env: { ...env, ...clock }, preload: SET_CLOCK })
  opened.push(desk)
  await takeSchedule(desk.page)
  await takeBooked(desk.page)
  await takeDay(desk)
  await takeSettings(desk.page)
  if (desk.problems.length > 0) throw new Error(desk.problems.join('\n'))
  await desk.close()

  writeFileSync(join(folder, 'practice-desk.db'), 'x'.repeat(20_000))
  const damaged = await openDeskWindow({ folder, env, until: 'damaged' })
  opened.push(damaged)
  await picture(damaged.page, 'recovery')
}

/** A provider that loses its first reply. */
async function doubt(env: Readonly<Record<string, string>>): Promise<void> {
  const folder = profile()
  const judge = await startPracticeProcess(join(folder, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
  const proxy = await startFaultProxy(judge.url)
  try {
    proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
    const desk = await openDeskWindow({ folder, env, provider: { url: proxy.url, token: judge.token } })
    opened.push(desk)
    const { page } = desk
    await page.locator('[data-testid="status"][data-connection="up"]').waitFor()
    const [first, ...others] = plantedBookings(dateAfter(dateOf(fromMillis(Date.now()), PRACTICE_ROOFTOP.zone), 2))
    if (first !== undefined) await bookUnseen(page, first)
    await page.locator('[data-testid="status"][data-attention="1"]').waitFor()
    await bookUnseen(page, ...others.slice(0, 2))
    await page.keyboard.press('Control+4')
    await page.locator('[data-testid="resolve"][data-state="in-doubt"]').waitFor()
    await picture(page, 'inbox-doubt')
    await desk.kill()
  } finally {
    await proxy.close()
    await judge.end()
  }
}

try {
  for (const place of [OUT, SHOWN]) mkdirSync(place, { recursive: true })
  rmSync(OUT, { recursive: true })
  mkdirSync(OUT)
  await buildDesk()
  await withDisplay(
    async ({ env }) => {
      await practice(env)
      await doubt(env)
    },
    { apart: true },
  )
} finally {
  for (const window of opened) await window.kill()
  for (const folder of folders) removeProfile(folder)
}
