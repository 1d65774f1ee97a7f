import { field, scan } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('The form names each missing or wrong value at its field, and loses nothing typed', async ({ open }) => {
  const { page } = await open()
  await field(page, 'customerPhone').fill('911')
  await field(page, 'placeZip').fill('2322')
  await field(page, 'vehicleYear').fill('201')
  await field(page, 'customerName').fill('Harriet Quill')
  const ready = page.locator('[data-testid="ready"]')
  await expect(ready).toContainText('Still needed: street, city and state, make, model, date and time')
  await page.keyboard.press('Control+Enter')
  const errors = page.locator('[data-testid="errors"]')
  await expect(errors).toHaveText('7 fields need a fix.')
  await expect(field(page, 'customerPhone')).toBeFocused()
  for (const [name, words] of [
    ['customerPhone', /Needs an area code/],
    ['placeZip', /Needs 5 digits/],
    ['vehicleMake', /Enter a make/],
    ['placeStreet', /Enter a street/],
  ] as const) {
    await expect(field(page, name)).toHaveAccessibleDescription(words)
  }
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/doesn't look like a year/)
  await expect(field(page, 'placeZip')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
  await expect(field(page, 'customerPhone')).toHaveValue('911')
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
})

test('Enter goes to the next field and never saves, and a scanned VIN with its Enter fills the VIN', async ({
  open,
}) => {
  const { page } = await open()
  const errors = page.locator('[data-testid="errors"]')
  await field(page, 'customerPhone').fill('804 555 0134')
  await page.keyboard.press('Enter')
  await expect(field(page, 'customerName')).toBeFocused()
  // A scanner types into the field that has the focus, and ends with Enter.
  await page.keyboard.type('1m8gdm9axkp042788')
  await page.keyboard.press('Enter')
  await expect(field(page, 'vehicleVin')).toHaveValue('1M8GDM9AXKP042788')
  await expect(field(page, 'customerName')).toHaveValue('')
  await expect(field(page, 'vehicleVin')).not.toBeFocused()
  await field(page, 'vehicleVin').fill('5GZCZ43D13S812715')
  await page.keyboard.press('Enter')
  await expect(field(page, 'vehicleVin')).toHaveValue('5GZCZ43D13S812715')
  await expect(field(page, 'vehicleVin')).not.toBeFocused()
  await expect(errors).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(errors).toBeVisible()
})

test('A VIN that is scanned into any field goes to the VIN, and the field keeps its text', async ({ open }) => {
  const { page } = await open()
  const texts = {
    customerPhone: '804 555 0199',
    customerName: 'Wren Castellane',
    placeStreet: '17 Hollow Rd',
    customerContact: 'Ask for Ana',
    customerInstructions: '',
    reference: 'RO 10442',
    placeCity: 'Richmond, VA',
    spokenInput: 'tomorrow 2p',
  } as const
  const vins = ['5TDKZ3DC6KS912345', '5GZCZ43D13S812715']
  for (const [at, [name, text]] of Object.entries(texts).entries()) {
    const vin = vins[at % 2] ?? ''
    await field(page, name).fill(text)
    await field(page, name).press('End')
    await scan(page, vin)
    await page.keyboard.press('Enter')
    await expect(field(page, 'vehicleVin')).toHaveValue(vin)
    await expect(field(page, name)).toHaveValue(name === 'customerPhone' ? '(804) 555-0199' : text)
    await expect(field(page, 'reference')).toBeFocused()
  }
  await page.getByRole('button', { name: 'More details' }).press('Enter')
  await expect(field(page, 'loanerContact')).toHaveValue('Ask for Ana')

  await page.getByRole('radio', { name: 'Enter loaner' }).press('Space')
  for (const [name, text] of [
    ['loanerStock', 'LN-20'],
    ['loanerModel', '2024 Honda Civic'],
  ] as const) {
    await field(page, name).fill(text)
    await scan(page, '5GZCZ43D13S812715')
    await expect(field(page, name)).toHaveValue(text)
    await expect(field(page, 'loanerVin')).toHaveValue('5GZCZ43D13S812715')
    await field(page, 'loanerVin').fill('')
  }

  // A slow scanner types at the speed of a person; its Enter ends the VIN.
  await field(page, 'vehicleVin').fill('')
  await field(page, 'customerInstructions').fill('Call first 5TDKZ3DC6KS912345')
  await field(page, 'customerInstructions').press('Enter')
  await expect(field(page, 'vehicleVin')).toHaveValue('5TDKZ3DC6KS912345')
  await expect(field(page, 'customerInstructions')).toHaveValue('Call first')

  // Enter on the save button would save.
  await page.getByRole('button', { name: 'Book pickup', exact: true }).focus()
  await scan(page, '5GZCZ43D13S812715')
  await page.keyboard.press('Enter')
  await expect(field(page, 'vehicleVin')).toHaveValue('5GZCZ43D13S812715')
  await expect(page.locator('[data-testid="errors"]')).toHaveCount(0)
})

test('The phone of a pair says that it gets the texts, and a one-way asks for no phone', async ({ open }) => {
  const { page } = await open()
  for (const kind of ['Return + loaner', 'Pickup + loaner']) {
    await page.getByRole('radio', { name: kind }).press('Space')
    await expect(field(page, 'customerPhone')).toHaveAccessibleDescription('gets the texts')
  }
  await page.getByRole('radio', { name: 'One-way' }).press('Space')
  await expect(field(page, 'customerPhone')).toHaveCount(0)
})

test('Ctrl+Enter submits the form from outside of its fields', async ({ open }) => {
  const { page } = await open()
  await page.keyboard.press('Control+1')
  await expect(page.locator('h1')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="errors"]')).toHaveText('8 fields are missing.')
  await expect(field(page, 'customerPhone')).toBeFocused()
})

test('A draft outlives a kill', async ({ open }) => {
  const first = await open()
  await field(first.page, 'customerName').fill('Wren Castellane')
  await field(first.page, 'placeStreet').fill('17 Hollow Rd')
  await expect(first.page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'kept')
  await first.kill()
  const { page } = await open()
  await expect(field(page, 'customerName')).toHaveValue('Wren Castellane')
  await expect(field(page, 'placeStreet')).toHaveValue('17 Hollow Rd')
})

test('Text pasted from a sheet, an e-mail or a label is read as meant', async ({ open }) => {
  const { app, page } = await open()
  for (const [name, copied, meant] of [
    ['customerName', 'Priya\tRaman', 'Priya Raman'],
    ['vehicleVin', 'Vehicle Identification Number: 1m8gdm9axkp042788 (Buick)', '1M8GDM9AXKP042788'],
    ['placeZip', 'Richmond, VA 23220-1234', '23220'],
  ] as const) {
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), copied)
    await field(page, name).focus()
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Tab')
    await expect(field(page, name)).toHaveValue(meant)
    await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
  }
  await field(page, 'placeZip').fill('00000')
  await field(page, 'placeCity').fill('Richmond, XX')
  await page.keyboard.press('Tab')
  await expect(field(page, 'placeCity')).toHaveAccessibleDescription(/There is no state XX/)
})
