import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FORMER_PHRASES, formerPhrases } from '../support/static/screen-words.ts'
import { literalTexts } from '../support/static/screen-literals.ts'
import { readSources } from '../support/static/source-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The practice service speaks for a provider, whose words nobody at this desk chooses. */
const PRACTICE = 'electron/practice/'

describe('The words of the screen', () => {
  test('No text of the product has a phrase of the former English', () => {
    const sources = readSources(ROOT, ['shared', 'electron', 'renderer'])
    const read = new Map([...sources].filter(([path]) => !path.startsWith(PRACTICE)))
    expect(formerPhrases(read)).toEqual([])
  })

  test.for(FORMER_PHRASES)('The check finds "%s" in a string, a template and an element', (phrase) => {
    const plain = phrase.replace('…', '')
    const source = [
      `const one = ${JSON.stringify(phrase)}`,
      `const two = (name: string) => \`\${name} ${phrase} \${name}\``,
      `const three = <p>${phrase}</p>`,
    ].join('\n')
    const found = formerPhrases(new Map([['renderer/planted.tsx', source]]))
    for (const line of [1, 2, 3])
      expect(found.some((hit) => hit.startsWith(`renderer/planted.tsx:${line}: `))).toBe(true)
    expect(found.join()).toContain(plain)
  })

  test('The check lets comments, imports and the text for a terminal pass', () => {
    const source = [
      "import { x } from './Open it.ts'",
      '// Sent by itself when the link is back.',
      "const console = 'Lanekeeper does not start with --no-sandbox, which would open this PC to its pages.'",
    ].join('\n')
    expect(formerPhrases(new Map([['electron/planted.ts', source]]))).toEqual([])
  })
})

describe('The components of the window', () => {
  test('No component has English of its own: each word stands in the text file of its room', () => {
    const components = [...readSources(ROOT, ['renderer'])].filter(([path]) => path.endsWith('.tsx'))
    expect(components.length).toBeGreaterThan(50)
    expect(literalTexts(new Map(components))).toEqual([])
  })

  test.for([
    ['an element', '<p>Not sent yet</p>'],
    ['a child that is chosen', "<p>{done ? TEXT.done : 'Not sent yet'}</p>"],
    ['a child of a template', '<p>{`Not sent yet ${count}`}</p>'],
    ['a label', '<button aria-label="Not sent yet" />'],
    ['a title that is chosen', "<Dialog title={done ? 'Not sent yet' : TEXT.done} />"],
    ['a placeholder of a template', '<input placeholder={`Not sent yet ${count}`} />'],
  ])('The check finds the English of %s', ([, element]) => {
    const found = literalTexts(new Map([['renderer/planted.tsx', `const one = ${element}`]]))
    expect(found).toEqual(['renderer/planted.tsx:1: Not sent yet'])
  })

  test('The check lets keys, classes, ids, comparisons and the name of the product pass', () => {
    const source = `const one = (
      <p className={css['long name']} id="first-steps" aria-label={TEXT.label} title={kind === 'one way' ? TEXT.a : ''}>
        Lanekeeper {word(TEXT.a, 'plain')} · {kind === 'one way' && TEXT.a}
      </p>
    )`
    expect(literalTexts(new Map([['renderer/planted.tsx', source]]))).toEqual([])
  })
})
