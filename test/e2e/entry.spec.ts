import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { callBridge } from '../support/page/bridge-calls.ts'
import { field, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const understood = (page: Page) => page.locator('[data-testid="understood"]')

/** The texts below the time field of which a part is out of sight. */
const cutTexts = (page: Page) =>
  page
    .locator('#when-reading, #when-problem, [data-testid="time-question"], [data-testid="time-question"] button')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.textContent),
    )

test("A typed time with two meanings is asked with two buttons, and a window goes into the driver's notes", async ({
  open,
}) => {
  const { page } = await open()
  await typePair(page, typedPair(71))
  const said = field(page, 'spokenInput')
  await said.fill('next week 2-4')
  await page.keyboard.press('Control+Enter')
  await expect(said).toHaveAccessibleDescription('2–4 PM on which day?')
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  const options = page.locator('[data-testid="time-question"]').getByRole('button')
  await expect(options).toHaveCount(2)
  await expectAccessible(page, 'a question about the time')
  await options.first().press('Enter')
  await expect(options).toHaveCount(0)
  await expect(understood(page)).toHaveText(/^Mon, \w{3} \d+ · 2:00 PM ET · driver's note: 2–4 PM$/)
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'customerInstructions')).toHaveValue('Time window: 2–4 PM')
  await page.getByRole('button', { name: 'More details' }).press('Enter')
  await expect(field(page, 'loanerInstructions')).toHaveValue('Time window: 2–4 PM')
  await said.fill('tomorrow 3p')
  await said.press('Tab')
  await expect(field(page, 'customerInstructions')).toHaveValue('')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toContainText('3:00 PM ET')
})

test('The answers to a time question stay above the next part of the form, and Enter goes to the first of them', async ({
  open,
}) => {
  const { page } = await open()
  const said = field(page, 'spokenInput')
  const question = page.locator('[data-testid="time-question"]')
  const loaner = page.getByRole('heading', { name: 'Loaner' })
  await field(page, 'placeStreet').fill('17 Hollow Rd')
  for (const [width, height] of [
    [1366, 768],
    [1024, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await said.fill('')
    const before = await loaner.evaluate((one) => one.getBoundingClientRect().top)
    for (const text of [
      'next wed 10:30a-12:45p',
      '2/4',
      'next week 2-4',
      'today 12:05a',
      'tomorrow 9:15 or 10:45 am',
    ]) {
      await said.fill(text)
      // The question comes when the typing stops.
      await expect(question.getByRole('button')).toHaveCount(2)
      const top = await loaner.evaluate((one) => one.getBoundingClientRect().top)
      const bottom = await page
        .locator('#when-problem, [data-testid="time-question"]')
        .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)))
      expect(top, text).toBe(before)
      expect(bottom, text).toBeLessThanOrEqual(top)
      expect(await cutTexts(page), text).toEqual([])
    }
    await said.fill('tomorrow between 10:15 and 12:45')
    await expect(understood(page)).toHaveText(/10:15 AM ET · driver's note: 10:15 AM–12:45 PM$/)
    expect(await cutTexts(page)).toEqual([])
    expect(await loaner.evaluate((one) => one.getBoundingClientRect().top)).toBe(before)
    const read = await understood(page).evaluate((one) => one.getBoundingClientRect().bottom)
    expect(read).toBeLessThanOrEqual(before)
    await said.fill('next week 2-4')
    await expect(question.getByRole('button')).toHaveCount(2)
  }
  await said.press('Enter')
  await expect(question.getByRole('button').first()).toBeFocused()
  await expect(question.getByRole('button')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(said).toBeFocused()
  await expect(understood(page)).toHaveText(/2:00 PM ET · driver's note: 2–4 PM$/)
})

test('A text that is no time is said to be none while the field still has the focus', async ({ open }) => {
  const { page } = await open()
  const said = field(page, 'spokenInput')
  await said.focus()
  await page.keyboard.type('blue moon')
  await expect(said).toHaveAccessibleDescription(/Not understood: "blue moon"/)
  await expect(said).toBeFocused()
  await said.fill('tomorrow 9p')
  await expect(understood(page)).toHaveText(/9:00 PM ET$/)
  await said.press('Tab')
  await expect(page.locator('[data-testid="spoken-note"]')).toHaveText('9:00 PM is outside lane hours.')
})

test('A whole address in the street is taken apart, pasted or typed, so that the driver reads each part once', async ({
  open,
}) => {
  const { page } = await open()
  await typePair(page, typedPair(74))
  await field(page, 'placeStreet').selectText()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '1816 ALDER ROW APT 2\nCHICAGO IL 60601-1234')
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  })
  await expect(field(page, 'placeStreet')).toHaveValue('1816 ALDER ROW')
  await expect(field(page, 'placeUnit')).toHaveValue('APT 2')
  await expect(field(page, 'placeZip')).toHaveValue('60601')
  await expect(field(page, 'placeCity')).toHaveValue('Chicago, IL')
  await expect(field(page, 'placeUnit')).toHaveAccessibleDescription('from address')
  await expectAccessible(page, 'an address taken apart')

  await field(page, 'placeStreet').fill('1816 Alder Row #3, Richmond, Virginia 23220')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toBeVisible()
  const id = (await page.locator('[data-testid="saved"]').getAttribute('data-booking-id')) ?? ''
  const answer = await callBridge(page, 'getBooking', { bookingId: id })
  const addresses = answer.ok ? answer.value.moves.flatMap(({ pickup, delivery }) => [pickup, delivery]) : []
  expect(addresses).toContainEqual(
    expect.objectContaining({
      addressOne: '1816 Alder Row',
      addressTwo: '#3',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    }),
  )
})

test('A VIN fills year, make and model, and another typed year is said at its field', async ({ open }) => {
  const { page } = await open()
  await field(page, 'vehicleVin').fill('vin: 5gzcz43d13s812715')
  await field(page, 'vehicleVin').press('Tab')
  await expect(field(page, 'vehicleYear')).toHaveValue('2003')
  await expect(field(page, 'vehicleMake')).toHaveValue('Saturn')
  await expect(field(page, 'vehicleModel')).toHaveValue('Vue')
  await field(page, 'vehicleYear').fill('2018')
  await field(page, 'vehicleYear').press('Tab')
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/VIN: 2003/)
  await field(page, 'vehicleVin').fill('1C4RJFBG8FC123456')
  await field(page, 'vehicleVin').press('Tab')
  await expect(field(page, 'vehicleMake')).toHaveValue('Jeep')
  await expect(field(page, 'vehicleYear')).toHaveValue('2018')
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/VIN: 2015/)
  await field(page, 'vehicleMake').fill('Toyota')
  await field(page, 'vehicleMake').press('Tab')
  await expect(field(page, 'vehicleMake')).toHaveAccessibleDescription(/VIN: Jeep/)
  await expectAccessible(page, 'a VIN of another make')
})

const BLOCK = `PATTERSON, JEROME W
CELL: (804) 555-0177  HM: 804-555-0190
2018 BUICK ENCLAVE PREMIUM  MILES 61,204
VIN: 5GZCZ43D13S812715
RO# 48211   TAG 7731  ADV 204
1816 W CARY ST APT 2
RICHMOND VA 23220
PROMISED 11/25 5:00PM`

test('A block copied from a DMS is shown taken apart, fills the form, and is booked once its time is typed', async ({
  open,
}) => {
  const { app, page } = await open()
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), BLOCK)
  await page.keyboard.press('Control+v')
  const dialog = page.locator('[data-testid="paste"]')
  await expect(dialog.locator('[data-row="vin"]')).toContainText('says 2003, text says 2018')
  await expect(dialog.getByRole('button', { name: 'Fill 7 fields' })).toBeFocused()
  await expectAccessible(page, 'the paste dialog')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(field(page, 'customerName')).toHaveValue('Jerome W Patterson')
  await expect(field(page, 'customerPhone')).toHaveValue('(804) 555-0177')
  await expect(field(page, 'vehicleVin')).toHaveValue('5GZCZ43D13S812715')
  await expect(field(page, 'vehicleYear')).toHaveValue('2018')
  await expect(field(page, 'vehicleModel')).toHaveValue('Enclave')
  await expect(field(page, 'placeStreet')).toHaveValue('1816 W Cary St')
  await expect(field(page, 'placeUnit')).toHaveValue('Apt 2')
  await expect(field(page, 'spokenInput')).toBeFocused()
  await page.keyboard.type('tomorrow 2p')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toBeVisible()
})

test('The city of the ZIP ends a pasted street that has no comma behind', async ({ open }) => {
  const { app, page } = await open()
  const text = 'Harriet Quill\n804-555-0134\n100 Avenue of the Americas New York NY 10013'
  await app.evaluate(({ clipboard }, block) => clipboard.writeText(block), text)
  await page.keyboard.press('Control+v')
  const dialog = page.locator('[data-testid="paste"]')
  await expect(dialog.locator('[data-row="town"]')).toContainText('New York, NY 10013')
  await expect(dialog.locator('[data-row="street"]')).toContainText('100 Avenue of the Americas')
  await dialog.getByRole('button', { name: /^Fill/ }).click()
  await expect(field(page, 'placeStreet')).toHaveValue('100 Avenue of the Americas')
  await expect(field(page, 'placeCity')).toHaveValue('New York, NY')
})

test('Ctrl+Shift+V takes a block from anywhere on the screen, and Escape fills nothing', async ({ open }) => {
  const { app, page } = await open()
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), BLOCK)
  await page.locator('h1').focus()
  await page.keyboard.press('Control+Shift+V')
  const dialog = page.locator('[data-testid="paste"]')
  await expect(dialog).toBeVisible()
  // The key itself pastes in the window of a person; a driven window may need the second key.
  if ((await dialog.getByRole('textbox').count()) > 0) await page.keyboard.press('Control+v')
  await expect(dialog.locator('[data-row="name"]')).toContainText('Jerome W Patterson')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(field(page, 'customerName')).toHaveValue('')
})

test('The paste dialog lets a person type and edit the text, and takes the time to read what was typed', async ({
  open,
}) => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Paste from DMS' }).click()
  const dialog = page.locator('[data-testid="paste"]')
  const box = dialog.getByRole('textbox')
  await page.keyboard.type('2021 TOYOTA RAV4 BLU')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('2021 TOYOTA RAV4 BLU')
  await expect(dialog.locator('[data-row="vehicle"]')).toContainText('2021 Toyota RAV4 Blue')
  await page.keyboard.press('Tab')
  await expect(box).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Edit text' }).click()
  await expect(box).toBeFocused()
  await box.fill('2020 TOYOTA RAV4')
  await dialog.getByRole('button', { name: 'Fill 1 field' }).click()
  await expect(field(page, 'vehicleYear')).toHaveValue('2020')
})
