import { describe, expect, test } from 'vitest'
import { parseConcierge, parseFetched, parsePair, parseSingle } from '../../../../electron/provider/parse-response.ts'
import { pairAnswer, singleAnswer } from '../../../support/builders/booked-moves.ts'
import { CHARGE, CHARGE_ANSWER } from '../../../support/builders/move-news.ts'

const single = (move: object, top: object = {}) =>
  parseSingle(JSON.stringify({ ...singleAnswer(move), ...top }))?.move.news

describe('The news of a move in a response', () => {
  test('The driver, the settlement and the charge of a move are read, the charge beside or inside the move', () => {
    const told = { driver_name: ' Nadia Rowe ', settled: true }
    const read = { driverName: 'Nadia Rowe', settled: true, charge: CHARGE }
    expect(single(told, { charge: CHARGE_ANSWER })).toEqual(read)
    expect(single({ ...told, charge: CHARGE_ANSWER })).toEqual(read)
  })

  test('A response without these fields says nothing of them, and null takes each of them back', () => {
    expect(single({})).toEqual({})
    const none = { driver_name: null, settled: null, charge: null, tracking_link: null }
    const taken = { driverName: null, settled: null, charge: null, unreadableTrackingLink: null }
    expect(single(none)).toEqual(taken)
    expect(single({ ...none, driver_name: '  ' })).toEqual(taken)
    expect(single({}, { charge: null })).toEqual({ charge: null })
    expect(single({ charge: null }, { charge: CHARGE_ANSWER })).toEqual({ charge: CHARGE })
  })

  test('A driver’s name and a settlement of another type say nothing, and a long name is cut', () => {
    expect(single({ driver_name: { first: 'Nadia' }, settled: 'soon' })).toEqual({})
    expect(single({ driver_name: 'N'.repeat(5_000) })?.driverName).toHaveLength(100)
    expect(single({ driver_name: 'Nadia\nCharge\u202e Rowe' })?.driverName).toBe('Nadia Charge Rowe')
    expect(single({ charge: { status: 's'.repeat(900) } })?.charge).toMatchObject({ status: 's'.repeat(200) })
  })

  test.for<[unknown, unknown]>([
    [38.5, 38.5],
    [0, 0],
    ['38.50', 38.5],
    [' $1,234.5 ', 1234.5],
    ['-5', -5],
    ['12,50', '12,50'],
    ['38.50 EUR', '38.50 EUR'],
    [{ value: 3850 }, '{"value":3850}'],
    ['9'.repeat(400), null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('An amount %j is read as %j', ([due_amount, amount]) => {
    expect(single({ charge: { ...CHARGE_ANSWER, due_amount } })?.charge).toEqual({ ...CHARGE, dueAmount: amount })
  })

  test('A charge of another form is unreadable, and parts of another form are left out', () => {
    for (const charge of [38.5, '38.50', [CHARGE_ANSWER], true]) expect(single({ charge })?.charge).toBe('unreadable')
    for (const details of [null, 'Fuel', [7, null]])
      expect(single({ charge: { ...CHARGE_ANSWER, details, disputed: 'no' } })?.charge).toEqual({
        ...CHARGE,
        disputed: false,
        details: [],
      })
    const many = Array.from({ length: 50 }, () => ({ name: 'Fuel' }))
    expect(single({ charge: { details: many } })?.charge).toMatchObject({ details: { length: 20 } })
  })

  test('A charge in a member of a pair is that member’s, and a charge beside the members is the customer’s', () => {
    const pair = (loaner: object, top: object) =>
      parsePair(JSON.stringify({ ...pairAnswer({ driver_name: 'Ines Calder' }, loaner), ...top }))
    expect(pair({ charge: CHARGE_ANSWER }, {})).toMatchObject({
      customer: { news: { driverName: 'Ines Calder' } },
      loaner: { news: { charge: CHARGE } },
    })
    const beside = pair({}, { charge: CHARGE_ANSWER })
    expect([beside?.customer.news, beside?.loaner.news]).toEqual([{ driverName: 'Ines Calder', charge: CHARGE }, {}])
    const { loaner_move: _, ...alone } = pairAnswer()
    expect(parseConcierge(JSON.stringify({ ...alone, charge: CHARGE_ANSWER }))?.move.news).toEqual({ charge: CHARGE })
    const fetched = parseFetched(JSON.stringify({ ...pairAnswer(), charge: CHARGE_ANSWER }), 90_001)
    expect([fetched?.move.news, fetched?.partner?.news]).toEqual([{ charge: CHARGE }, {}])
  })

  test('A tracking link that is no text is kept as given and shortened, and a link that is text takes that back', () => {
    const read = (tracking_link: unknown) => single({ tracking_link })
    expect(read(7)).toEqual({ unreadableTrackingLink: '7' })
    for (const length of [300, 5_000])
      expect(read({ url: 'x'.repeat(length) })?.unreadableTrackingLink).toHaveLength(100)
    expect(read('x'.repeat(5_000))?.unreadableTrackingLink).toHaveLength(100)
    expect(read('https://p.example/t/7')).toEqual({ unreadableTrackingLink: null })
  })
})
