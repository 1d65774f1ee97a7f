import type { Page } from '@playwright/test'
import { pairBooking } from '../../support/builders/bookings.ts'
import {
  bookUnseen,
  field,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { expect, test } from '../window.ts'

type Said = { readonly words: string; readonly polite: boolean }

/** Collects the texts that enter existing live regions, in order, as a screen reader would read them out. */
async function listen(page: Page): Promise<() => Promise<readonly Said[]>> {
  await page.evaluate(() => {
    const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
    const told = globalThis as unknown as { said: { words: string; polite: boolean }[] }
    told.said = []
    new MutationObserver((changes) => {
      // The status region reads out the changed line alone, an alert its whole text.
      const read = new Set<Element>()
      for (const { target, type, addedNodes } of changes) {
        if (type === 'childList' && addedNodes.length === 0) continue
        const at = target instanceof Element ? target : target.parentElement
        const region = at?.closest(LIVE)
        // A part of a region that is off is not read out.
        if (!(region instanceof Element) || at?.closest('[aria-live="off"]') !== null) continue
        const changed = at === region ? [...addedNodes] : [at]
        for (const line of region.id === 'announcements' ? changed : [region]) {
          if (line instanceof Element) read.add(line)
        }
      }
      for (const line of read) {
        const words = (line.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
        const polite = line.closest('[role="alert"], [aria-live="assertive"]') === null
        if (words !== '') told.said.push({ words, polite })
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () =>
    page.evaluate(() => {
      const told = globalThis as unknown as { said: { words: string; polite: boolean }[] }
      return told.said
    })
}

test(
  'Live regions announce each event once and politely, and a background health check is silent',
  { tag: '@item-18' },
  async ({ open }) => {
    const { app, page } = await open()
    // The live region exists before its first text.
    const announcer = page.getByRole('status')
    await expect(announcer).toHaveCount(1)
    await expect(announcer).not.toHaveCSS('display', 'none')
    const said = await listen(page)
    const expected: (readonly [what: string, words: RegExp])[] = []
    const heard = async (words: RegExp) => (await said()).filter((one) => words.test(one.words))
    const once = async (what: string, words: RegExp) => {
      expected.push([what, words])
      await expect.poll(async () => (await heard(words)).length, what).toBe(1)
    }

    await setPracticeConnection(page, 'cut')
    await once('offline', /^You are offline|still works|Keep booking/)
    await typePair(page, typedPair(91))
    await save(page)
    await once('save', /^Saved\. Sends when/)
    await page.keyboard.press('Control+4')
    await page.keyboard.press('Control+z')
    await once('undo', /^Undone\. Nothing was sent\.$/)

    await bookUnseen(page, pairBooking(1))
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
    await setPracticeConnection(page, 'up')
    await once('back online', /^Back online\./)
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
    // A second move of a car at one time is held.
    await bookUnseen(page, pairBooking(1))
    await once('needs attention', /^1 booking needs attention\.$/)

    await page.keyboard.press('Control+n')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xyzzyxyzzy')
    await once('nothing found', /^No results for “xyzzyxyzzy”/)
    await page.keyboard.press('Escape')
    const before = (await said()).length
    await page.keyboard.press('Control+f')
    await page.keyboard.type('subaru 10001', { delay: 20 })
    await expect(page.locator('[data-testid="results"][data-text="subaru 10001"]')).toBeAttached()
    const counted = async () =>
      (await said()).slice(before).filter(({ words }) => /booking|nothing|no results/i.test(words))
    await expect
      .poll(async () => (await counted()).at(-1), 'result count')
      .toEqual({ words: '2 of 3 bookings', polite: true })
    expect((await counted()).length).toBeLessThanOrEqual(2)

    await page.keyboard.press('Control+n')
    await field(page, 'customerPhone').focus()
    await expect(field(page, 'customerPhone')).toBeFocused()
    const total = (await said()).length
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    expect((await said()).slice(total)).toEqual([])
    // No text came twice, and each was polite.
    expect((await heard(/^No results for “/)).length).toBeLessThanOrEqual(2)
    for (const [what, words] of expected)
      expect(await heard(words), what).toEqual([expect.objectContaining({ polite: true })])
  },
)

test(
  'The words of a save stay for a screen reader and Undo stays for hours, and a tooltip stays with its focus',
  { tag: '@item-31' },
  async ({ open }) => {
    const { page } = await open()
    await page.clock.install()
    await page.reload()
    await page.locator('html[data-desk="ready"]').waitFor()
    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(92))
    await save(page)
    await page.keyboard.press('Control+Shift+n')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('show today')
    await page.keyboard.press('Escape')
    const stands = async () => {
      await expect(page.locator('[data-testid="saved"]')).toContainText('Saved.')
      await expect(page.locator('[data-testid="undo"]').getByRole('button', { name: 'Undo' })).toBeEnabled()
      await expect(page.locator('[data-testid="strip-offline"]')).toContainText('Keep booking')
    }
    await stands()
    await page.clock.fastForward('08:00:00')
    await stands()
    await page.keyboard.press('Control+4')
    await page.getByRole('button', { name: 'Withdraw' }).press('Enter')
    const outcome = page.getByRole('status').filter({ hasText: 'Withdrawn. Nothing will be sent.' })
    await expect(outcome).toBeVisible()
    await page.clock.fastForward('08:00:00')
    await expect(outcome).toBeVisible()
    await expect(page.locator('[data-testid="undo"]')).toContainText('Withdrawn: Pickup')

    await page.getByRole('button', { name: 'Lookup' }).focus()
    await page.keyboard.press('Tab')
    const tip = page.getByRole('tooltip')
    await expect(tip).toBeVisible()
    await page.clock.fastForward('01:00:00')
    await expect(tip).toBeVisible()
  },
)
