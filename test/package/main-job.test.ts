import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { field, find, save, setPracticeConnection, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { driveInstalled, startInstalled, type DrivenDesk, type InstalledDesk } from './installed-desk.ts'
import {
  clear,
  DESKTOP_FILE,
  install,
  isInstalled,
  LINK,
  PROGRAM,
  purge,
  remove,
  tracesOnMachine,
  userAtHome,
  type User,
} from './machine.ts'
import { debOf, readPacked } from './installed-package.ts'

/*
 * The life of a desk on a machine, in which each test goes on from the test before. The E2E variant has the files of
 * the release variant and one fuse that lets a test in.
 */

const OURS: readonly string[] = [PROGRAM, LINK, DESKTOP_FILE, '/etc/alternatives/lanekeeper']
const pair = typedPair(34)
let bookingId = ''
let before: readonly string[] = []
let user: User
let desk: InstalledDesk | null = null
let driven: DrivenDesk | null = null

async function open(): Promise<DrivenDesk> {
  desk = driven = await driveInstalled(user)
  return driven
}

beforeAll(() => {
  before = tracesOnMachine()
  // Traces from before would hide traces that the purge leaves.
  expect(before.filter((path) => OURS.includes(path))).toEqual([])
  user = userAtHome()
  install(debOf('release'))
})
afterEach(async () => {
  await desk?.end()
  const problems = driven?.problems ?? []
  desk = driven = null
  expect(problems).toEqual([])
})
afterAll(clear)

test('A package of another variant replaces the installed one, and the data of the user stays', async () => {
  desk = startInstalled(user)
  await desk.logged('desk-opened')
  await desk.end()
  const kept = join(user.profile, 'practice-desk.db')
  expect(existsSync(kept)).toBe(true)
  install(debOf('e2e'))
  const packed = readFileSync(join(readPacked().packed.folders.e2e, 'lanekeeper'))
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  expect(sha256(readFileSync(PROGRAM))).toBe(sha256(packed))
  expect(existsSync(kept)).toBe(true)
})

test('The installed page comes from its own scheme, in a secure context and without Node', async () => {
  const { page, close } = await open()
  expect(page.url()).toBe('app://lanekeeper/index.html')
  const seen = await page.evaluate(() => ({
    secure: isSecureContext,
    node: typeof (globalThis as { require?: unknown }).require + typeof (globalThis as { process?: unknown }).process,
    bridge: typeof (globalThis as { lanekeeper?: unknown }).lanekeeper,
  }))
  expect(seen).toEqual({ secure: true, node: 'undefinedundefined', bridge: 'object' })
  await close()
})

test('The developer tools of the installed desk do not open, even when the main process asks for them', async () => {
  const { inMain, close } = await open()
  // A second page may have developer tools: once they opened, those of ours would have opened too.
  const opened = await inMain(`new Promise((resolve) => {
    const { BrowserWindow } = require('electron')
    const ours = BrowserWindow.getAllWindows()[0].webContents
    const other = new BrowserWindow({ show: false, webPreferences: { devTools: true } })
    other.webContents.once('devtools-opened', () => {
      resolve(ours.isDevToolsOpened())
      other.destroy()
    })
    ours.openDevTools({ mode: 'detach' })
    other.webContents.openDevTools({ mode: 'detach' })
  })`)
  expect(opened).toBe(false)
  await close()
})

test('A pair is booked offline in the installed desk and waits', async () => {
  const { page, close } = await open()
  await setPracticeConnection(page, 'cut')
  await typePair(page, pair)
  bookingId = await save(page)
  const saved = page.locator('[data-testid="saved"]')
  await expect(saved).toHaveAttribute('data-state', 'waiting')
  await expect(saved).toContainText('Saved.')
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
  await expect(field(page, 'customerPhone')).toBeFocused()
  await close()
})

test('The pair still waits after a restart, and is confirmed with its numbers once the link is back', async () => {
  const { page, close } = await open()
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '1')
  await find(page, pair.reference)
  const booking = page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
  await expect(booking).toHaveAttribute('data-state', 'waiting')
  await setPracticeConnection(page, 'up')
  await expect(booking).toHaveAttribute('data-state', 'booked')
  await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
  const rows = await find(page, pair.phone.slice(-4))
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-numbers', /^\d+ \d+$/)
  await close()
})

test('Remote debugging stays off in the E2E variant while no inspector is open', async () => {
  desk = startInstalled(user, { args: ['--remote-debugging-port=0'] })
  await desk.logged('window-shown')
  await desk.end()
  expect(desk.said()).not.toMatch(/DevTools listening/)
})

test('The debugging pipe of the E2E variant answers while the inspector is open', async () => {
  desk = startInstalled(user, { args: ['--inspect=0', '--remote-debugging-pipe'] })
  let answer = ''
  const heard = new Promise<void>((resolve) => {
    desk?.pipe.from.on('data', (part: Buffer) => {
      answer += part.toString()
      resolve()
    })
  })
  desk.pipe.to.write('{"id":1,"method":"Browser.getVersion"}\0')
  await heard
  expect(answer).toContain('"id":1')
})

test('A removal of the package takes the program away and leaves the bookings', async () => {
  remove()
  expect([isInstalled(), existsSync(LINK), existsSync(DESKTOP_FILE)]).toEqual([false, false, false])
  expect(existsSync(join(user.profile, 'practice-desk.db'))).toBe(true)
  install(debOf('e2e'))
  const { page, close } = await open()
  await find(page, pair.reference)
  const booking = page.locator(`[data-testid="booking"][data-booking-id="${bookingId}"]`)
  await expect(booking).toHaveAttribute('data-state', 'booked')
  await close()
})

test('A purge of the package leaves nothing on the machine but the data of its users', () => {
  expect(tracesOnMachine()).toEqual(expect.arrayContaining([...OURS]))
  purge()
  expect(tracesOnMachine()).toEqual(before)
  expect(existsSync(join(user.profile, 'practice-desk.db'))).toBe(true)
})
