import type { Page } from '@playwright/test'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import type { InPage, ReplyOf } from '../../support/page/bridge-calls.ts'
import { rowsUntil, statusBar } from '../../support/page/desk-page.ts'
import { fillIn, type FilledForm, type Json } from '../../support/fixtures/form-fields.ts'
import { oneWayInput, pairInput, spoilt, type Input } from '../../support/builders/form-input.ts'
import { bodiesOf, startFaultProxy } from '../../support/faults/fault-proxy.ts'
import { readLedger } from '../../support/oracle/ledger.ts'
import { expect, test } from '../window.ts'
import { openGoal } from './goal.ts'

/** Inputs of a batch, whose moves all fit into the list. */
const BATCH = 30

/** Forms with a time, a car and a repair order of their own: the desk holds a booking like an open one. */
function formsOf(number: number): Parameters<typeof fillIn>[1] {
  const { appointment, vehicle, reference } = pairBooking(number)
  const own = (form: Input, at: string) =>
    spoilt(spoilt(spoilt(form, at, appointment), 'vehicle.vin', vehicle.vin), 'reference', reference)
  return { pair: own(pairInput(), 'appointment'), oneWay: own(oneWayInput(), 'readyBy') }
}

test(
  'Input to the real bridge is stored, shown and sent as it is, or refused by its field',
  { tag: '@g19' },
  async ({ judge, open }) => {
    const goal = openGoal('G19', 'through the real window: stored, shown and sent alike, or refused by field', {
      share: 0.06,
    })
    const chance = seededChance('G19')
    const proxy = await startFaultProxy(judge.url)
    const { page } = await open({ provider: { url: proxy.url, token: judge.token } })
    await page.keyboard.press('Control+3')
    const booked: { readonly filled: FilledForm; readonly id: string }[] = []
    const did = { inputs: 0, refused: 0, onScreen: 0 }
    while (did.inputs < goal.floor(3_000)) {
      const batch = Array.from({ length: BATCH }, (_, at) => fillIn(chance, formsOf(did.inputs + at)))
      const said = await give(page, batch)
      for (const [at, filled] of batch.entries()) {
        const answer = said[at]
        const says = JSON.stringify(filled.wanted).slice(0, 600)
        did.inputs += 1
        if (answer?.ok === true) {
          expect(filled.refused, says).toEqual([])
          booked.push({ filled, id: answer.value.id })
        } else {
          const fields = answer?.failure.issues ?? []
          expect(fields.map(({ path }) => path).toSorted(), says).toEqual(filled.refused.toSorted())
          did.refused += 1
        }
      }
      did.onScreen += await expectOnScreen(
        page,
        said.flatMap((answer) => (answer.ok ? answer.value : [])),
      )
    }
    await expect(statusBar(page)).toHaveAttribute('data-waiting', '0', { timeout: 600_000 })

    // The stored bookings count, not the answers of the bridge.
    const held = await page.evaluate(
      async (ids) => {
        const desk = (window as unknown as InPage).lanekeeper
        return Promise.all(ids.map((bookingId) => desk.getBooking({ bookingId })))
      },
      booked.map(({ id }) => id),
    )
    const ledger = (await readLedger(judge.url, judge.token)).flatMap(({ references }) => references)
    for (const [at, { filled }] of booked.entries()) {
      const shown = JSON.parse(held[at] ?? '') as ReplyOf<'getBooking'>
      if (!shown.ok) throw new Error(shown.failure.detail)
      const says = JSON.stringify(filled.wanted).slice(0, 600)
      expect(shown.value.state, says).toBe('booked')
      const [reference = ''] = shown.value.moves.map((move) => move.reference)
      expect(
        ledger.filter((one) => one === reference),
        says,
      ).toHaveLength(1)
      const bodies = bodiesOf(proxy, 'create').filter((body) => body.includes(JSON.stringify(reference)))
      expect(bodies, says).toHaveLength(1)
      const body = JSON.parse(bodies[0] ?? '') as Json
      expect(filled.differences(shown.value, body, 'baseline', null), says).toEqual([])
    }
    await proxy.close()
    goal.held(
      {
        inputs: { did: did.inputs, floor: 3_000 },
        'stored, shown and sent': { did: booked.length, floor: 900 },
        'refused by field': { did: did.refused, floor: 600 },
        'names on the screen': { did: did.onScreen, floor: 400 },
      },
      chance.seed,
    )
  },
)

/** Hands forms to the bridge one after the other, as the script of the page would. */
async function give(page: Page, batch: readonly FilledForm[]): Promise<readonly ReplyOf<'bookMove'>[]> {
  // ASCII escapes: a lone surrogate would be lost on its way into the page.
  const ascii = JSON.stringify(batch.map(({ input }) => input)).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const answers = await page.evaluate(async (text) => {
    const desk = (window as unknown as InPage).lanekeeper
    const texts: string[] = []
    for (const input of JSON.parse(text) as Booking[]) texts.push(await desk.bookMove(input))
    return texts
  }, ascii)
  return answers.map((text) => JSON.parse(text) as ReplyOf<'bookMove'>)
}

/** The list shows the exact customer name of each pair. Returns the number of names. */
async function expectOnScreen(page: Page, bookings: readonly BookedMoves[]): Promise<number> {
  const named = bookings.flatMap(({ id, customerName }) => (customerName === null ? [] : [[id, customerName] as const]))
  const newer = page.getByRole('button', { name: /updates?\. Show$/ })
  await expect
    .poll(async () => {
      // A shown list keeps its rows until a newer one is asked for.
      if (await newer.isVisible()) await newer.press('Enter')
      const rows = await rowsUntil(
        page,
        named.map(([id]) => id),
      )
      const onScreen = new Map(rows.map(({ bookingId, named: name }) => [bookingId, name]))
      return named.map(([id]) => [id, onScreen.get(id)])
    })
    .toEqual(named)
  return named.length
}
