import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { chooseMore, field, find, save, typedPair, typePair } from '../support/page/desk-page.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { expect, test } from './window.ts'

const understood = (page: Page) => page.locator('[data-testid="understood"]')
const segments = (page: Page, name: 'date' | 'time') => page.locator(`#field-${name} [role="spinbutton"]`)

test('A time typed in words is shown as understood, and any other way to set the time replaces the words', async ({
  open,
}) => {
  const { page } = await open()
  const said = field(page, 'spokenInput')
  await said.focus()
  await page.keyboard.type('tomorrow 2p')
  const reading = /^\w{3}, \w{3} \d+ · 2:00 PM ET$/
  await expect(understood(page)).toHaveText(reading)
  await expect(understood(page)).toHaveAttribute('data-live', 'true')
  await page.keyboard.press('Tab')
  await expect(understood(page)).toHaveText(reading)
  await expect(understood(page)).toHaveAttribute('data-live', 'false')
  await expect(said).toHaveValue('tomorrow 2p')

  await said.fill('tuesdy 2p')
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')
  await said.press('Tab')
  await expect(said).toHaveAttribute('aria-invalid', 'true')
  await expect(said).toHaveAccessibleDescription(/Not understood: "tuesdy 2p"/)
  await expect(understood(page)).toHaveText('')
  await expect(said).toHaveValue('tuesdy 2p')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="errors"]')).toBeVisible()
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)

  // Another way to set the time replaces words that were not understood.
  await page.getByRole('radio', { name: 'Tomorrow' }).press('Space')
  await expect(said).toHaveValue('')
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')

  await said.fill('1/4/2099 930')
  await said.press('Tab')
  await expect(said).not.toHaveAttribute('aria-invalid', 'true')
  await expect(understood(page)).toHaveText('Sun, Jan 4, 2099 · 9:30 AM ET')
  await said.press('F4')
  await segments(page, 'time').first().focus()
  await page.keyboard.type('1100AM')
  await expect(said).toHaveValue('')
  await expect(understood(page)).toHaveText('Sun, Jan 4, 2099 · 11:00 AM ET')
})

test('An assumption about a typed time is shown before the booking is saved', async ({ open }) => {
  const { page } = await open()
  await typePair(page, typedPair(71))
  const said = field(page, 'spokenInput')
  await said.fill('tomorrow am')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="spoken-note"]')).toContainText('Using 9:00 AM for the morning.')
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  await expect(said).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toContainText(/\w{3}, \w{3} \d+, 9:00 AM ET/)
})

test('A ZIP fills in city and state with a mark, and likely slips are warned of without blocking the save', async ({
  open,
}) => {
  const { page } = await open()
  await typePair(page, typedPair(72))
  const town = field(page, 'placeCity')
  await expect(town).toHaveValue('Richmond, VA')
  await expect(town).toHaveAccessibleDescription('from ZIP')
  await field(page, 'placeZip').fill('60601-1234')
  await expect(town).toHaveValue('Richmond, VA')
  await page.keyboard.press('Tab')
  await expect(field(page, 'placeZip')).toHaveValue('60601')
  await expect(town).toHaveValue('Chicago, IL')
  await expect(town).toBeFocused()
  await page.keyboard.type('Cicero, VA')
  await expect(town).toHaveValue('Cicero, VA')
  await town.press('Tab')
  await expect(town).toHaveAccessibleDescription('60601 is Chicago, IL')

  await field(page, 'customerPhone').fill('(804) 155-0172')
  await expect(field(page, 'customerPhone')).toHaveAccessibleDescription('')
  await field(page, 'customerPhone').press('Tab')
  await expect(field(page, 'customerPhone')).toHaveAccessibleDescription(/Read it back/)
  await field(page, 'customerPhone').fill('804 555 017')
  await field(page, 'customerPhone').press('Tab')
  await expect(field(page, 'customerPhone')).toHaveAccessibleDescription(/Read it back/)
  await field(page, 'vehicleVin').fill('VIN: 1m8gdm9axkp042789')
  await field(page, 'vehicleVin').press('Tab')
  await expect(field(page, 'vehicleVin')).toHaveValue('1M8GDM9AXKP042789')
  await expect(field(page, 'vehicleVin')).toHaveAccessibleDescription(/VIN may be wrong/)
  await expect(page.locator('[data-testid="warnings"]')).toContainText('VIN may be wrong')
  await field(page, 'vehicleYear').fill("'19")
  await field(page, 'vehicleYear').press('Tab')
  await expect(field(page, 'vehicleYear')).toHaveValue('2019')
  await expectAccessible(page, 'warnings')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toBeVisible()
})

test('The prefill of a known phone is marked, offers the known cars, and can be taken out again', async ({ open }) => {
  const { page } = await open()
  const first = typedPair(73)
  await typePair(page, first)
  await field(page, 'customerInstructions').fill('Gate code 0417')
  await save(page)
  // The phone prefills the instructions for this booking too.
  await typePair(page, { ...first, make: 'Volvo', model: 'XC60', vin: '5GZCZ43D13S812715', reference: 'RO 2' })
  await field(page, 'spokenInput').fill('1/5/2099 10a')
  await save(page)

  await expect(field(page, 'customerPhone')).toBeFocused()
  await page.keyboard.type('804 555 0173')
  await page.keyboard.press('Tab')
  const known = page.locator('[data-testid="known"]')
  await expect(known).toHaveText(/^Filled from \w{3} \d+Undo fill$/)
  await expect(field(page, 'customerName')).toHaveValue(first.name)
  // All that was known is filled, so the time is the next text to type.
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(field(page, 'customerName')).toHaveAccessibleDescription('from the last booking')
  await expect(field(page, 'vehicleModel')).toHaveValue('XC60')
  await expect(field(page, 'placeStreet')).toHaveValue(first.street)
  await expectAccessible(page, 'a known customer')
  await expect(field(page, 'customerInstructions')).toHaveValue('Gate code 0417')
  await expect(field(page, 'customerInstructions')).toHaveAccessibleDescription('from the last booking')
  await page.getByRole('radiogroup', { name: 'Which car' }).getByRole('radio', { checked: true }).press('ArrowRight')
  await expect(field(page, 'vehicleModel')).toHaveValue(first.model)
  await expect(field(page, 'vehicleVin')).toHaveValue(first.vin)
  await field(page, 'vehicleVin').fill('5GZCZ43D13S812716')
  await field(page, 'vehicleVin').press('Tab')
  for (const name of ['vehicleYear', 'vehicleMake', 'vehicleModel', 'vehicleColor']) {
    await expect(field(page, name)).toHaveValue('')
  }
  await expect(field(page, 'vehicleVin')).toHaveValue('5GZCZ43D13S812716')
  await field(page, 'vehicleVin').fill('')
  await field(page, 'placeUnit').fill('Apt 4')
  await known.getByRole('button', { name: 'Undo fill' }).press('Enter')
  await expect(known).toHaveCount(0)
  for (const name of [
    'customerName',
    'vehicleVin',
    'vehicleModel',
    'placeStreet',
    'placeCity',
    'customerInstructions',
  ]) {
    await expect(field(page, name)).toHaveValue('')
  }
  await expect(field(page, 'placeUnit')).toHaveValue('Apt 4')
  await expect(field(page, 'customerPhone')).toHaveValue('(804) 555-0173')
  await expect(field(page, 'customerPhone')).toBeFocused()
})

test('A duplicate candidate is shown beside the booking, which is saved despite it once or not at all', async ({
  open,
}) => {
  const { page } = await open()
  const pair = typedPair(74)
  await typePair(page, pair)
  const first = await save(page)
  const beside = page.locator('[data-testid="duplicates"]')
  const again = async () => {
    await typePair(page, { ...pair, name: 'Somebody Else', street: '9 Pear Ct' })
    await page.keyboard.press('Control+Enter')
    await expect(beside).toBeVisible()
  }
  await again()
  await expect(beside.getByRole('button', { name: 'Go back' })).toBeFocused()
  for (const words of ['Somebody Else', pair.name, '9 Pear Ct', pair.street, pair.reference, 'Same']) {
    await expect(beside).toContainText(words)
  }
  await expectAccessible(page, 'bookings side by side')
  await page.keyboard.press('Escape')
  await expect(beside).toHaveCount(0)
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')
  await expect(page.locator(`[data-testid="saved"]:not([data-booking-id="${first}"])`)).toHaveCount(0)

  await page.keyboard.press('Control+Enter')
  await beside.getByRole('button', { name: 'Open existing' }).press('Enter')
  await expect(page.locator(`[data-testid="booking"][data-booking-id="${first}"]`)).toBeVisible()
  await page.keyboard.press('Control+1')
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')

  await page.keyboard.press('Control+Enter')
  await page.locator('#beside-who').fill('Dana R.')
  const anyway = beside.getByRole('button', { name: 'Book anyway' })
  await anyway.focus()
  // All clicks come in one task, as from a double click or a held key.
  await anyway.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 4; press += 1) button.click()
  })
  await expect(page.locator(`[data-testid="saved"]:not([data-booking-id="${first}"])`)).toBeVisible()
  await expect(beside).toHaveCount(0)
  await expect(await find(page, '0174')).toHaveCount(2)
})

test('An unusual value is shown at its field and asked about on save, as no rule of the provider, and does not block the save', async ({
  open,
}) => {
  const { page } = await open()
  await typePair(page, { ...typedPair(78), phone: '+683 4000' })
  const phone = field(page, 'customerPhone')
  await expect(phone).toHaveAccessibleDescription(/Needs 10 digits so the customer can get texts/)
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Control+Enter')
  const question = page.locator('[data-testid="duplicates"]')
  await expect(question).toContainText('Check before booking')
  await expect(question).toContainText('Needs 10 digits')
  await expect(question).not.toContainText('provider')
  await expect(question.locator('table')).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await question.getByRole('button', { name: 'Book anyway' }).press('Enter')
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'refused')
})

test(
  'A double Enter, a held key and a double click make one booking and one request',
  { tag: '@item-29' },
  async ({ open, judge }) => {
    const { page } = await open({ provider: { url: judge.url, token: judge.token } })
    await typePair(page, typedPair(77))
    await page.evaluate(() => {
      const go = document.querySelector<HTMLButtonElement>('button[type="submit"]')
      for (const repeat of [false, false, true, true]) {
        const options = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, repeat }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options))
        go?.click()
        go?.form?.requestSubmit()
      }
    })
    const saved = page.locator('[data-testid="saved"]')
    await expect(saved).toHaveAttribute('data-state', 'booked')
    const first = (await saved.getAttribute('data-booking-id')) ?? ''
    await expect(page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'empty')
    await typePair(page, typedPair(78))
    await page.getByRole('button', { name: 'Book pickup', exact: true }).dblclick()
    await expect(
      page.locator(`[data-testid="saved"][data-state="booked"]:not([data-booking-id="${first}"])`),
    ).toBeVisible()
    await expect(await find(page, '0177')).toHaveCount(1)
    await expect(await find(page, '0178')).toHaveCount(1)
    // The practice service accepts every request, so its ledger holds all that arrived.
    const asked = await readLedger(judge.url, judge.token)
    expect(asked.map((line) => line.move_ids.length)).toEqual([2, 2])
  },
)

test('The page of a pickup starts its return and another like it, and asks before it replaces a draft', async ({
  open,
}) => {
  const { page } = await open()
  const pair = typedPair(75)
  await typePair(page, pair)
  await save(page)
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Book return' }).press('Enter')
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Return + loaner' })).toBeChecked()
  await expect(field(page, 'customerName')).toHaveValue(pair.name)
  await expect(field(page, 'vehicleVin')).toHaveValue(pair.vin)
  await expect(field(page, 'placeStreet')).toHaveValue(pair.street)
  await page.keyboard.type('1/6/2099 4p')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toContainText(`Return, ${pair.name}`)

  await field(page, 'customerName').fill('Somebody Else')
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await chooseMore(page, 'Duplicate')
  const replace = page.locator('[data-testid="replace"]')
  await expect(replace.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectAccessible(page, 'a draft that would be replaced')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')
  await page.keyboard.press('Control+3')
  await chooseMore(page, 'Duplicate')
  await replace.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
  await expect(field(page, 'spokenInput')).toBeFocused()
  await expect(field(page, 'customerName')).toHaveValue(pair.name)
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')
})
