import type { Page } from '@playwright/test'
import type { Bridge } from '../../shared/bridge/calls.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { field, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

const understood = (page: Page) => page.locator('[data-testid="understood"]')

test("A typed time with two meanings is asked with two buttons, and a window goes into the driver's notes", async ({
  open,
}) => {
  const { page } = await open()
  await typePair(page, typedPair(71))
  const said = field(page, 'spokenInput')
  await said.fill('next week 2-4')
  await page.keyboard.press('Control+Enter')
  await expect(said).toHaveAccessibleDescription(/"next week 2-4" could be .* or .*\./)
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  const options = page.locator('[data-testid="time-question"]').getByRole('button')
  await expect(options).toHaveCount(2)
  await expectAccessible(page, 'a question about the time')
  await options.first().press('Enter')
  await expect(options).toHaveCount(0)
  await expect(understood(page)).toHaveText(/^Mon, \w{3} \d+ · 2:00 PM ET$/)
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
  const answer = await page.evaluate(
    (bookingId) => (window as unknown as { lanekeeper: Bridge }).lanekeeper.getBooking({ bookingId }),
    id,
  )
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
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/VIN says 2003/)
  await field(page, 'vehicleVin').fill('1C4RJFBG8FC123456')
  await field(page, 'vehicleVin').press('Tab')
  await expect(field(page, 'vehicleMake')).toHaveValue('Jeep')
  await expect(field(page, 'vehicleYear')).toHaveValue('2018')
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/VIN says 2015/)
})
