import { field, find, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('The form names each missing or wrong value at its field, and loses nothing typed', async ({ open }) => {
  const { page } = await open()
  await field(page, 'customerPhone').fill('911')
  await field(page, 'placeZip').fill('2322')
  await field(page, 'vehicleYear').fill('201')
  await field(page, 'customerName').fill('Harriet Quill')
  await page.keyboard.press('Control+Enter')
  const errors = page.locator('[data-testid="errors"]')
  await expect(errors).toBeVisible()
  await expect(errors).toBeFocused()
  for (const words of [
    'Phone is not complete',
    'ZIP needs five digits, for example 23220',
    'Make is missing',
    'Street is missing',
  ]) {
    await expect(errors).toContainText(words)
  }
  await expect(errors).not.toContainText('Year')
  await expect(field(page, 'vehicleYear')).toHaveAccessibleDescription(/does not look like a year/)
  await expect(field(page, 'placeZip')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'placeZip')).toHaveAccessibleDescription(/five digits/)
  await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
  await expect(field(page, 'customerPhone')).toHaveValue('911')
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  await errors.getByRole('link', { name: /ZIP/ }).first().press('Enter')
  await expect(field(page, 'placeZip')).toBeFocused()
})

test('Repeated presses of save book once', async ({ open }) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(61))
  // Five presses in one task, before the first can have changed anything, then one real press.
  await page.evaluate(() => {
    for (let press = 0; press < 5; press += 1) {
      const options = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options))
    }
  })
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-testid="saved"]').waitFor()
  const rows = await find(page, '0161')
  await expect(rows).toHaveCount(2)
})

test('Ctrl+Enter submits the form from outside of its fields', async ({ open }) => {
  const { page } = await open()
  await page.keyboard.press('Control+1')
  await expect(page.locator('h1')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="errors"]')).toBeFocused()
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

test('A pair is booked, found and opened by keyboard alone', async ({ open }) => {
  const { page } = await open()
  const type = (text: string) => page.keyboard.type(text)
  const tab = async (times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+n')
  await expect(field(page, 'customerPhone')).toBeFocused()
  await type('804 555 0172')
  await tab()
  await type('Theo Brandt')
  await tab(3)
  await type('Volvo')
  await tab()
  await type('XC60')
  await tab(3)
  // Automatic is already chosen, and the next stops are Today and Tomorrow.
  await tab(2)
  await page.keyboard.press('Enter')
  await tab(2)
  await tab(3)
  await tab()
  await type('0200PM')
  await tab()
  await expect(field(page, 'placeStreet')).toBeFocused()
  await type('5 Pear Ct')
  await tab(2)
  await type('23220')
  await tab()
  await type('Richmond')
  await tab()
  await type('VA')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="saved"]')).toBeVisible()
  await page.keyboard.press('Control+f')
  await type('brandt')
  await expect(page.locator('[data-testid="results"][data-text="brandt"] [data-testid="move"]')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pickup, Theo Brandt' })).toBeFocused()
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
  await field(page, 'placeState').fill('XX')
  await page.keyboard.press('Tab')
  await expect(field(page, 'placeState')).toHaveAccessibleDescription(/There is no state XX/)
})
