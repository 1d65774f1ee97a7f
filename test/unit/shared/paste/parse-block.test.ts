import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASTED_FIELDS } from '../../../../shared/paste/fields.ts'
import { parseBlock } from '../../../../shared/paste/parse-block.ts'
import { seedOf } from '../../../support/fakes/system.ts'
import { BLOCKS } from './blocks.ts'

const SEED = seedOf('blocks')
const words = (text: string) => text.match(/[\p{L}\d]+/gu) ?? []

describe('`parseBlock`', () => {
  test.for(BLOCKS)('`parseBlock` finds no wrong field in $layout', ({ text, fields }) => {
    const { fields: found } = parseBlock(text)
    const wrong = PASTED_FIELDS.filter((field) => found[field] !== undefined && found[field] !== fields[field])
    expect(wrong.map((field) => [field, found[field]])).toEqual([])
  })

  test('`parseBlock` finds at least 90 % of the fields of 40 blocks', () => {
    const expected = BLOCKS.flatMap(({ text, fields }) => {
      const { fields: found } = parseBlock(text)
      return PASTED_FIELDS.filter((field) => fields[field] !== undefined).map((field) => found[field] === fields[field])
    })
    const found = expected.filter(Boolean).length
    console.log(`blocks: ${found} of ${expected.length} fields found`)
    expect(BLOCKS).toHaveLength(40)
    expect(found / expected.length).toBeGreaterThanOrEqual(0.9)
  })

  test('What became no field stays in the rest, and what became one does not', () => {
    const { rest } = parseBlock(BLOCKS.find(({ layout }) => layout === 'with prices and other dates 1')?.text ?? '')
    expect(rest).toBe(
      'Opened: 11/20/2026 Closed: 11/23/2026\nLabor: $412.90 Parts: $1,208.45 Total: $1,621.35\nLast visit: 02/04/2025 DOB: 3/8/1971',
    )
  })

  test('The phone of an advisor, a fax and a bare long number are no phones of the customer', () => {
    for (const text of [
      'Advisor: Dana Reyes (804) 555-0100\nTag: 7731',
      'Fax: 804-555-0100\nCust No: 8045550100',
      '804-555-0100 fax\nInvoice 12345678901',
    ])
      expect(parseBlock(text).fields.phone).toBeUndefined()
  })

  test('The letter of a unit keeps its capital in a block of capitals', () => {
    const { fields } = parseBlock(
      'NAME: HARRIET QUILL\nADDRESS: 12 OAK ST\nAPT: 4B\nCITY: RICHMOND\nSTATE: VA\nZIP: 23220',
    )
    expect(fields.unit).toMatch(/4B$/)
    expect(parseBlock('HARRIET QUILL\n12 OAK ST APT 4B\nRICHMOND, VA 23220').fields.unit).toBe('Apt 4B')
  })

  test('A phone that a sentence gives to someone else is not the phone of the customer', () => {
    const { fields, rest } = parseBlock("My number is 804 555 0166. My wife's is 804 555 0167.")
    expect([fields.phone, fields.otherPhone]).toEqual(['804 555 0166', undefined])
    expect(rest).toContain('804 555 0167')
  })

  test.for(['Address Line 1: 12 Oak St\nAddress Line 2: Apt 3', 'ADDRESS LINE 1\t12 Oak St\nADDR LINE 2\tApt 3'])(
    'The lines of an address are read by their numbers in %j',
    (text) => {
      const { fields } = parseBlock(`Name: Harriet Quill\n${text}\nCity: Richmond\nState: VA\nZip: 23220`)
      expect(fields).toMatchObject({ street: '12 Oak St', unit: 'Apt 3' })
    },
  )

  test.for([' / ', '/', ' | ', '|', ' - ', ' – ', ' · '])('The fields of one line are read between %j', (sign) => {
    const pieces = [
      'Harriet Quill',
      '804-555-0134',
      '2019 Buick Enclave',
      'RO 10412',
      '212 Harbor Rd, Richmond VA 23220',
    ]
    const { fields, rest } = parseBlock(pieces.join(sign))
    expect(fields).toEqual({
      name: 'Harriet Quill',
      phone: '804-555-0134',
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      reference: '10412',
      street: '212 Harbor Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    })
    expect(rest).toBe('')
  })

  test('Dates, and dashes in a note, do not cut a line', () => {
    const note = 'gate code 0417 - dog in the yard - call first - 2nd driveway'
    expect(parseBlock(`Harriet Quill\n804-555-0134\n${note}`).rest).toBe(note)
    expect(parseBlock('Promised: 11/25/26 3:00 PM\nCell: 804-555-0134').fields.promised).toBe('11/25/26 3:00 PM')
  })

  test.for([
    ['Address: 100 Avenue of the Americas New York NY 10013', '100 Avenue of the Americas'],
    ['Harriet Quill\n100 Avenue of the Americas New York NY 10013', '100 Avenue of the Americas'],
  ] as const)('The city of the ZIP ends the street of %j', ([text, street]) => {
    expect(parseBlock(text, 'New York').fields).toMatchObject({ street, city: 'New York', state: 'NY', zip: '10013' })
    expect(parseBlock(text, 'Albany').fields.street).toBeUndefined()
    expect(parseBlock(text).rest).toContain(text.replace(/^.*[:\n] ?/s, '').replace(/,? NY.*$/, ''))
  })

  test('The car of another line than that of the VIN, or of a loaner, is not taken', () => {
    const text = 'Loaner: 2024 Toyota Corolla\nVIN: 1HGCM82633A004352\n2003 Honda Accord\n2011 Ford Fiesta'
    expect(parseBlock(text).fields).toMatchObject({ year: '2003', make: 'Honda', model: 'Accord' })
  })

  test.for<[string, Readonly<Record<string, string | undefined>>]>([
    ['OWNER NAME  KIM, SUE\nPHONE  804-555-0167 CELL', { name: 'Sue Kim', phone: '804-555-0167' }],
    ['Attn: Harriet Quill\nBill To: PO Box 44, Richmond VA 23220', { name: undefined, street: undefined }],
    ['5501 Staples Mill Road\nSuite 210\nRichmond, VA 23228', { street: '5501 Staples Mill Road', unit: 'Suite 210' }],
    ['c: 804.555.0165  o: 804.555.0166', { phone: '804.555.0165', otherPhone: '804.555.0166' }],
    ['2017 Mercedes-Benz GLC 300 4MATIC', { make: 'Mercedes-Benz', model: 'GLC 300' }],
    ['VEHICLE  2020 TOYOTA RAV4 HYBRID XLE', { year: '2020', model: 'RAV4 Hybrid' }],
    ['1816 Alder Row Apt #2, Richmond, VA 23220', { street: '1816 Alder Row', unit: 'Apt #2', city: 'Richmond' }],
    ['300 W Grace St #12\nNORTH CHESTERFIELD VA 23234', { street: '300 W Grace St', city: 'North Chesterfield' }],
    [
      'Last RO: 44120\nLoaner VIN: 1HGCM82633A004352\nAdvisor Phone: 804-555-0101',
      { reference: undefined, vin: undefined, phone: undefined },
    ],
    ['home 804-555-0101 cell 804-555-0102', { phone: '804-555-0102', otherPhone: '804-555-0101' }],
    ['Bob Hall\n20 Lincoln Park\nRichmond, VA 23223', { make: undefined, year: undefined, name: 'Bob Hall' }],
    ['COLOR FADED  HOOD', { color: undefined }],
    ['Jane Roe\n804-555-0101\nShort Pump\n804-555-0102', { name: undefined }],
    [
      "O'Brien-Smith,Mary Kate,804-555-0134,2019,Buick,Enclave,10412,212 Harbor Rd",
      { name: "Mary Kate O'Brien-Smith" },
    ],
    ["O'Brien-Smith,Mary Kate,2019,Buick,Enclave,804-555-0134,212 Harbor Rd", { name: undefined, make: 'Buick' }],
    ['10412,Quill,Harriet M,804-555-0134,2019,Buick,Enclave,212 Harbor Rd', { name: 'Harriet M Quill' }],
    ['Harriet M,Quill,804-555-0134,2019,Buick,Enclave,212 Harbor Rd', { name: 'Harriet M Quill' }],
    ['Quill,Harriet,804-555-0134,2019 Buick Enclave,212 Harbor Rd', { name: undefined, phone: '804-555-0134' }],
    ['Van Dyke,Harriet,hv@lanekeeper.example,804-555-0134,2019 Buick Enclave', { name: undefined }],
    ['Van Dyke, Harriet, 804-555-0134', { name: undefined }],
    ['"Quill, Harriet",804-555-0134,2019 Buick Enclave,RO 10412', { name: 'Harriet Quill' }],
    ['Harriet Quill,Richmond,VA,23220,804-555-0134', { name: 'Harriet Quill' }],
    ['Customer: Smith, John & Jane', { name: 'John & Jane Smith' }],
    ['Customer: SMITH, JOHN AND JANE M', { name: 'John & Jane M Smith' }],
    ['Customer: John & Jane Smith', { name: 'John & Jane Smith' }],
    ['Customer: MR AND MRS JOHN SMITH', { name: 'John Smith' }],
    ['Customer: Dr. John & Mrs. Jane Smith', { name: 'John & Jane Smith' }],
    ['Harriet Quill - 804-555-0134 - wife - 804-555-0135', { phone: '804-555-0134', otherPhone: undefined }],
    ['Call 804-555-0134, wife is 804-555-0135', { phone: '804-555-0134', otherPhone: undefined }],
    ['RO 10412/Harriet Quill/804-555-0134/19 Buick Enclave', { name: 'Harriet Quill', reference: '10412' }],
    [
      'Address: 100 Avenue of the Americas New York NY 10013\nCity: New York\nState: NY\nZip: 10013',
      { street: '100 Avenue of the Americas', city: 'New York', state: 'NY', zip: '10013' },
    ],
    ['Customer: Smith, John & Jane Doe', { name: undefined }],
    ['Customer: SMITH, JOHN A III', { name: 'John A Smith III' }],
    ['Address: 212 Harbor Rd\nCity/State/Zip: Richmond/VA/23220', { city: 'Richmond', state: 'VA', zip: '23220' }],
    ['Address: 212 Harbor Rd\nCity/State/Zip: Richmond VA 23220', { city: 'Richmond', state: 'VA', zip: '23220' }],
    [
      'Address: 100 Avenue of the Americas New York NY 10013',
      { street: undefined, city: undefined, state: 'NY', zip: '10013' },
    ],
    ['Harriet Quill\n4 Broadway Apt 6, New York, NY 10013', { street: '4 Broadway', unit: 'Apt 6', city: 'New York' }],
    ['804-555-0134\n2019 Enclave, Richmond, VA 23220', { street: undefined }],
    ['Pickup Location: Innsbrook Office Park, 4801 Cox Rd, Glen Allen, VA 23060', { street: '4801 Cox Rd' }],
    ['Harriet Quill\n100 Avenue of the Americas New York NY 10013', { street: undefined, state: 'NY', zip: '10013' }],
    ['2021 TOYOTA RAV4 BLU', { model: 'RAV4', color: 'Blue' }],
    ['2021 TOYOTA RAV4 XLE AWD SLV  MILES 31,204', { model: 'RAV4', color: 'Silver' }],
    ['BLK 2021 TOYOTA RAV4', { model: 'RAV4', color: 'Black' }],
    ['2021 TOYOTA RAV4\nWHT', { model: 'RAV4', color: 'White' }],
    ['COLOR GRY', { color: 'Gray' }],
    ['COLOR: Mar', { color: 'Maroon' }],
    ['2021 TOYOTA RAV4 MAR 3', { color: undefined }],
    ['2021 TOYOTA RAV4 MARIA DEL MAR', { color: undefined }],
    ['Harriet Quill\nORG\n804-555-0134\n2021 TOYOTA RAV4', { color: undefined }],
    ['03 HONDA ACCORD 4DR EX', { year: '2003', make: 'Honda', model: 'Accord' }],
  ])('`parseBlock` reads %j', ([text, fields]) => {
    const { fields: found } = parseBlock(text)
    expect(Object.fromEntries(Object.keys(fields).map((field) => [field, found[field as 'name']]))).toEqual(fields)
  })

  test('`parseBlock` loses no word of any text and marks pieces in order', () => {
    const piece = fc.constantFrom(
      'Customer: ',
      'Harriet Quill',
      '\n',
      '\t',
      '   ',
      'VIN ',
      '1HGCM82633A004352',
      '(804) 555-0134',
      'RO# 48211',
      '12 Elm St',
      'Richmond, VA 23220',
      ', ',
      'gate code',
      'Total: $12.00',
      '2003 Honda Accord',
      '"',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 14 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (pasted) => {
        const { fields, marks, rest } = parseBlock(pasted)
        let at = 0
        for (const { from, to } of marks) {
          expect(from).toBeGreaterThanOrEqual(at)
          at = to
        }
        expect(marks.length > 0 || Object.keys(fields).length === 0).toBe(true)
        // Labels of recognized values may go; every other word is a field or in the rest.
        const kept = new Set([...words(rest), ...marks.flatMap(({ from, to }) => words(pasted.slice(from, to)))])
        const lost = words(pasted).filter((word) => !kept.has(word) && !/^(?:customer|vin|ro)/i.test(word))
        expect(
          /^[\p{L}\d]*$/u.test(pasted) ? [] : lost.filter((word) => ['gate', 'code', '12', '00'].includes(word)),
        ).toEqual([])
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})
