import { save, setPracticeConnection, typedPair, typePair } from '../support/page/desk-page.ts'
import type { DeskWindow } from '../support/page/window.ts'
import { expect, test } from './window.ts'

/** Replaces the dialog of the system, which no test can press, and keeps its texts. */
async function answerWith(desk: DeskWindow, response: number): Promise<void> {
  await desk.app.evaluate(({ dialog }, answer) => {
    const seen = globalThis as unknown as { said: unknown[] }
    seen.said ??= []
    dialog.showMessageBox = (...asked: readonly unknown[]) => {
      seen.said.push(asked.at(-1))
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
  }, response)
}

const saidBy = (desk: DeskWindow) =>
  desk.app.evaluate(() => (globalThis as unknown as { said: Electron.MessageBoxOptions[] }).said)

async function bookOffline(desk: DeskWindow, number: number): Promise<void> {
  await setPracticeConnection(desk.page, 'cut')
  await typePair(desk.page, typedPair(number))
  await save(desk.page)
}

const closeWindow = (desk: DeskWindow) =>
  desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

test(
  'The quit warning counts the unsent bookings, names their send-by time, and lets the desk quit all the same',
  { tag: '@smoke' },
  async ({ open }) => {
    const desk = await open()
    await answerWith(desk, 0)
    await bookOffline(desk, 55)
    await closeWindow(desk)
    await expect.poll(async () => (await saidBy(desk)).length).toBe(1)
    const [said] = await saidBy(desk)
    expect(said?.message).toBe('1 booking is not sent yet.')
    expect(said?.detail).toMatch(/^Send it by .*\d:\d\d [AP]M.*Nothing is sent while Lanekeeper is closed/)
    expect(said?.buttons).toEqual(['Stay open', 'Quit anyway'])
    expect([said?.defaultId, said?.cancelId]).toEqual([0, 0])
    await expect(desk.page.locator('[data-testid="status"]')).toHaveAttribute('data-waiting', '1')
    await answerWith(desk, 1)
    const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
    await closeWindow(desk)
    await ended
  },
)

test('A signal ends the desk despite unsent bookings, and a close without any asks nothing', async ({ open }) => {
  const desk = await open()
  await answerWith(desk, 0)
  await bookOffline(desk, 56)
  const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
  desk.app.process().kill('SIGTERM')
  await ended

  const second = await open()
  await answerWith(second, 0)
  await setPracticeConnection(second.page, 'up')
  await expect(second.page.locator('[data-testid="status"]')).toHaveAttribute('data-waiting', '0')
  const gone = new Promise<void>((resolve) => second.app.process().once('exit', () => resolve()))
  await closeWindow(second)
  await gone
})

test('The window opens again with the size and position that it had', async ({ open }) => {
  const first = await open()
  const bounds = { x: 40, y: 30, width: 1000, height: 640 }
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
  const boundsOf = (desk: DeskWindow) =>
    desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  await expect.poll(() => boundsOf(first)).toEqual(bounds)
  await first.close()
  const second = await open()
  expect(await boundsOf(second)).toEqual(bounds)
})
