import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { externalMoveSearchLine, externalMoveSchema, type ExternalMove } from '../../../../shared/move/external-move.ts'
import { searchWords } from '../../../../shared/views/lookup.ts'
import { fromMillis } from '../../../../shared/time/time.ts'
import { NEWS } from '../../../support/builders/move-news.ts'
import { ASKED } from '../../../support/builders/external-move.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

const SEED = seedOf('asked-move')

const finds = (text: string) => {
  const line = externalMoveSearchLine({
    ...ASKED,
    pickupName: 'Zebra body shop',
    deliveryName: 'Home',
    dealerContact: 'Wilma R.',
    specialInstructions: 'Gate code 8863. To: Paint shop',
  })
  return searchWords(text).every((word) => line.includes(word))
}

describe('The search line of an external move', () => {
  test.for<[string, string]>([
    ['its number', '70010'],
    ['its reference', 'RO 10412'],
    ['the tail of its VIN', '042788'],
    ['its car', 'buick white'],
    ['words of where it is collected', 'broad 4100'],
    ['words of where it is brought', 'Mulberry richmond'],
    ['a house number with a hyphen', '12-14'],
    ['the name of a place', 'zebra'],
    ['the contact for the driver', 'wilma'],
    ['words of its instructions', 'code:8863'],
    ['words of both in any order', 'mulberry 70010'],
  ])('A search finds an external move by %s', ([, text]) => expect(finds(text)).toBe(true))

  test('A search does not find an external move by a word that the move does not hold', () => {
    for (const text of ['70011', 'nora', 'mulberry 70011']) expect(finds(text), text).toBe(false)
  })

  test('The search line of an external move is cut at 1,000 characters', () => {
    expect(externalMoveSearchLine({ ...ASKED, pickup: 'Broad '.repeat(600) }).length).toBe(1_000)
  })
})

const text = fc.option(fc.string({ unit: 'binary', maxLength: 60 }), { nil: null })
const instant = fc.option(
  fc.integer({ min: 0, max: 4e12 }).map((ms) => fromMillis(ms)),
  { nil: null },
)
const partOf = <T>(value: fc.Arbitrary<T>, names: readonly string[]) =>
  fc.tuple(...names.map(() => value)).map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])))
const anyMove = fc.record({
  number: fc.integer({ min: 1 }),
  reference: text,
  status: text,
  cancelStatus: text,
  cancelReason: text,
  stages: partOf(fc.oneof(instant, fc.constant(true)), Object.keys(ASKED.stages)),
  readyBy: instant,
  earliest: instant,
  unreadableEarliest: text,
  message: text,
  vehicle: fc.option(partOf(text, Object.keys(ASKED.vehicle ?? {})), { nil: null }),
  manual: fc.option(fc.boolean(), { nil: null }),
  dealerContact: text,
  specialInstructions: text,
  pickupName: text,
  pickupLocationId: fc.option(fc.integer(), { nil: null }),
  deliveryName: text,
  deliveryLocationId: fc.option(fc.integer(), { nil: null }),
  laneUri: text,
  pickup: text,
  delivery: text,
  trackingLink: text,
  detailsUrl: text,
  news: fc.constantFrom({}, NEWS),
  partner: fc.option(fc.integer({ min: 1 }), { nil: null }),
}) as fc.Arbitrary<ExternalMove>

describe('A stored external move', () => {
  test('A stored external move is read back unchanged', () => {
    fc.assert(
      fc.property(anyMove, (move) => {
        const kept = { move, fetchedAt: START }
        expect(externalMoveSchema.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
      }),
      { seed: SEED },
    )
  })

  test.for<[string, unknown]>([
    ['that is null', null],
    ['that is a list', []],
    ['without its number', { ...ASKED, number: undefined }],
    ['with an impossible number', { ...ASKED, number: 0 }],
    ['without its stages', { ...ASKED, stages: undefined }],
    [
      'with a stage that is neither a time nor reached',
      { ...ASKED, stages: { ...ASKED.stages, pickup_started: false } },
    ],
    ['with a stage that is no time', { ...ASKED, stages: { ...ASKED.stages, pickup_started: 'yesterday' } }],
    ['with half of the stages', { ...ASKED, stages: { pickup_started: null } }],
    ['with a ready-by that is no time', { ...ASKED, readyBy: '2026-11-24' }],
    ['with an address that is no text', { ...ASKED, pickup: { zip: '23220' } }],
    ['with a charge that is no charge', { ...ASKED, news: { charge: { dueAmount: 38.5 } } }],
    ['with a car that is no car', { ...ASKED, vehicle: 'Buick' }],
  ])('A stored external move %s is refused', ([, move]) => {
    expect(externalMoveSchema.safeParse({ move, fetchedAt: START }).success).toBe(false)
  })

  test('A stored external move without the instant of its fetch is refused', () => {
    expect(externalMoveSchema.safeParse({ move: ASKED, fetchedAt: START }).success).toBe(true)
    for (const fetchedAt of ['at noon', null, '2026-11-24 14:05:00'])
      expect(externalMoveSchema.safeParse({ move: ASKED, fetchedAt }).success).toBe(false)
  })

  test('A stored external move of an earlier version is read with what that version did not store as unknown', () => {
    const { manual, dealerContact, specialInstructions, pickupName, deliveryName, laneUri, ...others } = ASKED
    const { pickupLocationId, deliveryLocationId, news: _, ...earlier } = others
    const later = { manual, dealerContact, specialInstructions, pickupName, deliveryName, laneUri }
    const read = externalMoveSchema.parse({ move: earlier, fetchedAt: START })
    const unknown = Object.keys({ ...later, pickupLocationId, deliveryLocationId }).map((name) => [name, null])
    expect(read.move).toEqual({ ...ASKED, ...Object.fromEntries(unknown) })
  })
})
