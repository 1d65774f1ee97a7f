import { expect, test, type Page } from '@playwright/test'
import type { Measure } from '../../../build/suites/measures-report.ts'

/** The tag of tests that record measures; `npm test -- looks` writes them to test/reports/looks.md. */
export const RECORDS_MEASURES = { tag: '@looks' }

/** Asserts that a job takes at most so many keys. */
export function expectKeys(what: string, keys: CountedKeys, bound: number): void {
  expectMeasure({ what: `keys to ${what}`, value: keys.count, unit: 'keys', bound, is: 'most' })
}

/** Asserts that a counted value keeps its bound, and records both with the running test. */
export function expectMeasure(measure: Measure): void {
  test.info().annotations.push({ type: 'measure', description: JSON.stringify(measure) })
  const { what, value, bound } = measure
  if (measure.is === 'most') expect(value, what).toBeLessThanOrEqual(bound)
  else expect(value, what).toBeGreaterThanOrEqual(bound)
}

/** Presses keys and counts them: a text as one key a character, a command such as `Control+Enter` as one key. */
export class CountedKeys {
  /** Characters of texts. */
  typed = 0
  /** Commands, Tab, Enter and other keys that type no text. */
  pressed = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get count(): number {
    return this.typed + this.pressed
  }

  async type(text: string): Promise<void> {
    this.typed += text.length
    await this.#page.keyboard.type(text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    this.pressed += keys.length
    for (const key of keys) await this.#page.keyboard.press(key)
  }
}
