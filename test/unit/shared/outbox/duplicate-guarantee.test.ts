import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  GUARANTEE_CASES,
  contractSchema,
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
  honoured: true,
  evidence: whole,
}

describe('a promise is honoured', () => {
  test('when all on which it hangs was seen and agrees', () => {
    expect(isHonored(whole)).toBe(true)
    expect(isHonored([...whole, seen('letter-case', null), seen('after-cancelation', null)])).toBe(true)
  })

  test('not without one of them, with one that disagrees, or with none', () => {
    expect(isHonored([])).toBe(false)
    for (const one of DECIDING) {
      expect(isHonored(whole.filter((each) => each.seen !== one))).toBe(false)
      expect(isHonored([...whole, seen(one, false)])).toBe(false)
      expect(isHonored(whole.map((each) => (each.seen === one ? seen(one, null) : each)))).toBe(false)
    }
    expect(isHonored([...whole, seen('letter-case', false)])).toBe(false)
  })
})

describe('a record', () => {
  test('is read as it was written', () => {
    expect(contractSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record)
  })

  test.each([
    ['of an address that would not be used so', { address: 'https://provider.example/v1' }],
    ['of an address in clear', { address: 'http://provider.example' }],
    ['of a profile that there is not', { profile: 'other' }],
    ['without a time', { at: 'yesterday' }],
    ['that says more than its evidence', { evidence: whole.slice(1) }],
    ['that says less than its evidence', { honoured: false }],
    ['with a field that nobody knows', { token: 'T' }],
  ])('%s is refused', (_, change) => {
    expect(contractSchema.safeParse({ ...record, ...change }).success).toBe(false)
  })

  test('never says honoured against its evidence', () => {
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
      fc.property(evidence, fc.boolean(), (list, honoured) => {
        const { success } = contractSchema.safeParse({ ...record, honoured, evidence: list })
        const kept = DECIDING.every((one) => list.some((each) => each.seen === one && each.agrees === true))
        expect(success).toBe(honoured === (kept && list.every(({ agrees }) => agrees !== false)))
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})
