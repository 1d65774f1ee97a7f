import type { Page } from '@playwright/test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALLS, EVENTS } from '../../shared/bridge/names.ts'
import type { InPage } from '../support/page/bridge-calls.ts'
import { goToSettings, save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { startKeyring } from '../support/fakes/keyring.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { newProfile, removeProfile } from '../support/page/window.ts'
import { expect, test } from './window.ts'

/* A used token is nowhere but in the vault. */

const CANARY = 'canary-7f3k2qam-token-of-this-test'

const FORMS = [
  Buffer.from(CANARY),
  Buffer.from(CANARY, 'utf16le'),
  Buffer.from(Buffer.from(CANARY).toString('base64').slice(0, -4)),
  Buffer.from(Buffer.from(CANARY).toString('hex')),
]

const holdsCanary = (bytes: Buffer) => FORMS.some((form) => bytes.includes(form))

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Records every event of the bridge from now on. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.evaluate((events) => {
    const told: string[] = []
    ;(window as unknown as { response: string[] }).response = told
    for (const event of events) (window as unknown as InPage).lanekeeper.on(event, (text) => told.push(text))
  }, EVENTS)
  return () => page.evaluate(() => (window as unknown as { response: string[] }).response.join('\n'))
}

/** The answers of every call that reads, and the page itself. */
async function readAll(page: Page, bookingId: string): Promise<string> {
  return page.evaluate(async (id) => {
    const { lanekeeper } = window as unknown as InPage
    const answers = [
      await lanekeeper.readStatus(null),
      await lanekeeper.readAbout(null),
      await lanekeeper.getBooking({ bookingId: id }),
      await lanekeeper.findBookings({ text: '', limit: 10 }),
      await lanekeeper.readDraft(null),
      await lanekeeper.readSettings(null),
      await lanekeeper.readAppearance(null),
      await lanekeeper.changeSettings({
        provider: {
          address: 'https://provider.example',
          profile: 'baseline',
          clientId: null,
          rooftopNumber: null,
          payerNumber: null,
          linkHosts: [],
          name: null,
          phone: null,
          caFile: null,
          token: null,
        },
        rooftop: null,
      }),
    ]
    return answers.join('\n') + document.documentElement.outerHTML
  }, bookingId)
}

/** Everything that the page's memory holds. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  return chunks.join('')
}

test('A token from the settings file moves to the vault, is in no file, log, message or page, and still works', async ({
  open,
  profile,
}) => {
  const keyring = await startKeyring()
  const judgeFolder = newProfile()
  const temporary = newProfile()
  const practice = await startPracticeProcess(join(judgeFolder, 'judge.db'), { script: BUILT_PRACTICE, token: CANARY })
  const env = { TMPDIR: temporary }
  const first = await open({ provider: { url: practice.url, token: CANARY }, keyring, env, trusts: true })
  const output: Buffer[] = []
  for (const stream of [first.app.process().stdout, first.app.process().stderr]) {
    stream?.on('data', (part: Buffer) => output.push(part))
  }
  const told = await listen(first.page)
  await typePair(first.page, typedPair(85))
  const bookingId = await save(first.page)
  await expect(first.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  const seen = (await told()) + (await readAll(first.page, bookingId))
  expect(seen).toContain('Mulberry')
  expect(holdsCanary(Buffer.from(seen))).toBe(false)
  const heap = await heapOf(first.page)
  // A known text shows that the snapshot is whole.
  expect(heap).toContain('Mulberry')
  expect(holdsCanary(Buffer.from(heap))).toBe(false)
  await expect(first.page.locator('[data-notice]')).toHaveCount(0)
  await expect(first.page.getByRole('button', { name: 'has a notice' })).toHaveCount(0)
  await first.close()

  expect(JSON.parse(readFileSync(join(profile, 'desk.json'), 'utf8'))).toMatchObject({
    provider: { address: practice.url },
    rooftop: { name: 'Lakeside Auto' },
  })
  const second = await open({ keyring, env })
  await typePair(second.page, typedPair(86))
  await save(second.page)
  await expect(second.page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await second.close()
  await practice.end()
  await keyring.end()

  const vault = join(profile, 'token.encrypted')
  expect(statSync(vault).mode & 0o777).toBe(0o600)
  const files = [...filesOf(profile), ...filesOf(temporary)]
  expect(files).toContain(join(profile, 'logs/desk.log'))
  expect(files).toContain(join(profile, 'desk.db'))
  expect(files.filter((file) => holdsCanary(readFileSync(file)))).toEqual([])
  expect(holdsCanary(Buffer.concat(output))).toBe(false)
  removeProfile(judgeFolder)
  removeProfile(temporary)
})

test('A token typed on the settings screen goes into the vault, and is in no file and not in the page', async ({
  open,
  profile,
}) => {
  const keyring = await startKeyring()
  const judgeFolder = newProfile()
  const practice = await startPracticeProcess(join(judgeFolder, 'judge.db'), { script: BUILT_PRACTICE, token: CANARY })
  const { page, close } = await open({ provider: { url: practice.url, token: 'first-and-wrong' }, keyring })
  await goToSettings(page)
  const token = page.getByLabel('API token', { exact: true })
  await expect(token).toHaveAttribute('type', 'password')
  await token.pressSequentially(CANARY)
  await page.getByRole('button', { name: 'Show API token' }).press('Enter')
  await expect(token).toHaveAttribute('type', 'text')
  await expect(token).toHaveValue(CANARY)
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.locator('[data-testid="settings-saved"]')).toContainText('stored securely on this computer')
  await expect(token).toHaveValue('')
  await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
  expect(await page.content()).not.toContain(CANARY)
  await close()
  await practice.end()
  await keyring.end()
  expect(filesOf(profile).filter((file) => holdsCanary(readFileSync(file)))).toEqual([])
  removeProfile(judgeFolder)
})

test('A token without a vault stays in the settings file, and is in no other file', async ({ open, profile }) => {
  const judgeFolder = newProfile()
  const practice = await startPracticeProcess(join(judgeFolder, 'judge.db'), { script: BUILT_PRACTICE, token: CANARY })
  const { page, close } = await open({ provider: { url: practice.url, token: CANARY } })
  await page.keyboard.press('Control+,')
  await expect(page.locator('[data-notice="token-in-memory"]')).toContainText('stays in')
  await page.keyboard.press('Control+1')
  await typePair(page, typedPair(87))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await close()
  await practice.end()
  expect(filesOf(profile).filter((file) => holdsCanary(readFileSync(file)))).toEqual([join(profile, 'desk.json')])
  writeFileSync(join(profile, 'desk.json'), '{}')
  const again = await open()
  await expect(again.page.locator('[data-testid="strip-offline"]')).toContainText(
    'The sign-in of this computer is missing',
  )
  removeProfile(judgeFolder)
})

test('The list of bridge calls that are checked for a token is complete', () => {
  // A new call that reads belongs into `readAll`. These calls return nothing of the settings.
  const others = [
    'distanceTo',
    'fetchExternalMove',
    'searchExternalMoves',
    'bookMove',
    'readHistory',
    'copySupportDump',
    'copyText',
    'bookDespiteDuplicates',
    'findDuplicates',
    'findOpenPickup',
    'bookVisit',
    'suggestCustomers',
    'suggestVehicles',
    'readLoaners',
    'checkLoaner',
    'knownCustomer',
    'lookUpZip',
    'decodeVin',
    'changeBooking',
    'rescheduleBooking',
    'settleReschedule',
    'withdrawBooking',
    'resolveBooking',
    'snoozeReminder',
    'readBoard',
    'joinBoard',
    'leaveBoard',
    'takeOver',
    'takeBooking',
    'handOver',
    'markTakenOverSeen',
    'markDoubleSendSeen',
    'requestCancellation',
    'requestChange',
    'withdrawAmendment',
    'addFact',
    'findReferenceDuplicates',
    'checkConnection',
    'saveDraft',
    'clearDraft',
    'setPracticeConnection',
    'openLink',
    'recoverStore',
    'readInbox',
    'readDay',
    'printSheet',
    'dayLoad',
    'countBookings',
    'testConnection',
    'markFileChangeSeen',
    'readAppearance',
    'changeAppearance',
  ]
  const read = ['readStatus', 'getBooking', 'findBookings', 'readDraft', 'readSettings', 'changeSettings', 'readAbout']
  expect([...others, ...read].sort()).toEqual([...CALLS].sort())
})
