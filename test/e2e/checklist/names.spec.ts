import type { Page } from '@playwright/test'
import { COMMANDS } from '../../../shared/desk/commands.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import {
  goToSettings,
  bookUnseen,
  field,
  find,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { expect, test } from '../window.ts'

const SCREENS = ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+,']
const heading = (page: Page) => page.locator('h1')

async function goTo(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expect(heading(page)).toBeFocused()
}

test(
  'Each screen has the recorded landmarks, one main heading, headings in order, table headers and language',
  { tag: '@item-15' },
  async ({ open }) => {
    const { page } = await open()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await setPracticeConnection(page, 'cut')
    await bookUnseen(page, pairBooking(1))
    for (const key of SCREENS) {
      await goTo(page, key)
      const built = await page.evaluate(() => {
        const levels = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map((one) => Number(one.tagName[1]))
        return {
          mains: document.querySelectorAll('main').length,
          tops: document.querySelectorAll('h1').length,
          jumps: levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1),
          bare: [...document.querySelectorAll('table')].filter((one) => one.querySelector('th[scope]') === null).length,
        }
      })
      expect(built, key).toEqual({ mains: 1, tops: 1, jumps: [], bare: 0 })
      await expect(page.locator('body')).toMatchAriaSnapshot(`
      - link "Skip to the screen"
      - navigation "Screens":
        - button /Schedule/
        - button /Day/
        - button /Lookup/
        - button /Inbox/
        - button /Settings/
      - banner:
        - search:
          - searchbox "Name, phone, VIN, RO, stock or move number"
        - button "Practice"
        - button /New booking/
      - main
      - contentinfo:
        - strong: Offline
        - button "1 not sent"
    `)
      await expect(page.locator('main').getByRole('heading', { level: 1 })).toHaveCount(1)
    }
    await goTo(page, 'Control+1')
    await expect(page.locator('main')).toMatchAriaSnapshot(`
    - heading "New booking" [level=1]
    - radiogroup "Type":
      - radio "Pickup + loaner" [checked]
      - radio "Return + loaner"
      - radio "One-way"
    - form "New booking":
      - group "Customer":
        - heading "Customer" [level=2]
        - combobox "Mobile phone"
        - combobox "Name"
        - combobox "Street"
      - group "Vehicle":
        - heading "Vehicle" [level=2]
        - textbox "RO number"
      - group "At the customer":
        - heading "At the customer" [level=2]
        - textbox "Date and time"
        - radiogroup "Day"
      - group "Loaner":
        - radiogroup "Which loaner"
      - button "Book pickup"
    - complementary "Summary":
      - region "Driver's trip"
      - region "Ready to book"
      - region "Get started":
        - heading "Get started" [level=2]
        - list
  `)
    await goTo(page, 'Control+3')
    await expect(page.locator('main')).toMatchAriaSnapshot(`
    - heading "Lookup" [level=1]
    - text: 1 of 1 booking
    - grid "Bookings":
      - row:
        - columnheader "Status"
        - columnheader "When"
        - columnheader "Direction"
        - columnheader "Customer"
        - columnheader "Phone"
        - columnheader "Vehicle"
        - columnheader "Loaner"
        - columnheader "RO"
        - columnheader "Move"
      - rowgroup:
        - row "Upcoming 1":
          - gridcell "Upcoming 1"
        - row /Not sent .* Miles Okafor 1/ [selected]:
          - gridcell "Not sent"
    - region "Selected booking":
      - region "Return, Miles Okafor 1":
        - heading "Return, Miles Okafor 1" [level=2]
  `)
    await goTo(page, 'Control+2')
    await page.locator('#day-date [role="spinbutton"]').first().focus()
    await page.keyboard.type('06022099')
    await expect(page.locator('main')).toMatchAriaSnapshot(`
    - heading /Tue, Jun 2, 2099/ [level=1]
    - group "Choose the day":
      - button "Today"
      - button "Previous day"
      - button "Next day"
    - paragraph: 1 booking
    - radiogroup "View":
      - radio "Timeline" [checked]
      - radio "List"
    - group "Choose the day":
      - button "Mon 1 0 bookings"
      - button "Tue 2 1 booking"
    - group "Day"
    - radiogroup "Show":
      - radio "All 1" [checked]
    - region "Bookings of the day":
      - region "By time":
        - heading "By time" [level=2]
        - list:
          - listitem:
            - button /10:30 AM Return \\+ loaner Miles Okafor 1 2019 Subaru Outback RO 10001 Not sent/:
              - time: 10:30 AM
            - button "More for Return, Miles Okafor 1"
  `)
    await goTo(page, 'Control+4')
    await expect(page.locator('main')).toMatchAriaSnapshot(`
    - region "Inbox":
      - heading "Inbox" [level=1]
      - group "Inbox":
        - button "Open 1" [pressed]
        - button "Settled today 0"
      - region "Sending automatically":
        - heading /Sending automatically/ [level=2]
        - list:
          - listitem:
            - button /Miles Okafor 1 Return, .* Not sent/
      - term: booked today
      - definition: "1"
    - region "Miles Okafor 1, return":
      - heading "Miles Okafor 1, return" [level=2]
      - heading "What should happen?" [level=3]
      - radiogroup "What should happen?"
      - group "Miles Okafor 1, return":
        - button "Edit"
        - button "Withdraw"
        - button "Open booking"
  `)
    await goTo(page, 'Control+,')
    await expect(page.locator('main')).toMatchAriaSnapshot(`
    - heading "Settings" [level=1]
    - navigation "Settings pages":
      - button "Dealership"
      - button "Connection"
      - button "Booking"
      - button "Appearance"
      - button "About"
    - form "Dealership":
      - group "Dealership":
        - heading "Dealership" [level=2]
  `)
  },
)

test(
  'Every field is named by its visible label, and every error is tied to its field and linked from the summary',
  { tag: '@item-16' },
  async ({ open }) => {
    const { page } = await open()
    await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
    await page.getByRole('button', { name: 'More details' }).press('Enter')
    await expect(field(page, 'loanerVin')).toBeVisible()
    const called = async (key: string) => {
      const unnamed = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
          .filter((one) => one.closest('[aria-hidden="true"]') === null)
          .filter((one) => {
            const label = [...(one.labels ?? [])].map((seen) => seen.innerText).join(' ')
            const name = one.getAttribute('aria-label')
            // A search box has its placeholder as label.
            const seen = label === '' ? one.placeholder : label
            return seen.trim() === '' || (name !== null && !name.startsWith(seen.trim()))
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      )
      expect(unnamed, key).toEqual([])
    }
    for (const key of SCREENS) {
      await goTo(page, key)
      await called(key)
    }
    await goTo(page, 'Control+1')
    await page.getByRole('radio', { name: 'One-way' }).press('Space')
    await expect(field(page, 'destinationStreet')).toBeVisible()
    await called('one-way')
    await page.getByRole('radio', { name: 'Pickup + loaner' }).press('Space')
    await goTo(page, 'Control+1')
    await field(page, 'placeZip').fill('2322')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('status')).toContainText(await page.locator('[data-testid="errors"]').innerText())
    await expect(field(page, 'customerPhone')).toBeFocused()
    const wrong = page.locator('form input[aria-invalid="true"]')
    expect(await wrong.count()).toBeGreaterThan(4)
    for (const input of await wrong.all()) await expect(input).toHaveAccessibleDescription(/Enter a |Needs 5 digits/)

    // The only field for data of the user is the name in the question about duplicates.
    const pair = typedPair(1)
    await setPracticeConnection(page, 'cut')
    await page.getByRole('radio', { name: 'Assign later' }).press('Space')
    await typePair(page, pair)
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-testid="saved"]').waitFor()
    await typePair(page, pair)
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('#beside-who')).toHaveAttribute('autocomplete', 'name')
    await page.keyboard.press('Escape')
  },
)

test(
  'The title of the window names each screen and counts the bookings that need attention',
  { tag: '@item-19' },
  async ({ open }) => {
    const { app, page } = await open()
    const titles = async () => [
      await page.title(),
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()),
    ]
    const shows = (title: string) => expect.poll(titles).toEqual([title, title])
    await page.keyboard.press('Control+2')
    await shows('Day – Lanekeeper')
    await bookUnseen(page, pairBooking(1), pairBooking(1))
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    await shows('Day (1) – Lanekeeper')
    for (const [key, screen] of [
      ['Control+3', 'Lookup'],
      ['Control+4', 'Inbox'],
      ['Control+,', 'Settings'],
      ['Control+1', 'Schedule'],
    ] as const) {
      await page.keyboard.press(key)
      await shows(`${screen} (1) – Lanekeeper`)
    }
    await bookUnseen(page, pairBooking(1))
    await shows('Schedule (2) – Lanekeeper')
  },
)

test(
  'A return is filled in from its pickup, help stays in one place, and a token is never read back',
  { tag: '@item-20' },
  async ({ open }) => {
    const first = await open()
    const { app, page } = first
    await bookUnseen(page, pairBooking(2))
    await find(page, '10002')
    await page.getByRole('button', { name: 'Book return' }).press('Enter')
    const customer = pairBooking(2)
    await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
    await expect(field(page, 'customerName')).toHaveValue(customer.customer.name)
    await expect(field(page, 'placeStreet')).toHaveValue(customer.place.addressOne)
    await expect(field(page, 'vehicleVin')).toHaveValue(customer.vehicle.vin ?? '')
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')

    const menu = () =>
      app.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()
          ?.items.map(({ label }) => label)
          .indexOf('Help'),
      )
    const place = await menu()
    expect(COMMANDS.filter((command) => command.menu === 'Help').map(({ keys }) => keys[0])).toEqual(['F1'])
    for (const key of SCREENS) {
      await goTo(page, key)
      expect(await menu(), key).toBe(place)
      await page.keyboard.press('F1')
      await expect(page.locator('[data-testid="shortcuts"]')).toBeVisible()
      await page.keyboard.press('Escape')
    }

    await goToSettings(page)
    await page.getByRole('button', { name: 'Go live…' }).press('Enter')
    const token = page.locator('input#setting-token')
    await app.evaluate(({ clipboard }) => clipboard.writeText('pasted-token-of-this-test'))
    await token.focus()
    await page.keyboard.press('Control+v')
    await expect(token).toHaveValue('pasted-token-of-this-test')
    await expect(token).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: /^Show API/ }).press('Enter')
    await expect(token).toHaveAttribute('type', 'text')
    await first.close()

    const { page: second } = await open({ provider: { url: 'http://127.0.0.1:9', token: 'stored-token-of-this-test' } })
    await goToSettings(second)
    await expect(second.locator('input#setting-address')).toHaveValue('http://127.0.0.1:9')
    await expect(second.locator('input#setting-token')).toHaveValue('')
    expect(await second.content()).not.toContain('stored-token')
  },
)
