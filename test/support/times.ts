import { test } from '@playwright/test'

/** Writes a time down with the test that runs; asserted nowhere, since it is the machine that is measured as well. */
export function recordTime(what: string, ms: number): void {
  const description = `${what}: ${Math.round(ms)} ms`
  test.info().annotations.push({ type: 'time', description })
  process.stdout.write(`${description}\n`)
}
