import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { startBuiltHub } from '../support/hub/built-hub.ts'
import { freePort } from '../support/hub/places.ts'
import { statusBar } from '../support/page/desk-page.ts'
import { answerTrust, newProfile, openDeskWindow, removeProfile } from '../support/page/window.ts'
import { breachesOf, expect, test } from './window.ts'

const board = (page: Page) => statusBar(page).locator('[data-board]')

async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`) })
  }
}

test('A person pastes an invitation in the settings, sees the board live, and leaves the board', async ({
  judge,
}, info) => {
  const hub = startBuiltHub(await freePort())
  const folder = newProfile()
  const file = join(newProfile(), 'desk-1.json')
  hub.invite('Desk 1', file)
  const desk = await openDeskWindow({ folder, provider: { url: judge.url, token: judge.token } })
  const { page, app } = desk
  try {
    await expect(board(page)).toHaveCount(0)
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Board', exact: true }).press('Enter')
    const field = page.getByLabel('Invitation')
    const joins = page.getByRole('button', { name: 'Join the board' })
    await field.fill('Dear Desk 1, see below')
    await joins.press('Enter')
    await expect(field).toBeFocused()
    await expect(page.locator('form')).toContainText('This is not an invitation.')
    await picture(page, info, 'not-an-invitation')

    await field.fill(readFileSync(file, 'utf8'))
    const declined = await answerTrust(app, 'Cancel')
    await joins.press('Enter')
    await expect(page.locator('form')).toContainText('You did not agree to share bookings with this hub')
    expect((await declined())[0]).toContain(
      'Share bookings with the other computers of “Northside Motors” by the hub at 127.0.0.1:',
    )
    await expect(board(page)).toHaveCount(0)

    await answerTrust(app, 'Trust')
    await joins.press('Enter')
    await expect(board(page)).toHaveText('Board live')
    const membership = page.getByTestId('board-membership')
    await expect(membership).toBeFocused()
    await expect(membership).toContainText('Northside Motors')
    await expect(membership).toContainText('Desk 1')
    await expect(membership).toContainText('Board live')
    await expect(page.getByTestId('board-outcome')).toHaveText(
      'This computer joined the board of Northside Motors as Desk 1.',
    )
    await expect(field).toHaveCount(0)
    await picture(page, info, 'joined')

    await page.getByRole('button', { name: 'Leave the board…' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Leave the board?' })
    await expect(dialog).toContainText(
      'Bookings of other desks stay here as they are now, and are not updated anymore.',
    )
    await expect(dialog.getByRole('button', { name: 'Stay on the board' })).toBeFocused()
    await picture(page, info, 'leave')
    await dialog.getByRole('button', { name: 'Leave the board', exact: true }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(board(page)).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(page.getByTestId('board-outcome')).toHaveText('This computer left the board.')
  } finally {
    await desk.kill()
    hub.remove()
  }
  expect(breachesOf([desk], folder)).toEqual([])
  removeProfile(folder)
})

test('A retired desk says in its window that the board does not admit it, and what to do', async ({ judge }, info) => {
  const hub = startBuiltHub(await freePort())
  const [folder, file] = [newProfile(), join(newProfile(), 'desk-1.json')]
  hub.invite('Desk 1', file)
  const desk = await openDeskWindow({ folder, provider: { url: judge.url, token: judge.token } })
  const { page, app } = desk
  try {
    await answerTrust(app, 'Trust')
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Board', exact: true }).press('Enter')
    await page.getByLabel('Invitation').fill(readFileSync(file, 'utf8'))
    await page.getByRole('button', { name: 'Join the board' }).press('Enter')
    await expect(board(page)).toHaveText('Board live')
    hub.retire('Desk 1')
    await expect(board(page)).toHaveAttribute('data-fault', 'refused')
    await expect(board(page)).toContainText('This computer is not admitted to the board.')
    await expect(page.getByTestId('board-membership')).toContainText(
      'This computer is not admitted to the board. Enter a new invitation from IT in Settings.',
    )
    await picture(page, info, 'not-admitted')
    hub.invite('Desk 1', `${file}.new`)
    await page.getByLabel('Invitation').fill(readFileSync(`${file}.new`, 'utf8'))
    await page.getByRole('button', { name: 'Join the board' }).press('Enter')
    await expect(board(page)).toHaveText('Board live')
  } finally {
    await desk.kill()
    hub.remove()
  }
  expect(breachesOf([desk], folder)).toEqual([])
  removeProfile(folder)
})
