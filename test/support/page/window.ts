import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchSpec } from '../../../build/offline/display.ts'
import { writeDeskFile } from '../builders/settings-file.ts'
import { noKeyring, type Keyring } from '../fakes/keyring.ts'

/** The built desk in a real Electron window, on a data folder of its own. */

const ROOT = join(import.meta.dirname, '../../..')
const OWN_FILES = 'app://lanekeeper/'
const PASSWORD_STORE = join(import.meta.dirname, '../processes/password-store.cjs')

export type DeskWindow = {
  readonly app: ElectronApplication
  readonly page: Page
  /**
   * Console errors and warnings, page errors, unhandled rejections, policy violations and foreign requests of every
   * page since the start; empty in a healthy run.
   */
  readonly problems: readonly string[]
  /**
   * Ignores every problem of this window, past and future. A test that provokes refusals expects messages on the
   * console, some of them late.
   */
  forgive(): void
  close(): Promise<void>
  /** Ends the app with all its processes, as a power cut would. */
  kill(): Promise<void>
}

export type WindowOptions = {
  readonly folder: string
  /** The checkout whose built desk is opened. Default: this one. */
  readonly root?: string
  /** A provider instead of the practice service, named by a settings file in the data folder. */
  readonly provider?: { readonly url: string; readonly token: string }
  readonly env?: Readonly<Record<string, string>>
  /** The keyring of this desk. Default: none, whatever the machine has. */
  readonly keyring?: Pick<Keyring, 'env'>
  /** Further switches, for example `--config=FILE`. */
  readonly args?: readonly string[]
  /** A script that Electron loads before the app. */
  readonly preload?: string
  /** Answers the dialogs about a new provider with "Trust". */
  readonly trusts?: boolean
  /** Waits for the desk, for the message that the desk could not be opened, or for the recovery screen. */
  readonly until?: 'ready' | 'error-message' | 'damaged'
  /** Called with the window of a migration, which comes before the desk's window and must then come. */
  readonly updating?: (app: ElectronApplication, page: Page) => Promise<void>
}

export function newProfile(): string {
  return mkdtempSync(join(tmpdir(), 'lanekeeper-window-'))
}

export function removeProfile(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts the desk under Playwright. */
export async function launchDesk({
  folder,
  root = ROOT,
  env = {},
  args = [],
  preload,
  keyring = noKeyring,
}: WindowOptions): Promise<ElectronApplication> {
  const spec = launchSpec()
  // Without `executablePath` Playwright starts Electron with a loader that delays the app until Playwright has
  // attached. With the path Playwright attaches while the app opens its window, and sometimes hangs.
  if (spec.source === 'fallback') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(spec.exe)
  return _electron.launch({
    args: [
      ...spec.args,
      ...[PASSWORD_STORE, ...(preload === undefined ? [] : [preload])].flatMap((script) => ['-r', script]),
      root,
      `--user-data-dir=${folder}`,
      ...args,
    ],
    // A provider with a false date must look like a wrong PC clock, whatever this machine knows about its own time.
    env: { ...spec.env, DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent', ...keyring.env, ...env },
    chromiumSandbox: spec.sandboxOff === null,
  })
}

/** Opens the desk and waits until the page reports that the desk is ready. */
export async function openDeskWindow(options: WindowOptions): Promise<DeskWindow> {
  const { folder, provider, trusts = false, until = 'ready', updating } = options
  if (provider !== undefined) writeDeskFile(folder, { address: provider.url, token: provider.token })
  const app = await launchDesk(options)
  repeatCollectedEvaluations(app)
  if (trusts) await answerTrust(app, 'Trust')
  const problems: string[] = []
  let forgiven = false
  const note = (problem: string) => {
    if (!forgiven) problems.push(problem)
  }
  const pages = app.context()
  pages.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) note(`${line.type()}: ${line.text()}`)
  })
  pages.on('weberror', (error) => note(`page error: ${error.error().message}`))
  pages.on('request', (request) => {
    if (!request.url().startsWith(OWN_FILES)) note(`foreign request: ${request.url()}`)
  })
  // The script covers pages that load later, and the evaluation covers the present page.
  await pages.addInitScript(tellOfPolicy)
  const first = await app.firstWindow()
  const page =
    updating === undefined ? first : (await Promise.all([app.waitForEvent('window'), updating(app, first)]))[0]
  await page.evaluate(tellOfPolicy)
  const awaited = until === 'ready' ? 'html[data-desk="ready"]' : `[data-testid="${until}"]`
  try {
    await page.locator(awaited).waitFor({ timeout: 60_000 })
  } catch (error) {
    throw new Error(`${String(error)}\n${await describeWindow(app, page)}`, { cause: error })
  }
  const desk = app.process()
  const ended = new Promise<void>((resolve) => desk.once('exit', () => resolve()))
  return {
    app,
    page,
    problems,
    forgive() {
      forgiven = true
      problems.splice(0)
    },
    async close() {
      await quitAllTheSame(app)
      await app.close()
      await ended
    },
    async kill() {
      // Playwright does not notice an app that has ended.
      if (desk.exitCode === null && desk.signalCode === null) killWhole(desk)
      await ended
    },
  }
}

/** Sizes of the window and of its page, to explain why a page stayed invisible. */
async function describeWindow(app: ElectronApplication, page: Page): Promise<string> {
  const viewport = await page.evaluate(() => [innerWidth, innerHeight, document.visibilityState])
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({ ...window.getBounds(), visible: window.isVisible() })),
  )
  return `viewport ${JSON.stringify(viewport)}, windows ${JSON.stringify(windows)}`
}

/** Runs in the page. */
function tellOfPolicy(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`broken policy: ${effectiveDirective} ${blockedURI}`),
  )
}

/** Answers the warning about unsent bookings, because no test can press a button of the system's dialog. */
async function quitAllTheSame(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
  })
}

/**
 * Answers every dialog about new trust with a button, because no test can press a button of the system's dialog.
 * Returns a function that resolves with the details of the dialogs so far.
 */
export async function answerTrust(
  app: ElectronApplication,
  button: 'Trust' | 'Cancel',
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ dialog }, button) => {
    const global = globalThis as unknown as { trustAsked: string[] }
    global.trustAsked = []
    const answer = (_window: unknown, { detail, buttons }: { detail: string; buttons: string[] }) => {
      global.trustAsked.push(detail)
      return Promise.resolve({ response: buttons.indexOf(button), checkboxChecked: false })
    }
    dialog.showMessageBox = answer as unknown as typeof dialog.showMessageBox
  }, button)
  return () => app.evaluate(() => (globalThis as unknown as { trustAsked: string[] }).trustAsked)
}

/**
 * V8 sometimes collects the promise of an evaluation before Playwright reads the result, also twice in a row. The call
 * is then repeated, so a function for `app.evaluate` must be safe to run several times.
 */
function repeatCollectedEvaluations(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...call: readonly unknown[]) => Promise<unknown>
  const evaluateWith = async (triesLeft: number, call: readonly unknown[]): Promise<unknown> => {
    try {
      return await evaluate(...call)
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('garbage collected')) throw error
      return evaluateWith(triesLeft - 1, call)
    }
  }
  app.evaluate = ((...call: readonly unknown[]) => evaluateWith(5, call)) as typeof app.evaluate
}

/** Ends an app that leads a process group, with every process of the group. */
export function killWhole(app: ChildProcess): void {
  if (app.pid === undefined || process.platform === 'win32') app.kill('SIGKILL')
  else process.kill(-app.pid, 'SIGKILL')
}
