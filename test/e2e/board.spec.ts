import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import type { PairBooking } from '../../shared/booking/booking.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { startBuiltHub } from '../support/hub/built-hub.ts'
import { freePort } from '../support/hub/places.ts'
import { bookUnseen, find, showTomorrow, statusBar } from '../support/page/desk-page.ts'
import { CLIENT } from '../support/fakes/practice-controls.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { startHopdrive } from '../support/processes/hopdrive.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { breachesOf, expect, test } from './window.ts'

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

/** Lets a desk check its connection at once, as after a sleep of the PC. */
const checkConnection = ({ app }: DeskWindow) => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))

/** Opens a hub and the windows of two desks, whose board is live. */
async function openTwo(provider: { readonly url: string; readonly token: string }) {
  const hub = startBuiltHub(await freePort())
  await hub.skipClaimPause()
  const folders = [newProfile(), newProfile()] as const
  for (const [at, folder] of folders.entries()) hub.invite(`Desk ${at + 1}`, join(folder, INVITATION_FILE))
  const one = await openDeskWindow({ folder: folders[0], provider })
  const two = await openDeskWindow({ folder: folders[1], provider })
  const ones = [one]
  const desks = [one, two]
  for (const { page } of desks) await expect(board(page)).toHaveText('Board live')
  return {
    hub,
    one,
    two,
    desks,
    /** Opens the window of the first desk again. */
    async openAgain() {
      const back = await openDeskWindow({ folder: folders[0], provider })
      ones.push(back)
      return back
    },
    async end() {
      for (const desk of [...ones, two]) await desk.kill()
      hub.remove()
    },
    /** Removes the profiles, and returns the rules that a window broke. */
    breaches() {
      const found = [...breachesOf(ones, folders[0]), ...breachesOf([two], folders[1])]
      for (const folder of folders) removeProfile(folder)
      return found
    },
  }
}

const TAKE_OVER_HERE = (desk: string) => `${desk} has this booking. Take it over to make changes here.`

const ACTS = /Resolve|Reschedule|Edit|Withdraw|Cancel|Change|Add/

test('A desk shows the bookings of the other desk without acts, and says while the hub is away', async ({
  judge,
}, info) => {
  const { hub, one, two, end, breaches } = await openTwo({ url: judge.url, token: judge.token })
  try {
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
    await expect(one.page.getByTestId('other-desk')).toHaveText(TAKE_OVER_HERE('Desk 2'))
    expect((await actionsOf(one.page)).filter((act) => ACTS.test(act))).toEqual([])
    await one.page.keyboard.press('Control+Shift+R')
    await expect(one.page.getByRole('dialog')).toHaveCount(0)
    await expect(one.page.getByTestId('announcer')).toContainText(TAKE_OVER_HERE('Desk 2'))
    await pictures(one, info, 'live')
    await showTomorrow(one.page, 2)
    await expect(one.page.getByTestId('made-at')).toHaveText('Desk 2')
    await pictures(one, info, 'day')

    hub.kill()
    await expect(board(one.page)).toHaveAttribute('data-fault', 'unreachable')
    await expect(board(one.page)).toContainText('Board away since')
    for (const { page } of [one, two]) {
      await page.setViewportSize({ width: 1366, height: 768 })
      const words = board(page).locator('span')
      expect(await words.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0)
    }
    await expect(one.page.getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await expect(one.page.getByTestId('announcer')).toContainText('Board away.')
    await pictures(one, info, 'day-away')
    await find(one.page, others.reference ?? '')
    await expect(one.page.getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await expect(one.page.getByTestId('other-desk')).toHaveText('Desk 2 has this booking. Make changes there.')
    await pictures(one, info, 'away')
    await pictures(two, info, 'two-away')

    hub.start()
    await expect(board(one.page)).toHaveText('Board live')
    await expect(one.page.getByTestId('board-age')).toHaveCount(0)
    await expect(one.page.getByTestId('announcer')).toContainText('Board live again.')
  } finally {
    await end()
  }
  expect(breaches()).toEqual([])
})

test('Two windows that booked one visit while the hub was away name both bookings with their numbers once the hub is back', async ({
  judge,
}, info) => {
  const { hub, one, two, desks, end, breaches } = await openTwo({ url: judge.url, token: judge.token })
  try {
    hub.kill()
    for (const { page } of desks) await expect(board(page)).toHaveAttribute('data-fault', 'unreachable')
    await expect(one.page.getByTestId('ready').getByTestId('board-age')).toContainText('Bookings of other desks as of')
    await pictures(one, info, 'form-away')
    const visit = pairBooking(66, { appointment: inDays(1, '14:00') })
    for (const { page } of desks) {
      await bookUnseen(page, visit)
      await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
    }
    hub.start()
    for (const [at, { page }] of desks.entries()) {
      const message = page.getByTestId('strip-twice')
      await expect(message).toContainText(/has two bookings: \d+ \+ \d+ from here and \d+ \+ \d+ from Desk \d\./)
      await expect(message).toContainText(`from Desk ${2 - at}.`)
      await expect(message).toContainText('Keep both, or cancel one.')
    }
    await pictures(one, info, 'twice')
    await one.page.getByTestId('strip-twice').getByRole('button', { name: 'Open booking' }).press('Enter')
    await expect(details(one.page)).toHaveAttribute('data-state', 'booked')
    await pictures(one, info, 'twice-open')
    await one.page
      .getByTestId('strip-twice')
      .getByRole('button', { name: /^Hide the message about/ })
      .press('Enter')
    await expect(one.page.getByTestId('strip-twice')).toHaveCount(0)
    await expect(two.page.getByTestId('strip-twice')).toHaveCount(1)
  } finally {
    await end()
  }
  expect(breaches()).toEqual([])
})

test('A person takes over what a silent desk has not sent, and that desk says so when a person is back', async ({
  judge,
}, info) => {
  const proxy = await startFaultProxy(judge.url)
  const { hub, one, two, desks, openAgain, end, breaches } = await openTwo({ url: proxy.url, token: judge.token })
  try {
    proxy.addConnectionToxic({ type: 'cut', end: 'rst' })
    proxy.disconnect()
    for (const desk of desks) {
      await checkConnection(desk)
      await expect(statusBar(desk.page)).toHaveAttribute('data-connection', 'down')
    }
    const booking = pairBooking(64, { appointment: inDays(1, '14:00') })
    await bookUnseen(one.page, booking)
    await find(two.page, booking.reference ?? '')
    await expect(details(two.page)).toHaveAttribute('data-state', 'waiting')
    await expect(two.page.getByTestId('other-desk')).toHaveText(TAKE_OVER_HERE('Desk 1'))

    await one.kill()
    await hub.silence('Desk 1')
    await expect(two.page.getByTestId('announcer')).toContainText('Desk 1 silent since')
    // The offer has a deadline, so that the offer comes before the lost connection.
    const silent = two.page.getByTestId('strip-silent')
    await pictures(two, info, 'offer')
    await two.page.getByRole('button', { name: '1 more message' }).press('Enter')
    await expect(silent).toContainText('1 booking has not left and must leave by')
    const listed = two.page.getByTestId('message-silent')
    await listed.getByRole('button', { name: 'Take over…' }).press('Enter')
    const dialog = two.page.getByRole('alertdialog', { name: 'Take over from Desk 1?' })
    await expect(dialog).toContainText('Desk 1 will not send this booking anymore, even when back.')
    const name = dialog.getByLabel('Your name')
    await expect(name).toBeFocused()
    await name.press('Enter')
    await expect(dialog).toContainText('Enter your name.')
    await name.fill('Dana R.')
    await pictures(two, info, 'take-over')
    await dialog.getByRole('button', { name: 'Take over 1 booking' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(two.page.getByTestId('announcer')).toContainText('Took over 1 booking from Desk 1.')
    const result = two.page.getByTestId('strip-taken')
    await expect(two.page.getByRole('searchbox', { name: /^Name, phone/ })).toBeFocused()
    await pictures(two, info, 'taken-focus')
    await expect(details(two.page)).toHaveAttribute('data-state', 'waiting')
    await expect(two.page.getByTestId('other-desk')).toHaveCount(0)
    await expect(two.page.locator('[data-testid="found-booking"]').getByTestId('made-at')).toHaveCount(0)

    proxy.removeToxics()
    await checkConnection(two)
    await expect(details(two.page)).toHaveAttribute('data-state', 'booked')
    await expect(result).toContainText('Took over 1 booking from Desk 1.')
    await pictures(two, info, 'taken')
    await two.page.getByRole('button', { name: 'Hide this message' }).press('Enter')
    await expect(two.page.getByTestId('strip-taken')).toHaveCount(0)

    const back = await openAgain()
    const notice = back.page.getByTestId('strip-taken-over')
    await expect(notice).toContainText('Desk 2 took over 1 of the bookings here. Make changes there.')
    await find(back.page, booking.reference ?? '')
    await expect(back.page.getByTestId('other-desk')).toHaveText(TAKE_OVER_HERE('Desk 2'))
    await expect(details(back.page)).toHaveAttribute('data-state', 'booked')
    await pictures(back, info, 'taken-over')
    await notice.getByRole('button', { name: 'Hide this message' }).press('Enter')
    await expect(notice).toHaveCount(0)
    expect(await readLedger(judge.url, judge.token)).toHaveLength(1)
  } finally {
    await end()
    await proxy.close()
  }
  expect(breaches()).toEqual([])
})

test('A person takes a booking of another desk over on its page and cancels it, and that desk says so', async ({
  profile,
}, info) => {
  const hub = startBuiltHub(await freePort())
  await hub.skipClaimPause()
  const folders = [profile, newProfile()] as const
  const service = await startHopdrive(folders[0])
  writeDeskFile(folders[1], { address: service.url, profile: 'hopdrive', clientId: CLIENT.id, token: CLIENT.secret })
  for (const [at, folder] of folders.entries()) hub.invite(`Desk ${at + 1}`, join(folder, INVITATION_FILE))
  const one = await openDeskWindow({ folder: folders[0] })
  const two = await openDeskWindow({ folder: folders[1] })
  try {
    for (const { page } of [one, two]) await expect(board(page)).toHaveText('Board live')
    const booking = pairBooking(66, { appointment: inDays(1, '14:00') })
    await bookUnseen(one.page, booking)
    await find(two.page, booking.reference ?? '')
    await expect(details(two.page)).toHaveAttribute('data-state', 'booked')
    await details(two.page).getByRole('button', { name: 'Take over…' }).press('Enter')
    const dialog = two.page.getByRole('alertdialog', { name: /^Take over .* from Desk 1\?$/ })
    await expect(dialog).toContainText('It stays booked. Change, reschedule or cancel it here.')
    await expect(dialog).toContainText("Desk 1 can't change it anymore, and is told so.")
    await dialog.getByLabel('Your name').fill('Lee P.')
    await pictures(two, info, 'take-booking')
    await dialog.getByRole('button', { name: 'Take over', exact: true }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(two.page.getByTestId('strip-taken')).toContainText('from Desk 1.')
    await expect(two.page.getByTestId('other-desk')).toHaveCount(0)
    await details(two.page).getByRole('button', { name: 'Cancel…' }).press('Enter')
    await two.page.getByRole('button', { name: 'Cancel booking' }).press('Enter')
    const canceled = (page: Page) => page.locator('[data-testid="cancel"]').first()
    await expect(canceled(two.page)).toContainText("Requested. The driver service hasn't decided yet.")
    await pictures(two, info, 'canceled')

    await find(one.page, booking.reference ?? '')
    await expect(one.page.getByTestId('strip-taken-over')).toContainText('Desk 2 took over 1 of the bookings here.')
    await expect(one.page.getByTestId('other-desk')).toHaveText('Desk 2 has this booking. Make changes there.')
    await expect(canceled(one.page)).toContainText('asked by Lee P.')
    await pictures(one, info, 'canceled-elsewhere')
  } finally {
    for (const desk of [one, two]) await desk.kill()
    await service.end()
    hub.remove()
  }
  expect(breachesOf([one], folders[0])).toEqual([])
  expect(breachesOf([two], folders[1])).toEqual([])
  removeProfile(folders[1])
})
