import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../electron/store/database.ts'
import { fillFirstSchema } from '../support/crash/first-rows.ts'
import { launchDesk, killWhole } from '../support/page/window.ts'
import { expect, test } from './window.ts'

const FIRST_STEP = join(import.meta.dirname, '../../electron/store/migrations/0001.sql')
const MOVES = 200

/** Writes a store of the first version. */
function writeFirstStore(profile: string): void {
  const opened = openDatabase(join(profile, 'desk.db'), [{ name: '0001', sql: readFileSync(FIRST_STEP, 'utf8') }])
  if (opened.kind !== 'open') throw new Error(opened.kind)
  fillFirstSchema(opened.db, MOVES)
  opened.db.close()
}

/** Makes the first step of a migration wait, for up to five seconds, until the returned function is called. */
function holdFirstStep(profile: string): () => void {
  const other = new Database(join(profile, 'desk.db'))
  other.exec('BEGIN IMMEDIATE')
  return () => {
    other.exec('ROLLBACK')
    other.close()
  }
}

function readStore(profile: string): { readonly version: number; readonly moves: number } {
  const db = new Database(join(profile, 'desk.db'))
  const version = Number(db.pragma('user_version', { simple: true }))
  const moves = Number(db.prepare('SELECT count(*) FROM moves').pluck().get())
  db.close()
  return { version, moves }
}

test('A migration that takes long shows its step in a small locked window until the desk opens', async ({
  open,
  profile,
}) => {
  writeFirstStore(profile)
  const release = holdFirstStep(profile)
  const { app, page } = await open({
    async updating(app, page) {
      await expect(page.getByRole('status')).toHaveText(/^Updating the bookings… step 1 of \d+$/)
      expect(await page.evaluate(() => [typeof require, typeof process, 'desk' in window])).toEqual([
        'undefined',
        'undefined',
        false,
      ])
      const window = await app.evaluate(({ BrowserWindow }) => {
        const [one] = BrowserWindow.getAllWindows()
        return [one?.isVisible(), one?.isResizable(), one?.isMenuBarVisible()]
      })
      expect(window).toEqual([true, false, false])
      const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const light = await color()
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await color()).not.toBe(light)
      release()
    },
  })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect.poll(() => app.windows().length).toBe(1)
  expect(readStore(profile).moves).toBe(MOVES)
  expect(readStore(profile).version).toBeGreaterThan(2)
})

test('Closing the window of a migration quits the desk after the step that runs, and the next start goes on', async ({
  open,
  profile,
}) => {
  writeFirstStore(profile)
  const release = holdFirstStep(profile)
  const app = await launchDesk({ folder: profile })
  const desk = app.process()
  const ended = new Promise<number | null>((resolve) => desk.once('exit', (code) => resolve(code)))
  try {
    const page = await app.firstWindow()
    await expect(page.getByRole('status')).toHaveText(/^Updating the bookings/)
    await page.close()
    release()
    expect(await ended).toBe(0)
  } finally {
    if (desk.exitCode === null && desk.signalCode === null) killWhole(desk)
  }
  expect(readStore(profile)).toEqual({ version: 2, moves: MOVES })
  await open()
  expect(readStore(profile).version).toBeGreaterThan(2)
})
