import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
import { find, findBox, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { shapeAnswers } from '../support/fakes/practice-controls.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { newProfile, openDeskWindow, removeProfile } from '../support/page/window.ts'
import { CHARGE_ANSWER } from '../support/builders/move-news.ts'
import { expect, test } from './window.ts'

const notShown = (page: Page) => page.locator('[data-testid="not-shown"]')
const fetchedAt = (page: Page) => page.locator('[data-testid="fetched-at"]')
const block = (page: Page) => page.getByRole('region', { name: 'Not booked here' })
const hits = (page: Page) => block(page).getByRole('button')
const ask = (page: Page, number: string) =>
  page.getByRole('button', { name: `Ask the driver service for move ${number}`, exact: true })

/** Runs a health check over the bridge: an open dialog holds the keyboard. */
const checkConnection = (page: Page) => callBridge(page, 'checkConnection', null)

test('An external move shows why it was canceled, its driver and its charge, and what the provider says of its own availability', async ({
  open,
  judge,
}) => {
  const created = await fetch(`${judge.url}/v1/one-way-moves`, {
    method: 'POST',
    headers: { authorization: `Bearer ${judge.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ready_by_time_utc: '2027-11-26 15:00:00',
      make: 'Ford',
      model: 'Transit',
      manual: false,
      name: 'Body shop',
      address_one: '12 Hull St',
      city: 'Richmond',
      state: 'VA',
      zip: '23224',
      special_instructions: 'Destination: Paint shop, 1 Main St, Richmond, VA 23220',
    }),
  })
  const { move } = (await created.json()) as { readonly move: { readonly id: number } }
  await shapeAnswers(judge, {
    earliest_available_time: '2027-11-28T14:00:00Z',
    message: 'Closed for the holiday',
    move: {
      cancel_status: 'rescheduled',
      cancel_reason: 'Nobody was at the door',
      driver_name: 'Nadia Rowe',
      settled: false,
      tracking_link: 7,
    },
    charge: CHARGE_ANSWER,
  })
  const { page } = await open({ provider: judge })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await find(page, String(move.id))
  await ask(page, String(move.id)).press('Enter')
  const shown = page.getByRole('dialog', { name: `Move ${move.id}` })
  await expect(shown).toContainText(/Cancellation\s*rescheduled\s*Reason\s*Nobody was at the door/)
  await expect(shown).toContainText(/Earliest\s*Sun, Nov 28, 2027, 9:00 AM/)
  await expect(shown).toContainText(/Message\s*“Closed for the holiday”/)
  await expect(shown).toContainText(
    /Driver\s*Nadia Rowe\s*Charge\s*\$38\.50 due, status “open”, not final yet\s*Disputed: Wrong distance/,
  )
  await expect(shown).toContainText(/Tracking page\s*“7” \(not a link we can open\)/)
})

test('An external move is fetched by its number, shown read-only, kept over a restart and fetched anew once online', async ({
  open,
  judge,
  profile,
}) => {
  // The test opens three windows and three providers one after the other.
  test.slow()
  const provider = { url: judge.url, token: judge.token }
  const pair = typedPair(35)
  const folder = newProfile()
  const other = await openDeskWindow({ folder, provider })
  await typePair(other.page, pair)
  await save(other.page)
  await expect(other.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  const found = await find(other.page, pair.vin.slice(-6))
  await expect(found).toHaveAttribute('data-numbers', /^\d+ \d+$/)
  const [number = ''] = (await found.getAttribute('data-numbers'))?.split(' ') ?? []
  await other.kill()
  removeProfile(folder)

  const first = await open({ provider })
  await test.step('The move is fetched, shown and kept, and is not counted as booked here', async () => {
    const { page } = first
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await typePair(page, typedPair(36))
    await save(page)
    await find(page, '987654')
    await expect(ask(page, '987654')).toBeVisible()
    // The search box still has the focus.
    await page.keyboard.press('Enter')
    await expect(notShown(page)).toContainText('The driver service has no move 987654')

    await find(page, number)
    await expect(page.getByRole('heading', { name: `No results for "${number}"` })).toBeVisible()
    await expect(notShown(page)).toHaveText('')
    await expect(block(page)).toHaveCount(0)
    await ask(page, number).press('Enter')
    const shown = page.getByRole('dialog', { name: `Move ${number}` })
    await expect(fetchedAt(page)).toHaveText(/^Not booked here\. Asked \d+:\d\d [AP]M\.$/)
    await expect(shown).toContainText('It is kept')
    await expect(shown).toContainText(pair.vin)
    await expect(shown.getByRole('button', { name: 'Close' })).toBeFocused()
    await expectAccessible(page, 'a move of another desk')
    await page.keyboard.press('Escape')
    await expect(ask(page, number)).toBeFocused()
    expect(await page.locator('[data-testid="count"]').innerText()).toBe('0 of 1 booking')
  })

  await test.step('The move is found as its number is typed, beneath the moves booked here', async () => {
    const { page } = first
    for (const text of [number, pair.vin.slice(-6)]) {
      await find(page, text)
      await expect(hits(page)).toHaveCount(1)
      await expect(hits(page)).toHaveAttribute('data-number', number)
    }
    // Two letters are too short to search external moves.
    await find(page, '1M')
    await expect(block(page)).toHaveCount(0)
    const rows = await find(page, '1M8GDM9AXKP')
    await expect(rows).not.toHaveCount(0)
    await expect(hits(page)).toHaveCount(1)
    await expect(block(page)).toContainText(/Asked \d+:\d\d [AP]M/)
    await page.getByRole('toolbar').getByRole('button', { name: 'Open', exact: true }).press('Space')
    await expect(block(page)).toHaveCount(0)
    await first.close()
  })

  await judge.end()
  const { page } = await open({ provider })
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')
  await find(page, number)
  await hits(page).press('Enter')
  await expect(fetchedAt(page)).toContainText('Not booked here. This is as of')
  await expect(fetchedAt(page)).toContainText("We'll ask again when you're back online.")
  await expect(page.getByRole('dialog')).toContainText(pair.vin)
  await expectAccessible(page, 'a move of another desk, offline')

  await test.step('The move is fetched anew once the link is back', async () => {
    const { port } = new URL(judge.url)
    const back = await startPracticeProcess(join(profile, 'judge', 'judge.db'), {
      script: BUILT_PRACTICE,
      more: ['--port', port],
    })
    await checkConnection(page)
    await expect(fetchedAt(page)).toHaveText(/^Not booked here\. Asked \d+:\d\d [AP]M\.$/)
    await page.keyboard.press('Escape')
    await expect(hits(page)).toBeFocused()
    await back.end()
  })

  await test.step('The move is removed once the provider does not know it', async () => {
    const { port } = new URL(judge.url)
    const empty = await startPracticeProcess(join(profile, 'judge', 'empty.db'), {
      script: BUILT_PRACTICE,
      more: ['--port', port],
    })
    await findBox(page).press('Enter')
    await expect(notShown(page)).toContainText(`has no move ${number} anymore. It was removed here.`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(block(page)).toHaveCount(0)
    await empty.end()
  })
})
