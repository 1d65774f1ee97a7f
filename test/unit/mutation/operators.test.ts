import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMutants, instrument } from '../../mutation/instrument.ts'
import { drawSample } from '../../mutation/mutant.ts'
import { sqlChanges } from '../../mutation/sql-operators.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/** The mutants of a text, as `before -> after`, and the text with all of them in it. */
function mutate(text: string) {
  const root = temporaryFolder()
  writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"es2023"}}')
  writeFileSync(join(root, 'source.ts'), text)
  const mutants = createMutants(root, ['source.ts'])
  return {
    changes: mutants.map(({ before, after }) => `${before} -> ${after}`),
    instrumented: instrument(text, mutants),
  }
}

describe('The mutation tool', () => {
  test.for([
    ['export const f = (a: number) => a < 9', ['a < 9 -> a <= 9', 'a < 9 -> a >= 9', '9 -> 10']],
    ['export const f = (a: boolean, b: boolean) => a && !b', ['a && !b -> a || !b', '!b -> b']],
    ['export const f = (a?: string) => a ?? ""', ['a ?? "" -> a']],
    ['export const f = (a: object) => ({ ...a, b: true })', ['a -> {}', 'true -> false']],
    ['export const f = (a: () => void) => { a() }', ['a() -> undefined']],
    ['export const f = (a: boolean) => (a ? 1 : 2_000)', ['a -> !(a)', '1 -> 2', '2_000 -> 4000']],
    ["export const f = (): 'on' | 'off' => 'on'", ["'on' -> 'off'"]],
  ] as const)('The mutation tool changes %s', ([text, expected]) => {
    expect(mutate(text).changes).toEqual(expected)
  })

  test('The mutation tool leaves types, imports and property names unchanged', () => {
    expect(mutate("import type { A } from './a.ts'\nexport type B = { on: true; 'a-b': A }").changes).toEqual([])
  })

  test('The mutation tool puts a switch for each mutant before the part that it changes', () => {
    expect(mutate('export const f = (a: number) => a > 1').instrumented).toBe(
      'export const f = (a: number) => ' +
        '(globalThis.__isMutant(0) ? (a >= 1) : globalThis.__isMutant(1) ? (a <= 1) : a > (globalThis.__isMutant(2) ? (2) : 1))',
    )
  })

  test('The mutation tool changes conditions of SQL, and neither assignments nor other text', () => {
    expect(sqlChanges('`UPDATE a SET b = ? WHERE c = ? AND d IS NOT NULL`')).toEqual([
      '`UPDATE a SET b = ? WHERE c <> ? AND d IS NOT NULL`',
      '`UPDATE a SET b = ? WHERE c = ? OR d IS NOT NULL`',
      '`UPDATE a SET b = ? WHERE c = ? AND d IS NULL`',
    ])
    expect(sqlChanges('`one AND another = 1`')).toEqual([])
  })

  test('The mutation tool draws the same sample for the same seed, in the order of the files', () => {
    const all = Array.from({ length: 50 }, (_, place) => place)
    const drawn = drawSample(all, 10, 16)
    expect(drawn).toEqual(drawSample(all, 10, 16))
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
    expect(new Set(drawn).size).toBe(10)
    expect(drawn).not.toEqual(drawSample(all, 10, 17))
  })
})
