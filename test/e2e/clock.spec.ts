import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { field, setPracticeConnection, typedPair, typePair, typeWhen } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

/* Nights on which the clocks of New York change, far enough ahead for every run of the tests. */
const SPRING = '03082099'
const AUTUMN = '11012099'

const understood = (page: Page) => page.locator('[data-testid="understood"]')

test('A time that the clocks skip is refused at its field, with the times to choose', async ({ open }) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(81))
  await typeWhen(page, SPRING, '0230AM')
  const words =
    '2:30 AM does not exist on Sun, Mar 8: the clocks go forward from 2:00 AM (EST) to 3:00 AM (EDT). ' +
    'Choose a time before 2:00 AM, or 3:00 AM or later.'
  await expect(understood(page)).toHaveText(words)
  await page.keyboard.press('Control+Enter')
  const errors = page.locator('[data-testid="errors"]')
  await expect(errors).toHaveAttribute('data-count', '1')
  await expect(errors).toContainText(words)
  await expect(field(page, 'spokenInput')).toHaveAccessibleDescription(words)
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  await expect(field(page, 'spokenInput')).toBeFocused()
  await typeWhen(page, SPRING, '0300AM')
  await expect(understood(page)).toHaveText('Sun, Mar 8, 2099 · 3:00 AM ET')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toBeVisible()
})

test('A time that comes twice is asked about by keyboard, kept in the draft, and asked anew for another time', async ({
  open,
}) => {
  const first = await open()
  await setPracticeConnection(first.page, 'cut')
  await typePair(first.page, typedPair(82))
  await typeWhen(first.page, AUTUMN, '0130AM')
  const question = first.page.getByRole('radiogroup', {
    name: '1:30 AM happens twice on Sun, Nov 1: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST). Which one?',
  })
  await expect(question.getByRole('radio')).toHaveCount(2)
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await first.page.keyboard.press('Control+Enter')
  const errors = first.page.locator('[data-testid="errors"]')
  await expect(errors).toHaveAttribute('data-count', '1')
  await expect(errors).toContainText('Choose the first or the second.')
  await expectAccessible(first.page, 'a time that comes twice')
  await expect(question.getByRole('radio', { name: '1:30 AM, first (EDT)' })).toBeFocused()
  await first.page.keyboard.press('ArrowRight')
  await expect(question.getByRole('radio', { name: '1:30 AM, second (EST)' })).toBeChecked()
  await expect(understood(first.page)).toHaveText('Sun, Nov 1, 2099 · 1:30 AM EST, the second of two')
  await expect(first.page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'kept')
  await first.kill()

  const { page } = await open()
  const second = page.getByRole('radio', { name: '1:30 AM, second (EST)' })
  await expect(second).toBeChecked()
  await typeWhen(page, AUTUMN, '0145AM')
  await expect(page.getByRole('radio', { name: '1:45 AM, second (EST)' })).not.toBeChecked()
  await expect(understood(page)).toHaveText('This time happens twice. Choose one.')
  await page.getByRole('radio', { name: '1:45 AM, first (EDT)' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toContainText('Sun, Nov 1, 2099, 1:45 AM EDT')
})

const MINUTE = 60_000

/** A provider that knows no move, with a clock `off` milliseconds from the one of this machine. */
async function otherClock(off: number) {
  const seen = { off, asked: 0 }
  const server = createServer((_, answer) => {
    seen.asked += 1
    answer.writeHead(404, { date: new Date(Date.now() + seen.off).toUTCString(), 'content-type': 'application/json' })
    answer.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    provider: { url: `http://127.0.0.1:${port}`, token: 't' },
    asked: () => seen.asked,
    set: (next: number) => void (seen.off = next),
    close: () => server.close().closeAllConnections(),
  }
}

test('A wrong PC clock shows a notice with advice until the clock is right', async ({ open }) => {
  const remote = await otherClock(-24 * 60 * MINUTE)
  const { app, page } = await open({ provider: remote.provider })
  await page.getByRole('button', { name: 'Settings has a notice' }).press('Enter')
  const notice = page.locator('[data-notice="clock-wrong"]')
  await expect(notice).toHaveText(
    "This computer's clock is 24 hours ahead of that of the driver service. Set this computer's date, time and time zone to automatic, or call IT. " +
      'Until then Lanekeeper uses the time of the driver service.',
  )
  await expectAccessible(page, 'a clock that is wrong')
  await page.keyboard.press('Control+1')
  // The day of the provider is yesterday on this PC.
  await page.getByRole('radio', { name: 'Today' }).press('Space')
  await field(page, 'spokenInput').press('F4')
  const day = new Date(Date.now() - 24 * 60 * MINUTE).toLocaleDateString('en-US', { timeZone: 'America/New_York' })
  const shown = await page.locator('#field-date [role="spinbutton"]').allInnerTexts()
  expect(shown.map(Number).join('/')).toBe(day)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  await expect(notice).toBeVisible()
  remote.set(0)
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect(notice).toHaveCount(0)
  remote.close()
})

test('A health check runs when the machine wakes up, is unlocked, or its network comes or goes', async ({ open }) => {
  const remote = await otherClock(0)
  const { app, page } = await open({ provider: remote.provider })
  await expect(page.locator('[data-testid="status"]')).toHaveAttribute('data-connection', 'up')
  const looks: readonly (() => Promise<unknown>)[] = [
    () => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume')),
    () => app.evaluate(({ powerMonitor }) => powerMonitor.emit('unlock-screen')),
    () => app.context().setOffline(true),
    () => app.context().setOffline(false),
  ]
  for (const look of looks) {
    const before = remote.asked()
    await look()
    await expect.poll(remote.asked).toBe(before + 1)
  }
  await expect(page.locator('[data-testid="status"]')).toHaveAttribute('data-connection', 'up')
  remote.close()
})
