import type { Page } from '@playwright/test'
import { goToSettings, find, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { movedAnswer, startAnsweringServer, UNKNOWN_MOVE_ANSWERS } from '../support/fakes/answering-server.ts'
import { expect, test } from './window.ts'

/* The words of the window for what a server answers in place of the provider, or as the provider. */

const GOOD = UNKNOWN_MOVE_ANSWERS['404 with the envelope']

const setting = (page: Page, name: string) => page.locator(`input#setting-${name}, button#setting-${name}`)

test('The connection test of the settings says a sentence for each kind of answer, and a portal page is never good', async ({
  open,
}, info) => {
  const server = await startAnsweringServer(GOOD)
  const { page } = await open({ trusts: true })
  await goToSettings(page)
  await page.getByRole('button', { name: 'Go live…' }).press('Enter')
  await setting(page, 'address').fill(server.url)
  await setting(page, 'token').fill('token-1')
  const said = page.locator('[data-testid="connection-test"]')
  for (const [answer, words] of [
    ['404 {}', /^Connected\./],
    ['404 with a portal page', /^A web page responds at this address, not a provider/],
    ['200 {}', /but it isn't a provider/],
    ['403', /^Signed in, but this account may not look up moves/],
    ['200 with a portal page', /^A web page responds at this address, not a provider/],
  ] as const) {
    server.answer(UNKNOWN_MOVE_ANSWERS[answer])
    await page.getByRole('button', { name: /Test connection/ }).press('Enter')
    await expect(said).toHaveText(words)
  }
  await page.screenshot({ path: info.outputPath('portal-tested.png') })
  await server.close()
})

test('The banner names a web page in place of the provider, and the booking waits', async ({ open }, info) => {
  const server = await startAnsweringServer(UNKNOWN_MOVE_ANSWERS['200 with a portal page'])
  const { page } = await open({ provider: { url: server.url, token: 'token-1' } })
  await expect(page.locator('[data-testid="strip-offline"]')).toContainText(
    'A web page responds instead of the driver service',
  )
  await typePair(page, typedPair(61))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'waiting')
  expect(server.requests.filter((one) => one.startsWith('POST'))).toEqual([])
  await page.screenshot({ path: info.outputPath('portal-banner.png') })
  await server.close()
})

test('A provider that answers an unknown move in plain text is known by a move that a person looks up, also on a desk without bookings', async ({
  open,
}) => {
  const bare = UNKNOWN_MOVE_ANSWERS['404 with text']
  const server = await startAnsweringServer((path) => (path === '/v1/moves/4711' ? movedAnswer(4711) : bare))
  const { page } = await open({ provider: { url: server.url, token: 'token-1' } })
  await expect(page.locator('[data-testid="strip-offline"]')).toContainText('look up one of their move numbers')
  await find(page, '4711')
  await page.getByRole('button', { name: 'Ask the driver service for move 4711', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move 4711' })).toBeVisible()
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await page.keyboard.press('Escape')
  await find(page, '4712')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-testid="not-shown"]')).toContainText(
    'Move 4712 could not be looked up. The reply could not be read.',
  )
  await server.close()
})

test('A booking in doubt shows the words of the provider as text', async ({ open }, info) => {
  const server = await startAnsweringServer(GOOD)
  const words = { status: 422, body: 'Rooftop 12 is not in this account.', type: 'text/plain' }
  server.answer((path) => (path.startsWith('/v1/moves/') ? GOOD : words))
  const { page } = await open({ provider: { url: server.url, token: 'token-1' } })
  await typePair(page, typedPair(61))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'in-doubt')
  await page.keyboard.press('Control+4')
  const row = page.locator('[data-testid="resolve"]')
  await expect(row).toContainText('The driver service replied “Rooftop 12 is not in this account.”')
  await expect(row).toContainText("Don't book it again yet")
  await page.screenshot({ path: info.outputPath('words-in-doubt.png') })
  await server.close()
})
