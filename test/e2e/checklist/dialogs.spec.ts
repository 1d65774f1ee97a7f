import { inDays, pairBooking } from '../../support/builders/bookings.ts'
import {
  bookUnseen,
  field,
  find,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
} from '../../support/page/desk-page.ts'
import { startHopdrive } from '../../support/processes/hopdrive.ts'
import { expectDialog } from '../../support/page/dialog.ts'
import { expect, test } from '../window.ts'

test(
  'A dialog takes the focus, keeps it, blocks the page behind it and gives the focus back on Escape',
  { tag: '@item-9' },
  async ({ open }) => {
    const { page } = await open()
    await setPracticeConnection(page, 'cut')
    const pair = typedPair(51)
    await typePair(page, pair)
    await save(page)
    await typePair(page, { ...pair, name: 'Somebody Else' })
    const opener = field(page, 'reference')
    await opener.focus()
    for (const [key, testId, closes] of [
      ['Control+Enter', 'duplicates', false],
      ['Control+k', 'palette', true],
      ['F1', 'shortcuts', true],
    ] as const) {
      await expectDialog(page, { testId, opener, closes, open: () => page.keyboard.press(key) })
    }
    // The draft in the form makes the change ask first.
    await page.keyboard.press('Control+4')
    const change = page.locator('[data-testid="resolve"]').getByRole('button', { name: 'Edit' })
    await expectDialog(page, { testId: 'replace', opener: change, open: () => change.press('Enter') })
  },
)

test(
  'The cancel and change questions keep the focus, block the page and give the focus back on Escape',
  { tag: '@item-9' },
  async ({ open, profile }) => {
    const service = await startHopdrive(profile)
    const { page } = await open()
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    await bookUnseen(page, pairBooking(2, { appointment: inDays(2, '14:00') }))
    await find(page, '10002')
    await page.locator('[data-testid="booking"][data-state="booked"]').waitFor()
    const customer = page.locator('[data-testid="move-of-booking"][data-role="customer"]')
    for (const [name, testId] of [
      ['Cancel…', 'cancel-question'],
      ['Change…', 'change-question'],
    ] as const) {
      const opener = (testId === 'cancel-question' ? page : customer).getByRole('button', { name })
      await expectDialog(page, { testId, opener, open: () => opener.press('Enter') })
    }
    await service.end()
  },
)
