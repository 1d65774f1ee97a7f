import type { Sources } from './source-rules.ts'

/** Words that the code no longer uses, with their plurals. `test/spec/glossary.md` has the replacements. */
const PRIVATE_WORDS = [
  'wish(?:es)?',
  'untold',
  'strangers?',
  'ways? ?-?out of doubt',
  'waysOut',
  'ways-out',
  'learnWayOut',
  'knowingly',
  'foretold',
  'makeLight',
  'twins?',
  'gated',
  'letGo',
]

/** Names of functions that the naming rules replaced by `format`, `describe` and `Reason`. */
const PRIVATE_NAMES = ['say[A-Z]\\w*', 'why[A-Z]\\w*']

const whole = (words: readonly string[], flags: string) =>
  new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, flags)
const FORBIDDEN = [whole(PRIVATE_WORDS, 'i'), whole(PRIVATE_NAMES, '')]

/** The lines that hold a private word, as `path:line`. */
export function privateWords(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => (FORBIDDEN.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}`] : [])),
  )
}
