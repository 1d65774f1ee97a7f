import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { bookUnseen, find, statusBar } from '../support/page/desk-page.ts'
import { newProfile, openDeskWindow, removeProfile } from '../support/page/window.ts'
import { breachesOf, expect, test } from './window.ts'

/** Puts a desk on the roster, and its invitation into the data folder. */
async function invite(hub: TestHub, folder: string, role: string, name: string): Promise<void> {
  await hub.sql('SELECT board.admit_desk($1, $2)', [role, name])
  const { key, cert } = hub.certificate(role)
  const invitation = {
    kind: 'lanekeeper-board-invitation',
    version: 1,
    hub: {
      id: 'hub',
      rooftop: 'Northside Motors',
      address: '127.0.0.1',
      port: hub.server.port,
      authority: hub.authority,
    },
    desk: { name, role, certificate: cert, key },
    takeBy: '2099-01-01T00:00:00Z',
  }
  writeFileSync(join(folder, INVITATION_FILE), JSON.stringify(invitation))
}

const board = (page: Page) => statusBar(page).locator('[data-board]')
const details = (page: Page) => page.locator('[data-testid="booking"]')

/** The actions of the selected booking, those of its menu included. */
async function actionsOf(page: Page): Promise<readonly string[]> {
  const shown = await details(page).getByRole('button').allInnerTexts()
  const menu = details(page).getByRole('button', { name: /^More/ })
  if ((await menu.count()) === 0) return shown
  await menu.press('Enter')
  const more = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return [...shown, ...more]
}

const ACTS = /Resolve|Reschedule|Edit|Withdraw|Cancel|Change|Add/

test('A desk shows the bookings of the other desk without acts, and says while the hub is away', async ({
  judge,
}, info) => {
  const hub = await startHub()
  const folders = [newProfile(), newProfile()] as const
  const provider = { url: judge.url, token: judge.token }
  await invite(hub, folders[0], 'desk1', 'Desk 1')
  await invite(hub, folders[1], 'desk2', 'Desk 2')
  const one = await openDeskWindow({ folder: folders[0], provider })
  const two = await openDeskWindow({ folder: folders[1], provider })
  try {
    await expect(board(one.page)).toHaveText('Board live')
    await expect(board(two.page)).toHaveText('Board live')
    const [own, others] = [pairBooking(61), pairBooking(62)]
    await bookUnseen(two.page, others)
    await bookUnseen(one.page, own)

    await find(one.page, own.reference ?? '')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await expect(one.page.getByTestId('other-desk')).toHaveCount(0)
    expect((await actionsOf(one.page)).filter((act) => ACTS.test(act))).not.toEqual([])

    await find(one.page, others.reference ?? '')
    await expect(one.page.locator('[data-testid="found-booking"]').getByTestId('made-at')).toHaveText('Desk 2')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await expect(one.page.getByTestId('other-desk')).toHaveText('Made at Desk 2. Change it there.')
    expect((await actionsOf(one.page)).filter((act) => ACTS.test(act))).toEqual([])
    await one.page.keyboard.press('Control+Shift+R')
    await expect(one.page.getByRole('dialog')).toHaveCount(0)
    await expect(one.page.getByText('not available. Made at Desk 2. Change it there.')).toBeVisible()
    await one.page.screenshot({ path: info.outputPath('live.png') })

    await hub.stop('SIGKILL')
    await expect(board(one.page)).toHaveAttribute('data-fault', 'unreachable')
    await expect(board(one.page)).toContainText('Board away since')
    await expect(one.page.getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await expect(one.page.getByTestId('announcer')).toContainText('Board away.')
    await one.page.screenshot({ path: info.outputPath('away.png') })

    await hub.server.start()
    await expect(board(one.page)).toHaveText('Board live')
    await expect(one.page.getByTestId('board-age')).toHaveCount(0)
    await expect(one.page.getByTestId('announcer')).toContainText('Board live again.')
  } finally {
    for (const desk of [one, two]) await desk.kill()
    await hub.remove()
  }
  expect(breachesOf([one], folders[0])).toEqual([])
  expect(breachesOf([two], folders[1])).toEqual([])
  for (const folder of folders) removeProfile(folder)
})
