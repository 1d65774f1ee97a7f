import { inflateSync } from 'node:zlib'
import { readFont } from './font.ts'
import { readTexts, type PdfText } from './texts.ts'

/*
 * Reads the PDFs that Chromium writes. Two libraries were tried: pdf.js skips a text that stands beside glyphs without a
 * character (ActualText), as each tabular digit does, and PDFium takes a page of few lines for vertical text.
 */

/** A page: its size in points, and its lines from top to bottom, the texts of each from left to right. */
export type PdfPage = {
  readonly width: number
  readonly height: number
  readonly lines: readonly (readonly PdfText[])[]
}

type PdfObject = { readonly dictionary: string; readonly stream: string }

/** Texts whose base lines are less than these points apart are in one line. */
const MIN_LINE_POINTS = 2

/** Reads the pages of a PDF in their order. */
export function readPdf(pdf: Buffer): readonly PdfPage[] {
  const objects = readObjects(pdf)
  const objectAt = (number: string | undefined) => {
    const found = objects.get(number ?? '')
    if (found === undefined) throw new Error(`the PDF has no object ${number}`)
    return found
  }
  const objectOf = (dictionary: string, key: string) => objectAt(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1])
  const pagesUnder = (node: PdfObject): readonly PdfObject[] => {
    const kids = /\/Kids \[(.*?)\]/s.exec(node.dictionary)?.[1]
    return kids === undefined
      ? [node]
      : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesUnder(objectAt(kid)))
  }
  const trailer = pdf.toString('latin1').split('trailer').at(-1) ?? ''
  return pagesUnder(objectOf(objectOf(trailer, 'Root').dictionary, 'Pages')).map(({ dictionary }) => {
    const [width = NaN, height = NaN] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(dictionary)?.slice(1).map(Number) ?? []
    const named = /\/Font <<(.*?)>>/s.exec(dictionary)?.[1] ?? ''
    const fonts = [...named.matchAll(/(\/\w+) (\d+) 0 R/g)].map(
      ([, name = '', number]) => [name, readFont(objectOf(objectAt(number).dictionary, 'ToUnicode').stream)] as const,
    )
    return { width, height, lines: linesOf(readTexts(objectOf(dictionary, 'Contents').stream, new Map(fonts))) }
  })
}

/** Returns the objects of the file by their numbers, with their streams inflated. */
function readObjects(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const file = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  const begin = /(\d+) 0 obj\s+(.*?)(endobj|stream\r?\n)/gs
  for (let found = begin.exec(file); found !== null; found = begin.exec(file)) {
    const [, number = '', dictionary = '', end] = found
    const length = end === 'endobj' ? 0 : Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    const bytes = pdf.subarray(begin.lastIndex, begin.lastIndex + length)
    const isDeflated = length > 0 && dictionary.includes('/FlateDecode')
    objects.set(number, { dictionary, stream: (isDeflated ? inflateSync(bytes) : bytes).toString('latin1') })
    // The bytes of a stream may look like the begin or the end of an object.
    begin.lastIndex += length
  }
  return objects
}

function linesOf(texts: readonly PdfText[]): PdfPage['lines'] {
  const lines: PdfText[][] = []
  // The y of a PDF grows upwards.
  for (const text of texts.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1)
    if (line?.[0] !== undefined && line[0].y - text.y < MIN_LINE_POINTS) line.push(text)
    else lines.push([text])
  }
  return lines.map((line) => line.toSorted((one, other) => one.x - other.x))
}
