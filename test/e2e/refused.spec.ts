import { join } from 'node:path'
import { save, statusBar, typedPair, typePair } from '../support/page/desk-page.ts'
import { BUILT_PRACTICE, startPracticeProcess } from '../support/processes/processes.ts'
import { expect, test } from './window.ts'

test(
  'A desk with a refused token says why, keeps its bookings, and promises no send by itself',
  { tag: '@smoke' },
  async ({ open, profile }) => {
    const judge = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
    const { page } = await open({ provider: { url: judge.url, token: 'not-the-token' } })
    await expect(statusBar(page)).toHaveAttribute('data-connection', 'down')
    const banner = page.locator('[data-testid="strip-offline"]')
    await expect(banner).toContainText("doesn't accept the sign-in of this computer")
    await expect(banner).not.toContainText('send by themselves')
    await typePair(page, typedPair(95))
    await save(page)
    const saved = page.locator('[data-testid="saved"]')
    await expect(saved).toHaveAttribute('data-state', 'waiting')
    await expect(saved).toContainText('Sends when the driver service takes bookings again')
    await expect(page.locator('[data-testid="practice-connection"]')).toHaveCount(0)
    await judge.end()
  },
)
