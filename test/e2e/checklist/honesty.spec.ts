import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { callChannel, type CallName } from '../../../shared/bridge/names.ts'
import { fail, type Result } from '../../../shared/result.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { describeUnreachable } from '../../../renderer/app/text/connection-text.ts'
import { expectAccessible } from '../../support/page/axe.ts'
import { inDays, pairBooking } from '../../support/builders/bookings.ts'
import { errorBody, verdictOf } from '../../support/builders/sent-request.ts'
import {
  bookUnseen,
  field,
  find,
  save,
  setPracticeConnection,
  statusBar,
  typedPair,
  typePair,
  typeWhen,
} from '../../support/page/desk-page.ts'
import { bodiesOf, startFaultProxy } from '../../support/faults/fault-proxy.ts'
import { clockAhead } from '../../support/faults/toxics.ts'
import { recordTime, RECORDS_TIMES } from '../../support/reliability/times.ts'
import { setVersion } from '../../support/desk/store-version.ts'
import { expect, test } from '../window.ts'

const heading = (page: Page) => page.locator('h1')
const queued = (page: Page) => page.locator('[data-testid="inbox-row"]')

/** The strip's message, the status bar and the inbox at one moment, while the inbox is shown. */
const story = (page: Page) =>
  page.evaluate(() => {
    const status = document.querySelector<HTMLElement>('[data-testid="status"]')
    const rows = [...document.querySelectorAll<HTMLElement>('[data-testid="inbox-row"]')]
    return {
      strip: document.querySelector<HTMLElement>('[data-testid^="strip-"]')?.dataset['testid'],
      connection: status?.dataset['connection'],
      counts: [status?.dataset['waiting'], status?.dataset['attention']].join(' '),
      rows: rows.map(
        (row) => `${row.dataset['state']} ${row.querySelector<HTMLElement>('[data-why]')?.title.split(' · ')[0]}`,
      ),
    }
  })

/** Opens all messages of the strip, whose first line holds only the highest in rank, and returns one of them. */
async function openMessage(page: Page, kind: string): Promise<Locator> {
  await page.getByRole('button', { name: '1 more message' }).press('Enter')
  return page.getByRole('dialog', { name: 'All messages' }).locator(`[data-testid="message-${kind}"]`)
}

async function expectNoSuccess(page: Page): Promise<void> {
  expect(await page.locator('main').innerText()).not.toMatch(/Confirmed|confirmed by|Sent at|Success/)
}

test(
  'Banner, state, count and inbox agree on a cut connection while typing, saving and sending, also after a reload',
  { tag: ['@item-27', RECORDS_TIMES.tag] },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    const { app, page } = await open({ provider: { url: proxy.url, token: judge.token } })
    const look = () => app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    /** The time counts from the start of `act`: the health check that finds the cut link, or the save. */
    const agree = async (what: string, act: () => Promise<unknown>, expected: Awaited<ReturnType<typeof story>>) => {
      const since = performance.now()
      await act()
      await page.keyboard.press('Control+4')
      await expect.poll(() => story(page), what).toEqual(expected)
      recordTime(`until all say the same, ${what}`, performance.now() - since, 1000)
      await expectNoSuccess(page)
      await page.reload()
      await page.locator('html[data-desk="ready"]').waitFor()
      await page.keyboard.press('Control+4')
      await expect.poll(() => story(page), `${what}, read anew`).toEqual(expected)
      await page.keyboard.press('Control+n')
    }

    await field(page, 'customerName').fill('Harriet Quill')
    await expect(page.locator('[data-testid="form"]')).toHaveAttribute('data-draft', 'kept')
    proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
    proxy.disconnect()
    await agree('cut while typing', look, { strip: 'strip-offline', connection: 'down', counts: '0 0', rows: [] })
    await expect(field(page, 'customerName')).toHaveValue('Harriet Quill')

    await typePair(page, typedPair(1))
    const saves = async () => {
      await save(page)
      await expectNoSuccess(page)
    }
    await agree('cut as it was saved', saves, {
      strip: 'strip-offline',
      connection: 'down',
      counts: '1 0',
      rows: ['waiting Not sent'],
    })

    proxy.removeToxics()
    proxy.holdRequests({ asks: 'create' })
    await look()
    await page.keyboard.press('Control+4')
    await expect(queued(page)).toHaveAttribute('data-state', 'sending')
    await expectNoSuccess(page)
    const cuts = async () => {
      proxy.addConnectionToxic({ type: 'cut', end: 'fin' })
      proxy.disconnect()
      await look()
    }
    const rows = ['in-doubt Check with provider']
    // A booking in doubt ranks above the lost connection, which stays one press away.
    await agree('cut while it was sent', cuts, { strip: 'strip-reminder', connection: 'down', counts: '0 1', rows })
    await expect(await openMessage(page, 'offline')).toContainText('Keep booking')
    expect(bodiesOf(proxy, 'create')).toHaveLength(1)
    await proxy.close()
  },
)

test(
  'A booking is shown as saved before the provider answers, and needs attention with the reason once refused',
  { tag: ['@item-28', RECORDS_TIMES.tag] },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    const hold = proxy.holdRequests({ asks: 'create' })
    const pair = typedPair(2)
    await typePair(page, pair)
    const stands = await page.evaluateHandle(() => {
      const times = { pressed: 0, stood: 0 }
      addEventListener('keydown', ({ key }) => key === 'Enter' && (times.pressed = performance.now()), {
        capture: true,
      })
      new MutationObserver(() => {
        if (times.stood === 0 && document.querySelector('[data-testid="saved"]') !== null)
          times.stood = performance.now()
      }).observe(document.body, { subtree: true, childList: true })
      return times
    })
    const id = await save(page)
    recordTime(
      'from Enter until the booking stands',
      await stands.evaluate(({ pressed, stood }) => stood - pressed),
      100,
    )
    await page.keyboard.press('Control+4')
    await expect(queued(page)).toHaveAttribute('data-state', 'sending')
    const json = errorBody('address_invalid', 'That street is not on our map.')
    proxy.addToxic({ type: 'status', when: 'before', status: 422, body: { json }, match: { asks: 'create' } })
    hold.release()
    await expect(queued(page)).toHaveAttribute('data-state', 'refused')
    await expect(page.locator('[data-testid="resolve-reason"]')).toContainText(
      "The driver service rejected this booking: an address can't be used (That street is not on our map.)",
    )
    await expect(statusBar(page)).toHaveAttribute('data-attention', '1')
    await page.locator('[data-testid="resolve"]').getByRole('button', { name: 'Open booking' }).press('Enter')
    const booking = page.locator(`[data-testid="booking"][data-booking-id="${id}"]`)
    for (const text of [pair.name, pair.street, pair.reference, pair.vin]) await expect(booking).toContainText(text)
    await expect(booking).toContainText("an address can't be used")
    expect(bodiesOf(proxy, 'create')).toHaveLength(1)
    await proxy.close()
  },
)

/** The buttons painted as the primary action, on the screen or in a dialog. */
const primary = (page: Page, where = 'main') =>
  page.evaluate((root) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'var(--accent-solid)'
    const accent = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...document.querySelectorAll<HTMLElement>(`${root} button`)]
      .filter((one) => getComputedStyle(one).backgroundColor === accent)
      .map((one) => one.innerText.replace(/\s*Ctrl.*$/s, ''))
  }, where)

test(
  'Empty lists, an emptied inbox and a desk that cannot open each have a heading and one action that works',
  { tag: '@item-33' },
  async ({ open, profile }) => {
    const first = await open()
    const { page } = first
    for (const [key, title] of [
      ['Control+3', /No bookings yet/],
      ['Control+2', /Nothing booked for this day/],
      ['Control+4', /All caught up/],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
      expect(await primary(page), key).toEqual(['New booking'])
      await page.locator('main').getByRole('button', { name: 'New booking' }).press('Enter')
      await expect(field(page, 'customerPhone')).toBeFocused()
    }
    await bookUnseen(page, pairBooking(1))
    await expect(await find(page, '10001')).toHaveCount(1)
    await find(page, 'nobody by this name')
    await expect(page.getByRole('heading', { level: 2, name: 'No results for "nobody by this name"' })).toBeVisible()
    expect(await primary(page)).toEqual(['Clear search'])
    await page.locator('main').getByRole('button', { name: 'Clear search' }).last().press('Enter')
    await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-count', '1')
    await setPracticeConnection(page, 'cut')
    await bookUnseen(page, pairBooking(2))
    await page.keyboard.press('Control+4')
    await expect(queued(page)).toHaveCount(1)
    await setPracticeConnection(page, 'up')
    await expect(page.getByRole('heading', { level: 2, name: /All caught up/ })).toBeVisible()
    expect(await primary(page), 'emptied by sending').toEqual(['New booking'])
    await page.locator('main').getByRole('button', { name: 'New booking' }).press('Enter')
    await expect(field(page, 'customerPhone')).toBeFocused()
    await first.close()

    const known = setVersion(profile, 9000)
    const newer = await open({ until: 'error-message' })
    await expect(newer.page.getByRole('heading', { level: 1, name: 'Lanekeeper' })).toBeVisible()
    expect(await primary(newer.page)).toEqual(['Close Lanekeeper'])
    const ended = newer.app.waitForEvent('close')
    const close = newer.page.getByRole('button', { name: 'Close Lanekeeper' }).press('Enter')
    // The page may be gone before the key is up.
    await close.catch(() => undefined)
    await ended
    setVersion(profile, known)

    writeFileSync(join(profile, 'practice-desk.db'), 'not a database')
    const second = await open({ until: 'damaged' })
    await expect(second.page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await primary(second.page)).toEqual(['Restore'])
    await second.page.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(second.page.locator('[data-testid="recovered"]')).toBeVisible()
    expect(await primary(second.page)).toEqual(['Open Lanekeeper'])
    await second.page.getByRole('button', { name: 'Open Lanekeeper' }).press('Enter')
    await second.page.locator('html[data-desk="ready"]').waitFor()
  },
)

test(
  'Searches without hits, unreadable lists and a broken screen each have a heading and one action that works',
  { tag: '@item-33' },
  async ({ open }) => {
    const { app, page, forgive } = await open()
    await bookUnseen(page, pairBooking(1, { appointment: inDays(1, '14:00') }))
    await page.keyboard.press('Control+3')
    await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-count', '1')
    await page.locator('main').getByRole('button', { name: 'Needs attention' }).first().press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: /^No bookings / })).toBeVisible()
    expect(await primary(page), 'chips').toEqual(['Clear filters'])
    await page.locator('main').getByRole('button', { name: 'Clear filters' }).last().press('Enter')
    await expect(page.locator('[data-testid="results"]')).toHaveAttribute('data-count', '1')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('nobody by this name')
    const palette = page.locator('[data-testid="palette"]')
    await expect(palette.getByRole('heading', { name: 'No results for “nobody by this name”' })).toBeVisible()
    expect(await primary(page, '[data-testid="palette"]')).toEqual(['Clear'])
    await palette.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await expect(palette.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')

    /** Makes the main process answer a call of the page with `result`, or as usual with null. */
    const answer = (call: CallName, result: Result<unknown> | null) =>
      app.evaluate(
        ({ ipcMain }, [channel, instead]) => {
          // Electron keeps the handlers under a name that its types leave out.
          const { _invokeHandlers: handlers } = ipcMain as unknown as {
            readonly _invokeHandlers: Map<string, (...all: unknown[]) => unknown>
          }
          const kept =
            (globalThis as unknown as { kept?: Map<string, (...all: unknown[]) => unknown> }).kept ?? new Map()
          ;(globalThis as unknown as { kept: unknown }).kept = kept
          const usual = kept.get(channel) ?? handlers.get(channel)
          if (usual === undefined) throw new Error(channel)
          kept.set(channel, usual)
          handlers.set(channel, instead === null ? usual : () => Promise.resolve(instead))
        },
        [callChannel(call), result && JSON.stringify(result)] as const,
      )
    const refused = fail('internal', 'internal')
    for (const [key, call, title, back] of [
      [
        'Control+3',
        'findBookings',
        'The bookings could not be read',
        page.locator('[data-testid="found-booking"]').first(),
      ],
      ['Control+2', 'readDay', 'This day could not be read', page.getByRole('heading', { name: /^Nothing booked/ })],
      ['Control+4', 'readInbox', 'The inbox could not be read', page.getByRole('heading', { name: 'All caught up' })],
    ] as const) {
      await page.keyboard.press('Control+,')
      await answer(call, refused)
      await page.keyboard.press(key)
      const alert = page.locator('main').getByRole('alert').filter({ hasText: title })
      await expect(alert.getByRole('heading', { level: 2, name: title })).toBeVisible()
      await expect(alert).toContainText('Something went wrong in Lanekeeper.')
      expect(await primary(page), key).toEqual(['Try again'])
      await expectAccessible(page, title)
      await answer(call, null)
      await alert.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(alert).toHaveCount(0)
      await expect(back).toBeVisible()
    }

    await answer('getBooking', refused)
    await page.keyboard.press('Control+3')
    const lost = page.getByRole('alert').filter({ hasText: 'This booking could not be read' })
    await page.locator('#results').focus()
    await page.keyboard.press('ArrowDown')
    await expect(lost.getByRole('heading', { level: 2 })).toBeVisible()
    expect(await primary(page), 'a booking').toEqual(['Try again'])
    await page.keyboard.press('Enter')
    await expect(heading(page)).toBeFocused()
    await answer('getBooking', null)
    await lost.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.locator('[data-testid="booking"]')).toBeVisible()

    forgive()
    await answer('readInbox', { ok: true, value: { bookings: [], settled: [] } })
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+4')
    await expect(page.locator('[data-testid="crash"]').getByRole('heading', { level: 1 })).toBeVisible()
    expect(await primary(page), 'a screen that broke').toEqual(['Reopen window'])
    await answer('readInbox', null)
    await page.getByRole('button', { name: 'Reopen window' }).press('Enter')
    await page.locator('html[data-desk="ready"]').waitFor()
    await page.keyboard.press('Control+4')
    await expect(page.getByRole('heading', { name: 'All caught up' })).toBeVisible()
  },
)

/** The error codes of the provider with their status. */
const CATALOGUE: readonly (readonly [code: string, status: number])[] = [
  ['address_invalid', 422],
  ['outside_region', 422],
  ['field_invalid', 400],
  ['field_missing', 400],
  ['google_place_id_invalid', 422],
  ['move_invalid', 400],
  ['pickup_location_required', 422],
  ['REQUEST_INVALID', 400],
  ['move_duplication', 422],
  ['internal_server_error', 500],
  ['missing_scope', 403],
]

/** Raw errors and status numbers, which no sentence for people holds. Numbers as in a phone are allowed. */
const RAW = /undefined|null|NaN|\[object|Error:|TypeError|(?:status|error|code|HTTP) *[45]\d\d/

/** A name that only programs use. */
const CODE = /[a-z]+_[a-z]+/i

test(
  'Each error code of the provider becomes a sentence, and no screen shows a raw error',
  { tag: '@item-34' },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'up')
    for (const [at, [code, status]] of CATALOGUE.entries()) {
      proxy.removeToxics()
      const body = { json: errorBody(code, '') }
      proxy.addToxic({ type: 'status', when: 'before', status, body, match: { asks: 'create' } })
      await bookUnseen(page, pairBooking(at + 1))
      // The last code stops the send queue, which shows in the banner.
      await expect.poll(() => bodiesOf(proxy, 'create').length, code).toBe(at + 1)
      if (status === 500) await expect(statusBar(page)).toHaveAttribute('data-attention', String(at + 1))
    }
    await page.keyboard.press('Control+4')
    await expect(queued(page)).toHaveCount(CATALOGUE.length)
    const sentences: string[] = []
    for (const row of await queued(page).all()) {
      await row.getByRole('button').focus()
      const id = (await row.getAttribute('data-booking-id')) ?? ''
      const why = page.locator(`[data-testid="resolve"][data-booking-id="${id}"] [data-testid="resolve-reason"] > p`)
      await why.first().waitFor()
      sentences.push(...(await why.filter({ hasNotText: /^(Send by|Missed its)/ }).allInnerTexts()))
    }
    for (const words of sentences) {
      expect(words).toMatch(/^[A-Z].{25,}[.)]$/s)
      expect(words).not.toMatch(RAW)
      expect(words).not.toMatch(CODE)
    }
    // A refused token would stop the send queue, so its sentence is checked without the window.
    const { directive } = verdictOf(400, errorBody('access_denied', ''))
    expect('cause' in directive && describeUnreachable(directive.cause)).toMatch(
      /^The driver service doesn't accept the sign-in of this computer/,
    )
    expect(new Set(sentences).size).toBeGreaterThanOrEqual(CATALOGUE.length - 1)
    const banner = await openMessage(page, 'offline')
    await expect(banner).toContainText(/account|token/)
    expect(await banner.innerText()).not.toMatch(RAW)
    await page.keyboard.press('Escape')
    for (const key of ['Control+1', 'Control+2', 'Control+3', 'Control+,']) {
      await page.keyboard.press(key)
      await expect(heading(page)).toBeFocused()
      if (key === 'Control+1') await page.keyboard.press('Control+Enter')
      expect(await page.locator('body').innerText(), key).not.toMatch(RAW)
    }
    await proxy.close()
  },
)

async function dayOf(page: Page, date: string): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.locator('#day-date [role="spinbutton"]').first().focus()
  await page.keyboard.type(date)
}

test(
  'The day screen on a PC of another zone names days of 23 and 25 hours and keeps bookings on their day',
  { tag: '@item-35' },
  async ({ open }) => {
    const { page } = await open({ env: { TZ: 'Pacific/Auckland' } })
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Pacific/Auckland')
    await setPracticeConnection(page, 'cut')
    for (const [number, date, said, hours] of [
      [3, '03082099', '3/8/2099 1215a', 23],
      [4, '11012099', '11/1/2099 1145p', 25],
    ] as const) {
      await page.keyboard.press('Control+n')
      await typePair(page, typedPair(number))
      await field(page, 'spokenInput').fill(said)
      // Leaving the field shows the note about lane hours, which would otherwise stop the first save.
      await field(page, 'spokenInput').press('Tab')
      const id = await save(page)
      const card = page.locator(`[data-testid="day-booking"][data-booking-id="${id}"]`)
      await dayOf(page, date)
      await expect(page.getByText(`it has ${hours} hours`)).toBeVisible()
      await expect(card).toHaveCount(1)
      for (const turns of [
        ['Previous day', 'Next day'],
        ['Next day', 'Previous day'],
      ]) {
        for (const [at, turn] of turns.entries()) {
          await page.getByRole('button', { name: turn }).press('Enter')
          await expect(page.getByText(`it has ${hours} hours`)).toHaveCount(at)
          await expect(card).toHaveCount(at)
        }
      }
    }
    const local = '2099-11-01T01:30'
    const zone = 'America/New_York'
    const [first = '', second = ''] = instantsOf(local, zone)
    await bookUnseen(
      page,
      pairBooking(5, { appointment: { local, zone, utc: first } }),
      pairBooking(6, { appointment: { local, zone, utc: second } }),
    )
    await dayOf(page, '11012099')
    const times = page.locator('[data-testid="day-booking"] time')
    await expect(times).toHaveText(['1:30 AM EDT', '1:30 AM EST', '11:45 PM'])
    expect(await times.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
  },
)

test(
  'The form refuses a skipped time and asks about a repeated one on the night of the change, by rooftop time',
  { tag: '@item-35' },
  async ({ open, judge }) => {
    const proxy = await startFaultProxy(judge.url)
    for (const [now, gap, date, time] of [
      ['2026-03-08T06:00:00Z', true, '03082026', '0230AM'],
      ['2026-11-01T04:30:00Z', false, '11012026', '0130AM'],
    ] as const) {
      proxy.removeToxics()
      proxy.addToxic(clockAhead(Date.parse(now) - Date.now()))
      const { close, page } = await open({
        provider: { url: proxy.url, token: judge.token },
        env: { TZ: 'Asia/Tokyo' },
      })
      await page.keyboard.press('Control+,')
      await expect(page.locator('[data-notice="clock-wrong"]')).toBeVisible()
      await page.keyboard.press('Control+2')
      await expect(heading(page)).toContainText(gap ? 'Today, Sun, Mar 8' : 'Today, Sun, Nov 1')
      await expect(page.getByText(`it has ${gap ? 23 : 25} hours`)).toBeVisible()
      await page.keyboard.press('Control+n')
      await typeWhen(page, date, time)
      const words = page.locator('[data-testid="understood"]')
      await expect(words).toContainText(gap ? 'does not exist' : 'happens twice')
      await page.keyboard.press('Control+Enter')
      // The customer and the car are missing too, so the line at the button only counts the fields.
      await expect(page.locator('[data-testid="errors"]')).toHaveText(/^\d+ fields need a fix\.$/)
      if (gap) {
        await expect(field(page, 'spokenInput')).toHaveAttribute('aria-invalid', 'true')
        await expect(field(page, 'spokenInput')).toHaveAccessibleDescription(/does not exist/)
      } else await expect(page.getByText('Choose the first or the second.')).toBeVisible()
      await expect(page.locator('[data-testid="saved"]')).toHaveCount(0)
      await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
      await close()
    }
    await proxy.close()
  },
)
