import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import type { PairBooking } from '../../shared/booking/booking.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { startBuiltHub } from '../support/hub/built-hub.ts'
import { bookUnseen, find, showTomorrow, statusBar } from '../support/page/desk-page.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { breachesOf, expect, test } from './window.ts'

const board = (page: Page) => statusBar(page).locator('[data-board]')
const details = (page: Page) => page.locator('[data-testid="booking"]')

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

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

/** Pictures of a window in the sizes and colors in which a person looks at the board. */
async function pictures({ page }: DeskWindow, info: TestInfo, name: string): Promise<void> {
  for (const width of [1366, 1024]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 768 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  }
}

const ACTS = /Resolve|Reschedule|Edit|Withdraw|Cancel|Change|Add/

test('A desk shows the bookings of the other desk without acts, and says while the hub is away', async ({
  judge,
}, info) => {
  const hub = startBuiltHub(await freePort())
  const folders = [newProfile(), newProfile()] as const
  const provider = { url: judge.url, token: judge.token }
  for (const [at, folder] of folders.entries()) hub.invite(`Desk ${at + 1}`, join(folder, INVITATION_FILE))
  const one = await openDeskWindow({ folder: folders[0], provider })
  const two = await openDeskWindow({ folder: folders[1], provider })
  try {
    await expect(board(one.page)).toHaveText('Board live')
    await expect(board(two.page)).toHaveText('Board live')
    const [own, others] = [61, 62].map((number) => pairBooking(number, { appointment: inDays(1, '14:00') })) as [
      PairBooking,
      PairBooking,
    ]
    await bookUnseen(two.page, others)
    await bookUnseen(one.page, own)

    await find(one.page, own.reference ?? '')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await expect(one.page.getByTestId('other-desk')).toHaveCount(0)
    expect((await actionsOf(one.page)).filter((act) => ACTS.test(act))).not.toEqual([])

    await find(one.page, others.reference ?? '')
    await expect(one.page.locator('[data-testid="found-booking"]').getByTestId('made-at')).toHaveText('Desk 2')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await expect(one.page.getByTestId('other-desk')).toHaveText('Made at Desk 2. Make changes there.')
    expect((await actionsOf(one.page)).filter((act) => ACTS.test(act))).toEqual([])
    await one.page.keyboard.press('Control+Shift+R')
    await expect(one.page.getByRole('dialog')).toHaveCount(0)
    await expect(one.page.getByTestId('announcer')).toContainText('Made at Desk 2. Make changes there.')
    await pictures(one, info, 'live')
    await showTomorrow(one.page, 2)
    await expect(one.page.getByTestId('made-at')).toHaveText('Desk 2')
    await pictures(one, info, 'day')

    hub.kill()
    await expect(board(one.page)).toHaveAttribute('data-fault', 'unreachable')
    await expect(board(one.page)).toContainText('Board away since')
    await expect(one.page.getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await expect(one.page.getByTestId('announcer')).toContainText('Board away.')
    await pictures(one, info, 'day-away')
    await find(one.page, others.reference ?? '')
    await expect(one.page.getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await pictures(one, info, 'away')
    await pictures(two, info, 'two-away')

    // The sessions of a killed server end a little later than that server.
    await expect(() => hub.start()).toPass()
    await expect(board(one.page)).toHaveText('Board live')
    await expect(one.page.getByTestId('board-age')).toHaveCount(0)
    await expect(one.page.getByTestId('announcer')).toContainText('Board live again.')
  } finally {
    for (const desk of [one, two]) await desk.kill()
    hub.remove()
  }
  expect(breachesOf([one], folders[0])).toEqual([])
  expect(breachesOf([two], folders[1])).toEqual([])
  for (const folder of folders) removeProfile(folder)
})
