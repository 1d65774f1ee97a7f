import type { ElectronApplication, Page } from '@playwright/test'
import { callChannel } from '../../../shared/bridge/names.ts'
import type { Day } from '../../../shared/views/day.ts'

/** Opens the day screen with `day` in place of what the store has of the shown day. */
export async function showDay(app: ElectronApplication, page: Page, day: Day): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, [channel, value]) => {
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, () => unknown> }
      handlers.set(channel, () => Promise.resolve({ ok: true, value, asOf: 1 }))
    },
    [callChannel('readDay'), day] as const,
  )
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+2')
  await page.locator(`[data-testid="day"][data-count="${day.bookings.length}"]`).waitFor()
}
