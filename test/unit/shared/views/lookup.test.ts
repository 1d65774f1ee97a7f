import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeForSearch, searchLine, searchWords, type SearchableMove } from '../../../../shared/views/lookup.ts'
import { phoneDigits, formatPhone } from '../../../../shared/booking/phone.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('lookup')
const MOVE: SearchableMove = {
  number: 90_001,
  reference: 'RO 10412',
  customerName: "Nora O'Shea-Núñez",
  customerPhone: '+18045550134',
  vin: '1M8GDM9AXKP042788',
  stock: 'LN-12',
  vehicle: '2019 Buick Enclave White',
  texts: ['PH-77/3', null, "12 O'Hara St, Unit 4-B Richmond VA 23220", 'Gate code 4471. Call 804-555-0199'],
}

const finds = (text: string, move = MOVE) => {
  const line = searchLine(move)
  return searchWords(text).every((word) => line.includes(word))
}

describe('The search line of a move', () => {
  const good = {
    'its number': ['90001', '0001'],
    'its repair order': [
      '10412',
      'ro 10412',
      'RO 10412',
      '10412 ro',
      'ro10412',
      'RO#10412',
      'ro-10412',
      '#10412',
      'R.O. 10412',
      'RO #10412',
      'ro: 10412',
      'RO:10412',
      'RO # 10412',
    ],
    'a name in any case, with marks or without': ['nora', "O'SHEA", 'oshea', 'Núñez', 'nunez', 'NUNEZ nora'],
    'a name with its hyphen or without': ["o'shea-nunez", 'osheanunez', 'shea nunez'],
    'a phone in any form': [
      '(804) 555-0134',
      '804-555-0134',
      '804.555.0134',
      '8045550134',
      '+1 804 555 0134',
      '1-804-555-0134',
      '804 555 0134',
      '555-0134',
      '5550134',
      '0134',
    ],
    'the end of its VIN': ['042788', 'kp042788', '1m8gdm9axkp042788'],
    'its stock number': ['LN-12', 'ln-12'],
    'its vehicle': ['buick', 'enclave 2019', 'white buick', 'buick.', '"enclave"!'],
    'a phone reference, with its punctuation or without': ['ph-77/3', 'PH773'],
    'its street and town': [
      'ohara',
      "o'hara st",
      'richmond',
      'Richmond, VA',
      '12 O’Hara St, Unit 4-B, Richmond, VA 23220',
    ],
    'words of its instructions': [
      '4471',
      'gate code 4471',
      'code 4471.',
      'code:4471',
      'Code: 4471',
      '8045550199',
      '804-555-0199',
    ],
    'words of several fields, in any order': ['buick nora 10412', '042788 oshea 0134'],
    'a blank text': ['', '   ', '|', ' | '],
  }
  const asShown: readonly (readonly [string, Partial<SearchableMove>])[] = [
    ['2026-1187', { reference: '2026-1187' }],
    ['2026-11', { reference: '2026-1187' }],
    ['10-4423', { stock: '10-4423' }],
    ['+44 20 7946 0958', { customerPhone: '+442079460958' }],
    ['O’Shea', {}],
    ["O'Shea", { customerName: 'Nora O’Shea' }],
    ['(804)', {}],
    ['(804) 555', {}],
    ['1 804 555 0134', {}],
    ['0134 4711', { reference: 'RO 4711' }],
    ['abc\u0000', { reference: 'abc' }],
  ]
  test.for(asShown)('A search finds a move by %j, typed as the screen shows that text', ([text, changes]) => {
    expect(finds(text, { ...MOVE, ...changes })).toBe(true)
  })

  test.for(Object.entries(good))('A search finds a move by %s', ([, texts]) => {
    for (const text of texts) expect([text, finds(text)]).toEqual([text, true])
  })

  test('The search line of a move of which only the name is known holds only that name', () => {
    const none = { number: null, reference: null, customerPhone: null, vin: null, stock: null }
    const bare = { ...MOVE, ...none, vehicle: '', texts: [] }
    expect(searchLine(bare)).toBe("nora o'shea-nunez | nora osheanunez")
    expect(searchLine({ ...bare, customerName: null })).toBe('')
  })
})

describe('A search without a result', () => {
  test.for(['miles', '90002', '10413', '555-0135', '042789', 'volvo', 'nora miles'])(
    'A search for %j does not find the move',
    (text) => {
      expect(finds(text)).toBe(false)
    },
  )

  test('The search line repeats no word of a text that a search already finds', () => {
    const bare = { ...MOVE, reference: 'RO-10412 LK-3F', texts: ["Gate 4471. O'Hara", 'plain words'] }
    expect(searchLine(bare)).toMatch(/ \| ro-10412 lk-3f \| ro10412 lk3f \| /)
    expect(searchLine(bare)).toMatch(/ \| gate 4471\. o'hara \| ohara \| plain words$/)
  })

  test('The search line keeps neighboring fields apart, and a typed bar separates two words', () => {
    expect(finds('90001 | ro')).toBe(true)
    expect(searchLine(MOVE)).not.toContain('90001ro')
    expect(finds('90001|ro 10412')).toBe(true)
  })
})

describe('The search line of any move', () => {
  const field = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }))
  const move: fc.Arbitrary<SearchableMove> = fc.record({
    number: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
    reference: field,
    customerName: fc.oneof(field, fc.constantFrom("D'Arcy", 'Åse Strøm', 'Ångström-Łukasz', 'Nguyễn', 'ﬁnn')),
    customerPhone: fc.constantFrom('+18045550134', '+442079460958', null),
    vin: fc.option(fc.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/)),
    stock: field,
    vehicle: fc.string({ maxLength: 20 }),
    texts: fc.array(field, { maxLength: 3 }),
  })

  test('The search line holds every part of three or more characters of each field', () => {
    let parts = 0
    fc.assert(
      fc.property(move, fc.nat(), fc.nat(), (one, from, size) => {
        const line = searchLine(one)
        const fields = [one.number?.toString(), one.reference, one.customerName, one.vin, one.stock, one.vehicle].map(
          (text) => normalizeForSearch(text ?? ''),
        )
        fields.push(...one.texts.map((text) => normalizeForSearch(text ?? '')))
        if (one.customerPhone !== null) fields.push(phoneDigits(one.customerPhone))
        for (const text of fields.filter((each) => each.length >= 3)) {
          const start = from % (text.length - 2)
          const part = text.slice(start, start + 3 + (size % (text.length - start - 2)))
          expect(line).toContain(part)
          parts += 1
        }
      }),
      { seed: SEED, numRuns: 3000 },
    )
    expect(parts).toBeGreaterThan(5000)
  })

  test('A search finds a move by the whole text of each field, also beside the number, and by the phone as shown', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[A-Z]{0,3}[ .#-]?[0-9]{2,7}([-./ ][0-9]{1,5})?$/),
      fc.constantFrom("D'Arcy", 'O’Shea', 'Anne-Marie', 'St. John (Jack)', '3/4-ton', 'RO 10412', '2026-1187'),
    )
    const fields = fc.record({ reference: typed, customerName: typed, stock: typed, vehicle: typed, text: typed })
    const phone = fc.constantFrom('+18045550134', '+442079460958', '+393331234567')
    fc.assert(
      fc.property(fields, phone, fc.integer({ min: 1, max: 99_999_999 }), (typedFields, customerPhone, number) => {
        const { text: further, ...texts } = typedFields
        const one = { ...MOVE, ...texts, texts: [further], customerPhone, number }
        const all = [...Object.values(typedFields), customerPhone, formatPhone(customerPhone), String(number)]
        for (const text of all) expect([text, finds(text, one)]).toEqual([text, true])
        for (const text of all)
          expect([`${text} ${number}`, finds(`${text} ${number}`, one)]).toEqual([`${text} ${number}`, true])
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('The search line is a single normalized line', () => {
    fc.assert(
      fc.property(move, (one) => {
        const line = searchLine(one)
        expect(line).not.toMatch(/[\n\r]/)
        expect(normalizeForSearch(line)).toBe(line.replace(/[\s|]+/g, ' ').trim())
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })

  test('`searchWords` gives no empty word and no word with a space or a bar', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^[^\s|]+$/)
      }),
      { seed: SEED, numRuns: 3000 },
    )
  })
})

test('A reference is found in the spelling of the screen, in groups of four', () => {
  const line = 'ro 10412 lk-7k2m9qzxc | ro 10412 lk7k2m9qzxc'
  for (const typed of ['LK-7K2M-9QZX-C', 'lk-7k2m-9qzx', 'LK-7K2M9QZXC']) {
    expect(searchWords(typed).every((word) => line.includes(word))).toBe(true)
  }
})
