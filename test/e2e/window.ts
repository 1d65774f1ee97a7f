import { test as base, expect } from '@playwright/test'
import { newProfile, openDeskWindow, removeProfile, type DeskWindow, type WindowOptions } from '../support/window.ts'

export { expect }

type Opened = Omit<WindowOptions, 'folder'>

type Fixtures = {
  /** A profile folder that is gone when the test is. */
  readonly profile: string
  /** Opens the desk on that profile; a test may do so again after it closed or killed it. */
  readonly open: (options?: Opened) => Promise<DeskWindow>
}

/** Every test ends with no console error or warning, no page error and no broken policy, but for those it expects. */
export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern
  profile: async ({}, use) => {
    const folder = newProfile()
    await use(folder)
    removeProfile(folder)
  },
  open: async ({ profile }, use) => {
    const windows: DeskWindow[] = []
    await use(async (options = {}) => {
      const window = await openDeskWindow({ folder: profile, ...options })
      windows.push(window)
      return window
    })
    for (const window of windows) await window.kill()
    expect(windows.flatMap((window) => window.problems)).toEqual([])
  },
})
