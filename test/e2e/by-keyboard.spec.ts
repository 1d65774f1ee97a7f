import type { Page } from '@playwright/test'
import { field, save, statusBar } from '../support/page/desk-page.ts'
import { CountedKeys } from '../support/page/measures.ts'
import { bodiesOf, startFaultProxy } from '../support/faults/fault-proxy.ts'
import { expect, test } from './window.ts'

/** Presses Tab until the field has the focus, at most 12 times. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isThere = () => page.evaluate((id) => document.activeElement?.closest(`#${id}`) !== null, `field-${name}`)
  for (let stops = 0; stops < 12; stops += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  expect(await isThere(), `12 stops on there is no ${name}`).toBe(true)
}

/** A customer's car and a loaner with every field. No two texts are alike, so that a swap of two fields is noticed. */
const CAR = [
  ['vehicleVin', '1M8GDM9AXKP042788'],
  ['vehicleYear', '2019'],
  ['vehicleMake', 'Volvo'],
  ['vehicleModel', 'XC60'],
  ['vehicleColor', 'Denim blue'],
  ['vehicleStock', 'S4711'],
] as const
const LOANER = [
  ['loanerStock', 'L2203'],
  ['loanerModel', '2024 Honda Civic'],
] as const
const MORE_OF_LOANER = [
  ['loanerVin', '11111111111111111'],
  ['loanerColor', 'Silver'],
] as const
const NOTES = [
  ['customerInstructions', 'Gate code 4417'],
  ['reference', 'RO 40417'],
  ['customerContact', 'Ask for Priya'],
  ['loanerContact', 'Ask for Marcus'],
  ['loanerInstructions', 'Leave the mat in'],
] as const

test(
  'A pair with every field is booked by keyboard alone, and every field reaches the provider',
  { tag: '@smoke' },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    const type = async (fields: readonly (readonly [name: string, text: string])[]) => {
      for (const [name, text] of fields) {
        await tabTo(page, name)
        // Tab selects the prefilled text, and typing replaces that.
        await page.keyboard.type(text)
      }
    }
    await page.keyboard.press('Control+n')
    await type([
      ['customerPhone', '804 555 0163'],
      ['customerName', 'Priya Raman'],
      ['placeStreet', '5 Pear Ct'],
      ['placeUnit', 'Suite 12'],
      ['placeZip', '23220'],
      ['placeCity', 'Bon Air, VA'],
      ...NOTES.slice(0, 1),
      ...CAR.slice(0, 1),
      ...NOTES.slice(1, 2),
      ...CAR.slice(1),
    ])
    await tabTo(page, 'vehicleGearbox')
    await page.keyboard.press('ArrowRight')
    await type([...NOTES.slice(2, 3), ['spokenInput', '1/5/2099 930']])
    await tabTo(page, 'loanerChoice')
    await page.keyboard.press('ArrowRight')
    await type(LOANER)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await type(MORE_OF_LOANER)
    await tabTo(page, 'loanerGearbox')
    await page.keyboard.press('ArrowRight')
    await type([['placeName', 'Her office'], ...NOTES.slice(3)])
    await save(page)
    await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
    const [sent] = bodiesOf(proxy, 'create')
    for (const [name, text] of [...CAR, ...MORE_OF_LOANER, ...NOTES]) expect(sent, name).toContain(text)
    for (const text of [
      'L2203',
      '2024',
      'Honda',
      'Civic',
      '8045550163',
      'Priya Raman',
      'Her office',
      '5 Pear Ct',
      'Suite 12',
      '23220',
      'Bon Air',
    ])
      expect(sent).toContain(text)
    expect(sent?.match(/manual/gi)).toHaveLength(2)
    await proxy.close()
  },
)

test('A pair takes fewer than 25 keystrokes beside the text, and fewer than 5 for a known customer', async ({
  open,
}) => {
  const { page } = await open()
  let keys = new CountedKeys(page)
  const fieldByField = async (steps: readonly (readonly [tabs: number, name: string, text: string])[]) => {
    for (const [tabs, name, text] of steps) {
      await keys.press(...Array<string>(tabs).fill('Tab'))
      await expect(field(page, name)).toBeFocused()
      await keys.type(text)
    }
  }
  const count = async (most: number, what: string, act: () => Promise<void>) => {
    keys = new CountedKeys(page)
    await keys.press('Control+n')
    await act()
    await keys.press('Control+Enter')
    const saved = page.locator('[data-testid="saved"]')
    await expect(saved).toContainText(what)
    await expect(field(page, 'customerPhone')).toHaveValue('')
    expect(keys.pressed, what).toBeLessThan(most)
  }
  await count(25, 'Pickup, Theo Brandt', async () => {
    await fieldByField([
      [0, 'customerPhone', '804 555 0176'],
      [1, 'customerName', 'Theo Brandt'],
      [1, 'placeStreet', '5 Pear Ct'],
      [2, 'placeZip', '23220'],
      [6, 'vehicleMake', 'Volvo'],
      [1, 'vehicleModel', 'XC60'],
      [5, 'spokenInput', 'tomorrow 2p'],
    ])
    // The ZIP fills in city and state once its field is left.
    await expect(field(page, 'placeCity')).toHaveValue('Richmond, VA')
  })
  await count(5, 'Pickup, Theo Brandt', async () => {
    await fieldByField([[0, 'customerPhone', '804 555 0176']])
    await keys.press('Tab')
    await expect(field(page, 'customerName')).toHaveValue('Theo Brandt')
    await expect(field(page, 'spokenInput')).toBeFocused()
    await keys.type('1/5/2099 930')
  })
})
