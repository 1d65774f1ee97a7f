import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { field, goToSettings, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test(
  'Letter keys that the settings switch off do nothing, and keys, colors and rows outlive a restart',
  { tag: '@item-11' },
  async ({ open }) => {
    const first = await open()
    const { page } = first
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(66))
    await save(page)
    await goToSettings(page, 'Appearance')
    const light = await background()
    await page.getByRole('radio', { name: 'Dark' }).press('Space')
    await expect.poll(background).not.toBe(light)
    await page.getByRole('radio', { name: 'Comfortable' }).press('Space')
    await page
      .getByRole('radiogroup', { name: 'Single-key shortcuts' })
      .getByRole('radio', { name: 'Off' })
      .press('Space')
    await expect(page.locator('[data-testid="appearance"]')).toHaveAttribute('data-single-keys', 'false')

    await page.keyboard.press('Control+2')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    const today = (await heading.textContent()) ?? ''
    await page.keyboard.press('ArrowLeft')
    await expect(heading).not.toHaveText(today)
    for (const key of ['t', '/', '?']) await page.keyboard.press(key)
    await expect(heading).not.toHaveText(today)
    await expect(heading).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await first.close()

    const second = await open()
    await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(second.page.locator('html')).toHaveAttribute('data-density', 'comfortable')
    expect(await second.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(light)
    await goToSettings(second.page, 'Appearance')
    await expect(second.page.locator('[data-testid="appearance"]')).toHaveAttribute('data-single-keys', 'false')
  },
)

/** Targets below 24 pixels, and actions of a row below 28. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, textarea, a[href], [role="option"], [role^="menuitem"], td > *')]
      // The target of a switch or a choice is its whole label.
      .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()] as const)
      .filter(([one, { width, height }]) => {
        const least = one.closest('li[data-testid] [role="group"]') !== null ? 28 : 24
        return width > 1 && height > 1 && (width < least || height < least)
      })
      .map(([one]) => one.outerHTML.slice(0, 80)),
  )

/** Opens the menu of a card of tomorrow. */
async function openDayMenu(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .press('Enter')
}

async function openZones(page: Page): Promise<void> {
  await goToSettings(page, 'Dealership')
  await page.locator('#setting-zone').press('Enter')
}

test(
  'Rows are 28 or 36 pixels high, targets at least 24, actions of a row 28, and high contrast passes axe',
  { tag: '@item-26' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(67))
    await save(page)
    for (const [name, height] of [
      ['Compact', 28],
      ['Comfortable', 36],
    ] as const) {
      await goToSettings(page, 'Appearance')
      await page.getByRole('radio', { name }).press('Space')
      await expect(page.locator('html')).toHaveAttribute('data-density', name.toLowerCase())
      await page.keyboard.press('Control+3')
      const row = page.locator('[data-testid="found-booking"]').first()
      await expect(row).toBeVisible()
      for (const [width, tall] of [
        [1366, 768],
        [1600, 900],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height: tall })
        // The line between two rows belongs to the upper row.
        const drawn = async () => Math.round((await row.boundingBox())?.height ?? 0)
        await expect.poll(drawn, `${name}, ${width} wide`).toBeGreaterThanOrEqual(height)
        await expect.poll(drawn, `${name}, ${width} wide`).toBeLessThanOrEqual(height + 1)
      }
      for (const key of ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+,']) {
        await page.keyboard.press(key)
        await expect(page.locator('h1')).toBeFocused()
        expect(await smallTargets(page), `${name}, ${key}`).toEqual([])
      }
    }
    for (const [screen, opens, shown] of [
      ['Control+1', () => page.getByRole('button', { name: /^Calendar/ }).press('Enter'), 'grid'],
      ['Control+2', () => openDayMenu(page), 'menu'],
      ['Control+,', () => openZones(page), 'listbox'],
      ['Control+3', () => page.keyboard.press('Control+k'), 'dialog'],
      ['Control+3', () => page.keyboard.press('F1'), 'dialog'],
    ] as const) {
      await page.keyboard.press(screen)
      await expect(page.locator('h1')).toBeFocused()
      await opens()
      await expect(page.getByRole(shown).last()).toBeVisible()
      expect(await smallTargets(page), `${screen}, ${shown}`).toEqual([])
      await page.keyboard.press('Escape')
    }
    await goToSettings(page, 'Appearance')
    await page.getByRole('radio', { name: 'High contrast' }).press('Space')
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more')
    await expectAccessible(page, 'settings in high contrast')
  },
)

test('The first steps stand beside the form of a new desk, lead where they say, and stay away once put away', async ({
  open,
}) => {
  const { page, close } = await open()
  const steps = page.locator('[data-testid="onboarding"]')
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps.locator('[data-done="true"]')).toHaveCount(0)
  await typePair(page, typedPair(48))
  await save(page)
  // A booking also accepts the practice profile that the settings show.
  await expect(steps.locator('[data-done="true"]')).toHaveCount(2)
  await steps.getByRole('button', { name: 'Show all shortcuts' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Ctrl K')
  await page.keyboard.press('Escape')
  await expect(steps.locator('[data-done="true"]')).toHaveCount(3)
  await steps.getByRole('button', { name: 'Go live…' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Go live: Connect', level: 2 })).toBeFocused()
  await page.getByRole('button', { name: 'Stay in practice' }).press('Enter')
  await page.keyboard.press('Control+1')
  await steps.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(steps).toHaveCount(0)
  await expect(field(page, 'customerPhone')).toBeFocused()
  await close()
  const again = await open()
  await expect(again.page.getByRole('heading', { name: 'New booking', level: 1 })).toBeVisible()
  await expect(again.page.locator('[data-testid="onboarding"]')).toHaveCount(0)
})

test('The column beside an empty form shows all of the first steps at 1366x768', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByTestId('onboarding')).toBeVisible()
  const hidden = await page.locator('#summary').evaluate((one) => one.scrollHeight - one.clientHeight)
  expect(hidden).toBeLessThanOrEqual(0)
})
