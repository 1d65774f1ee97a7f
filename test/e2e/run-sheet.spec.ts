import type { ElectronApplication } from '@playwright/test'
import { formatClock } from '../../shared/time/format.ts'
import { addMinutes, toLocal } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { busyDay } from '../support/builders/busy-day.ts'
import { showDay } from '../support/page/shown-day.ts'
import { readPdf, type PdfPage } from '../support/pdf/read-pdf.ts'
import { expect, test } from './window.ts'

type Printed = { printed?: string[] }

const ZONE = 'America/New_York'

/** Eight in the morning at the rooftop. The last of 120 bookings, five minutes apart, is still on the same day. */
const FIRST_TIME = '2026-11-24T13:00:00Z'

/** Prints each sheet to a PDF, on the paper that the desk asked for, in place of the system's dialog. */
async function printToPdf(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const printed: string[] = []
    Object.assign(globalThis, { printed })
    window.webContents.print = ({ landscape, pageSize } = {}, done) => {
      const print = async () => {
        const pdf = await window.webContents.printToPDF({ landscape: landscape === true, pageSize: pageSize ?? 'A4' })
        printed.push(pdf.toString('base64'))
        done?.(true, '')
      }
      void print()
    }
  })
}

/** A day of bookings in the order of time, each with a time, a name and an RO of its own. */
function dayWith(count: number): Day {
  const day = busyDay('2026-11-24T16:10:00Z', ZONE)
  const bookings = Array.from({ length: count }, (_, at) => {
    const booking = day.bookings[at % day.bookings.length]
    if (booking === undefined) throw new Error('a busy day has bookings')
    const utc = addMinutes(FIRST_TIME, at * 5)
    return {
      ...booking,
      id: `printed-${at}`,
      customerName: `Guest ${at + 1}`,
      reference: `RO ${20_000 + at}`,
      time: { utc, zone: ZONE, local: toLocal(utc, ZONE) },
    }
  })
  return { ...day, bookings }
}

/** The time, the name and the RO of a booking of `dayWith`. */
const expectedRow = (_: unknown, at: number) => [
  formatClock(addMinutes(FIRST_TIME, at * 5), ZONE),
  `Guest ${at + 1}`,
  String(20_000 + at),
]

/** Returns the printed texts of each row under Time, Customer and RO; a row is every line below the head. */
function rowsOf({ lines: [, head = [], ...rows] }: PdfPage) {
  return rows.map((row) =>
    ['Time', 'Customer', 'RO'].map((name) => {
      const column = head.find(({ text }) => text === name)
      return row.find(({ x }) => column !== undefined && Math.abs(x - column.x) < 1)?.text
    }),
  )
}

test('The run sheet of a day prints up to 40 bookings a Letter page, each page with head and number', async ({
  open,
}) => {
  const { app, page } = await open()
  await printToPdf(app)
  const countPrinted = () => app.evaluate(() => (globalThis as Printed).printed?.length)
  const lastPrinted = () => app.evaluate(() => (globalThis as Printed).printed?.at(-1) ?? '')
  const sheets = [
    { count: 0, title: '0 bookings', rows: [0] },
    { count: 1, title: '1 booking', rows: [1] },
    { count: 40, title: '40 bookings', rows: [40] },
    { count: 41, title: '41 bookings', rows: [40, 1] },
    { count: 120, title: '120 bookings', rows: [40, 40, 40] },
  ]
  for (const [before, { count, title, rows }] of sheets.entries()) {
    await showDay(app, page, dayWith(count))
    await page.keyboard.press('Control+p')
    await expect.poll(countPrinted).toBe(before + 1)
    await expect(page.locator('[data-testid="run-sheet"]')).toHaveCount(0)
    const pages = readPdf(Buffer.from(await lastPrinted(), 'base64'))

    // Letter in landscape is 792 by 612 points.
    expect(
      pages.map(({ width, height }) => [width, height]),
      title,
    ).toEqual(rows.map(() => [792, 612]))
    expect(
      pages.map(({ lines }) => lines.slice(0, 2).map((line) => line.map(({ text }) => text))),
      title,
    ).toEqual(
      rows.map((_, at) => [
        [`Northside Motors · Tue, Nov 24, 2026 · ${title}`, `Page ${at + 1} of ${rows.length}`],
        ['Time', 'Type', 'Customer', 'Phone', 'Car', 'RO', 'Loaner', 'Address', 'Done'],
      ]),
    )
    const read = pages.map(rowsOf)
    expect(
      read.map((row) => row.length),
      title,
    ).toEqual(rows)
    expect(read.flat(), title).toEqual(Array.from({ length: count }, expectedRow))
  }
})
