import { app, BrowserWindow, nativeTheme, screen, session, type Session, type WebContents } from 'electron'
import { APP_URL, APP_ORIGIN } from './app-protocol.ts'
import { placeOn, type Appearance, type Placement } from '../../shared/desk/window-preferences.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log-events.ts'
import { showAtFirstPaint } from './show-window.ts'
import type { StepWindow } from './update-window.ts'
import type { WindowPreferences } from './window-preferences.ts'

/*
 * The single window, locked: no Node in the page, no permissions, no other address, no second window. Links open only
 * through the bridge, which checks the host.
 */

export type WindowOptions = {
  readonly preload: string
  readonly log: Log
  readonly preferences: WindowPreferences
  /** Called when the window is visible for the first time. */
  readonly onShown: () => void
}

export type LoadableWindow = { readonly window: BrowserWindow; load(): void }

/** How long the window must stand still before its placement is saved. */
const PLACEMENT_DEBOUNCE_MS = 500

/** Makes the native controls and the page's color scheme follow the chosen theme; `contrast` follows the system. */
export function followTheme({ theme }: Appearance): void {
  nativeTheme.themeSource = theme === 'contrast' ? 'system' : theme
}

/** The settings of every page of the desk, beside its preload. */
const LOCKED_PAGE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  // `showOpenFilePicker` and its like open the system's dialog without any request for a permission.
  disableBlinkFeatures: 'FileSystemAccessLocal',
  navigateOnDragDrop: false,
  spellcheck: false,
  devTools: !app.isPackaged,
} as const

/** The color of a window before its page paints. */
function firstColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#0e1013' : '#f6f7f9'
}

/**
 * Creates the window at its stored placement; `load` loads the page, whose process Chromium starts before. The window
 * stays hidden until `showAtFirstPaint` shows it.
 */
export function createWindow({ preload, log, preferences, onShown }: WindowOptions): LoadableWindow {
  const kept = preferences.placement()
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const { maximized = false, ...place } = (kept === null ? null : placeOn(kept, screens)) ?? DEFAULT_SIZE
  followTheme(preferences.appearance())
  const window = new BrowserWindow({
    ...place,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Lanekeeper',
    backgroundColor: firstColor(),
    webPreferences: { preload, ...LOCKED_PAGE },
  })
  showAtFirstPaint(window, systemClock, () => {
    if (maximized) window.maximize()
    window.show()
    log({ event: 'window-shown', ms: Math.round(process.uptime() * 1000) })
    onShown()
  })
  trackPlacement(window, preferences)
  return { window, load: () => void window.loadURL(APP_URL) }
}

/** Opens the small window of a migration, which has no bridge to the main process. */
export function openStepWindow(preferences: WindowPreferences): StepWindow {
  followTheme(preferences.appearance())
  const window = new BrowserWindow({
    width: 400,
    height: 120,
    useContentSize: true,
    resizable: false,
    maximizable: false,
    fullscreenable: false,
    title: 'Lanekeeper',
    backgroundColor: firstColor(),
    webPreferences: LOCKED_PAGE,
  })
  window.removeMenu()
  return {
    load({ step, of }) {
      // A load that the next step or the end of the window interrupts rejects, and is of no use any more.
      window.loadURL(`${APP_ORIGIN}/updating.html#${step}/${of}`).catch(() => {})
    },
    isDestroyed: () => window.isDestroyed(),
    destroy: () => window.destroy(),
  }
}

const DEFAULT_SIZE: Partial<Placement> = { width: 1366, height: 768 }

/** Saves size and position of the window when the window has stopped moving and when it closes. */
function trackPlacement(window: BrowserWindow, preferences: WindowPreferences): void {
  const keep = () => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    preferences.setPlacement({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  }
  let cancel = () => {}
  const moved = () => {
    cancel()
    cancel = systemClock.schedule(PLACEMENT_DEBOUNCE_MS, keep)
  }
  window.on('resize', moved)
  window.on('move', moved)
  window.on('close', () => {
    cancel()
    keep()
  })
}

/** Nothing listens at this address, so every connection of a session with this proxy is refused. */
const DEAD_PROXY = 'http://127.0.0.1:1'

/**
 * Locks the default session and every page that is created later. Must run when the app is ready, before any window
 * opens.
 */
export async function blockNavigation(log: Log): Promise<Session> {
  const page = session.defaultSession
  // The proxy also blocks TURN servers, which `onBeforeRequest` does not see. The bypass rule ends Chromium's exception
  // for loopback addresses.
  await page.setProxy({ mode: 'fixed_servers', proxyRules: DEAD_PROXY, proxyBypassRules: '<-loopback>' })
  const refuse = (code: string) => log({ event: 'navigation-blocked', code })
  page.setPermissionRequestHandler((_contents, permission, answer) => {
    refuse(`permission-${permission}`)
    answer(false)
  })
  page.setPermissionCheckHandler(() => false)
  page.setDevicePermissionHandler(() => false)
  page.webRequest.onBeforeRequest((request, answer) => {
    const own = request.url.startsWith(`${APP_ORIGIN}/`) || request.url.startsWith('devtools://')
    if (!own) refuse('request')
    answer({ cancel: !own })
  })
  page.on('will-download', (event) => {
    refuse('download')
    event.preventDefault()
  })
  app.on('web-contents-created', (_event, contents) => lockContents(contents, refuse))
  return page
}

type Navigation = { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }

function lockContents(contents: WebContents, refuse: (code: string) => void): void {
  const stop = (code: string) => (event: { preventDefault(): void }) => {
    refuse(code)
    event.preventDefault()
  }
  // The page may be reloaded in place, so that a person can leave a broken screen.
  const stopElsewhere = (code: string) => (event: Navigation) => {
    if (!event.isMainFrame || event.url !== APP_URL || contents.getURL() !== APP_URL) stop(code)(event)
  }
  // Without this policy WebRTC sends UDP past the proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', stopElsewhere('navigation'))
  contents.on('will-frame-navigate', stopElsewhere('frame-navigation'))
  contents.on('will-redirect', stop('redirect'))
  contents.on('will-attach-webview', stop('webview'))
  contents.setWindowOpenHandler(() => {
    refuse('window')
    return { action: 'deny' }
  })
}
