import type { Sources } from './static/source-rules.ts'

/*
 * Rules for comments, as functions of the files alone: a comment cites a heading under test/spec/ and never a bare
 * number, has at most two sentences, and no line of a comment is wider than the code.
 */

const MAX_COMMENT_COLUMNS = 120
const MAX_COMMENT_SENTENCES = 2

export type CommentLine = { readonly path: string; readonly line: number; readonly text: string }

/** A string, a template or a regular expression matches first, so that a comment mark inside one does not count. */
const SCRIPT_TOKENS =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

const COMMENTS_BY_EXTENSION: ReadonlyMap<string, RegExp> = new Map([
  ['css', /\/\*[\s\S]*?\*\//g],
  ['html', /<!--[\s\S]*?-->/g],
  ['sql', /--[^\n]*/g],
])

/** Every comment of a file, with the number of its first line; each line comment is a comment of its own. */
function commentsIn(path: string, text: string): readonly { readonly line: number; readonly token: string }[] {
  const tokens = COMMENTS_BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1)) ?? SCRIPT_TOKENS
  return [...text.matchAll(tokens)].flatMap(({ 0: token, index }) =>
    /^(\/\*|\/\/|<!--|--)/.test(token) ? [{ line: text.slice(0, index).split('\n').length, token }] : [],
  )
}

/** Every line with a comment, including the code before the comment. */
export function commentLines(sources: Sources): readonly CommentLine[] {
  return [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n')
    const numbers = commentsIn(path, text).flatMap(({ line, token }) => token.split('\n').map((_, at) => line + at))
    return [...new Set(numbers)].map((line) => ({ path, line, text: lines[line - 1] ?? '' }))
  })
}

/** `path:line` of every comment with more than two sentences. Line comments that follow each other are one comment. */
export function longComments(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    const blocks: { line: number; last: number; words: string }[] = []
    for (const { line, token } of commentsIn(path, text)) {
      const words = token.replace(/@(param|returns)[\s\S]*$/, '').replace(/\*\/$|^(\/\*+|\/\/|--)|^\s*\*(?!\/)/gm, ' ')
      const before = blocks.at(-1)
      const last = line + token.split('\n').length - 1
      if (/^(\/\/|--)/.test(token) && before?.last === line - 1)
        Object.assign(before, { last, words: before.words + words })
      else blocks.push({ line, last, words })
    }
    return blocks.flatMap(({ line, words }) => (sentences(words) > MAX_COMMENT_SENTENCES ? [`${path}:${line}`] : []))
  })
}

/** The number of sentences. Quoted code counts as one word. */
function sentences(text: string): number {
  return text.replace(/`[^`]*`/g, 'X').match(/[.!?][)"]*(?=\s+[A-Z"(]|\s*$)/g)?.length ?? 0
}

/** Numbers of sections, rows, items, rules and goals, and documents outside of the repository. */
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

/** `path:line` of every comment line with a bare number as citation. */
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

/** The anchor of a heading: lower case, hyphens for blanks, no punctuation. */
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
 * file name), without a matching file or heading.
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
