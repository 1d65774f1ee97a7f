import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchSpec } from '../../../build/offline/display.ts'
import { writeDeskFile } from '../builders/settings-file.ts'
import { noKeyring, type Keyring } from '../fakes/keyring.ts'

/** The built desk in a real Electron window, on a profile of its own. */

const ROOT = join(import.meta.dirname, '../../..')
const OWN_FILES = 'app://lanekeeper/'
const PASSWORD_STORE = join(import.meta.dirname, '../processes/password-store.cjs')

export type DeskWindow = {
  readonly app: ElectronApplication
  readonly page: Page
  /**
   * Console errors and warnings, page errors, promises that nobody caught, broken policies and requests to anywhere but the
   * desk's own files, of every page since the start; empty in a healthy run.
   */
  readonly problems: readonly string[]
  /**
   * Counts no problem of this window, past or to come: a test that provokes refusals expects the console to tell of them,
   * and some are told late.
   */
  forgive(): void
  close(): Promise<void>
  /** Ends the app with all its processes, as a power cut would. */
  kill(): Promise<void>
}

export type WindowOptions = {
  readonly folder: string
  /** A provider instead of the app's own practice service, named by a settings file in the profile. */
  readonly provider?: { readonly url: string; readonly token: string }
  readonly env?: Readonly<Record<string, string>>
  /** The vault of this desk; none unless a test has one, whatever the machine has. */
  readonly keyring?: Pick<Keyring, 'env'>
  /** More switches for the desk, for example `--config=FILE`. */
  readonly args?: readonly string[]
  /** What to wait for: the desk, words that say why it could not be opened, or the way back from damage. */
  readonly until?: 'ready' | 'error-message' | 'damaged'
}

export function newProfile(): string {
  return mkdtempSync(join(tmpdir(), 'lanekeeper-window-'))
}

export function removeProfile(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Opens the desk and waits until it says that it is ready. */
export async function openDeskWindow({
  folder,
  provider,
  env = {},
  args = [],
  keyring = noKeyring,
  until = 'ready',
}: WindowOptions): Promise<DeskWindow> {
  const spec = launchSpec()
  // Without `executablePath` Playwright starts Electron with a loader of its own, which holds the app back until it has
  // attached. Given the path it attaches to an app that is already opening its window, and sometimes hangs.
  if (spec.source === 'fallback') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(spec.exe)
  if (provider !== undefined) writeDeskFile(folder, { address: provider.url, token: provider.token })
  const app = await _electron.launch({
    args: [...spec.args, '-r', PASSWORD_STORE, ROOT, `--user-data-dir=${folder}`, ...args],
    env: { ...spec.env, ...keyring.env, ...env },
    chromiumSandbox: spec.sandboxOff === null,
  })
  repeatCollectedEvaluations(app)
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
  // For what is loaded later, and for what may be there already.
  await pages.addInitScript(tellOfPolicy)
  const page = await app.firstWindow()
  await page.evaluate(tellOfPolicy)
  const awaited = until === 'ready' ? 'html[data-desk="ready"]' : `[data-testid="${until}"]`
  await page.locator(awaited).waitFor({ timeout: 60_000 })
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
      // Playwright knows nothing of an app that has ended.
      if (desk.exitCode === null && desk.signalCode === null) killWhole(desk)
      await ended
    },
  }
}

/** Runs in the page. */
function tellOfPolicy(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`broken policy: ${effectiveDirective} ${blockedURI}`),
  )
}

/** Answers the question about bookings that have not left: no test can press a button of the system's own dialog. */
async function quitAllTheSame(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
  })
}

/**
 * V8 sometimes collects the promise of an evaluation before Playwright reads the result. The call is then repeated, so
 * a function for `app.evaluate` must be safe to run twice.
 */
function repeatCollectedEvaluations(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...call: readonly unknown[]) => Promise<unknown>
  app.evaluate = (async (...call: readonly unknown[]) => {
    try {
      return await evaluate(...call)
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error
      return evaluate(...call)
    }
  }) as typeof app.evaluate
}

/** Ends an app that was started as the leader of a process group, and everything that the app has started. */
export function killWhole(app: ChildProcess): void {
  if (app.pid === undefined || process.platform === 'win32') app.kill('SIGKILL')
  else process.kill(-app.pid, 'SIGKILL')
}
