import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { url as inspectorUrl } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, BrowserWindow, dialog, powerMonitor } from 'electron'
import type { CommandId } from '../shared/desk/commands.ts'
import { parseLaunchCommand } from '../shared/desk/launch-args.ts'
import { showAttentionBadge } from './shell/badge.ts'
import { hubArguments, runHubMode } from './shell/hub-mode.ts'
import type { DeskHost } from './desk/desk-host.ts'
import { isDeskMigrationDue } from './desk/desk-store.ts'
import { registerIpcHandlers, type PushEvent } from './shell/ipc.ts'
import { setJumpList } from './shell/jump-list.ts'
import { confirmQuitWithUnsent } from './shell/quit-warning.ts'
import { openLog } from './shell/log.ts'
import { MAX_CLOSE_MS, relaunch, reloadOnPageFault, restartOnFault } from './shell/last-resort.ts'
import { setMenu } from './shell/menu.ts'
import { restartsIn } from './shell/restart-limit.ts'
import { userDataFolder } from './shell/user-data-folder.ts'
import { registerAppScheme, handleAppProtocol } from './shell/app-protocol.ts'
import { isForeignFolder } from './platform/file-rights.ts'
import { networkDriveOf } from './platform/network-drive.ts'
import { errorCode } from './platform/log-events.ts'
import { systemClock } from './platform/clock.ts'
import { readTimeSync } from './platform/time-sync.ts'
import { systemIds } from './platform/ids.ts'
import { systemRandom } from './platform/random.ts'
import { selectPasswordStore, openSecretCipher } from './shell/secret-store.ts'
import { createTrustDialog } from './shell/trust-dialog.ts'
import { createUpdateWindow } from './shell/update-window.ts'
import { blockNavigation, createWindow, openStepWindow, type LoadableWindow } from './shell/window.ts'
import { openWindowPreferences } from './shell/window-preferences.ts'
import { describeStartFailure } from './shell/start-failure-text.ts'

/*
 * Starts the desk: the data folder, the single instance, the locked window, and a quit that finishes the request in
 * progress.
 */

/** A desk whose page hangs opens after this time, because its bookings must leave, too. */
const MAX_PAGE_WAIT_MS = 3_000

closeDebugDoors()
// The page frees its memory while nobody uses it (renderer/app/free-memory.ts).
app.commandLine.appendSwitch('js-flags', `${app.commandLine.getSwitchValue('js-flags')} --expose-gc`.trim())
const hubArgs = hubArguments(process.argv)
const keyringIsOpen = hubArgs === null && selectPasswordStore()
registerAppScheme()
const folder = userDataFolder({
  chosen: app.commandLine.getSwitchValue('user-data-dir'),
  localAppData: process.platform === 'win32' ? process.env['LOCALAPPDATA'] : undefined,
  usual: app.getPath('userData'),
})
if (hubArgs === null) {
  app.setPath('userData', folder)
  begin()
} else {
  runHubMode(hubArgs)
}

/** Starts the desk unless this process must not use the folder; until then nothing is written into the folder. */
function begin(): void {
  if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) {
    stop('Lanekeeper does not start with --no-sandbox, which would open this PC to its pages. Start it without.')
    return
  }
  const refusal = refusalOf(folder)
  if (refusal !== null) {
    stopWithoutFolder(refusal).catch(() => showAndExit(refusal))
  } else if (app.requestSingleInstanceLock()) {
    start().catch((error: unknown) =>
      stop(`Lanekeeper cannot start (${errorCode(error)}). Your bookings were not touched. Call support.`),
    )
  } else {
    console.error(
      'Lanekeeper is already open on this profile: its window comes to the front, or opens anew if it is just closing.',
    )
    app.quit()
  }
}

/**
 * Removes the remote-debugging switches, which Chromium reads after this file has run, so that no other program can
 * reach the pages of an installed desk. The switches stay with an open Node inspector, which a fuse prevents in
 * releases and which gives access to the whole process anyway.
 */
function closeDebugDoors(): void {
  if (!app.isPackaged || inspectorUrl() !== undefined) return
  for (const end of ['port', 'pipe', 'io-pipes', 'address']) app.commandLine.removeSwitch(`remote-debugging-${end}`)
}

/**
 * Shows a message and exits. A process without a window would hold the single-instance lock and stop every later
 * start.
 */
function stop(words: string): void {
  console.error(words)
  showAndExit(words)
}

function showAndExit(words: string): void {
  dialog.showErrorBox('Lanekeeper', words)
  app.exit(1)
}

/**
 * As `stop`, for a data folder that must stay as it is. Linux shows a dialog only once the app is ready, and Chromium
 * writes into its data folder until then, so Chromium gets a folder that is removed after the dialog.
 */
async function stopWithoutFolder(words: string): Promise<void> {
  console.error(words)
  const spare = mkdtempSync(join(tmpdir(), 'lanekeeper-refused-'))
  app.setPath('userData', spare)
  await app.whenReady()
  dialog.showErrorBox('Lanekeeper', words)
  rmSync(spare, { recursive: true, force: true })
  app.exit(1)
}

/** Creates a missing data folder. Returns why the desk must not use the folder, or null. */
function refusalOf(path: string): string | null {
  try {
    if (isForeignFolder(path))
      return `Lanekeeper cannot start: the folder ${path} belongs to another account. Ask IT for a folder of your own.`
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
    return null
  } catch {
    return `Lanekeeper cannot start: the folder ${path} cannot be written. Ask IT for the right to write there.`
  }
}

/** Loads the modules of the desk, once. */
const loadDesk = () => import('./desk/desk-host.ts')

async function start(): Promise<void> {
  const log = openLog(folder)
  const stopping = new AbortController()
  // Before the desk opens, an end of the app only keeps the desk from opening.
  let close = () => Promise.resolve(stopping.abort())
  restartOnFault(log, () => close(), stop)
  const preferences = openWindowPreferences(folder, log)
  let opening = true
  let relaunching = false
  let choose = (_command: CommandId) => {}
  app.on('second-instance', (_event, args) => {
    // While the desk opens, its window may not have painted yet.
    const window = BrowserWindow.getAllWindows().find((one) => !opening || one.isVisible())
    if (window !== undefined) {
      if (window.isMinimized()) window.restore()
      window.show()
      const command = parseLaunchCommand(args)
      if (command !== null) choose(command)
    } else if ((!opening || stopping.signal.aborted) && !relaunching) {
      // A quitting app has no window while a response is still awaited, so the app starts again after quitting.
      relaunching = true
      relaunch()
    }
  })
  app.on('window-all-closed', () => app.quit())
  await app.whenReady()
  setMenu((command) => choose(command))
  setJumpList()
  const here = import.meta.dirname
  handleAppProtocol(await blockNavigation(log), join(here, '../renderer'))
  let tellPainted = () => {}
  const painted = new Promise<void>((resolve) => (tellPainted = resolve))
  const create = () =>
    createWindow({
      preload: join(here, '../preload/preload.cjs'),
      log,
      preferences,
      onShown() {
        updating.close()
        tellPainted()
        // The modules load while the page runs its first script; the opening tells of a failure.
        loadDesk().catch(() => {})
      },
    })
  const updating = createUpdateWindow(systemClock, () => openStepWindow(preferences))
  const open = async (): Promise<DeskHost> => {
    const { openDeskHost } = await loadDesk()
    return openDeskHost({
      folder,
      share: networkDriveOf(folder),
      painted,
      config: app.commandLine.hasSwitch('config') ? resolve(app.commandLine.getSwitchValue('config')) : null,
      cipher: openSecretCipher(keyringIsOpen),
      version: app.getVersion(),
      clock: systemClock,
      readTimeSync,
      random: systemRandom,
      ids: systemIds,
      log,
      restarted: restartsIn(process.argv).length > 0,
      // Chromium's own system context, because a session of the desk would fetch its spelling dictionary from Google.
      route: (url) => app.resolveProxy(url),
      onMigration: updating.show,
      stop: stopping.signal,
    })
  }
  let release = () => {}
  const opened = new Promise<void>((resolve) => (release = resolve)).then(open)
  let tell: PushEvent = () => {}
  /** Loads the page, whose calls wait for the desk. Resolves when the page has its files and asks for the desk. */
  const load = ({ window, load: loadPage }: LoadableWindow): Promise<void> => {
    reloadOnPageFault(window, log)
    return new Promise((ask) => {
      tell = registerIpcHandlers(window, opened, log, preferences, createTrustDialog(window), ask)
      systemClock.schedule(MAX_PAGE_WAIT_MS, ask)
      loadPage()
    })
  }
  quitGracefully(() => close())
  // The window of a migration must be the only one, because closing that window quits the desk.
  const early = isDeskMigrationDue(folder) ? null : create()
  // Opening keeps this process busy, so the page gets its files before.
  if (early !== null) await load(early)
  if (stopping.signal.aborted) return
  close = async () => {
    stopping.abort()
    await (await opened).close()
  }
  release()
  const host = await opened
  if (stopping.signal.aborted) return
  const desk = host.desk()
  if (!desk.ok) console.error(describeStartFailure(desk.failure))
  const shown = early ?? create()
  if (early === null) void load(shown)
  const { window } = shown
  opening = false
  choose = (command) => tell('commandChosen', { command })
  showAttentionBadge(window, host)
  confirmQuitWithUnsent(window, host)
  powerMonitor.on('resume', () => host.onSystemResume())
  powerMonitor.on('unlock-screen', () => host.checkConnection())
}

/** Closes the desk before the app quits, and ends the app after `MAX_CLOSE_MS` even if the desk has not closed. */
function quitGracefully(close: () => Promise<void>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    const finish = () => {
      if (closed) return
      closed = true
      app.exit()
    }
    systemClock.schedule(MAX_CLOSE_MS, finish)
    void close().finally(finish)
  })
}
