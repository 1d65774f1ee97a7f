import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { chooseMore, goToSettings, typedPair, typePair } from '../support/page/desk-page.ts'
import { bookForScreens, visitScreens } from '../support/page/screens.ts'
import { expect, test } from './window.ts'

/** The elements that announce politely, without the log in which react-aria reads out the parts of a date. */
const politeRegions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="status"], output, [aria-live]')]
      .filter((one) => one.getAttribute('role') !== 'log')
      .map((one) => `${one.tagName.toLowerCase()}#${one.id}`),
  )

const ONE = ['div#announcements']

/** Asserts that the only status region is the one of the window, and that a screen reader hears it. */
async function expectOneRegion(page: Page, where: string): Promise<void> {
  expect(await politeRegions(page), where).toEqual(ONE)
  // A role query finds no element that a dialog hides from a screen reader.
  await expect(page.getByRole('status'), where).toHaveCount(1)
}

test('One status region is in the document on every screen and behind every dialog', async ({ open, judge }) => {
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
  await page.setViewportSize({ width: 1366, height: 768 })
  await bookForScreens(page)
  let visited = 0
  await visitScreens(page, async (where) => {
    await expectOneRegion(page, where)
    visited += 1
  })
  expect(visited).toBeGreaterThanOrEqual(16)
  await proxy.close()
})

test('Each kind of news is announced in the one status region, also over an open dialog', async ({ open, profile }) => {
  writeFileSync(join(profile, 'desk.json'), '{"practice":{"profile":"hopdrive"}}', { mode: 0o600 })
  const { page } = await open()
  const region = page.getByRole('status')
  const says = async (words: string | RegExp) => {
    await expect(region).toContainText(words)
    expect(await politeRegions(page)).toEqual(ONE)
  }
  await page.keyboard.press('Control+Enter')
  await says(/8 fields are missing\./)
  const pair = typedPair(46)
  await typePair(page, pair)
  await says(/2:00 PM ET/)
  await page.getByRole('button', { name: /^Book pickup \+ return/ }).press('Enter')
  await page.locator('input#return-time').fill('tomorrow 5p')
  await says(/5:00 PM/)
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await says(/Confirmed|Saved/)

  await page.keyboard.press('Control+2')
  await page.keyboard.press('ArrowRight')
  await says('2 bookings')
  await page.keyboard.press('Control+f')
  await page.keyboard.type(pair.reference)
  await says('2 of 2 bookings')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy Phone' }).press('Enter')
  await says(`Copied: ${pair.phone}`)

  await page.keyboard.press('Control+Shift+R')
  await page.keyboard.type('tomorrow 9a')
  await says(/\w{3}, .* 9:00 AM/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel…' }).press('Enter')
  await expect(page.locator('[data-testid="cancel-question"]')).toBeVisible()
  await expectOneRegion(page, 'cancel dialog')
  await page.keyboard.press('Escape')
  await page.locator('[data-role="customer"]').getByRole('button', { name: 'Change…' }).press('Enter')
  await expect(page.locator('[data-testid="change-question"]')).toBeVisible()
  await expectOneRegion(page, 'change dialog')
  await page.keyboard.press('Escape')
  await chooseMore(page, 'Add RO, loaner or note…')
  await expectOneRegion(page, 'dialog of an added fact')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('xyzzyxyzzy')
  await says('No results for “xyzzyxyzzy”')
  await page.keyboard.press('Escape')
  await goToSettings(page, 'Dealership')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await says('Saved.')
})
