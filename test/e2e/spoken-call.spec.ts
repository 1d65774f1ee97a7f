import type { Page } from '@playwright/test'
import { nextThursday } from '../support/builders/bookings.ts'
import { expect, test } from './window.ts'

/*
 * A call as an advisor hears it, taken by the words on the screen alone: "Harriet Quill, 804 555 0134, Enclave,
 * tomorrow at two, loaner", then a move to Thursday, then a cancellation.
 */

const search = (page: Page) => page.getByRole('searchbox', { name: 'Name, phone, VIN, RO, stock or move number' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function answer(page: Page, label: string, text: string): Promise<void> {
  // A suggestion box and a plain text field look the same on the screen.
  const named = { name: new RegExp(`^${label}`) }
  await page.getByRole('textbox', named).or(page.getByRole('combobox', named)).first().fill(text)
}

test('A spoken call is booked, found by the end of the phone, moved to Thursday and canceled by visible words', async ({
  open,
}) => {
  const { page } = await open()
  await expect(page.getByText('Online')).toBeVisible()

  await test.step('"Harriet Quill, 804 555 0134, Enclave, tomorrow at two, loaner"', async () => {
    await page.getByRole('button', { name: 'New booking' }).click()
    await page.getByRole('radio', { name: 'Pickup + loaner' }).check()
    await answer(page, 'Mobile phone', '804 555 0134')
    await answer(page, 'Name', 'Harriet Quill')
    await answer(page, 'Street', '210 S Mulberry St')
    await answer(page, 'ZIP', '23220')
    await answer(page, 'RO number', '12034')
    await answer(page, 'Year', '2019')
    await answer(page, 'Make', 'Buick')
    await answer(page, 'Model', 'Enclave')
    await answer(page, 'Date and time', 'tomorrow at 2')
    await expect(page.getByText(/2:00 PM/).first()).toBeVisible()
    await page.getByRole('radio', { name: 'Enter loaner' }).check()
    await answer(page, 'Loaner stock', 'LN-14')
    await answer(page, 'Year, make, model', '2024 Buick Encore')
    await page.getByRole('button', { name: /^Book pickup(?! \+)/ }).click()
    await expect(page.getByText(/Pickup, Harriet Quill/).first()).toBeVisible()
  })

  await test.step('"It is the phone that ends in 0134"', async () => {
    await search(page).fill('0134')
    await expect(page.getByRole('row', { name: /Harriet Quill/ })).toHaveCount(1)
    await search(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Pickup, Harriet Quill' })).toBeVisible()
    await expect(page.getByText('Pickup + loaner')).toBeVisible()
    await expect(page.getByText('LN-14 Buick Encore').first()).toBeVisible()
  })

  await test.step('"Can we do Thursday, at two?"', async () => {
    await button(page, 'Reschedule').click()
    await answer(page, 'New time', `${nextThursday()} 2p`)
    await expect(page.getByText(/Thu, [A-Z][a-z]{2} \d{1,2}, (?:\d{4}, )?2:00 PM/).first()).toBeVisible()
    await answer(page, 'Your name', 'Dana R.')
    await button(page, 'Reschedule').last().click()
    await expect(page.getByText(/Both are live|is canceled/).first()).toBeVisible()
    await search(page).fill('0134')
    await expect(page.getByRole('row', { name: /Harriet Quill/ })).toHaveCount(2)
  })

  await test.step('"She does not need it after all"', async () => {
    await page
      .getByRole('row', { name: /Confirmed.*Harriet Quill/ })
      .first()
      .click()
    await button(page, 'Cancel…').click()
    await answer(page, 'Your name', 'Dana R.')
    await button(page, 'Cancel booking').click()
    // The old booking was canceled by the move to Thursday, and the new one now.
    await expect(page.getByRole('row', { name: /^Canceled.*Harriet Quill/ })).toHaveCount(2, { timeout: 90_000 })
  })
})
