import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  GUARANTEE_CASES,
  duplicateGuaranteeSchema,
  isHonored,
  type Evidence,
} from '../../../../shared/outbox/duplicate-guarantee.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('contract')
const DECIDING = ['one-way', 'one-way-again', 'one-way-stands', 'pair', 'pair-again', 'pair-stands'] as const

function seen(seen: Evidence['seen'], agrees: boolean | null): Evidence {
  return { seen, status: 200, code: null, moves: [70001], agrees }
}

const whole = DECIDING.map((one) => seen(one, true))
const record = {
  address: 'https://provider.example',
  profile: 'hopdrive',
  at: '2026-11-24T19:00:00Z',
  honored: true,
  evidence: whole,
}

describe('`isHonored`', () => {
  test('A duplicate guarantee is honored when all deciding cases were seen and agree', () => {
    expect(isHonored(whole)).toBe(true)
    expect(isHonored([...whole, seen('letter-case', null), seen('after-cancelation', null)])).toBe(true)
  })

  test('A duplicate guarantee is not honored without a deciding case, with a case that disagrees, or without evidence', () => {
    expect(isHonored([])).toBe(false)
    for (const one of DECIDING) {
      expect(isHonored(whole.filter((each) => each.seen !== one))).toBe(false)
      expect(isHonored([...whole, seen(one, false)])).toBe(false)
      expect(isHonored(whole.map((each) => (each.seen === one ? seen(one, null) : each)))).toBe(false)
    }
    expect(isHonored([...whole, seen('letter-case', false)])).toBe(false)
  })
})

describe('The record of a duplicate guarantee', () => {
  test('A record of a duplicate guarantee is read back unchanged', () => {
    expect(duplicateGuaranteeSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record)
  })

  test.each([
    ['with an address that ends in a version', { address: 'https://provider.example/v1' }],
    ['with an unencrypted address', { address: 'http://provider.example' }],
    ['with an unknown profile', { profile: 'other' }],
    ['without a valid time', { at: 'yesterday' }],
    ['that claims more than its evidence', { evidence: whole.slice(1) }],
    ['that claims less than its evidence', { honored: false }],
    ['with an unknown field', { token: 'T' }],
  ])('A record of a duplicate guarantee %s is refused', (_, change) => {
    expect(duplicateGuaranteeSchema.safeParse({ ...record, ...change }).success).toBe(false)
  })

  test('A record of a duplicate guarantee is taken exactly when its evidence supports its claim', () => {
    const evidence = fc.array(
      fc.record({
        seen: fc.constantFrom(...GUARANTEE_CASES),
        status: fc.constantFrom(200, 400, null),
        code: fc.constantFrom('move_duplication', null),
        moves: fc.constant([]),
        agrees: fc.constantFrom(true, false, null),
      }),
    )
    fc.assert(
      fc.property(evidence, fc.boolean(), (list, honored) => {
        const { success } = duplicateGuaranteeSchema.safeParse({ ...record, honored, evidence: list })
        const kept = DECIDING.every((one) => list.some((each) => each.seen === one && each.agrees === true))
        expect(success).toBe(honored === (kept && list.every(({ agrees }) => agrees !== false)))
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})
