/** Writes text of capitals as names are written: "PATTERSON" gives "Patterson", "MCKAY" "McKay"; other text stays. */
export function unshout(text: string): string {
  if (/\p{Ll}/u.test(text)) return text
  return text
    .toLowerCase()
    .replace(/(?<![\p{L}\d])\p{L}|(?<=\d)\p{L}\b/gu, (letter) => letter.toUpperCase())
    .replace(/\bMc(\p{L})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/\b(Nw|Ne|Sw|Se|Po)\b/g, (short) => short.toUpperCase())
    .replace(/\b(?:I{2,3}|Iv|Llc)\b/gi, (end) => end.toUpperCase())
    .replace(/(\d)(St|Nd|Rd|Th)\b/g, (_, digit: string, end: string) => digit + end.toLowerCase())
    .replace(/['’]S\b/g, (end) => end.toLowerCase())
}

/** Writes a model: short ones such as "GX 460", "RAV4", "CR-V" and "CX-5" keep their capitals. */
export function unshoutModel(text: string): string {
  if (/^(?!i\d)[a-z]{1,3}-?\d+$/.test(text)) return text.toUpperCase()
  if (/\p{Ll}/u.test(text)) return text
  return text
    .split(' ')
    .map((word) =>
      /\d/.test(word) || /^(?:[^AEIOU]{1,3}|[A-Z]{1,2}|[AEIOU][^AEIOU]{2}|[A-Z]{1,2}-[A-Z]{1,2})$/.test(word)
        ? word
        : unshout(word),
    )
    .join(' ')
}
