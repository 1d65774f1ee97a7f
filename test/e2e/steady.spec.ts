import type { Page } from '@playwright/test'
import { save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

type Places = Readonly<Record<string, string>>

/** The button that empties a typed form has nothing to do in an empty one. */
const GOES_WITH_THE_TEXT = ['button Clear']

/**
 * Where each field, button and heading of the window stands, by its name. The cards beside the form tell of the typed
 * booking and become shorter without it, and the status bar tells of the save itself.
 */
const placesOf = (page: Page): Promise<Places> =>
  page.evaluate(() => {
    const places: Record<string, string> = {}
    for (const one of document.querySelectorAll<HTMLElement>('h1, h2, h3, input, textarea, select, button, label')) {
      const { x, y, width, height } = one.getBoundingClientRect()
      if (one.closest('footer, aside, .unseen') !== null || width < 2) continue
      const id = one.id.startsWith('react-aria') || one.id.startsWith('_r_') ? '' : one.id
      const base = `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? (id || one.innerText)}`.trim()
      let name = base
      for (let copy = 2; name in places; copy += 1) name = `${base} ${copy}`
      places[name] = [x, y, width, height].map((value) => value.toFixed(2)).join(' ')
    }
    return places
  })

for (const link of ['up', 'cut'] as const) {
  test(`No field, button or heading moves when a pair is saved ${link === 'up' ? 'online' : 'offline'}`, async ({
    open,
  }) => {
    const { page } = await open()
    await page.setViewportSize({ width: 1366, height: 768 })
    await setPracticeConnection(page, link)
    await typePair(page, typedPair(54))
    await expect(page.locator('[data-testid="ready"]')).toContainText('ZIP, city and state agree')
    await expect(page.locator('[data-testid^="strip-"]')).toHaveCount(link === 'up' ? 0 : 1)
    const before = await placesOf(page)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    for (const name of GOES_WITH_THE_TEXT) expect(before).toHaveProperty([name])

    await save(page)
    await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-shown', 'true')
    const stay = Object.fromEntries(Object.entries(before).filter(([name]) => !GOES_WITH_THE_TEXT.includes(name)))
    expect(await placesOf(page)).toEqual(stay)
    await expect(page.locator('[data-testid="saved"]')).toHaveAttribute(
      'data-state',
      link === 'up' ? 'booked' : 'waiting',
    )
    expect(await placesOf(page), 'after the answer of the provider').toEqual(stay)
  })
}

test('The details of the strip say more than its line', async ({ open }) => {
  const { page } = await open()
  const strip = page.locator('[data-testid="strip-offline"]')
  await setPracticeConnection(page, 'cut')
  await strip.getByRole('button', { name: 'Details' }).click()
  await expect(page.locator('[data-testid="message-offline"]')).toContainText(
    /Since \d+:\d\d [AP]M\. No bookings wait\./,
  )
  await expect(strip).not.toContainText('Since')
})
