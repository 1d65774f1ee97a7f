import { app, type BrowserWindow } from 'electron'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { DeskHost } from '../desk/desk-host.ts'

/*
 * Calls a person who looks elsewhere: the app's badge counts what needs attention, and the window flashes at each rung of the
 * reminder ladder (`shared/outbox/reminder.ts`) until somebody comes to it or settles what it is about.
 */

export function showAttentionBadge(window: BrowserWindow, front: DeskHost): void {
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
  front.tellStatus()
}
