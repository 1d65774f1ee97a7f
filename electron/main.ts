import { join, resolve } from 'node:path'
import { app, BrowserWindow, dialog, powerMonitor } from 'electron'
import type { Result } from '../shared/failure.ts'
import { openDesk, type Desk, type RemoteChoice } from './app.ts'
import { answerCalls } from './ipc.ts'
import { openLog } from './log.ts'
import { setMenu } from './menu.ts'
import { declareScheme, servePage } from './scheme.ts'
import { errorCode, systemClock, systemIds, systemRandom } from './system.ts'
import { lockPages, openWindow } from './window.ts'

/* Starts the desk: the profile, the one instance, the locked window, and an end that settles what is under way. */

/** How long an end waits for an answer that is under way. What has none by then is in doubt at the next start. */
const END_WITHIN = 10_000

declareScheme()
const folder = profileFolder()
app.setPath('userData', folder)
if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    // Without this the process would live on unseen, and every later start would only find it running.
    const words = `Lanekeeper cannot start (${errorCode(error)}). Your bookings were not touched. Call support.`
    console.error(words)
    dialog.showErrorBox('Lanekeeper', words)
    app.exit(1)
  })
} else {
  app.quit()
}

async function start(): Promise<void> {
  const log = openLog(folder)
  app.on('second-instance', () => {
    const window = BrowserWindow.getAllWindows()[0]
    if (window?.isMinimized() === true) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => app.quit())
  await app.whenReady()
  setMenu()
  const here = import.meta.dirname
  servePage(lockPages(log), join(here, '../renderer'))
  const desk = await openDesk({
    folder,
    remote: remoteChoice(),
    version: app.getVersion(),
    clock: systemClock,
    random: systemRandom,
    ids: systemIds,
    log,
  })
  if (!desk.ok) console.error(desk.failure.message)
  const window = openWindow({ preload: join(here, '../preload/preload.cjs'), log })
  answerCalls(window, desk, log)
  if (desk.ok) powerMonitor.on('resume', () => desk.value.lookNow())
  endWell(desk)
}

/** Closes the desk once before the app ends. */
function endWell(desk: Result<Desk>): void {
  let closed = !desk.ok
  app.on('will-quit', (event) => {
    if (closed || !desk.ok) return
    event.preventDefault()
    const finish = () => {
      if (closed) return
      closed = true
      app.exit()
    }
    systemClock.after(END_WITHIN, finish)
    void desk.value.close().finally(finish)
  })
}

/** Machine-local: a roaming profile would carry the store to another machine while this one still works on it. */
function profileFolder(): string {
  const chosen = app.commandLine.getSwitchValue('user-data-dir')
  if (chosen !== '') return resolve(chosen)
  const local = process.env['LOCALAPPDATA']
  return process.platform === 'win32' && local !== undefined ? join(local, 'Lanekeeper') : app.getPath('userData')
}

/** Practice, unless `--provider=URL` names a provider; its token is then in LANEKEEPER_TOKEN and stays in memory. */
function remoteChoice(): RemoteChoice {
  const address = app.commandLine.getSwitchValue('provider')
  if (address === '') return { kind: 'practice' }
  return { kind: 'provider', address, profile: 'baseline', token: process.env['LANEKEEPER_TOKEN'] ?? '' }
}
