import { callBridge } from '../support/page/bridge-calls.ts'
import { bookUnseen, field, find, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { expect, test } from './window.ts'

test('A change to a waiting booking outlives a restart, and the same booking is sent as changed', async ({ open }) => {
  const first = await open()
  await setPracticeConnection(first.page, 'cut')
  await typePair(first.page, typedPair(63))
  const id = await save(first.page)
  await first.page.locator('[data-testid="saved"]').getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await first.page.locator('[data-testid="booking"]').getByRole('button', { name: 'Edit' }).press('Enter')
  await expect(first.page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
  await expect(field(first.page, 'vehicleVin')).toHaveValue(typedPair(63).vin)
  await field(first.page, 'customerName').fill('Wren Castellane')
  await expect(first.page.locator('form[data-draft="kept"]')).toBeVisible()
  await first.close()

  const { page } = await open()
  await expect(page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
  await expect(field(page, 'customerName')).toHaveValue('Wren Castellane')
  expect(await save(page)).toBe(id)
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
  await setPracticeConnection(page, 'up')
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await expect(await find(page, 'Wren Castellane')).toHaveCount(1)
  await expect(await find(page, typedPair(63).reference)).toHaveCount(1)
})

test('An abandoned change leaves the booking as it was', async ({ open }) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(64))
  await save(page)
  await page.locator('[data-testid="saved"]').getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await page.locator('[data-testid="booking"]').getByRole('button', { name: 'Edit' }).press('Enter')
  await field(page, 'customerName').fill('Somebody else')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
  await expect(field(page, 'customerName')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Restore changes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
  await expect(await find(page, 'Somebody else')).toHaveCount(0)
  await expect(await find(page, typedPair(64).name)).toHaveCount(1)
})

test('A change asks before it replaces a draft, and the draft can be put back once the change is left', async ({
  open,
}) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await bookUnseen(page, pairBooking(1), pairBooking(2))
  const replace = page.locator('[data-testid="replace"]')
  const heading = page.getByRole('heading', { name: 'Edit booking' })
  const change = async (at: number) => {
    await page.keyboard.press('Control+4')
    // The pane beside the list shows the focused row.
    await page.locator('[data-testid="inbox-row"] > button').nth(at).focus()
    await page.locator('[data-testid="resolve"]').getByRole('button', { name: 'Edit' }).press('Enter')
  }
  await field(page, 'customerName').fill('Wren Castellane')
  await expect(page.locator('form[data-draft="kept"]')).toBeVisible()
  await change(0)
  await expect(replace).toContainText('A booking is not saved. Replace with the booking to edit?')
  await replace.getByRole('button', { name: 'Keep it' }).press('Enter')
  await page.keyboard.press('Control+1')
  await expect(heading).toHaveCount(0)
  await expect(field(page, 'customerName')).toHaveValue('Wren Castellane')

  await change(0)
  await replace.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
  await expect(heading).toBeVisible()
  // An untouched change gives way without a question, and a change to the same booking is not begun again.
  await change(1)
  await expect(heading).toBeVisible()
  await field(page, 'customerName').fill('Somebody Else')
  await change(1)
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')
  await change(0)
  await expect(replace).toContainText('Your changes are then lost, and that booking stays as it is.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await expect(field(page, 'customerName')).toHaveValue('Somebody Else')

  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(field(page, 'customerName')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
  await expect(field(page, 'customerName')).toHaveValue('Wren Castellane')
})

test('A draft behind a change outlives a kill, both during the change and after it is left', async ({ open }) => {
  const first = await open()
  await setPracticeConnection(first.page, 'cut')
  await bookUnseen(first.page, pairBooking(1))
  await field(first.page, 'customerName').fill('Wren Castellane')
  await expect(first.page.locator('form[data-draft="kept"]')).toBeVisible()
  await first.page.keyboard.press('Control+4')
  await first.page.locator('main').getByRole('button', { name: 'Edit' }).press('Enter')
  await first.page.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
  await expect(first.page.locator('form[data-draft="kept"]')).toBeVisible()
  await first.kill()

  const second = await open()
  await expect(second.page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
  await second.page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(field(second.page, 'customerName')).toHaveValue('')
  await expect(second.page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  // The stashed draft is saved again as soon as the form is empty.
  await expect
    .poll(async () => {
      const draft = await callBridge(second.page, 'readDraft', null)
      return draft.ok ? draft.value?.form : null
    })
    .toMatchObject({ customerName: '', 'stashed.customerName': 'Wren Castellane' })
  await second.kill()

  const { page } = await open()
  await expect(field(page, 'customerName')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(field(page, 'customerName')).toHaveValue('Wren Castellane')
})
