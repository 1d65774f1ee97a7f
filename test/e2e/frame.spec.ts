import type { Page } from '@playwright/test'
import { COMMANDS, sharedKeys } from '../../shared/desk/commands.ts'
import { expectAccessible } from '../support/page/axe.ts'
import { field, find, findBox, save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import { recordTime, RECORDS_TIMES } from '../support/reliability/times.ts'
import { expect, test } from './window.ts'

const palette = (page: Page) => page.locator('[data-testid="palette"]')
const sheet = (page: Page) => page.locator('[data-testid="shortcuts"]')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const SCREEN_KEYS = ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+,']

test(
  'The palette opens on every screen and in a field, runs the top hit and gives the focus back',
  { tag: ['@item-36', RECORDS_TIMES.tag] },
  async ({ open }) => {
    const { page } = await open()
    for (const key of SCREEN_KEYS) {
      await page.keyboard.press(key)
      const before = page.locator('h1:focus')
      await expect(before).toBeVisible()
      const since = performance.now()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused()
      recordTime(`until the palette is open, ${key}`, performance.now() - since, 50)
      await page.keyboard.press('Escape')
      await expect(palette(page)).toHaveCount(0)
      await expect(before).toBeFocused()
    }
    await page.keyboard.press('Control+n')
    const name = field(page, 'customerName')
    await name.fill('Harriet')
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
    await expect(name).toBeFocused()
    await page.keyboard.type(' Quill')
    await expect(name).toHaveValue('Harriet Quill')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('go inbox')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Inbox')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
      'Go to Inbox',
    )
  },
)

test(
  'The palette finds moves beside commands, and says why a command cannot be done',
  { tag: '@item-36' },
  async ({ open }) => {
    const { page } = await open()
    const pair = typedPair(62)
    await typePair(page, pair)
    const bookingId = await save(page)
    for (const text of ['0162', pair.reference, pair.vin.slice(-6), 'shea']) {
      await page.keyboard.press('Control+k')
      // Enter comes before the hits: the palette runs the top hit of the typed text once it is found.
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(page.locator('[data-testid="booking"]')).toHaveAttribute('data-booking-id', bookingId)
      await expect(page.getByRole('heading', { name: "Pickup, Nora O'Shea" })).toBeFocused()
      await page.keyboard.press('Control+2')
      await expect(heading(page, /Today|day/)).toBeFocused()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('today')
    const today = page.getByRole('option', { name: /^Today/ })
    await expect(today).toContainText('Today is shown.')
    await expect(today).toHaveAttribute('aria-disabled', 'true')
    // A disabled command is the last line, because the top line is always one that Enter can run.
    await page.keyboard.press('ArrowUp')
    await expect(today).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('nobody by this name')
    await expect(page.getByRole('heading', { name: 'No results for “nobody by this name”' })).toBeVisible()
  },
)

test(
  'Every command is in the palette, the sheet of keys and the menu bar, with a key of its own',
  { tag: '@item-11' },
  async ({ open }) => {
    const { page, app } = await open()
    expect(sharedKeys(COMMANDS)).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('option')).toHaveCount(COMMANDS.length)
    for (const { label, keys } of COMMANDS) {
      const line = palette(page).getByRole('option').filter({ hasText: label })
      await expect(line.locator('kbd')).toHaveText([...keys])
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await expectAccessible(page, 'keys')
    for (const { label, keys } of COMMANDS) {
      await expect(sheet(page).getByRole('listitem').filter({ hasText: label }).locator('kbd')).toHaveText([...keys])
    }
    await page.keyboard.press('Escape')
    const labels = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items.map(({ label }) => label) ?? []),
    )
    expect(labels).toEqual(expect.arrayContaining(COMMANDS.map(({ label }) => label)))
    const click = (id: string) =>
      app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id)
    await click('go-day')
    await expect(heading(page, /day/i)).toBeFocused()
    await click('save-booking')
    await expect(page.locator('[data-testid="fetch-skipped"]')).toHaveText(
      'Save booking: not available. Only on the Schedule screen.',
    )
    await click('keys')
    await expect(sheet(page)).toBeVisible()
  },
)

test('Letter keys act only while no field has the focus', { tag: '@item-11' }, async ({ open }) => {
  const { page } = await open()
  const name = field(page, 'customerName')
  await name.focus()
  await page.keyboard.type('a/b?')
  await expect(name).toHaveValue('a/b?')
  await expect(sheet(page)).toHaveCount(0)
  await page.keyboard.press('Control+2')
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, /Yesterday/)).toBeVisible()
  await page.keyboard.press('t')
  await expect(heading(page, /Today/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, /Tomorrow/)).toBeVisible()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await expect(heading(page, /Tomorrow/)).toBeFocused()
  await page.keyboard.press('/')
  await expect(findBox(page)).toBeFocused()
})

test(
  'Escape closes one layer at a time and clears no typed text, and a draft outlives a reload and a restart',
  { tag: '@item-10' },
  async ({ open }) => {
    const first = await open()
    const { page } = first
    await field(page, 'customerName').fill('Harriet Quill')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(field(page, 'customerName')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
    await find(page, 'quill')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(findBox(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(findBox(page)).toHaveValue('quill')
    await expect(page.locator('[data-testid="form"][data-draft="typing"]')).toHaveCount(0)
    await page.reload()
    await page.locator('html[data-desk="ready"]').waitFor()
    await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
    await first.close()
    const second = await open()
    await expect(field(second.page, 'customerName')).toHaveValue('Harriet Quill')
  },
)

test('The command for a new booking keeps a draft and says so, and a cleared draft can be put back', async ({
  open,
}) => {
  const { page } = await open()
  const notNow = page.locator('[data-testid="fetch-skipped"]')
  const runs = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  await page.keyboard.press('Control+n')
  await expect(notNow).toHaveText('')
  await field(page, 'customerName').fill('Harriet Quill')
  await page.keyboard.press('Control+2')
  await page.keyboard.press('Control+n')
  await expect(field(page, 'customerPhone')).toBeFocused()
  await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
  await expect(notNow).toHaveText(/^You have an unfinished booking/)
  await runs('clear form')
  await expect(field(page, 'customerName')).toHaveValue('')
  await expect(notNow).toHaveText('')
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
  await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
  await page.keyboard.press('Control+Shift+N')
  await expect(notNow).toHaveText(/^You have an unfinished booking/)
  await runs('clear form')
  await expect(page.getByRole('radio', { name: 'Pickup + loaner' })).toBeChecked()
  await page.keyboard.press('Control+Shift+N')
  await expect(page.getByRole('radio', { name: 'One-way' })).toBeChecked()
  await expect(notNow).toHaveText('')
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('radio', { name: 'Pickup + loaner' })).toBeChecked()
  await expect(field(page, 'customerPhone')).toBeFocused()
})

test(
  'F6 and Shift+F6 walk the rail, the screen and the status bar, and the screen keeps its place',
  { tag: '@item-12' },
  async ({ open }) => {
    const { page } = await open()
    const name = field(page, 'customerName')
    await name.focus()
    const pane = () => page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'))
    await page.keyboard.press('F6')
    expect(await pane()).toBe('status')
    await page.keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Schedule' })).toBeFocused()
    await page.keyboard.press('F6')
    await expect(name).toBeFocused()
    await page.keyboard.press('Shift+F6')
    await expect(page.getByRole('button', { name: 'Schedule' })).toBeFocused()
    await page.keyboard.press('Shift+F6')
    expect(await pane()).toBe('status')

    await setPracticeConnection(page, 'cut')
    await typePair(page, typedPair(63))
    await save(page)
    await expect(field(page, 'customerPhone')).toBeFocused()
    for (const next of ['status', 'rail', 'main', 'status']) {
      await page.keyboard.press('F6')
      expect(await pane()).toBe(next)
    }
  },
)

test(
  'A tooltip of the rail shows on focus and under the pointer and closes on Escape, and nothing is draggable',
  { tag: '@item-14' },
  async ({ open }) => {
    const { page } = await open()
    const tip = page.getByRole('tooltip')
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Day', exact: true })).toBeFocused()
    await expect(tip).toHaveText('Go to DayCtrl 2')
    await expectAccessible(page, 'tooltip')
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    await page.mouse.move(600, 400)
    await page.getByRole('button', { name: 'Inbox' }).hover()
    await expect(tip).toHaveText('Go to InboxCtrl 4')
    await tip.hover()
    await expect(tip).toBeVisible()
    for (const key of SCREEN_KEYS) {
      await page.keyboard.press(key)
      await expect(heading(page, /./)).toBeFocused()
      expect(await page.locator('[draggable="true"]').count(), key).toBe(0)
    }
  },
)
