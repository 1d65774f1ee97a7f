import { expect, test, type Page } from '@playwright/test'
import type { Measure } from '../../../build/suites/measures-report.ts'

/** The tag of tests that record measures; `npm run bench` writes them to test/reports/looks.md. */
export const RECORDS_MEASURES = { tag: '@looks' }

/** Asserts that a counted value keeps its bound, and records both with the running test. */
export function expectMeasure(measure: Measure): void {
  test.info().annotations.push({ type: 'measure', description: JSON.stringify(measure) })
  const { what, value, bound } = measure
  if (measure.is === 'most') expect(value, what).toBeLessThanOrEqual(bound)
  else expect(value, what).toBeGreaterThanOrEqual(bound)
}

/** Presses keys and counts them: a text as one key a character, a command such as `Control+Enter` as one key. */
export class CountedKeys {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async type(text: string): Promise<void> {
    this.count += text.length
    await this.#page.keyboard.type(text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    this.count += keys.length
    for (const key of keys) await this.#page.keyboard.press(key)
  }
}
