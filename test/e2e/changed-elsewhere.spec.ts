import Database from 'better-sqlite3'
import { join } from 'node:path'
import { pairBooking } from '../support/builders/bookings.ts'
import { bookUnseen, setPracticeConnection, statusBar } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('A booking that was changed at another desk is answered before a call, and leaves once a person says so', async ({
  open,
  profile,
}) => {
  const first = await open()
  await setPracticeConnection(first.page, 'cut')
  await bookUnseen(first.page, pairBooking(1))
  await first.close()
  // What the desk reads of the board about a change at the desk that had the booking before.
  const desk = new Database(join(profile, 'practice-desk.db'))
  desk
    .prepare(
      `INSERT INTO decisions (entry_id, at, kind, detail)
       SELECT id, '2026-11-27T14:00:00Z', 'changed-elsewhere', 'Parts counter' FROM outbox`,
    )
    .run()
  desk.close()
  const practice = new Database(join(profile, 'practice-service.db'), { readonly: true })
  const requests = () => practice.prepare('SELECT count(*) FROM requests').pluck().get()
  const before = requests()

  const { page } = await open()
  await setPracticeConnection(page, 'up')
  await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
  expect(requests()).toBe(before)
  await page.keyboard.press('Control+4')
  await page.getByTestId('inbox-row').getByRole('button').press('Enter')
  const pane = page.getByTestId('resolve')
  await expect(pane.getByTestId('resolve-reason')).toContainText('Parts counter changed this')
  const tops = await Promise.all(['answers', 'call'].map((id) => pane.getByTestId(id).boundingBox()))
  expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0)
  await pane.locator('[data-testid="answers"] [data-value="release"]').click()
  await pane.getByLabel('Your name').fill('Dana R.')
  await pane.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(statusBar(page)).toHaveAttribute('data-attention', '0')
  await expect.poll(requests).not.toBe(before)
  practice.close()
})
