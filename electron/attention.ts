import { app, type BrowserWindow } from 'electron'
import type { DeskStatus } from '../shared/bridge.ts'
import type { Front } from './front.ts'
import type { Clock } from './system.ts'

/*
 * Calls a person who looks elsewhere: the app's badge counts what needs attention, and the window flashes at each rung of the
 * reminder ladder (`shared/reminder.ts`) until somebody comes to it or settles what it is about.
 */

/** How often the desk looks at its clock: reminders come due, and "in 20 min" and "Today" change, while nothing else happens. */
const A_MINUTE = 60_000

export function callAttention(window: BrowserWindow, front: Front, clock: Clock): void {
  let called: string | null = null
  const heed = ({ attention, reminder }: DeskStatus) => {
    if (window.isDestroyed()) return
    app.setBadgeCount(attention)
    const call = reminder?.due === true ? `${reminder.count}/${reminder.rung}` : null
    if (call === called) return
    called = call
    window.flashFrame(call !== null && !window.isFocused())
  }
  window.on('focus', () => window.flashFrame(false))
  front.onStatus(heed)
  const desk = front.desk()
  if (desk.ok) heed(desk.value.status())
  const tick = () => {
    front.tick()
    stop = clock.after(A_MINUTE, tick)
  }
  let stop = clock.after(A_MINUTE, tick)
  window.on('closed', () => stop())
}
