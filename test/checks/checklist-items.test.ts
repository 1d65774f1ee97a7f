import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '../support/source.ts'

/*
 * The checklist of the desk has 41 items, and each is a test in the real window that says so at the start of its name:
 * "item 12: …", or "items 39 and 40: …" for what shows both. Printing and the file of a day (37 and 38) are not there yet.
 */

const ITEMS = [...Array.from({ length: 36 }, (_, at) => at + 1), 39, 40, 41]
const NAMED = /\btest\(\s*['"`]items? (\d+)(?: and (\d+))?:/g

/** What is shown otherwise, and by what. Three at most. */
const ELSEWHERE: ReadonlyMap<number, string> = new Map([
  // Numbers read off the tokens: a window shows no more of them, and shows it with rounding.
  [25, 'test/rules/renderer/styles/tokens.test.ts'],
  // In the real window, over 300,000 moves: it takes half an hour, and a time is recorded, not asserted.
  [41, 'test/bench/keys.test.ts'],
])

/** Not whole yet, and what is missing. */
const OPEN: ReadonlyMap<number, string> = new Map([
  [5, 'printing is not there yet; all else by keys alone is in checklist/keyboard.spec.ts'],
])

const sources = readSources(join(import.meta.dirname, '../..'), ['test'])

function namedItems(text: string): readonly number[] {
  return [...text.matchAll(NAMED)].flatMap((found) => found.slice(1).flatMap((one) => (one ? [Number(one)] : [])))
}

describe('the items of the checklist', () => {
  const named = new Set([...sources].flatMap(([path, text]) => (path.startsWith('test/e2e/') ? namedItems(text) : [])))

  test.for(ITEMS.filter((item) => !ELSEWHERE.has(item) && !OPEN.has(item)))('item %i is a named test', (item) => {
    expect(named).toContain(item)
  })

  test('at most three are not whole in the window, and what shows them otherwise is there', () => {
    expect(ELSEWHERE.size + OPEN.size).toBeLessThanOrEqual(3)
    for (const path of ELSEWHERE.values()) expect([...sources.keys()]).toContain(path)
  })

  test('no item is named that there is not, or that is not whole', () => {
    expect([...named].filter((item) => !ITEMS.includes(item) || OPEN.has(item) || ELSEWHERE.has(item))).toEqual([])
  })

  test('every spec that opens a window does so by the fixture that asserts items 39 and 40', () => {
    const opening = [...sources].filter(
      ([path, text]) => path.endsWith('.spec.ts') && !/from '(\.\.?\/)window/.test(text),
    )
    expect(opening.map(([path]) => path)).toEqual(['test/e2e/vault.spec.ts'])
  })

  test('a name is read off a test that runs, and off one that shows two', () => {
    const text = `test('item 7: x'\ntest(\n  "items 3 and 4: y"\n// item 8: z\ntest('item 9 but for z'`
    expect(namedItems(text)).toEqual([7, 3, 4])
    expect(namedItems(`test.skip('item 7: x'\ntest.fixme('item 8: x'\nconst said = 'item 9: x'`)).toEqual([])
  })
})
