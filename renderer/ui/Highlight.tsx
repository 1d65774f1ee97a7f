import { highlightMatches } from './highlight-matches.ts'

type HighlightProps = {
  readonly text: string
  readonly words: readonly string[]
  /** Characters that the search ignores. */
  readonly skip?: RegExp
}

const NAME_MARKS = /['’`-]/

/** Text with the matches of a search marked. */
export function Highlight({ text, words, skip = NAME_MARKS }: HighlightProps) {
  return highlightMatches(text, words, skip).map((piece, at) =>
    piece.found ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
}
