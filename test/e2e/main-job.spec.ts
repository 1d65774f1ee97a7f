import {
  field,
  find,
  findBox,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
  SOON,
} from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test(
  'A pair booked offline outlives a restart and is confirmed once the link is back',
  { tag: '@smoke' },
  async ({ open }) => {
    const pair = typedPair(34)
    const first = await open()
    await setPracticeConnection(first.page, 'cut')
    const offline = first.page.locator('[data-testid="strip-offline"]')
    await expect(offline).toContainText('Keep booking: everything is saved and sends later')
    await typePair(first.page, pair)
    const bookingId = await save(first.page)
    await expect(first.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'waiting')
    await expect(first.page.locator('[data-testid="saved"]')).toContainText('Saved.')
    await expect(statusBar(first.page)).toHaveAttribute('data-waiting', '1')
    await expect(field(first.page, 'customerPhone')).toBeFocused()
    await first.close()

    const second = await open()
    await expect(statusBar(second.page)).toHaveAttribute('data-waiting', '1')
    await find(second.page, pair.reference)
    const booking = second.page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
    await expect(booking).toHaveAttribute('data-state', 'waiting')
    await expect(booking.getByText('no move number yet')).toHaveCount(2)
    await expect(booking.getByText('(estimate)')).toBeVisible()

    await setPracticeConnection(second.page, 'up')
    await expect(booking).toHaveAttribute('data-state', 'booked')
    await expect(statusBar(second.page)).toHaveAttribute('data-waiting', '0')
    await expect(booking.getByText('(set by provider)')).toBeVisible()
    const rows = await find(second.page, pair.phone.slice(-4))
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveAttribute('data-numbers', /^\d+ \d+$/)
    await expect(rows.first().locator('mark').filter({ visible: true })).toHaveText(pair.phone.slice(-4))
  },
)

test(
  'A move is found by number, repair order, name, phone, VIN tail, stock, street and a word of its instructions, and a search without hits says so',
  { tag: '@smoke' },
  async ({ open }) => {
    const { page } = await open()
    const pair = typedPair(47)
    await typePair(page, pair)
    await field(page, 'vehicleStock').fill('S4711')
    await field(page, 'customerInstructions').fill('Gate code 4471')
    const bookingId = await save(page)
    const row = page.locator(`[data-testid="found-booking"][data-booking-id="${bookingId}"]`)
    await find(page, pair.reference)
    await expect(row).toHaveAttribute('data-numbers', /^\d+ \d+$/)
    const number = ((await row.getAttribute('data-numbers')) ?? '').slice(0, 5)
    for (const text of [
      number,
      '12047',
      'nunez',
      'Núñez',
      '0147',
      '(804) 555-0147',
      '042747',
      's4711',
      'buick encl',
      '4471',
      pair.street,
    ]) {
      const rows = await find(page, text)
      await expect(rows.first(), text).toHaveAttribute('data-booking-id', bookingId)
    }
    await find(page, 'nobody by this name')
    await expect(page.getByRole('heading', { name: 'No results for "nobody by this name"' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().press('Enter')
    await expect(findBox(page)).toHaveValue('')
  },
)

test('A withdrawn booking stays withdrawn once the link is back', { tag: '@smoke' }, async ({ open }) => {
  const { page } = await open()
  await setPracticeConnection(page, 'cut')
  await typePair(page, typedPair(50))
  const bookingId = await save(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'withdrawn')
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  await setPracticeConnection(page, 'up')
  await find(page, '0150')
  await expect(page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)).toHaveAttribute(
    'data-state',
    'withdrawn',
  )
})

test('A one-way is booked with its destination', async ({ open }) => {
  const { page } = await open()
  await page.getByRole('radio', { name: 'One-way' }).press('Space')
  for (const [name, text] of [
    ['vehicleMake', 'Ford'],
    ['vehicleModel', 'Transit'],
    ['destinationName', 'Body shop'],
    ['destinationStreet', '12 Hull St'],
    ['destinationZip', '23224'],
    ['destinationCity', 'Richmond, VA'],
    ['spokenInput', 'tomorrow 930'],
  ] as const) {
    await field(page, name).fill(text)
  }
  await page.getByRole('group', { name: 'From' }).getByRole('button').press('Enter')
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  const booking = page.locator('[data-testid="booking"]')
  await expect(booking.getByText('12 Hull St, Richmond, VA 23224')).toBeVisible()
  // The provider's address is shown only where that address differs.
  await expect(booking.getByText("Provider's address")).toHaveCount(0)
})

test('Status, times and links of a practice move advance on the screen without a click', async ({ open }) => {
  const { page } = await open()
  const pair = typedPair(36)
  await typePair(page, pair, 0, SOON)
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await find(page, pair.reference)
  // On a pickup the loaner goes out first.
  const loaner = page.locator('[data-testid="move-of-booking"][data-role="loaner"]')
  const started = loaner.locator('[data-stage="pickup_started"]')
  await expect(started).not.toContainText(/\d (AM|PM)/)
  await expect(loaner.getByRole('button', { name: 'Open tracking page' })).toHaveCount(0)
  // The driver takes a step every twenty seconds, and the test presses no key from here on.
  const soon = { timeout: 90_000 }
  await expect(started).toContainText(/\d (AM|PM)/, soon)
  await expect(loaner.getByRole('button', { name: 'Open tracking page' })).toBeVisible()
  await expect(loaner.locator('[data-stage="pickup_arrived"]')).toContainText(/\d (AM|PM)/, soon)
})
