import { describe, expect, test } from 'vitest'
import { partNote } from '../../../../shared/paste/driver-note.ts'
import { parseBlock } from '../../../../shared/paste/parse-block.ts'
import { BLOCKS } from './blocks.ts'
import { CORPUS } from './corpus/corpus.ts'

describe('`partNote`', () => {
  test.for([
    'Total: $1,621.35',
    'Labor 412.90',
    'customer owes 40 dollars',
    'Tax included',
    'Opened: 11/20/2026',
    'Next service 2027-05-20',
    'Birthday April 12',
    'Advisor: Dana Reyes',
    'TAG 7731 ADV 204',
    'Customer No: 118204',
    'MILES 61,204',
    'Spouse: Lena 804-555-0162',
    'dana@lanekeeper.example',
    'Loaner 5YFBURHE5EP000001',
    '90881',
    'Declined rear brakes',
    'Hi team',
    'His number is .',
    'PO NUMBER 4410',
    'Model',
  ])('`partNote` leaves %j out of the note', (line) => {
    expect(partNote(`gate code 0417\n${line}`)).toEqual({ note: 'gate code 0417', leftOut: line })
  })

  test.for(['gate code 0417', 'dog in the yard', 'second driveway on the left', 'car seat in back', 'call first'])(
    '`partNote` keeps %j in the note',
    (line) => expect(partNote(line)).toEqual({ note: line, leftOut: '' }),
  )

  test('No note of any block holds money, a date or a phone, and no line is lost', () => {
    for (const { layout, text } of [...BLOCKS, ...CORPUS]) {
      const { rest } = parseBlock(text)
      const { note, leftOut } = partNote(rest)
      expect(note, layout).not.toMatch(/\$|\d\.\d\d|\d\/\d|\d{3}-\d{4}|@/)
      expect([...note.split('\n'), ...leftOut.split('\n')].filter(Boolean).sort(), layout).toEqual(
        rest.split('\n').filter(Boolean).sort(),
      )
    }
  })
})
