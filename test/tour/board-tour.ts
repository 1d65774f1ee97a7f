import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { provideHubServer } from '../../build/hub-server/install.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { findBinaries } from '../../electron/hub/server.ts'
import type { Invitation } from '../../electron/hub/invite.ts'
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts'
import { startBuiltHub, type BuiltHub } from '../support/hub/built-hub.ts'
import { freePort } from '../support/hub/places.ts'
import { openRoad, type Road } from '../support/hub/road.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { find, save, statusBar, typedPair, typePair, type TypedPair } from '../support/page/desk-page.ts'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow } from '../support/page/window.ts'
import { BUILT_PRACTICE, startPracticeProcess, type PracticeProcess } from '../support/processes/processes.ts'
import { inOneLine, KEY, picture, saw } from './steps.ts'

/*
 * Two desks and a hub: booked at one desk and seen at the other, cable cut, the first desk killed, its booking taken
 * over and sent once, and the first desk back and told.
 */

/** How long the hub must not have heard a desk before another desk may take over. */
const SILENT_SECONDS = 90
const COUNTED_SECONDS = 10
const PATIENCE_MS = 90_000

type Place = {
  readonly env: Readonly<Record<string, string>>
  readonly folders: readonly [string, string]
  readonly hub: BuiltHub
  /** The cable between Desk 1 and the hub. */
  readonly cable: Road
  /** The road of both desks to the provider. */
  readonly internet: FaultProxy
  readonly provider: PracticeProcess
  readonly opened: DeskWindow[]
}

const board = (page: Page): Locator => statusBar(page).locator('[data-board]')
/** What a screen reader hears last. */
const spoken = (page: Page): Locator => page.getByTestId('announcer')

export async function boardTour(env: Readonly<Record<string, string>>): Promise<void> {
  console.log('\nTwo desks and the hub of their rooftop')
  const system = findBinaries(null, process.env)
  const port = await freePort()
  const hub = startBuiltHub(port, system.ok ? {} : { binaries: provideHubServer() })
  const folders = [newProfile(), newProfile()] as const
  const provider = await startPracticeProcess(join(folders[0], 'provider', 'provider.db'), { script: BUILT_PRACTICE })
  const [cable, internet] = [await openRoad(port), await startFaultProxy(provider.url)]
  const opened: DeskWindow[] = []
  try {
    console.log('   npm run hub -- init --name "Northside Motors" --address 127.0.0.1')
    for (const [at, folder] of folders.entries()) {
      hub.invite(`Desk ${at + 1}`, join(folder, INVITATION_FILE))
      console.log(`   npm run hub -- invite "Desk ${at + 1}"`)
    }
    layCable(join(folders[0], INVITATION_FILE), cable)
    await tour({ env, folders, hub, cable, internet, provider, opened })
  } finally {
    for (const window of opened) await window.kill()
    await Promise.all([cable.close(), internet.close(), provider.end()])
    hub.remove()
    folders.forEach(removeProfile)
  }
}

async function tour(place: Place): Promise<void> {
  const { cable, internet, opened } = place
  const [seen, taken, alone] = [typedPair(35), typedPair(36), typedPair(37)]
  const one = await open(place, 0)
  const two = await open(place, 1)
  for (const { page } of opened) await board(page).getByText('Board live').waitFor()
  saw(`both desks are on the board: "${await textOf(board(one.page))}"`, true)

  await book(one.page, seen, 'booked')
  await showBooking(two.page, seen, 'booked')
  const madeAt = await textOf(two.page.locator('[data-testid="found-booking"]').getByTestId('made-at'))
  saw(`booked at Desk 1, Lookup at Desk 2 says "${madeAt}"`, madeAt === 'Desk 1')
  await picture(two.page, 'desk-2-sees-booking')

  internet.addConnectionToxic({ type: 'cut', end: 'rst' })
  internet.disconnect()
  for (const desk of opened) await checkConnection(desk, 'down')
  await book(one.page, taken, 'waiting')
  await showBooking(two.page, taken, 'waiting')
  const owner = await textOf(two.page.getByTestId('other-desk'))
  saw(`the provider is away, and Desk 2 says "${owner}"`, owner.startsWith('Desk 1 has this booking.'))
  await picture(two.page, 'desk-2-sees-waiting')

  cable.cut()
  const cutAt = performance.now()
  await board(one.page).getByText('Board away since').waitFor()
  saw(`the cable of Desk 1 is cut: "${await textOf(board(one.page))}"`, true)
  await book(one.page, alone, 'waiting')
  await picture(one.page, 'desk-1-alone')
  const unknown = await find(two.page, alone.reference)
  saw('Desk 1 booked once more, and Desk 2 does not know that booking', (await unknown.count()) === 0)

  await one.kill()
  console.log('   Desk 1 was killed with all its processes')
  await showBooking(two.page, taken, 'waiting')
  await silenceOf(two.page, cutAt)
  await takeOver(two.page)

  internet.removeToxics()
  await checkConnection(two, 'up')
  await showBooking(two.page, taken, 'booked')
  saw('the provider is back, and the booking left from Desk 2', true)
  await sentOnce(place, 2)
  await picture(two.page, 'desk-2-sent')

  cable.heal('lost')
  const back = await open(place, 0)
  const notice = (await textOf(back.page.getByTestId('strip-taken-over'))).replace(/ Details$/, '')
  saw(`Desk 1 is back and says "${notice}"`, notice.startsWith('Desk 2 took over 1 of the bookings here.'))
  await showBooking(back.page, taken, 'booked')
  await picture(back.page, 'desk-1-told')
  await showBooking(back.page, alone, 'booked')
  saw('what Desk 1 booked alone has left from Desk 1', true)
  await showBooking(two.page, alone, 'booked')
  await picture(two.page, 'desk-2-sees-all')
  await sentOnce(place, 3)
  const problems = opened.flatMap((desk) => desk.problems)
  saw(`problems in the windows: ${problems.join('; ') || 'none'}`, problems.length === 0)
}

/** Puts the cable between a desk and the hub by the port in the desk's invitation. */
function layCable(file: string, cable: Road): void {
  const invitation = JSON.parse(readFileSync(file, 'utf8')) as Invitation
  const hub = { ...invitation.hub, port: cable.port }
  writeFileSync(file, JSON.stringify({ ...invitation, hub }))
}

async function open({ env, folders, internet, provider, opened }: Place, at: 0 | 1): Promise<DeskWindow> {
  const { url } = internet
  const window = await openDeskWindow({ folder: folders[at], env, provider: { url, token: provider.token } })
  opened.push(window)
  await window.page.setViewportSize({ width: 1366, height: 768 })
  return window
}

/** Books as a person does, and waits for the state of the booking. */
async function book(page: Page, pair: TypedPair, state: 'booked' | 'waiting'): Promise<void> {
  await page.keyboard.press('Control+1')
  await typePair(page, pair, KEY)
  await save(page)
  await showBooking(page, pair, state)
  saw(`Desk 1 booked ${pair.reference}: ${state}`, true)
}

/**
 * Searches a booking and waits until its page shows the state. The hub grants no claim in its first 30 seconds, so the
 * first booking takes a while.
 */
async function showBooking(page: Page, { reference, street }: TypedPair, state: string): Promise<void> {
  await find(page, reference)
  const shown = page.locator(`[data-testid="booking"][data-state="${state}"]`).filter({ hasText: street })
  await shown.waitFor({ timeout: PATIENCE_MS })
}

/** Lets a desk check its connection at once, as after a sleep of the PC. */
async function checkConnection({ app, page }: DeskWindow, connection: 'up' | 'down'): Promise<void> {
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await statusBar(page)
    .and(page.locator(`[data-connection="${connection}"]`))
    .waitFor()
}

/** Waits until Desk 2 may take over, and counts the seconds. */
async function silenceOf(page: Page, cutAt: number): Promise<void> {
  const seconds = () => Math.round((performance.now() - cutAt) / 1000)
  const counting = setInterval(
    () => console.log(`   Desk 1 is silent for ${seconds()} of ${SILENT_SECONDS} seconds`),
    COUNTED_SECONDS * 1000,
  )
  try {
    await spoken(page)
      .getByText('Desk 1 silent since')
      .waitFor({ timeout: SILENT_SECONDS * 1000 + PATIENCE_MS })
  } finally {
    clearInterval(counting)
  }
  saw(`Desk 2 says after ${seconds()} seconds: "${await textOf(spoken(page))}"`, true)
  await picture(page, 'desk-2-silent')
}

async function takeOver(page: Page): Promise<void> {
  // The first message of the strip says that the provider is away.
  await page.getByRole('button', { name: '1 more message' }).press('Enter')
  const silent = page.getByTestId('message-silent')
  await silent.waitFor()
  await picture(page, 'desk-2-messages')
  await silent.getByRole('button', { name: 'Take over…' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Take over from Desk 1?' })
  await dialog.getByLabel('Your name').pressSequentially('Dana R.', { delay: KEY })
  await picture(page, 'desk-2-take-over')
  await dialog.getByRole('button', { name: 'Take over 1 booking' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await spoken(page).getByText('Took over 1 booking from Desk 1.').waitFor()
  saw(`taken over: "${await textOf(spoken(page))}"`, true)
  await picture(page, 'desk-2-taken')
}

/** Compares the ledger of the provider with the number of bookings, each of which stands there once. */
async function sentOnce({ provider }: Place, bookings: number): Promise<void> {
  const ledger = await readLedger(provider.url, provider.token)
  const references = ledger.flatMap((line) => line.references)
  const isOnce = new Set(references).size === references.length
  saw(
    `the provider booked ${ledger.length} of ${bookings} bookings, each reference once`,
    ledger.length === bookings && isOnce,
  )
}

const textOf = async (element: Locator): Promise<string> => inOneLine(await element.innerText())
