import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { field, save, typedPair, typePair } from '../support/page/desk-page.ts'
import { setVersion } from '../support/desk/store-version.ts'
import { countOf, mainProcesses } from '../support/processes/profile-traces.ts'
import { expect, test } from './window.ts'

const NOBODY = 65_534

/** The files of Chromium's lock of a profile; the last is made once the holder listens. */
const LOCK_FILES = ['SingletonLock', 'SingletonCookie', 'SingletonSocket']

test('A store of a newer version is refused with words of its own, and keeps its bookings', async ({
  open,
  profile,
}) => {
  const first = await open()
  await typePair(first.page, typedPair(91))
  await save(first.page)
  await first.close()
  const known = setVersion(profile, 9000)
  const newer = await open({ until: 'error-message' })
  await expect(newer.page.locator('[data-testid="error-message"]')).toContainText('saved by a newer Lanekeeper')
  await expect(newer.page.locator('[data-testid="error-message"]')).toContainText('Nothing was changed')
  await newer.close()
  setVersion(profile, known)
  const { page } = await open()
  await page.keyboard.press('Control+3')
  await expect(page.locator('[data-testid="found-booking"]')).toHaveCount(1)
})

test(
  'A system shortcut for a new booking reaches the open desk, and the draft stays',
  { tag: '@smoke' },
  async ({ open, start }) => {
    const { page } = await open()
    await field(page, 'customerName').fill('Harriet Quill')
    await page.keyboard.press('Control+3')
    await expect(page.getByRole('heading', { name: 'Lookup', level: 1 })).toBeFocused()
    expect(await start(['--new-booking']).ended).toBe(0)
    await expect(field(page, 'customerPhone')).toBeFocused()
    await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')
    await page.keyboard.press('Control+3')
    expect(await start().ended).toBe(0)
    await expect(page.getByRole('heading', { name: 'Lookup', level: 1 })).toBeFocused()
  },
)

test('A second start while the desk is opening does not start the desk again after a quit', async ({
  start,
  profile,
}) => {
  const args = ['-r', join(import.meta.dirname, '../support/processes/open-after-second-start.cjs')]
  const first = start(args)
  // Two starts in the same millisecond race in Chromium's lock of a profile, and the loser may reach nobody.
  await expect.poll(() => readdirSync(profile)).toEqual(expect.arrayContaining(LOCK_FILES))
  const starts = [first, start(args)]
  expect(await Promise.race(starts.map(({ ended }) => ended))).toBe(0)
  await expect.poll(() => countOf(profile, 'window-shown'), { timeout: 60_000 }).toBe(1)
  await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 60_000 }).toBe(1)
  for (const pid of mainProcesses(profile)) process.kill(pid, 'SIGTERM')
  await Promise.all(starts.map(({ ended }) => ended))
  await expect.poll(() => mainProcesses(profile)).toEqual([])
  expect(countOf(profile, 'desk-opened')).toBe(1)
})

test('The window is shown once its page is loaded, although the page never reports its first paint', async ({
  open,
}) => {
  const { app, page } = await open({
    preload: join(import.meta.dirname, '../support/processes/no-first-paint.cjs'),
  })
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('heading', { name: 'Lookup', level: 1 })).toBeFocused()
})

test('The page of the desk has its files before the desk opens', async ({ open }) => {
  const { app } = await open({ preload: join(import.meta.dirname, '../support/processes/page-at-opening.cjs') })
  const noted = await app.evaluate(() => (globalThis as unknown as { pageAtOpening: string }).pageAtOpening)
  expect(noted).toBe('app://lanekeeper/index.html')
})

test('A desk whose page never loads opens all the same', async ({ start, profile }) => {
  const desk = start(['-r', join(import.meta.dirname, '../support/processes/page-never-loads.cjs')])
  await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 30_000 }).toBe(1)
  for (const pid of mainProcesses(profile)) process.kill(pid, 'SIGTERM')
  await desk.ended
})

test('A desk that is ended while its page loads does not open', async ({ start, profile }) => {
  const desk = start(['-r', join(import.meta.dirname, '../support/processes/page-never-loads.cjs')])
  await desk.heard(/(the page is asked for)/)
  for (const pid of mainProcesses(profile)) process.kill(pid, 'SIGTERM')
  await desk.ended
  expect(countOf(profile, 'desk-opened')).toBe(0)
})

test('A damaged store without a backup is reported in the window and left as it is, and the desk can be closed', async ({
  open,
  profile,
}) => {
  const file = join(profile, 'practice-desk.db')
  writeFileSync(file, 'this was a database once')
  const { page, close } = await open({ until: 'damaged' })
  await expect(page.locator('main')).toContainText("can't be read: their file is damaged")
  await expect(page.locator('main')).toContainText(
    'No backup was found on this computer. Call support before you go on',
  )
  await close()
  expect(readFileSync(file, 'utf8')).toBe('this was a database once')
})

const spareFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lanekeeper-refused-'))

test('A data folder of another account is refused in a dialog, and gets no file', async ({ start, profile }) => {
  test.skip(process.getuid?.() !== 0, 'only root can give a folder away')
  chownSync(profile, NOBODY, NOBODY)
  const before = spareFolders()
  const desk = start(['-r', join(import.meta.dirname, '../support/processes/error-box-to-stderr.cjs')])
  expect(await desk.ended, desk.said()).toBe(1)
  expect(desk.said()).toContain(`box of Lanekeeper, ready true: Lanekeeper cannot start: the folder ${profile} belongs`)
  expect(readdirSync(profile)).toEqual([])
  expect(spareFolders()).toEqual(before)
  expect(statSync(profile)).toMatchObject({ uid: NOBODY, mode: 0o40700 })
})
