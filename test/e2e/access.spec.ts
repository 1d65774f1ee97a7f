import { expectAccessible } from '../support/axe.ts'
import { field, find, save, setPracticeLink, typedPair, typePair } from '../support/desk-page.ts'
import { expect, test } from './window.ts'

test('no screen has an accessibility violation, in light or dark', async ({ open }) => {
  const { page } = await open()
  await expectAccessible(page, 'empty scheduler')
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-fact="errors"]').waitFor()
  await expectAccessible(page, 'scheduler with errors')
  await page.getByRole('radio', { name: 'One-way' }).press('Space')
  await expectAccessible(page, 'one-way')
  await page.getByRole('radio', { name: 'Pickup with loaner' }).press('Space')
  await page.getByRole('radio', { name: 'Enter the loaner' }).press('Space')
  await page.getByRole('button', { name: 'Contact and instructions for the driver' }).press('Enter')
  await expectAccessible(page, 'everything unfolded')
  await setPracticeLink(page, 'cut')
  await typePair(page, typedPair(71))
  await expectAccessible(page, 'filled, offline')
  await save(page)
  await expectAccessible(page, 'saved, waiting')
  await find(page, '0171')
  await expectAccessible(page, 'lookup, waiting')
  await setPracticeLink(page, 'up')
  await page.locator('[data-fact="booking"][data-state="booked"]').waitFor()
  await expectAccessible(page, 'lookup, confirmed')
  await find(page, 'nothing like it')
  await expectAccessible(page, 'lookup, no match')
})

test('the window works for 200 % zoom and shows no sideways scroll at 320 pixels', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize({ width: 683, height: 384 })
  await field(page, 'customerName').fill('Harriet Quill')
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await sideways()).toBe(0)
})

test('every stop of the Tab key is visible and none is visited twice', async ({ open }) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  const stops = new Set<string>()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const at = document.activeElement
      if (!(at instanceof HTMLElement) || at === document.body) return null
      // A choice and a date draw the ring around the whole box in which the focus is.
      const ringed = [
        at,
        at.parentElement,
        at.parentElement?.parentElement,
        at.closest('[data-focus-visible], [data-focus-within]'),
      ]
      const seen = ringed.some((one) => one instanceof HTMLElement && getComputedStyle(one).outlineStyle !== 'none')
      const all = [...document.querySelectorAll('*')]
      return {
        key: String(all.indexOf(at)),
        seen,
        name: `${at.tagName} ${at.id} ${at.getAttribute('aria-label') ?? at.textContent.slice(0, 30)}`,
      }
    })
    if (stop === null || stops.has(stop.key)) break
    stops.add(stop.key)
    expect(stop.seen, `a ring around ${stop.name}`).toBe(true)
  }
  expect(stops.size).toBeGreaterThan(25)
})
