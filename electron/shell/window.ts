import { app, BrowserWindow, nativeTheme, screen, session, type Session, type WebContents } from 'electron'
import { APP_URL, APP_ORIGIN } from './app-protocol.ts'
import { placeOn, type Appearance, type Placement } from '../../shared/desk/window-preferences.ts'
import { systemClock, type Log } from '../platform/clock.ts'
import type { WindowPreferences } from './window-preferences.ts'

/*
 * The one window, locked: no Node in the page, no permission, no other address, no second window. Links leave through
 * the bridge only, where the host is checked.
 */

export type WindowOptions = { readonly preload: string; readonly log: Log; readonly workstation: WindowPreferences }

/** Milliseconds that the window must stand still before its place is kept. */
const PLACEMENT_DEBOUNCE_MS = 500

/** What the system draws, and what the page is told of it, follows the chosen theme. */
export function followTheme({ theme }: Appearance): void {
  nativeTheme.themeSource = theme === 'contrast' ? 'system' : theme
}

export function openWindow({ preload, log, workstation }: WindowOptions): BrowserWindow {
  const kept = workstation.placement()
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const { maximized = false, ...place } = (kept === null ? null : placeOn(kept, screens)) ?? DEFAULT_SIZE
  followTheme(workstation.appearance())
  const window = new BrowserWindow({
    ...place,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Lanekeeper',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14171b' : '#f4f6f8',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  window.once('ready-to-show', () => {
    if (maximized) window.maximize()
    window.show()
    log({ event: 'window-shown', ms: Math.round(process.uptime() * 1000) })
  })
  trackPlacement(window, workstation)
  void window.loadURL(APP_URL)
  return window
}

const DEFAULT_SIZE: Partial<Placement> = { width: 1366, height: 768 }

/** Keeps the window's size and place: once it stands still, and as it closes. */
function trackPlacement(window: BrowserWindow, workstation: WindowPreferences): void {
  const keep = () => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    workstation.setPlacement({ ...window.getNormalBounds(), maximized: window.isMaximized() })
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

/** Locks the default session and every page that is ever made. Must run when the app is ready, before any window. */
export function blockNavigation(log: Log): Session {
  const page = session.defaultSession
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
  // The desk may be opened anew where it stands: the way out of a screen that broke.
  const stopElsewhere = (code: string) => (event: Navigation) => {
    if (!event.isMainFrame || event.url !== APP_URL || contents.getURL() !== APP_URL) stop(code)(event)
  }
  contents.on('will-navigate', stopElsewhere('navigation'))
  contents.on('will-frame-navigate', stopElsewhere('frame-navigation'))
  contents.on('will-redirect', stop('redirect'))
  contents.on('will-attach-webview', stop('webview'))
  contents.setWindowOpenHandler(() => {
    refuse('window')
    return { action: 'deny' }
  })
}
