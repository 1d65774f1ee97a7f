import { describe, expect, test } from 'vitest'
import { PASTED_FIELDS } from '../../../../shared/paste/fields.ts'
import { parseBlock } from '../../../../shared/paste/parse-block.ts'
import { CORPUS } from './corpus/corpus.ts'

/** The words of labels, which may go with the values that they name. */
const LABEL_WORD =
  /^(?:vin|serial|customer|cust|guest|owner|buyer|sold|contact|name|full|first|last|firstname|lastname|customername|address|addr\d?|street|line\d?|location|city|state|province|st|zip|postal|code|phones?|ph\d?|num|number|preferred|cell|mobile|home|hm|work|alt|alternate|vehicle|veh|car|info|new|year|yr|y|make|model|mdl|color|ro|repair|order|appt|appointment|service|time|date|prom|promised?|pickup|pick|up|at|to|deliver|[chmor]|[12]|17)$/i

describe('`parseBlock` with invented blocks of many systems', () => {
  test.for(CORPUS)('`parseBlock` finds no wrong field in $layout', ({ text, fields, kept = [] }) => {
    const { fields: found, rest } = parseBlock(text)
    const wrong = PASTED_FIELDS.filter((field) => found[field] !== undefined && found[field] !== fields[field])
    expect(wrong.map((field) => [field, found[field]])).toEqual([])
    expect(kept.filter((words) => !rest.includes(words))).toEqual([])
  })

  test('`parseBlock` finds at least 90 % of the fields of the corpus', () => {
    const expected = CORPUS.flatMap(({ text, fields }) => {
      const { fields: found } = parseBlock(text)
      return PASTED_FIELDS.filter((field) => fields[field] !== undefined).map((field) => found[field] === fields[field])
    })
    const found = expected.filter(Boolean).length
    console.log(`corpus: ${found} of ${expected.length} fields of ${CORPUS.length} blocks found`)
    expect(CORPUS.length).toBeGreaterThanOrEqual(40)
    expect(found / expected.length).toBeGreaterThanOrEqual(0.9)
  })

  test('Every word of a block is in a marked piece, in a label of a marked piece, or in the rest', () => {
    for (const { layout, text } of CORPUS) {
      const { marks, rest } = parseBlock(text)
      const words = (piece: string) => piece.match(/[\p{L}\d]+/gu) ?? []
      const kept = new Set([...words(rest), ...marks.flatMap(({ from, to }) => words(text.slice(from, to)))])
      const lost = words(text).filter((word) => !kept.has(word) && !LABEL_WORD.test(word))
      expect(lost, layout).toEqual([])
    }
  })
})
