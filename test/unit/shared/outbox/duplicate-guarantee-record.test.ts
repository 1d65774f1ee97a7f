import { expect, test } from 'vitest'
import { duplicateGuaranteeSchema, GUARANTEE_CASES } from '../../../../shared/outbox/duplicate-guarantee.ts'

const evidence = GUARANTEE_CASES.slice(0, 6).map((seen) => ({
  seen,
  status: 200 as number | null,
  code: null as string | null,
  moves: [70_001],
  agrees: true,
}))
const accepts = (changes: Partial<(typeof evidence)[number]>) =>
  duplicateGuaranteeSchema.safeParse({
    address: 'https://provider.example',
    profile: 'hopdrive',
    at: '2026-11-24T19:00:00Z',
    honored: true,
    evidence: evidence.map((one) => ({ ...one, ...changes })),
  }).success

test('A recorded duplicate guarantee holds only numbers and codes that a provider can answer with.', () => {
  expect([99, 100, 599, 600, 200.5].map((status) => accepts({ status }))).toEqual([false, true, true, false, false])
  expect([60, 61].map((length) => accepts({ code: 'x'.repeat(length) }))).toEqual([true, false])
  expect([0, 1].map((number) => accepts({ moves: [number] }))).toEqual([false, true])
  expect([accepts({ status: null }), accepts({ moves: [] })]).toEqual([true, true])
})
