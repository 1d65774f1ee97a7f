import { describe, expect, test } from 'vitest'
import { CREATION_CASES } from '../../support/faults/fault-matrix.ts'
import { openDeskBehindProxy } from '../../support/faults/desk.ts'
import { sampleOf } from '../../support/faults/toxics.ts'
import { outcomeOf, injectIntoBooking } from '../../support/faults/inject.ts'

/*
 * Every toxic strikes the booking request once in the profile `hopdrive`: a pair or a one-way by turns, and the other
 * kind in the other profile.
 */

const CASES = sampleOf(CREATION_CASES, ({ toxic }) => (typeof toxic === 'function' ? null : toxic))

describe.for(['pair', 'one-way'] as const)('A %s in the profile `hopdrive`', { tags: ['matrix'] }, (kind) => {
  const half = kind === 'pair' ? 1 : 0
  test.for(CASES.filter((_, at) => at % 2 === half).map((one) => [one.said, one.ends, one] as const))(
    `A ${kind} that meets "%s" becomes %s`,
    async ([, , one]) => {
      const on = await openDeskBehindProxy('hopdrive')
      expect(await injectIntoBooking(on, kind, one.toxic)).toEqual(outcomeOf(one))
      expect(on.proxy.counter.hits).toHaveLength(1)
    },
  )
})
