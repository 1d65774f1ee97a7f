import type { ElectronApplication } from '@playwright/test'
import { callChannel } from '../../shared/bridge/names.ts'
import type { Day } from '../../shared/views/day.ts'
import { busyDay } from '../support/builders/busy-day.ts'
import { expect, test } from './window.ts'

type Printed = { readonly printed?: { readonly pdf: string; readonly text: string } }

/** Prints to a PDF in place of the system's dialog, and keeps what was printed. */
async function printToFile(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window')
    const keep = async () => {
      const pdf = await window.webContents.printToPDF({ landscape: true, pageSize: 'Letter' })
      const read = `[...document.querySelectorAll('[data-testid="run-sheet"] section')].map((page) => page.textContent)`
      const text = (await window.webContents.executeJavaScript(read)) as string[]
      Object.assign(globalThis, { printed: { pdf: pdf.toString('latin1'), text: text.join('|') } })
    }
    window.webContents.print = (_options, done) => {
      const print = async () => {
        await keep()
        done?.(true, '')
      }
      void print()
    }
  })
}

function dayWith(count: number): Day {
  const day = busyDay('2026-11-24T16:10:00Z', 'America/New_York')
  const bookings = Array.from({ length: count }, (_, at) => {
    const booking = day.bookings[at % day.bookings.length]
    if (booking === undefined) throw new Error('a busy day has bookings')
    return { ...booking, id: `printed-${at}`, reference: `RO ${20_000 + at}` }
  })
  return { ...day, bookings }
}

test('The run sheet of a day prints up to 40 bookings a Letter page, each page with head and number', async ({
  open,
}) => {
  const { app, page } = await open()
  await printToFile(app)
  for (const [count, pages] of [
    [0, 1],
    [1, 1],
    [40, 1],
    [41, 2],
    [120, 3],
  ] as const) {
    await app.evaluate(
      ({ ipcMain }, [channel, day]) => {
        const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, () => unknown> }
        handlers.set(channel, () => Promise.resolve({ ok: true, value: day, asOf: 1 }))
      },
      [callChannel('readDay'), dayWith(count)] as const,
    )
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Control+2')
    await expect(page.locator('[data-testid="day"]')).toHaveAttribute('data-count', String(count))
    await page.keyboard.press('Control+p')
    await expect(page.locator('[data-testid="run-sheet"]')).toHaveCount(0)
    const read = () => app.evaluate(() => (globalThis as Printed).printed ?? null)
    await expect.poll(async () => (await read())?.text ?? '').toContain(`${count} booking`)
    const printed = await read()
    expect(printed?.pdf.match(/\/Type\s*\/Page(?!s)/g), `${count} bookings`).toHaveLength(pages)
    const texts = printed?.text.split('|') ?? []
    expect(texts).toHaveLength(pages)
    for (const [at, text] of texts.entries()) expect(text).toContain(`page ${at + 1} of ${pages}TimeType`)
    for (let at = 0; at < count; at += 1) expect(texts[Math.floor(at / 40)]).toContain(String(20_000 + at))
    // Letter in landscape is 792 by 612 points.
    expect(printed?.pdf).toMatch(/MediaBox\s*\[0 0 79[12](\.\d+)? 61[12]/)
  }
})
