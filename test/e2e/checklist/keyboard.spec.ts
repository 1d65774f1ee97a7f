import type { Page } from '@playwright/test'
import { inDays, pairBooking } from '../../support/builders/bookings.ts'
import { callBridge } from '../../support/page/bridge-calls.ts'
import {
  bookUnseen,
  field,
  findBox,
  save,
  setPracticeConnection,
  showTomorrow,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { startHopdrive } from '../../support/processes/hopdrive.ts'
import { stopOf, tabTo, walk, type Stop } from '../../support/page/tab-walk.ts'
import { expect, test } from '../window.ts'

const SCREENS = ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+,']

const heading = (page: Page) => page.locator('h1')
const queued = (page: Page) => page.locator('[data-testid="inbox-row"]')

/** Bookings for tomorrow, or for the day so many days from today, each with an hour of its own. */
const pairs = (count: number, days = 1) =>
  Array.from({ length: count }, (_, at) =>
    pairBooking(100 * (days - 1) + at + 1, { appointment: inDays(days, `${8 + at}:30`.padStart(5, '0')) }),
  )

test(
  'A pair is booked, found, changed, withdrawn and restored by keyboard alone',
  { tag: '@item-5' },
  async ({ open }) => {
    const { page } = await open()
    const { keyboard } = page
    await keyboard.press('Control+k')
    await keyboard.type('practice link')
    await keyboard.press('Enter')
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')
    await keyboard.press('Control+n')
    await expect(field(page, 'customerPhone')).toBeFocused()
    await keyboard.type('804 555 0181')
    for (const [label, text] of [
      ['Name', 'Theo Brandt'],
      ['Street', '5 Pear Ct'],
      ['ZIP', '23220'],
      ['Make', 'Volvo'],
      ['Model', 'XC60'],
      ['Date and time', 'tomorrow 2p'],
    ] as const) {
      await tabTo(page, label)
      await keyboard.type(text)
    }
    await expect(field(page, 'placeCity')).toHaveValue('Richmond, VA')
    await keyboard.press('Control+Enter')
    await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'waiting')

    await keyboard.press('Control+f')
    await keyboard.type('brandt')
    await page.locator('[data-testid="results"][data-text="brandt"]').waitFor()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Pickup, Theo Brandt' })).toBeFocused()
    await tabTo(page, 'Edit')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
    await tabTo(page, 'Model')
    await keyboard.press('Control+a')
    await keyboard.type('XC90')
    await keyboard.press('Control+Enter')
    await expect(page.locator('[data-testid="undo"]')).toHaveAttribute('data-act', 'changed')

    await keyboard.press('Control+4')
    await expect(queued(page)).toHaveCount(1)
    await tabTo(page, 'Withdraw')
    await keyboard.press('Enter')
    await expect(queued(page)).toHaveCount(0)
    await keyboard.press('Control+z')
    await expect(queued(page)).toHaveCount(1)
    await keyboard.press('Control+k')
    await keyboard.type('xc90')
    await expect(page.getByRole('option', { name: /Theo Brandt.*XC90/ }).first()).toBeVisible()
  },
)

test(
  'The cancellation of a booked pair is requested by keyboard alone',
  { tag: '@item-5' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    const { keyboard } = page
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await bookUnseen(page, pairBooking(2))
    await keyboard.press('Control+f')
    await keyboard.type('ro 10002')
    await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Pickup, / })).toBeFocused()
    await tabTo(page, 'Cancel…')
    await keyboard.press('Enter')
    await expect(page.locator('[data-testid="cancel-question"]')).toBeVisible()
    // Both moves are chosen, and the name has the focus.
    await keyboard.type('Dana R.')
    await keyboard.press('Enter')
    await expect(page.locator('[data-testid="cancel-question"]')).toHaveCount(0)
    for (const role of ['customer', 'loaner']) {
      const asked = page.locator(`[data-testid="move-of-booking"][data-role="${role}"] [data-testid="cancel"]`)
      await expect(asked).toContainText('asked by Dana R.')
    }
    await service.end()
  },
)

async function scrollHalfway(page: Page): Promise<void> {
  const scrolled = await page.getByRole('grid').evaluate((grid) => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2
    return grid.scrollTop
  })
  expect(scrolled).toBeGreaterThan(50)
}

test(
  'Tab and Shift+Tab walk once around every screen, and each stop has one ring that nothing covers',
  { tag: '@item-6' },
  async ({ open }) => {
    const { page } = await open()
    await page.setViewportSize({ width: 1366, height: 768 })
    await setPracticeConnection(page, 'cut')
    // Lookup shows a booking in one row, so only two days of bookings are longer than its list.
    await bookUnseen(page, ...pairs(12), ...pairs(12, 2))
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '24')
    for (const screen of SCREENS) {
      await page.keyboard.press(screen)
      await expect(heading(page)).toBeFocused()
      if (screen === 'Control+4') {
        await expect(queued(page)).toHaveCount(24)
        await queued(page).nth(12).scrollIntoViewIfNeeded()
      }
      if (screen === 'Control+2') {
        await showTomorrow(page, 12)
        await page.locator('[data-testid="day-booking"]').nth(6).scrollIntoViewIfNeeded()
      }
      // Half of the rows are scrolled above the list, the selected row among them.
      if (screen === 'Control+3') {
        await page.locator('[data-testid="booking"]').waitFor()
        await scrollHalfway(page)
      }
      const around = await walk(page)
      for (const { name, rings, open: seen } of around) {
        expect(rings, `${screen}: one ring around ${name}`).toBe(1)
        expect(seen, `${screen}: nothing over ${name}`).toBe(true)
      }
      expect(around.length, screen).toBeGreaterThan(10)
      const back = await walk(page, 'Shift+Tab')
      expect(back.map(({ name }) => name).toReversed(), screen).toEqual(around.map(({ name }) => name))
      for (const { name, rings, open: seen } of back) {
        expect(rings, `${screen} backwards: one ring around ${name}`).toBe(1)
        expect(seen, `${screen} backwards: nothing over ${name}`).toBe(true)
      }
    }
  },
)

/** The stops of the frame before every screen, in the order of Tab. */
const FRAME = [
  'a Skip to the screen',
  'button Schedule',
  'button Day',
  'button Lookup',
  'button Inbox',
  'button Settings',
  'input Name, phone, VIN, RO, stock or move numb',
  'button Practice',
  'button New booking Ctrl N',
  'button Details',
]

/** The stops after every screen: the history of the connection, and the button to the bookings that are not sent. */
const FOOT = 'button Connection, last 16 hours: offline once, button 1 not sent'

/** The stops of each screen between those of the frame, with one booking that waits for tomorrow. */
const ORDER: readonly (readonly [key: string, stops: string])[] = [
  [
    'Control+1',
    'input Pickup + loaner, button Paste from DMS Ctrl Shift V, combobox Mobile phone, combobox Name, combobox Street, input Unit, input ZIP, input City, state, ' +
      'textarea Note for driver, input VIN, input RO number, input Year, combobox Make, input Model, input Color, ' +
      'input Stock, input Automatic, input Driver asks for, input Date and time, input Today, input Assign later, ' +
      'button More details, button Book pickup Ctrl Enter, button Book pickup + return, ' +
      'button Standard, button Like HopDrive, button Go live…, ' +
      'button Show all shortcuts, button Dismiss',
  ],
  [
    'Control+3',
    'button Open, grid Bookings, region Selected booking, button Copy Phone (804) 555-0101, button Resolve…, ' +
      'button Edit, button Reschedule, button Withdraw, button More for Miles Okafor 1, ' +
      'button Copy RO number RO 10001, button Copy VIN 1M8GDM9AXKP000001, button Copy Reference RO 10001 LK-…, ' +
      'button Copy Reference RO 10001 LK-…, button All activity',
  ],
  [
    'Control+2',
    'button Today T, button Previous day, button Next day, input Timeline, button Run sheet Ctrl P, ' +
      'button Mon, button Tue, button Wed, button Thu, button Fri, button Sat, button Sun, ' +
      'spinbutton month, spinbutton day, spinbutton year, button Calendar, input All 1, ' +
      'button 2:00 PM, button More for Return, Miles Okafor 1',
  ],
  [
    'Control+4',
    'button Open 1, button Settled today 0, button 1 Sent next: Miles Okafor 1, input The driver service booked it by phone, button Edit, ' +
      'button Withdraw, button Open booking',
  ],
  [
    'Control+,',
    'button Dealership, button Connection, button Booking, button Board, button Appearance, button About, input Dealership name, ' +
      'input Drivers ask for, input Street of the service lot, input Unit, input ZIP, input City, input State, ' +
      'input Lot name, button Choose…, button Save changes',
  ],
]

/** The stops from the first of the page on: a walk begins where the focus was last. */
function fromTheTop(stops: readonly Stop[]): readonly Stop[] {
  const first = stops.findIndex(({ place }) => place === Math.min(...stops.map((one) => one.place)))
  return [...stops.slice(first), ...stops.slice(0, first)]
}

test(
  'The Tab order of each screen is that of the page, equals the recorded one and has no positive tabindex',
  { tag: '@item-7' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    await bookUnseen(page, pairBooking(1, { appointment: inDays(1, '14:00') }))
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
    for (const [key, stops] of ORDER) {
      await page.keyboard.press(key)
      if (key === 'Control+2') {
        await expect(heading(page)).toBeFocused()
        await page.keyboard.press('ArrowRight')
        await expect(page.locator('[data-testid="day"]')).toHaveAttribute('data-count', '1')
      }
      await expect(heading(page)).toBeFocused()
      if (key === 'Control+3') await page.locator('[data-testid="booking"]').waitFor()
      const around = fromTheTop(await walk(page))
      const places = around.map(({ place }) => place)
      expect(places, key).toEqual(places.toSorted((one, other) => one - other))
      expect(await page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').count(), key).toBe(0)
      // The name of a part of a date ends with a comma. The days of the week and a row of the inbox name their date, and
      // a row of the day goes on after its time.
      const names = around.map(({ name }) =>
        name
          .replace(/\s*,$/, '')
          .replace(/LK-\w+/, 'LK-…')
          .replace(/ (Return|Pickup), \w{3}(, .*)?$/, '')
          .replace(/^(button (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)) \d.*$/, '$1')
          .replace(/^(button \d+:\d\d [AP]M) .*$/, '$1'),
      )
      expect(names.slice(0, FRAME.length), key).toEqual(FRAME)
      expect(names.slice(FRAME.length).join(', '), key).toBe(`${stops}, ${FOOT}`)
    }
  },
)

test(
  'The focus has a known place after an arrival, a save, a refused save, a vanished row and news',
  { tag: '@item-13' },
  async ({ open }) => {
    const { app, page } = await open()
    for (const screen of SCREENS) {
      await page.keyboard.press(screen)
      await expect(heading(page), screen).toBeFocused()
    }
    await setPracticeConnection(page, 'cut')
    await bookUnseen(page, ...pairs(3))
    await page.keyboard.press('Control+n')
    await page.keyboard.press('Control+Enter')
    await expect(field(page, 'customerPhone')).toBeFocused()
    await expect(page.locator('[data-testid="errors"]')).toBeVisible()
    await typePair(page, typedPair(52))
    await save(page)
    await expect(field(page, 'customerPhone')).toBeFocused()

    await page.keyboard.press('Control+4')
    await expect(queued(page)).toHaveCount(4)
    const withdraw = page.locator('[data-testid="resolve"]').getByRole('button', { name: 'Withdraw' })
    await queued(page).nth(1).getByRole('button').focus()
    await withdraw.press('Enter')
    await expect(queued(page)).toHaveCount(3)
    // The withdrawn booking stays shown, so that a second press withdraws no other.
    const shown = page.locator('[data-testid="resolve"]').getByRole('heading', { level: 2 })
    await expect(shown).toBeFocused()
    await queued(page).nth(2).getByRole('button').focus()
    await withdraw.press('Enter')
    await expect(queued(page)).toHaveCount(2)
    await expect(shown).toBeFocused()

    // The link comes back and both bookings leave, while the focus stays in the field.
    await page.keyboard.press('Control+n')
    await page.keyboard.type('804')
    const before = await stopOf(page)
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await callBridge(page, 'setPracticeConnection', { connection: 'up' })
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
    await expect(field(page, 'customerPhone')).toBeFocused()
    expect((await stopOf(page))?.name).toBe(before?.name)
    await page.keyboard.type('555')
    await expect(field(page, 'customerPhone')).toHaveValue('804555')

    await page.keyboard.press('Control+f')
    await expect(findBox(page)).toBeFocused()
  },
)
