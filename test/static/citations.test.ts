import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bareCitations,
  commentLines,
  deadCitations,
  headingAnchors,
  longComments,
  wideComments,
} from '../support/citations.ts'
import { readSources } from '../support/static/source-rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const SPEC = join(ROOT, 'test/spec')
const ROWS = join(ROOT, 'test/spec/rows.json')
const BOARD_ROWS = join(ROOT, 'test/spec/board-rows.json')

const product = readSources(ROOT, ['shared', 'electron', 'renderer', 'build'])
const tests = readSources(ROOT, ['test'])
const spec = new Map(
  readdirSync(SPEC)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(SPEC, name), 'utf8')]),
)
  .set('rows.json', readFileSync(ROWS, 'utf8'))
  .set('board-rows.json', readFileSync(BOARD_ROWS, 'utf8'))

const planted = (text: string, path = 'shared/planted.ts') => new Map([[path, text]])

describe('The comments of the product', () => {
  test('A comment of the product cites no bare number', () => {
    expect(bareCitations(product)).toEqual([])
  })

  test.for([
    ['/** Reads a pair (4.3). */', 1],
    ['/** Times (2.4, 2.5): UTC. */', 1],
    ['// Held (reliability 2c).', 1],
    ['/**\n * As provider.md 4 has it.\n */', 2],
    ['const a = 1 // See section 5.', 1],
    ['// Row 34 holds it.', 1],
    ['/* As items 39 and 40 ask. */', 1],
    ['// Rule M of the sender.', 1],
    ['// The floor of G12.', 1],
    ['return held() // [17]', 1],
    ["const mark = '/*' // (3.2)", 1],
  ] as const)('The check finds the citation in %j', ([text, line]) => {
    expect(bareCitations(planted(text))).toEqual([`shared/planted.ts:${line}`])
  })

  test('The check passes over code, text and citations of test/spec/', () => {
    const text = [
      "const said = 'row 34 // (3.2)'",
      'const glob = `test/**/section 5/*.ts`',
      'const found = /\\/\\/ item 3/.exec(text)',
      'call(4)',
      '/** See test/spec/provider.md#errors, RFC 9110 6.6.1 and the E2E variant of (804) 555-0142. */',
    ].join('\n')
    expect(bareCitations(planted(text))).toEqual([])
    expect(commentLines(planted(text)).map(({ line }) => line)).toEqual([5])
  })

  test('The check reads style sheets and SQL', () => {
    expect(bareCitations(planted('/* Row 3. */', 'renderer/planted.css'))).toEqual(['renderer/planted.css:1'])
    expect(bareCitations(planted('SELECT 1\n-- Row 3.', 'electron/planted.sql'))).toEqual(['electron/planted.sql:2'])
  })

  test('A comment of the product or the tests has at most two sentences', () => {
    expect([...longComments(product), ...longComments(tests)]).toEqual([])
  })

  test('The check of the length counts sentences over lines and passes over quoted code', () => {
    const three = '/**\n * Reads a move. Returns null without\n * a move. Throws `a. B. c`.\n */'
    const two = '// Reads a move. Null without a move\n// or a vehicle, see `a. B. c`.'
    expect(longComments(planted(three))).toEqual(['shared/planted.ts:1'])
    expect(longComments(planted(`${two}\n\n${two}`))).toEqual([])
    expect(longComments(planted(`${two}\n// A third sentence.`))).toEqual(['shared/planted.ts:1'])
  })

  test('A comment line of the product has at most 120 columns', () => {
    expect(wideComments(product)).toEqual([])
  })

  test('The check finds a comment line of 121 columns', () => {
    expect(wideComments(planted(`/** ${'x'.repeat(114)} */`))).toEqual(['shared/planted.ts:1'])
    expect(wideComments(planted(`/** ${'x'.repeat(113)} */\nconst a = '${'x'.repeat(200)}'`))).toEqual([])
  })
})

describe('The specification', () => {
  test('Each citation of test/spec/, in product and tests, leads to a heading', () => {
    const cited = [...product, ...tests].filter(([path]) => !path.endsWith('/citations.test.ts'))
    expect(deadCitations(new Map(cited), spec)).toEqual([])
  })

  test('The check finds a citation and a link that lead nowhere', () => {
    const files = new Map([['reliability.md', '# Reliability\n\n## In doubt\n\n[here](#gone) [there](#in-doubt)']])
    const code = '// test/spec/reliability.md#in-doubt test/spec/reliability.md#row-3 test/spec/other.md'
    expect(deadCitations(planted(code), files)).toEqual([
      'shared/planted.ts: test/spec/reliability.md#row-3',
      'shared/planted.ts: test/spec/other.md',
      'reliability.md: (#gone)',
    ])
    expect([...headingAnchors('## G12 Interleavings\n### E8–E10: no `eval`')]).toEqual([
      'g12-interleavings',
      'e8e10-no-eval',
    ])
  })

  test('Each row of rows.json stands in service.md', () => {
    const rows = JSON.parse(readFileSync(ROWS, 'utf8')) as readonly { readonly id: string }[]
    const named = new Set([...(spec.get('service.md') ?? '').matchAll(/(?<=^\| |, )\d[\w.-]+(?=[ ,])/gm)].flat())
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([])
    expect([...named].filter((id) => !rows.some((row) => row.id === id))).toEqual([])
  })
})
