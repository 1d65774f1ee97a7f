import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bothHits, type Hits } from '../../../../../electron/store/queries/search-hits.ts'

/* Row ids of two indexes without a store: any ids, in any portions. */

const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((ids) => ids.toSorted((one, other) => other - one))
const index = fc.record({ seqs, portion: fc.integer({ min: 1, max: 8 }), count: fc.integer({ min: 1, max: 100 }) })

type Index = { readonly seqs: readonly number[]; readonly portion: number; readonly count: number }

function hitsOf({ seqs, portion, count }: Index): Hits {
  return {
    count,
    *portions() {
      for (let at = 0; at < seqs.length; at += portion) {
        const part = seqs.slice(at, at + portion)
        yield { seqs: part, passed: part.length }
      }
    },
  }
}

test('`bothHits` gives the ids that both indexes have, newest first, or all of the rarer index', () => {
  fc.assert(
    fc.property(index, index, (one, other) => {
      const [rarer, commoner] = one.count <= other.count ? [one, other] : [other, one]
      const isJoined = commoner.count <= 9 * rarer.count
      const portions = [...bothHits(hitsOf(one), hitsOf(other)).portions()]
      const wanted = isJoined ? rarer.seqs.filter((seq) => commoner.seqs.includes(seq)) : rarer.seqs
      expect(portions.flatMap(({ seqs }) => seqs)).toEqual(wanted)
      const passed = portions.reduce((sum, { passed }) => sum + passed, 0)
      if (isJoined) expect(passed).toBeLessThanOrEqual(rarer.seqs.length)
      else expect(passed).toBe(rarer.seqs.length)
      // Ids that were read and lie before a found id count as passed, so that a search without matches ends.
      const last = wanted.at(-1)
      if (last !== undefined) expect(passed).toBeGreaterThan(rarer.seqs.indexOf(last))
    }),
  )
})
