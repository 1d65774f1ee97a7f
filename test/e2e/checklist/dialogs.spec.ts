import type { Locator, Page } from '@playwright/test'
import { join } from 'node:path'
import { inDays, pairBooking } from '../../support/builders/bookings.ts'
import {
  bookUnseen,
  field,
  find,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { startHopdrive } from '../../support/processes/hopdrive.ts'
import { startFaultProxy } from '../../support/faults/fault-proxy.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../../support/processes/processes.ts'
import { expect, test } from '../window.ts'

type Opened = {
  readonly fact: string
  readonly open: () => Promise<unknown>
  /** Has the focus again once the dialog is closed. */
  readonly opener: Locator
  /** A click beside the dialog closes a dialog that asks no question. */
  readonly closes?: boolean
}

const heading = (page: Page) => page.locator('h1')

/** The dialog takes the focus, keeps it, blocks the page behind it, and gives the focus back on Escape. */
async function expectDialog(page: Page, { fact, open, opener, closes = false }: Opened): Promise<void> {
  const title = await heading(page).innerText()
  const behind = page.getByRole('button', { name: 'Settings', includeHidden: true }).first()
  const spot = (await behind.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const dialog = page.locator(`[data-testid="${fact}"]`)
  const inside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  await open()
  await expect(dialog).toBeVisible()
  await expect.poll(inside, fact).toBe(true)
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press(count % 3 === 2 ? 'Shift+Tab' : 'Tab')
    expect(await inside(), `${fact}, after ${count + 1} times Tab`).toBe(true)
  }
  await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2)
  await expect(heading(page)).toHaveText(title)
  if (closes) {
    await expect(dialog).toHaveCount(0)
    await expect(opener, `${fact}, closed by a click`).toBeFocused()
    await open()
  }
  await expect(dialog).toBeVisible()
  // Escape closes the palette over the dialog first.
  if (!closes) {
    await page.keyboard.press('Control+k')
    await expect(page.locator('[data-testid="palette"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-testid="palette"]')).toHaveCount(0)
    await expect.poll(inside, `${fact}, under the palette`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener, fact).toBeFocused()
}

test(
  'A dialog takes the focus, keeps it, blocks the page behind it and gives the focus back on Escape',
  { tag: '@item-9' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    const pair = typedPair(51)
    await typePair(page, pair)
    await save(page)
    await typePair(page, { ...pair, name: 'Somebody Else' })
    const opener = field(page, 'reference')
    await opener.focus()
    for (const [key, fact, closes] of [
      ['Control+Enter', 'beside', false],
      ['Control+k', 'palette', true],
      ['F1', 'shortcuts', true],
    ] as const) {
      await expectDialog(page, { fact, opener, closes, open: () => page.keyboard.press(key) })
    }
    // The draft in the form makes the change ask first.
    await page.keyboard.press('Control+4')
    const change = page.locator('[data-testid="inbox-row"]').getByRole('button', { name: 'Change it' })
    await expectDialog(page, { fact: 'replace', opener: change, open: () => change.press('Enter') })
  },
)

test(
  'The cancel and change questions keep the focus, block the page and give the focus back on Escape',
  { tag: '@item-9' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await bookUnseen(page, pairBooking(2, { appointment: inDays(2, '14:00') }))
    await find(page, '10002')
    await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
    const customer = page.locator('[data-testid="move-of-booking"][data-role="customer"]')
    for (const [name, fact] of [
      ['Cancel this move…', 'cancel-question'],
      ['Change…', 'change-question'],
    ] as const) {
      const opener = customer.getByRole('button', { name })
      await expectDialog(page, { fact, opener, open: () => opener.press('Enter') })
    }
    await service.end()
  },
)

test(
  'The guide for a booking in doubt keeps the focus, blocks the page and gives the focus back on Escape',
  { tag: '@item-9' },
  async ({ open, profile }) => {
    const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
    const proxy = await startFaultProxy(judge.url)
    proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await bookUnseen(page, pairBooking(3))
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    await page.keyboard.press('Control+4')
    const opener = page.locator('[data-testid="inbox-row"]').getByRole('button', { name: 'Find out…' })
    await expectDialog(page, { fact: 'doubt-guide', opener, open: () => opener.press('Enter') })
    await proxy.close()
    await judge.end()
  },
)
