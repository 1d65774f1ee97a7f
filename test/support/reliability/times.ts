import { test } from '@playwright/test'
import type { RecordedTime } from '../../../build/suites/times-report.ts'

/** The tag of tests that record times; `npm run bench` runs these tests alone, one after the other. */
export const RECORDS_TIMES = { tag: '@times' }

/**
 * Records a time with the running test and the goal, and asserts nothing, because the time measures the machine too.
 */
export function recordTime(what: string, ms: number, goal: number): void {
  const recorded: RecordedTime = { what, ms, goal }
  test.info().annotations.push({ type: 'time', description: JSON.stringify(recorded) })
  process.stdout.write(`${what}: ${Math.round(ms)} ms\n`)
}
