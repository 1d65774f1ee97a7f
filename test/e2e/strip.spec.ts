import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, statusBar } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('A doubt, a lost connection and a restart share one strip on every screen, with the doubt in front', async ({
  open,
  judge,
}) => {
  const proxy = await startFaultProxy(judge.url)
  proxy.addToxic({ type: 'cut', when: 'after', end: 'fin', match: { asks: 'create', nth: 1 } })
  const { app, page } = await open({
    provider: { url: proxy.url, token: judge.token },
    args: [`--restarted-at=${new Date().toISOString().slice(0, 19)}Z`],
  })
  const strips = page.locator('[data-testid^="strip-"]')
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  await expect(strips).toHaveAttribute('data-notice', 'restarted')
  await bookUnseen(page, pairBooking(61))
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
  proxy.disconnect()
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')

  for (const screen of ['1', '2', '3', '4', ',']) {
    await page.keyboard.press(`Control+${screen}`)
    await expect(page.locator('h1')).toBeFocused()
    await expect(strips).toHaveCount(1)
    await expect(strips).toHaveAttribute('data-testid', 'strip-reminder')
  }
  await page.getByRole('button', { name: '2 more messages' }).press('Enter')
  const all = page.getByRole('dialog', { name: 'All messages' }).locator('[data-testid^="message-"]')
  await expect
    .poll(() => all.evaluateAll((lines) => lines.map((line) => line.dataset['testid'])))
    .toEqual(['message-reminder', 'message-offline', 'message-notice'])
  await proxy.close()
})
