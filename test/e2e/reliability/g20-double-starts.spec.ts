import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { writeDeskFile } from '../../support/builders/settings-file.ts'
import { callBridge } from '../../support/page/bridge-calls.ts'
import { statusBar } from '../../support/page/desk-page.ts'
import { inspect } from '../../support/processes/inspector.ts'
import { readLedger } from '../../support/oracle/ledger.ts'
import type { StartedDesk } from '../../support/processes/started-desk.ts'
import { expect, test } from '../window.ts'
import { openGoal } from './goal.ts'

/** Opens the inspector and the remote debugging of the desk. */
const DRIVEN = ['--inspect=0', '--remote-debugging-port=0']

const WINDOW = "require('electron').BrowserWindow.getAllWindows()[0]"
const ALREADY_OPEN = /already open on this profile: its window comes to the front/

test(
  'Two starts at once open one window with one send queue, and a later start brings that to the front',
  { tag: '@g20' },
  async ({ judge, start, profile }) => {
    const goal = openGoal('G20', 'two starts of the window at once: one window, one sender', { share: 0.2 })
    const starts = goal.floor(5)
    test.setTimeout(starts * 60_000)
    writeDeskFile(profile, { address: judge.url, token: judge.token })
    let fronts = 0
    for (let number = 1; number <= starts; number += 1) {
      const [second, first] = await firstToEnd([start(DRIVEN), start(DRIVEN)])
      expect(await second.ended).toBe(0)
      expect(second.said()).toMatch(ALREADY_OPEN)
      const browser = await chromium.connectOverCDP(await first.heard(/DevTools listening on (ws:\S+)/))
      const inspector = await first.heard(/Debugger listening on (ws:\S+)/)
      const [page, ...more] = browser.contexts().flatMap((context) => context.pages())
      if (page === undefined) throw new Error('the desk shows no page')
      expect(more).toEqual([])
      await page.locator('html[data-desk="ready"]').waitFor()
      await callBridge(page, 'bookMove', number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
      await expect.poll(async () => (await readLedger(judge.url, judge.token)).length).toBe(number)
      await expect(statusBar(page)).toHaveAttribute('data-waiting', '0')
      expect(opened(profile)).toBe(number)

      await inspect(inspector, `${WINDOW}.blur()`)
      await expect.poll(() => inspect(inspector, `${WINDOW}.isFocused()`)).toBe(false)
      const third = start()
      expect(await third.ended).toBe(0)
      expect(third.said()).toMatch(ALREADY_OPEN)
      await expect.poll(() => inspect(inspector, `${WINDOW}.isFocused()`)).toBe(true)
      expect(opened(profile)).toBe(number)
      fronts += 1

      // A close and a kill both free the profile for the next two starts.
      if (number % 2 === 0) await page.close()
      else await first.kill()
      await first.ended
      await browser.close()
    }
    goal.held({ 'double starts': { did: starts, floor: 5 }, 'windows brought to the front': { did: fronts, floor: 5 } })
  },
)

/** The two desks in the order in which they ended. */
async function firstToEnd([one, other]: readonly [StartedDesk, StartedDesk]): Promise<
  readonly [StartedDesk, StartedDesk]
> {
  return Promise.race([one.ended.then(() => [one, other] as const), other.ended.then(() => [other, one] as const)])
}

/** The number of desks that have opened on a profile so far. */
function opened(profile: string): number {
  return readFileSync(join(profile, 'logs/desk.log'), 'utf8').split('"event":"desk-opened"').length - 1
}
