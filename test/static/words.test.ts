import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '../support/static/source-rules.ts'
import { privateWords } from '../support/static/words.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The list itself and the words that this test plants. */
const OWN = ['test/support/static/words.ts', 'test/static/words.test.ts']

describe('Private words', () => {
  test('Product and tests hold no private word', () => {
    const sources = readSources(ROOT, ['shared', 'electron', 'renderer', 'build', 'test'])
    expect(privateWords(new Map([...sources].filter(([path]) => !OWN.includes(path))))).toEqual([])
  })

  test.for([
    '// Two wishes.',
    '// Strangers and a Twin.',
    'const twin = 1',
    "'ways-out'",
    'sayWhen(now)',
    'function whyLate() {}',
    'a.letGo()',
  ])('The check finds the private word in %j', (line) => {
    expect(privateWords(new Map([['shared/planted.ts', `\n${line}`]]))).toEqual(['shared/planted.ts:2'])
  })

  test.for(['unknowingly', 'sayings', 'whyever', 'delegated'])('The check lets %j pass', (line) => {
    expect(privateWords(new Map([['shared/planted.ts', line]]))).toEqual([])
  })
})
