import { normalizeForSearch } from '../../shared/views/lookup.ts'

/** Part of a text; `found` is true for a match of the search. */
export type TextSpan = { readonly text: string; readonly found: boolean }

/**
 * Splits a text at the matches of `words`. `skip` names characters that the search ignores, such as phone punctuation
 * or the apostrophe of a name.
 */
export function highlightMatches(text: string, words: readonly string[], skip: RegExp): readonly TextSpan[] {
  if (words.length === 0) return [{ text, found: false }]
  const letters = Array.from(text)
  const found = letters.map(() => false)
  for (const dropped of [null, skip]) {
    const { line, from } = fold(letters, dropped)
    for (const word of words) {
      for (let at = line.indexOf(word); word !== '' && at >= 0; at = line.indexOf(word, at + 1)) {
        const last = from[at + word.length - 1] ?? -1
        for (let letter = from[at] ?? 0; letter <= last; letter += 1) found[letter] = true
      }
    }
  }
  const pieces: { text: string; found: boolean }[] = []
  letters.forEach((letter, at) => {
    const piece = pieces.at(-1)
    const isFound = found[at] === true
    if (piece !== undefined && piece.found === isFound) piece.text += letter
    else pieces.push({ text: letter, found: isFound })
  })
  return pieces
}

/**
 * Normalizes the text as the search does. `from` holds the index of the source letter for each UTF-16 unit of `line`.
 */
function fold(letters: readonly string[], dropped: RegExp | null) {
  let line = ''
  const from: number[] = []
  letters.forEach((letter, at) => {
    if (dropped !== null && dropped.test(letter)) return
    // Most characters skip `normalizeForSearch`, because a list folds thousands of characters at each keystroke.
    const folded = /[A-Za-z0-9]/.test(letter)
      ? letter.toLowerCase()
      : /\s/.test(letter)
        ? ' '
        : normalizeForSearch(letter)
    line += folded
    for (let unit = 0; unit < folded.length; unit += 1) from.push(at)
  })
  return { line, from }
}
