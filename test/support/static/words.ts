import type { Sources } from './source-rules.ts'

/** Words that the code gave up, with the plural. `test/spec/glossary.md` has the words in their place. */
const PRIVATE_WORDS = [
  'wish(?:es)?',
  'untold',
  'strangers?',
  'waysOut',
  'ways-out',
  'knowingly',
  'foretold',
  'makeLight',
  'twins?',
  'gated',
  'letGo',
  'say[A-Z]\\w*',
  'why[A-Z]\\w*',
]

const FORBIDDEN = new RegExp(`(?<![\\w-])(?:${PRIVATE_WORDS.join('|')})(?![\\w-])`)

/** The lines that hold a private word, as `path:line`. */
export function privateWords(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (FORBIDDEN.test(line) ? [`${path}:${index + 1}`] : [])),
  )
}
