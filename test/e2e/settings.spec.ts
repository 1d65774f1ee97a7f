import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/page/axe.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { goToSettings, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { newProfile, removeProfile } from '../support/page/window.ts'
import { expect, test } from './window.ts'

const setting = (page: Page, name: string) => page.locator(`input#setting-${name}, button#setting-${name}`)

const step = (page: Page) => page.locator('[data-testid="go-live"]')

async function goLive(page: Page): Promise<void> {
  await goToSettings(page)
  await page.getByRole('button', { name: 'Go live…' }).press('Enter')
  await expect(step(page)).toHaveAttribute('data-step', 'connect')
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
}

async function nameProvider(page: Page, address: string, token: string): Promise<void> {
  await setting(page, 'address').fill(address)
  await setting(page, 'token').fill(token)
}

async function nameRooftop(page: Page): Promise<void> {
  await setting(page, 'name').fill('Lakeside Auto')
  await setting(page, 'street').fill('780 Harbor Rd')
  await setting(page, 'zip').fill('60601')
  await expect(setting(page, 'city')).toHaveValue('Chicago')
  await expect(setting(page, 'state')).toHaveValue('IL')
  await setting(page, 'zone').press('Enter')
  await page.getByRole('option', { name: 'Central (America/Chicago)' }).click()
}

async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.locator('[data-testid="settings"]')).toHaveAttribute('data-saving', 'false')
}

const saved = (page: Page) => page.locator('[data-testid="settings-saved"]')
const refused = (page: Page) => page.locator('[data-testid="settings-refused"]')

test('The settings screen takes the desk live and to another provider, and no booking reaches the wrong one', async ({
  open,
}) => {
  const folder = newProfile()
  const one = await startPracticeProcess(join(folder, 'one.db'), { script: BUILT_PRACTICE, token: 'token-one' })
  const two = await startPracticeProcess(join(folder, 'two.db'), { script: BUILT_PRACTICE, token: 'token-two' })
  const { page } = await open({ trusts: true })
  await typePair(page, typedPair(61))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')

  await goLive(page)
  await nameProvider(page, one.url, 'not-the-token')
  await page.getByRole('button', { name: 'Test connection' }).press('Enter')
  await expect(page.locator('[data-testid="connection-test"]')).toHaveAttribute('data-cause', 'token-refused')
  await goOn(page)
  await expect(step(page)).toHaveAttribute('data-step', 'dealership')
  await expect(step(page).getByRole('heading', { level: 2, name: 'Go live: Dealership' })).toBeFocused()
  await nameRooftop(page)
  await goOn(page)
  await expect(step(page)).toContainText('Real drivers will be sent. Practice bookings stay here.')
  await expect(step(page)).toContainText('was rejected. Check that it is complete')
  await expect(step(page)).toContainText('Not ready: the token was rejected.')
  await step(page).getByRole('button', { name: 'Go live anyway' }).press('Enter')
  await expect(refused(page)).toContainText('Live, but the token was rejected.')
  await expect(saved(page)).not.toContainText('You are live.')
  await expect(statusBar(page)).toContainText('Lakeside Auto')
  await expect(page.locator('[data-testid="clock"]')).toContainText(/· CT$/)
  await expect(page.locator('[data-testid="practice-connection"]')).toHaveCount(0)
  await page.keyboard.press('Control+3')
  await expect(page.locator('[data-testid="found-booking"]')).toHaveCount(0)

  // An unsent booking keeps the desk from changing its provider.
  await page.keyboard.press('Control+n')
  await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
  await typePair(page, typedPair(62))
  await save(page)
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
  await goToSettings(page)
  await setting(page, 'address').fill(two.url)
  await setting(page, 'token').fill('token-two')
  await saveSettings(page)
  await expect(refused(page)).toContainText('a booking made for it is still open (1 not sent)')
  await expect(refused(page)).toContainText('withdraw them in Lookup')
  await page.getByRole('button', { name: 'Switch to practice' }).press('Enter')
  const asked = page.locator('[data-testid="ask-practice"]')
  await expect(asked).toContainText('you enter the token again')
  await asked.getByRole('button', { name: 'Switch to practice' }).press('Enter')
  await expect(refused(page)).toContainText('still open')

  await nameProvider(page, one.url, 'token-one')
  await saveSettings(page)
  await expect(saved(page)).toContainText('kept until Lanekeeper closes')
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  await nameProvider(page, two.url, 'token-two')
  await saveSettings(page)
  await expect(saved(page)).toContainText('Saved.')
  await page.keyboard.press('Control+n')
  await typePair(page, typedPair(63))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')

  const references = async (service: typeof one) =>
    (await readLedger(service.url, service.token)).map((line) => line.references.map((text) => text.slice(0, 8)).join())
  expect(await references(one)).toEqual(['RO 12062,RO 12062'])
  expect(await references(two)).toEqual(['RO 12063,RO 12063'])
  await one.end()
  await two.end()
  removeProfile(folder)
})

test(
  'The connection test runs before anything is saved, and tells the causes of a failure apart',
  { tag: '@smoke' },
  async ({ open, judge }) => {
    const { page } = await open({ trusts: true })
    await goLive(page)
    const trial = page.locator('[data-testid="connection-test"]')
    const tryIt = page.getByRole('button', { name: 'Test connection' })
    await nameProvider(page, 'http://lane.example', 'a-token')
    await tryIt.press('Enter')
    await expect(setting(page, 'address')).toBeFocused()
    await expect(setting(page, 'address')).toHaveAttribute('aria-invalid', 'true')
    await setting(page, 'address').fill(judge.url)
    await tryIt.press('Enter')
    await expect(trial).toHaveAttribute('data-cause', 'token-refused')
    await expect(tryIt).toBeFocused()
    await setting(page, 'token').fill(judge.token)
    await expect(trial).toHaveAttribute('data-cause', '')
    await tryIt.press('Enter')
    await expect(trial).toHaveAttribute('data-cause', 'none')
    await expect(trial).toContainText('Connected. Token accepted.')
    await expect(step(page)).toHaveAttribute('data-step', 'connect')
    await expect(page.locator('[data-testid="practice-connection"]')).toHaveCount(1)
  },
)

test('The settings screen asks for the client id with which the desk signs in to a hopdrive provider', async ({
  open,
}) => {
  const folder = newProfile()
  const more = ['--profile', 'hopdrive', '--client-id', 'lane-7', '--client-secret', 'the-secret']
  const service = await startPracticeProcess(join(folder, 'hop.db'), { script: BUILT_PRACTICE, more })
  const { page } = await open({ trusts: true })
  await goLive(page)
  await nameProvider(page, service.url, 'the-secret')
  await expect(page.locator('[data-testid="profile"]')).toContainText('To bill someone else, call the driver service')
  await expect(page.locator('[data-testid="profile"]')).toContainText('cancel and change by phone')
  await setting(page, 'profile').press('Enter')
  await page.getByRole('option', { name: 'HopDrive' }).click()
  await expect(page.locator('[data-testid="profile"]')).toContainText('cancel and change from here')
  await expect(step(page)).toContainText("can't store the client secret securely")
  await goOn(page)
  await expect(setting(page, 'clientId')).toBeFocused()
  await expect(page.getByText('Enter the client ID.')).toBeVisible()
  await setting(page, 'clientId').fill('lane-7')
  await setting(page, 'rooftopNumber').fill('42')
  await setting(page, 'payerNumber').fill('0')
  await goOn(page)
  await expect(setting(page, 'payerNumber')).toBeFocused()
  await expect(page.getByText('Payer number must be a whole number above 0.')).toBeVisible()
  await setting(page, 'payerNumber').fill('7')
  await goOn(page)
  await nameRooftop(page)
  await goOn(page)
  await expect(step(page)).toContainText('Connection not tested yet')
  await step(page).getByRole('button', { name: 'Go live' }).press('Enter')
  await expect(saved(page)).toContainText('You are live. The connection was not tested.')
  await page.keyboard.press('Control+n')
  await page.getByRole('button', { name: 'More details' }).press('Enter')
  await expect(page.getByText(/bills payer 7/)).toBeVisible()
  await typePair(page, typedPair(64))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await service.end()
  removeProfile(folder)
})

test('A settings file locks the settings that it names, and an incomplete file stops the start with words', async ({
  open,
  profile,
}) => {
  writeFileSync(
    join(profile, 'desk.json'),
    JSON.stringify({ rooftop: { name: 'Lakeside Auto', zone: 'America/Denver', noticeMinutes: 45, contact: null } }),
  )
  const { page, close } = await open({ until: 'error-message' })
  await expect(page.locator('[data-testid="error-message"]')).toContainText('rooftop.address')
  await expect(page.locator('[data-testid="error-message"]')).toContainText(join(profile, 'desk.json'))
  await close()

  writeDeskFile(profile, {})
  const second = await open()
  await expect(statusBar(second.page)).toContainText('Lakeside Auto')
  await goToSettings(second.page, 'Dealership')
  await expect(second.page.locator('[data-testid="locked-by-file"]')).toContainText('desk.json')
  for (const name of ['name', 'street', 'zip', 'city', 'state']) {
    await expect(setting(second.page, name)).toHaveAttribute('readonly', '')
  }
  await expect(setting(second.page, 'zone')).toBeDisabled()
  await expect(setting(second.page, 'contact')).not.toHaveAttribute('readonly', '')
  await setting(second.page, 'contact').fill('Service desk, (804) 555-0100')
  await saveSettings(second.page)
  await expect(saved(second.page)).toContainText('Saved.')
  await expectAccessible(second.page, 'settings, managed by IT')
})

test('The `--config` option names a settings file elsewhere, and a missing file stops the start with words', async ({
  open,
}) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'lanekeeper-config-'))
  const missing = await open({ args: [`--config=${join(elsewhere, 'none.json')}`], until: 'error-message' })
  await expect(missing.page.locator('[data-testid="error-message"]')).toContainText('The file does not exist')
  await missing.close()
  const file = writeDeskFile(elsewhere, { address: 'http://127.0.0.1:9', token: 'abc' })
  const { page } = await open({ args: [`--config=${file}`] })
  await expect(statusBar(page)).toContainText('Lakeside Auto')
  await page.getByRole('button', { name: 'Settings has a notice' }).press('Enter')
  const notice = page.locator('[data-notice="token-in-memory"]')
  await expect(notice).toContainText(file)
  await notice.getByRole('button', { name: 'Hide this notice' }).press('Enter')
  await expect(notice).toHaveCount(0)
  removeProfile(elsewhere)
})

test('The settings screen passes axe, and moves the focus to the first wrong field', async ({ open }) => {
  const { page } = await open()
  await goLive(page)
  await goOn(page)
  await expect(refused(page)).toContainText('2 fields need a fix')
  await expect(setting(page, 'address')).toBeFocused()
  await expectAccessible(page, 'settings, with errors')
  await nameProvider(page, 'https://provider.example', 'token-1')
  await goOn(page)
  await goOn(page)
  await expect(setting(page, 'name')).toBeFocused()
  await setting(page, 'zone').press('Enter')
  await page.getByRole('option', { name: /Hawaii/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect(setting(page, 'zone')).toBeFocused()
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

test('Each page of the settings saves its own fields, keeps input on the others and says which pages have some', async ({
  open,
}) => {
  const { page } = await open()
  await goToSettings(page, 'Dealership')
  await nameRooftop(page)
  await goToSettings(page, 'Booking')
  await expect(page.getByRole('button', { name: 'Go to Dealership' })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Settings pages' })
  await expect(list.getByRole('button', { name: 'Dealership' })).toContainText('unsaved')
  await goToSettings(page, 'Dealership')
  await expect(setting(page, 'name')).toHaveValue('Lakeside Auto')
  await saveSettings(page)
  await expect(saved(page)).toContainText('Saved.')
  await expect(list.getByRole('button', { name: 'Dealership' })).not.toContainText('unsaved')
  await goToSettings(page, 'Booking')
  await page.getByLabel('Send at least … min before ready time').fill('45')
  await page.getByLabel('Buffer before appointment, min').fill('20')
  await page.getByLabel('Trips at once').fill('3')
  await saveSettings(page)
  await expect(saved(page)).toContainText('Saved.')
  await goToSettings(page, 'About')
  await expect(page.getByRole('button', { name: 'Copy details for support' })).toBeVisible()
  await expectAccessible(page, 'settings, about')
})

test('A refused first step of going live moves no button, floats no message, and names the fields of the profile', async ({
  open,
}) => {
  const { page } = await open()
  await page.setViewportSize({ width: 1366, height: 768 })
  await goLive(page)
  const go = step(page).getByRole('button', { name: 'Continue' })
  const before = await go.boundingBox()
  await go.click()
  await expect(refused(page)).toContainText('2 fields need a fix')
  expect(await go.boundingBox()).toEqual(before)
  await expect(setting(page, 'address')).toBeFocused()
  for (const words of ['Enter an address.', 'Enter the API token.'])
    await expect(step(page).getByText(words)).toHaveCSS('position', 'static')

  await setting(page, 'profile').press('Enter')
  await page.getByRole('option', { name: 'HopDrive' }).click()
  await expect(step(page)).toContainText('the address, the client ID and the client secret')
  await expect(step(page)).toContainText('Enter the client secret.')
  await expect(step(page)).not.toContainText('API token')
})
