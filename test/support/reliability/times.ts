import { test } from '@playwright/test'
import type { RecordedTime } from '../../../build/suites/times-report.ts'

/** What a test is marked with that records times: `npm run bench` runs those alone, one after the other. */
export const RECORDS_TIMES = { tag: '@times' }

/** Writes a time down with the test that runs, and the goal for it; asserted nowhere, since it is the machine that is measured as well. */
export function recordTime(what: string, ms: number, goal: number): void {
  const recorded: RecordedTime = { what, ms, goal }
  test.info().annotations.push({ type: 'time', description: JSON.stringify(recorded) })
  process.stdout.write(`${what}: ${Math.round(ms)} ms\n`)
}
