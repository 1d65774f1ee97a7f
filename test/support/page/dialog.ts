import { expect, type Locator, type Page } from '@playwright/test'

type DialogCase = {
  readonly testId: string
  readonly open: () => Promise<unknown>
  /** The element that has the focus again after the dialog is closed. */
  readonly opener: Locator
  /** A click beside a dialog without a question closes that dialog. */
  readonly closes?: boolean
}

const heading = (page: Page) => page.locator('h1')

/** Asserts that a dialog takes and keeps the focus, blocks the page behind it, and gives the focus back on Escape. */
export async function expectDialog(page: Page, { testId, open, opener, closes = false }: DialogCase): Promise<void> {
  const title = await heading(page).innerText()
  const behind = page.getByRole('button', { name: 'Settings', includeHidden: true }).first()
  const spot = (await behind.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const dialog = page.locator(`[data-testid="${testId}"]`)
  const inside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  await open()
  await expect(dialog).toBeVisible()
  await expect.poll(inside, testId).toBe(true)
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press(count % 3 === 2 ? 'Shift+Tab' : 'Tab')
    expect(await inside(), `${testId}, after ${count + 1} times Tab`).toBe(true)
  }
  await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2)
  await expect(heading(page)).toHaveText(title)
  if (closes) {
    await expect(dialog).toHaveCount(0)
    await expect(opener, `${testId}, closed by a click`).toBeFocused()
    await open()
  }
  await expect(dialog).toBeVisible()
  // Escape closes the palette over the dialog first.
  if (!closes) {
    await page.keyboard.press('Control+k')
    await expect(page.locator('[data-testid="palette"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-testid="palette"]')).toHaveCount(0)
    await expect.poll(inside, `${testId}, under the palette`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener, testId).toBeFocused()
}
