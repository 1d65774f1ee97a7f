import type { ElectronApplication, Page } from '@playwright/test'
import type { LoanerState } from '../../../shared/booking/loaner-state.ts'
import { callChannel, type CallName } from '../../../shared/bridge/names.ts'
import type { Day } from '../../../shared/views/day.ts'
import type { BookingCount } from '../../../shared/views/load.ts'

/** Opens the day screen with `day` in place of what the store has of the shown day. */
export async function showDay(app: ElectronApplication, page: Page, day: Day): Promise<void> {
  await answerWith(app, 'readDay', day)
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+2')
  await page.locator(`[data-testid="day"][data-count="${day.bookings.length}"]`).waitFor()
}

/** Answers with these loaners and counts in place of what the store has, see `showDay`. */
export async function showBeside(
  app: ElectronApplication,
  beside: { readonly loaners: readonly LoanerState[]; readonly counts: readonly BookingCount[] },
): Promise<void> {
  await answerWith(app, 'readLoaners', beside.loaners)
  await answerWith(app, 'countBookings', beside.counts)
}

/** Answers a call of the window with `value` in place of what the store has. */
export async function answerWith(app: ElectronApplication, call: CallName, value: unknown): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, [channel, answer]) => {
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, () => unknown> }
      handlers.set(channel, () => Promise.resolve(answer))
    },
    [callChannel(call), JSON.stringify({ ok: true, value, asOf: 1 })] as const,
  )
}
