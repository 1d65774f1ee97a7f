import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CALLS } from '../../shared/bridge/names.ts'
import type { Result } from '../../shared/result.ts'
import { callBridge, type InPage } from '../support/page/bridge-calls.ts'
import { save, typedPair, typePair } from '../support/page/desk-page.ts'
import { expect, test } from './window.ts'

test('The page has no Node and no Electron, and the bridge names the calls of the contract alone', async ({ open }) => {
  const { app, page } = await open()
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', '__dirname', 'global'].filter((name) => name in window),
    bridge: Object.keys((window as unknown as InPage).lanekeeper).toSorted(),
    frozen: !Reflect.set(window, 'lanekeeper', null),
  }))
  expect(seen).toEqual({ node: [], bridge: [...CALLS, 'on'].sort(), frozen: true })
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    // Electron has the preferences in effect under a name that its types leave out.
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>
    }
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences()
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
  })
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
})

test('The scheme of the page serves its own files alone, and sends the policy with the page', async ({ open }) => {
  const { app } = await open()
  const answers = await app.evaluate(async ({ session }) => {
    const ask = async (url: string) => {
      const answer = await session.defaultSession.fetch(url).catch(() => null)
      return answer === null ? null : { status: answer.status, policy: answer.headers.get('content-security-policy') }
    }
    const climbing = [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '..%5c..%5cpackage.json',
      'assets',
      '',
      'index.html%00',
      '//etc/passwd',
      'index.html/../../../package.json',
    ]
    return {
      page: await ask('app://lanekeeper/index.html'),
      climbing: await Promise.all(climbing.map((path) => ask(`app://lanekeeper/${path}`))),
      foreign: await ask('app://elsewhere/index.html'),
    }
  })
  expect(answers.page).toEqual({
    status: 200,
    policy:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'none'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  })
  for (const answer of [...answers.climbing, answers.foreign]) expect(answer?.status ?? 404).toBe(404)
})

test('The page is refused script from text, foreign addresses, new windows, navigation and permissions', async ({
  open,
}) => {
  const desk = await open()
  const { app, page } = desk
  desk.forgive()
  const before = page.url()
  const tried = await page.evaluate(async () => {
    const broken: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective))
    const attempt = (work: () => unknown) => {
      try {
        return work() === undefined ? 'done' : 'value'
      } catch {
        return 'refused'
      }
    }
    const results: Record<string, string> = {
      // The timer makes a task of the page: the debugger itself may evaluate text.
      eval: await new Promise<string>((resolve) =>
        setTimeout(() => resolve(attempt(() => (0, eval)('1 + 1') as unknown))),
      ),
      html: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
      }),
      fetch: await fetch('https://provider.example/').then(
        () => 'done',
        () => 'refused',
      ),
      file: await fetch('file:///etc/hostname').then(
        () => 'done',
        () => 'refused',
      ),
      window: window.open('https://provider.example/') === null ? 'refused' : 'done',
      notification: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true, audio: true }).then(
        () => 'done',
        () => 'refused',
      ),
      clipboard: await navigator.clipboard.readText().then(
        () => 'done',
        () => 'refused',
      ),
      position: await new Promise<string>((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('done'),
          () => resolve('refused'),
        ),
      ),
    }
    const inline = document.createElement('script')
    inline.setAttribute('nonce', 'x')
    results['inline'] = attempt(() => {
      inline.textContent = 'window.broken = true'
    })
    const frame = document.createElement('iframe')
    frame.src = 'app://lanekeeper/index.html'
    document.body.append(frame)
    location.href = 'https://provider.example/'
    location.href = 'app://lanekeeper/index.html?other'
    const link = document.createElement('a')
    link.href = 'https://provider.example/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    return { results, broken, inline: 'broken' in window }
  })
  expect(tried.results).toEqual({
    eval: 'refused',
    html: 'refused',
    fetch: 'refused',
    file: 'refused',
    window: 'refused',
    notification: 'denied',
    camera: 'refused',
    clipboard: 'refused',
    position: 'refused',
    inline: 'refused',
  })
  expect(tried.inline).toBe(false)
  expect(page.url()).toBe(before)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('The page cannot capture the screen, not even right after a click', async ({ open }) => {
  const desk = await open()
  desk.forgive()
  await desk.page.locator('h1').click()
  const screen = await desk.page.evaluate(() =>
    navigator.mediaDevices.getDisplayMedia({ video: true, audio: true }).then(
      () => 'done',
      () => 'refused',
    ),
  )
  expect(screen).toBe('refused')
  expect(await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('A bridge call from a foreign window is refused as a value', async ({ open }) => {
  const { app, page } = await open()
  const preload = await app.evaluate(({ app: desk }) => `${desk.getAppPath()}/dist/preload/preload.cjs`)
  const answer = await app.evaluate(async ({ BrowserWindow }, script) => {
    const other = new BrowserWindow({ show: false, webPreferences: { preload: script, sandbox: true } })
    await other.loadURL('app://lanekeeper/index.html')
    const said = (await other.webContents.executeJavaScript('window.lanekeeper.readStatus(null)')) as string
    other.destroy()
    return said
  }, preload)
  expect(JSON.parse(answer)).toMatchObject({ ok: false, failure: { code: 'not-allowed' } })
  expect(await callBridge(page, 'readStatus', null)).toMatchObject({ ok: true })
})

test('The log and its folder are readable by their owner alone', async ({ open, profile }) => {
  await open()
  // Windows has no such modes.
  if (process.platform === 'win32') return
  expect(['logs', 'logs/desk.log'].map((name) => statSync(join(profile, name)).mode & 0o777)).toEqual([0o700, 0o600])
})

test('The main process answers the calls of the bridge alone, and a second renderer writes no log line', async ({
  open,
  profile,
}) => {
  const desk = await open()
  const { app } = desk
  // The page complains in a window without the bridge.
  desk.forgive()
  const channels = await app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const rogue = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: false, nodeIntegration: true, contextIsolation: false },
    })
    await rogue.loadURL('app://lanekeeper/index.html')
    await rogue.webContents.executeJavaScript(`(async () => {
      const { ipcRenderer } = require('electron')
      ipcRenderer.send('__ELECTRON_LOG__', { level: 'info', data: ['{"event":"send-settled","entryId":"FORGED"}'] })
      ipcRenderer.send('__ELECTRON_LOG__', null)
      await ipcRenderer.invoke('__ELECTRON_LOG__', { data: ['FORGED'] }).catch(() => {})
    })()`)
    rogue.destroy()
    // Electron keeps the handlers of `ipcMain.handle` in a field that its types leave out.
    const { _invokeHandlers } = ipcMain as unknown as { readonly _invokeHandlers: ReadonlyMap<string, unknown> }
    return { events: ipcMain.eventNames().map(String), handlers: [..._invokeHandlers.keys()] }
  })
  // Electron itself listens to `error`.
  expect(channels).toEqual({ events: ['error'], handlers: CALLS.map((name) => `call:${name}`) })
  expect(readFileSync(join(profile, 'logs/desk.log'), 'utf8')).not.toContain('FORGED')
})

test('Arguments outside of the contract are refused as values by every bridge call', async ({ open }) => {
  const { page } = await open()
  const answers = await page.evaluate(async (names) => {
    const hostile: unknown[] = [
      undefined,
      1,
      'x',
      [],
      { extra: true },
      { kind: 'pair' },
      { bookingId: 7 },
      { text: 'x'.repeat(100_000), limit: 1 },
      { text: '', limit: 1e9 },
    ]
    const said: unknown[] = []
    for (const name of names) {
      for (const input of hostile) {
        const call = (window as unknown as InPage).lanekeeper[name] as (input: unknown) => Promise<string>
        const answer = JSON.parse(await call(input)) as Result<unknown>
        said.push(answer.ok ? `${name} took ${JSON.stringify(input)}` : answer.failure.code)
      }
    }
    return said
  }, CALLS)
  expect([...new Set(answers)]).toEqual(['invalid'])
})

test('A link is opened only on the host of the provider', async ({ open }) => {
  const { app, page } = await open()
  await typePair(page, typedPair(81))
  await save(page)
  await expect(page.locator('[data-testid="saved"]')).toHaveAttribute('data-state', 'booked')
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await app.evaluate(({ shell }) => {
    const spy = globalThis as typeof globalThis & { openedLinks?: string[] }
    spy.openedLinks = []
    shell.openExternal = (url: string) => Promise.resolve(void spy.openedLinks?.push(url))
  })
  const bookingId = (await page.locator('[data-testid="booking"]').getAttribute('data-booking-id')) ?? ''
  const booking = await callBridge(page, 'getBooking', { bookingId })
  const uri = booking.ok && booking.value.moves[0]?.moveUri.known ? (booking.value.moves[0].moveUri.value ?? '') : ''
  const host = new URL(uri).host
  const bad = [
    'https://provider.example/',
    'file:///etc/passwd',
    'smb://x/y',
    'javascript:alert(1)',
    `http://${host}@evil.example/`,
    `http://user@${host}/`,
    `https://${host}/`,
    `http://${host}.evil.example/`,
    'ms-settings:x',
    '\\\\host\\share',
    '',
    'about:blank',
  ]
  for (const url of bad) expect((await callBridge(page, 'openLink', { url })).ok, url).toBe(false)
  for (const url of [uri, uri.replace('http://', 'HTTP:\\\\')]) {
    expect((await callBridge(page, 'openLink', { url })).ok, url).toBe(true)
  }
  expect(await app.evaluate(() => (globalThis as typeof globalThis & { openedLinks?: string[] }).openedLinks)).toEqual([
    uri,
    uri,
  ])
})
