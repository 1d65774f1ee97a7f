import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { callBridge } from '../support/page/bridge-calls.ts'
import { answerTrust, type DeskWindow } from '../support/page/window.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { expect, test } from './window.ts'

/** A server that counts the connections that reach it. */
async function listener() {
  let reached = 0
  const server = createServer((_request, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
  )
  server.on('connection', () => (reached += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: () => reached,
    close: () => server.close(),
  }
}

/** The change as a script of the page would request it, past every button. */
async function change(
  page: Page,
  call: 'testConnection' | 'changeSettings',
  address: string,
  linkHosts: readonly string[] = [],
) {
  const provider = {
    address,
    profile: 'baseline',
    clientId: null,
    rooftopNumber: null,
    payerNumber: null,
    linkHosts,
    caFile: null,
  }
  const rooftop = {
    name: 'Lakeside Auto',
    address: {
      name: 'Lot',
      addressOne: '780 Harbor Rd',
      addressTwo: null,
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
    },
    zone: 'America/Chicago',
    contact: null,
    noticeMinutes: 60,
    marginMinutes: 30,
  }
  const answer = await callBridge(page, call, { provider: { ...provider, token: 'token-1' }, rooftop } as never)
  return { ok: answer.ok, detail: answer.ok ? null : answer.failure.detail }
}

const DECLINED = { ok: false, detail: 'trust-declined' }

test('A new provider, test address or link host is asked for in a dialog that the page cannot press', async ({
  open,
}) => {
  const provider = await listener()
  const desk: DeskWindow = await open()
  const { page } = desk
  const declined = await answerTrust(desk.app, 'Cancel')
  expect(await change(page, 'testConnection', provider.url)).toEqual(DECLINED)
  expect(await change(page, 'changeSettings', provider.url)).toEqual(DECLINED)
  expect(await declined()).toHaveLength(2)
  expect((await declined())[0]).toContain(`Send bookings to ${provider.url}`)
  expect(provider.reached()).toBe(0)

  const trusted = await answerTrust(desk.app, 'Trust')
  expect(await change(page, 'testConnection', provider.url)).toMatchObject({ ok: true })
  expect(await change(page, 'changeSettings', provider.url)).toMatchObject({ ok: true })
  // The answer to the test counts for the save.
  expect(await trusted()).toHaveLength(1)
  expect(provider.reached()).toBeGreaterThan(0)

  const again = await answerTrust(desk.app, 'Cancel')
  expect(await change(page, 'changeSettings', provider.url, ['evil.example'])).toEqual(DECLINED)
  expect(await again()).toEqual([expect.stringContaining('Open links to evil.example in the browser')])
  provider.close()
})

test('A provider that a settings file changed is told in the window until a person hides the notice', async ({
  open,
  profile,
}) => {
  const first = await open()
  await first.close()
  writeDeskFile(profile, { address: 'http://127.0.0.1:9', token: 'token-1' })
  const notice = (page: Page) => page.locator('[data-notice="file-change"]')
  const second = await open()
  await second.page.getByRole('button', { name: '1 more message' }).press('Enter')
  await expect(notice(second.page)).toContainText('Bookings now go to http://127.0.0.1:9.')
  await second.close()
  const third = await open()
  await third.page.getByRole('button', { name: '1 more message' }).press('Enter')
  await notice(third.page).getByRole('button', { name: 'Hide this notice' }).click()
  await expect(notice(third.page)).toHaveCount(0)
  await third.close()
  const fourth = await open()
  await expect(fourth.page.locator('[data-testid="status"]')).toBeVisible()
  await expect(notice(fourth.page)).toHaveCount(0)
})
