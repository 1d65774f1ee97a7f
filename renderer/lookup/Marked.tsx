import { markWords } from './marks.ts'

type MarkedProps = {
  readonly text: string
  readonly words: readonly string[]
  /** Characters that the search does not look at. */
  readonly skip?: RegExp
}

const NAME_MARKS = /['’`-]/

/** Text with what the search found in it marked. */
export function Marked({ text, words, skip = NAME_MARKS }: MarkedProps) {
  return markWords(text, words, skip).map((piece, at) =>
    piece.found ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
}
