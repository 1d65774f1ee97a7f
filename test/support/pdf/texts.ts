import { decodeCodes, decodeUtf16, type PdfFont } from './font.ts'

/** A text of a page, for example a cell of a table, and where the text begins, in points from the bottom left. */
export type PdfText = { readonly text: string; readonly x: number; readonly y: number }

type Matrix = readonly [number, number, number, number, number, number]

/** A marked content: the text that stands for its glyphs, null for none. */
type Mark = { readonly actual: string | null; isRead: boolean }

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Names, signs of dictionaries and arrays, strings in hexadecimal and in parentheses, numbers and operators. */
const TOKENS = /\/[^\s<>[\]()/]+|<<|>>|<[^<>]*>|\((?:\\.|[^\\)])*\)|[[\]]|[^\s<>[\]()/]+/gs

/** Reads each text object (BT to ET) of a page's content as one text. */
export function readTexts(content: string, fonts: ReadonlyMap<string, PdfFont>): readonly PdfText[] {
  const reader = new TextReader(fonts)
  let operands: string[] = []
  for (const [token] of content.matchAll(TOKENS)) {
    if (/^[a-z'"]/i.test(token)) {
      reader.take(token, operands)
      operands = []
    } else operands.push(token)
  }
  return reader.texts
}

class TextReader {
  readonly texts: PdfText[] = []
  readonly #fonts: ReadonlyMap<string, PdfFont>
  readonly #saved: Matrix[] = []
  readonly #marks: Mark[] = []
  #place = IDENTITY
  #line = IDENTITY
  #font: PdfFont | undefined
  #text: PdfText | null = null

  constructor(fonts: ReadonlyMap<string, PdfFont>) {
    this.#fonts = fonts
  }

  take(operator: string, operands: readonly string[]): void {
    const numbers = operands.map(Number)
    switch (operator) {
      case 'q':
        this.#saved.push(this.#place)
        break
      case 'Q':
        this.#place = this.#saved.pop() ?? IDENTITY
        break
      case 'cm':
        this.#place = multiply(toMatrix(numbers), this.#place)
        break
      case 'BT':
        this.#line = IDENTITY
        this.#text = null
        break
      case 'ET':
        if (this.#text !== null) this.texts.push(this.#text)
        break
      case 'Tm':
        this.#line = toMatrix(numbers)
        break
      case 'Td':
        this.#line = multiply(toMatrix([1, 0, 0, 1, ...numbers]), this.#line)
        break
      case 'Tf':
        this.#font = this.#fonts.get(operands[0] ?? '')
        break
      case 'BMC':
      case 'BDC':
        this.#marks.push({ actual: actualText(operands), isRead: false })
        break
      case 'EMC':
        this.#marks.pop()
        break
      case 'Tj':
      case 'TJ':
        this.#show(operands)
    }
  }

  #show(operands: readonly string[]): void {
    const [, , , , x, y] = multiply(this.#line, this.#place)
    const text = this.#textOf(operands.filter((operand) => /^[<(]/.test(operand)).map(readBytes))
    this.#text = { x, y, ...this.#text, text: `${this.#text?.text ?? ''}${text}` }
  }

  #textOf(strings: readonly Buffer[]): string {
    const mark = this.#marks.find(({ actual }) => actual !== null)
    if (mark === undefined) {
      const font = this.#font
      if (font === undefined) throw new Error('the PDF shows a text without a font')
      return strings.map((bytes) => decodeCodes(bytes, font)).join('')
    }
    // The text stands once for all glyphs of the mark.
    const text = mark.isRead ? '' : mark.actual
    mark.isRead = true
    return text ?? ''
  }
}

function actualText(operands: readonly string[]): string | null {
  const at = operands.indexOf('/ActualText')
  if (at < 0) return null
  const bytes = readBytes(operands[at + 1] ?? '')
  return bytes.subarray(0, 2).toString('hex') === 'feff' ? decodeUtf16(bytes.subarray(2)) : bytes.toString('latin1')
}

/** Returns the bytes of a string in hexadecimal, or in parentheses with escapes. */
function readBytes(token: string): Buffer {
  const inner = token.slice(1, -1)
  if (token.startsWith('<')) return Buffer.from(inner.replaceAll(/\s/g, ''), 'hex')
  const plain = inner.replaceAll(/\\([0-7]{3}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(parseInt(escaped, 8)) : escaped,
  )
  return Buffer.from(plain, 'latin1')
}

function toMatrix(numbers: readonly number[]): Matrix {
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = numbers
  return [a, b, c, d, e, f]
}

/** The product of two transformations, the first applied before the second. */
function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}
