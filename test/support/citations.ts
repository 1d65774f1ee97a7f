import type { Sources } from './static/source-rules.ts'

/*
 * Rules for comments, as functions of the files alone: a comment cites a heading under test/spec/ and never a bare
 * number, and no line of a comment is wider than the code.
 */

const MAX_COMMENT_COLUMNS = 120

export type CommentLine = { readonly path: string; readonly line: number; readonly text: string }

/** A string, a template or a regular expression comes first, so that a comment mark inside one is passed over. */
const SCRIPT_TOKENS =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

const COMMENTS_BY_EXTENSION: ReadonlyMap<string, RegExp> = new Map([
  ['css', /\/\*[\s\S]*?\*\//g],
  ['html', /<!--[\s\S]*?-->/g],
  ['sql', /--[^\n]*/g],
])

/** Every line on which a comment stands, whole, with the code before it. */
export function commentLines(sources: Sources): readonly CommentLine[] {
  return [...sources].flatMap(([path, text]) => {
    const tokens = COMMENTS_BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1)) ?? SCRIPT_TOKENS
    const lines = text.split('\n')
    const numbers = [...text.matchAll(tokens)].flatMap(({ 0: token, index }) => {
      if (!/^(\/\*|\/\/|<!--|--)/.test(token)) return []
      const first = text.slice(0, index).split('\n').length
      return Array.from({ length: token.split('\n').length }, (_, at) => first + at)
    })
    return [...new Set(numbers)].map((line) => ({ path, line, text: lines[line - 1] ?? '' }))
  })
}

/** Section, row, item, rule and goal numbers, and documents that the repository does not have. */
const BARE_CITATIONS: readonly RegExp[] = [
  /\(\d(\.\d)*[a-z]?[,):]/,
  /\bsections? \d/i,
  /(?<!test\/spec\/)\b(provider|reliability|security|desk|architecture|performance)\.md\b/,
  /\breliability( rows?)? \d|\breliability:/,
  /\b(rows?|items?|questions?) \d/i,
  /\b([Rr]ules?|[Mm]ode) [A-Z]\b/,
  /\b[EGS]\d{1,2}\b/,
  /\/\/ \[\d+(, \d+)*\]$/,
]

/** `path:line` of every comment line that cites a number alone. */
export function bareCitations(sources: Sources): readonly string[] {
  return commentLines(sources).flatMap(({ path, line, text }) => {
    const comment = /\/\*|\/\/|^\s*\*|<!--|--/.exec(text)
    const words = comment === null ? text : text.slice(comment.index)
    return BARE_CITATIONS.some((citation) => citation.test(words)) ? [`${path}:${line}`] : []
  })
}

/** `path:line` of every comment line that is too wide. */
export function wideComments(sources: Sources): readonly string[] {
  return commentLines(sources).flatMap(({ path, line, text }) =>
    text.length > MAX_COMMENT_COLUMNS ? [`${path}:${line}`] : [],
  )
}

const CITATION = /\btest\/spec\/([\w-]+\.(?:md|json))(?:#([\w-]+))?/g
const LINK = /\]\(([\w-]+\.(?:md|json))?(?:#([\w-]+))?\)/g

/** The anchor that a heading gets: lower case, blanks as hyphens, without punctuation. */
export function headingAnchors(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)]
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/**
 * `path: cited` of every citation of test/spec/ in `sources`, and of every link between the files of `spec` (text by
 * file name), that leads to no file or to no heading.
 */
export function deadCitations(sources: Sources, spec: Sources): readonly string[] {
  const anchors = new Map([...spec].map(([name, text]) => [name, headingAnchors(text)]))
  const isDead = (name: string, anchor: string | undefined) =>
    !anchors.has(name) || (anchor !== undefined && !anchors.get(name)?.has(anchor))
  const cited = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(CITATION)].flatMap(([whole, name = '', anchor]) =>
      isDead(name, anchor) ? [`${path}: ${whole}`] : [],
    ),
  )
  const linked = [...spec].flatMap(([path, text]) =>
    [...text.matchAll(LINK)].flatMap(([whole, name = path, anchor]) =>
      isDead(name, anchor) ? [`${path}: ${whole.slice(1)}`] : [],
    ),
  )
  return [...cited, ...linked]
}
