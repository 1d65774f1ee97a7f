import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { save, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const about = (page: Page) => page.locator('[data-testid="about"]')

test('The Help menu and the palette show what this desk is, and copy it for support', async ({ open }) => {
  const { app, page } = await open()
  const pair = typedPair(64)
  await typePair(page, pair)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('about')?.click())
  await expect(about(page)).toContainText('development')
  await expect(about(page)).toContainText('1 Confirmed')
  await expectAccessible(page, 'about')
  await page.keyboard.press('Escape')
  await expect(about(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy details')
  await page.keyboard.press('Enter')
  await expect(about(page).getByTestId('copied')).toHaveText('Copied. Paste it into a message to support.')
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
  const electron = await app.evaluate(() => process.versions.electron)
  expect(copied.split('\n')).toEqual([
    'Lanekeeper',
    expect.stringMatching(/^Version: \d+\.\d+\.\d+ \(development\)$/),
    `Electron: ${electron}`,
    expect.stringMatching(/^System: .+, (x64|arm64)$/),
    'Provider type: Practice',
    expect.stringMatching(/^Store schema: \d+$/),
    'Bookings: 1 Confirmed',
  ])
})

test('The Help menu shows what this desk is while its bookings cannot be read', async ({ open, profile }) => {
  const first = await open()
  await first.close()
  writeFileSync(join(profile, 'practice-desk.db'), 'x'.repeat(20_000))
  const { app, page } = await open({ until: 'damaged' })
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('about')?.click())
  await expect(about(page)).toContainText('not open')
  await page.keyboard.press('Escape')
  await expect(about(page)).toHaveCount(0)
})
