import { save, typedPair, typePair } from '../support/page/desk-page.ts'
import { inspect } from '../support/processes/inspector.ts'
import { countOf, eventsOf, mainProcesses } from '../support/processes/profile-traces.ts'
import { expect, test } from './window.ts'

const SECRET = 'boom about Harriet Quill (804) 555-0142'

/** The desk that a fault restarts is no child of the test. */
function killRestarted(profile: string): void {
  for (const pid of mainProcesses(profile)) process.kill(pid, 'SIGKILL')
}

for (const [kind, expression] of [
  ['throw', `setTimeout(() => { throw new Error(${JSON.stringify(SECRET)}) }, 0); null`],
  ['rejection', `void Promise.reject(new Error(${JSON.stringify(SECRET)})); null`],
] as const) {
  test(`The main process logs a ${kind} by its code alone, stops sending, and starts again with every booking`, async ({
    open,
    start,
    profile,
  }) => {
    const first = await open()
    await typePair(first.page, typedPair(0))
    await save(first.page)
    await first.close()
    const desk = start(['--inspect=0'])
    const address = await desk.heard(/Debugger listening on (ws:\S+)/)
    await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 60_000 }).toBe(2)
    const before = eventsOf(profile).length
    await inspect(address, expression)
    try {
      await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 60_000 }).toBe(3)
    } finally {
      killRestarted(profile)
    }
    const after = eventsOf(profile)
      .slice(before)
      .filter(({ event }) => ['main-fault', 'send-claimed', 'desk-closed', 'desk-opened'].includes(event))
    expect(after.map(({ event, code }) => code ?? event)).toEqual(['Error', 'desk-closed', 'desk-opened'])
    expect(desk.said()).not.toContain('Harriet')
    const again = await open()
    await again.page.keyboard.press('Control+3')
    await expect(again.page.getByTestId('results')).toContainText('Harriet Quill')
  })
}

test('The main process does not start again after the third restart in ten minutes, and says so', async ({
  start,
  profile,
}) => {
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const desk = start(['--inspect=0', `--restarted-at=${[now, now, now].join(',')}`])
  const address = await desk.heard(/Debugger listening on (ws:\S+)/)
  await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 60_000 }).toBe(1)
  await inspect(address, `setTimeout(() => { throw new Error('again') }, 0); null`)
  expect(await desk.heard(/(stays closed)/)).toBe('stays closed')
  expect(countOf(profile, 'desk-opened')).toBe(1)
})

test('A page whose process crashed is loaded again, and the fourth time in ten minutes a dialog asks first', async ({
  open,
  profile,
}) => {
  const desk = await open()
  desk.forgive()
  await desk.app.evaluate(({ dialog }) => {
    const global = globalThis as unknown as { asked: string[]; open: () => void }
    global.asked = []
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      global.asked.push(message)
      return new Promise((resolve) => (global.open = () => resolve({ response: 0, checkboxChecked: false })))
    }) as unknown as typeof dialog.showMessageBox
  })
  const crash = () =>
    desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  const isReady = () =>
    desk.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return false
      return (await contents.executeJavaScript(`document.documentElement.dataset.desk === 'ready'`)) as boolean
    })
  for (let crashes = 1; crashes <= 3; crashes += 1) {
    await crash()
    await expect.poll(() => countOf(profile, 'page-gone')).toBe(crashes)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  }
  await crash()
  const asked = () => desk.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await expect.poll(asked).toEqual(['This window keeps failing'])
  expect(await isReady()).toBe(false)
  await desk.app.evaluate(() => (globalThis as unknown as { open: () => void }).open())
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  expect(countOf(profile, 'page-gone')).toBe(4)
})

// Chromium takes no page for hanging while Playwright's debugger is attached.
test('A page that hangs is loaded again', async ({ start, profile }) => {
  const desk = start(['--inspect=0'])
  const address = await desk.heard(/Debugger listening on (ws:\S+)/)
  const inPage = (expression: string) =>
    inspect(address, `{ const { webContents } = require('electron').BrowserWindow.getAllWindows()[0]; ${expression} }`)
  await expect.poll(() => countOf(profile, 'desk-opened'), { timeout: 60_000 }).toBe(1)
  await inPage(`void webContents.executeJavaScript('for (;;) {}').catch(() => {}); null`)
  // Chromium finds out that a page hangs when the page does not take an input.
  const gone = async () => {
    if (countOf(profile, 'page-gone') === 0) {
      await inPage(`webContents.sendInputEvent({ type: 'keyDown', keyCode: 'a' }); null`)
    }
    return eventsOf(profile)
      .filter(({ event }) => event === 'page-gone')
      .map(({ code }) => code)
  }
  await expect.poll(gone, { timeout: 90_000 }).toEqual(['unresponsive'])
  await expect
    .poll(() => inPage('!webContents.isCrashed() && !webContents.isLoading()'), { timeout: 60_000 })
    .toBe(true)
})
