import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { BUILT_PRACTICE, startPracticeProcess, type PracticeProcess } from '../support/processes/processes.ts'
import { personalIn } from '../support/fixtures/personal-data.ts'
import { startDesk, type StartedDesk } from '../support/processes/started-desk.ts'
import {
  newProfile,
  openDeskWindow,
  removeProfile,
  type DeskWindow,
  type WindowOptions,
} from '../support/page/window.ts'

export { expect }

type OpenOptions = Omit<WindowOptions, 'folder'>

type Fixtures = {
  /** A profile folder that is removed after the test. */
  readonly profile: string
  /** Opens the desk on that profile, again after a close or a kill. */
  readonly open: (options?: OpenOptions) => Promise<DeskWindow>
  /** Starts the desk on that profile without driving it. */
  readonly start: (args?: readonly string[]) => StartedDesk
  /** A practice service in a process of its own, as the provider of the desk. Its ledger is the truth of a test. */
  readonly judge: PracticeProcess
}

/** Problems of the windows and personal data in the log of the profile, which no test may leave behind. */
export function breachesOf(windows: readonly DeskWindow[], profile: string): readonly string[] {
  return [...windows.flatMap((window) => window.problems), ...personalIn(join(profile, 'logs'))]
}

/**
 * Every test ends without an unexpected console message, page error, broken policy or foreign request, and without
 * personal data in the log.
 */
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
    expect(breachesOf(windows, profile)).toEqual([])
  },
  start: async ({ profile }, use) => {
    const desks: StartedDesk[] = []
    await use((args) => {
      const desk = startDesk(profile, args)
      desks.push(desk)
      return desk
    })
    for (const desk of desks) await desk.kill()
  },
  judge: async ({ profile }, use) => {
    const practice = await startPracticeProcess(join(profile, 'judge', 'judge.db'), { script: BUILT_PRACTICE })
    await use(practice)
    await practice.end()
  },
})
