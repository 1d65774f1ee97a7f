import { app, type BrowserWindow } from 'electron'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { DeskHost } from '../desk/desk-host.ts'

/*
 * The app's badge counts the bookings that need a person; Windows shows no such badge. The window flashes when the
 * reminder of bookings in doubt falls due, reaches its next due time or counts another number of bookings
 * (`shared/outbox/reminder.ts`), until a person focuses the window, snoozes the reminder or resolves the bookings.
 */

export function showAttentionBadge(window: BrowserWindow, host: DeskHost): void {
  let called: string | null = null
  const heed = ({ attention, reminder }: DeskStatus) => {
    if (window.isDestroyed()) return
    app.setBadgeCount(attention)
    const call = reminder?.due === true ? `${reminder.count}/${reminder.step}` : null
    if (call === called) return
    called = call
    window.flashFrame(call !== null && !window.isFocused())
  }
  window.on('focus', () => window.flashFrame(false))
  host.onStatus(heed)
  host.emitStatus()
}
