/** The characters of a font's codes, each code `codeBytes` long. */
export type PdfFont = { readonly codeBytes: number; readonly characters: ReadonlyMap<number, string> }

/** Reads the ToUnicode map of a font. */
export function readFont(map: string): PdfFont {
  const characters = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(parseInt(code, 16), decodeUtf16(Buffer.from(text, 'hex')))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w{4})>/g)) {
      const [first, last] = [parseInt(from, 16), parseInt(to, 16)]
      for (let code = first; code <= last; code += 1)
        characters.set(code, String.fromCharCode(parseInt(text, 16) + code - first))
    }
  }
  const range = /begincodespacerange\s*<(\w+)>/.exec(map)?.[1] ?? ''
  return { codeBytes: range.length / 2, characters }
}

/** Returns the text of a string that a font shows. Throws for a code without a character. */
export function decodeCodes(bytes: Buffer, { codeBytes, characters }: PdfFont): string {
  return Array.from({ length: bytes.length / codeBytes }, (_, at) => {
    const code = bytes.readUIntBE(at * codeBytes, codeBytes)
    const character = characters.get(code)
    if (character === undefined || character === '\0') throw new Error(`the PDF names no character of glyph ${code}`)
    return character
  }).join('')
}

/** Decodes big-endian UTF-16 without a byte order mark. */
export function decodeUtf16(bytes: Buffer): string {
  return Buffer.from(bytes).swap16().toString('utf16le')
}
