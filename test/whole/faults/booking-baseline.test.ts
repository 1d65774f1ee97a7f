import { describe, expect, test } from 'vitest'
import { CREATION_CASES } from '../../support/faults/cases.ts'
import { openDeskOnRoad } from '../../support/faults/desk.ts'
import { outcomeOf, strikeBooking } from '../../support/faults/strike.ts'

/*
 * Every knob once on the request that books, in the profile `baseline`: on a pair or on a one-way by turns, the other way
 * round in the other profile.
 */

describe.for(['pair', 'one-way'] as const)('a %s', (kind) => {
  const half = kind === 'pair' ? 0 : 1
  test.for(CREATION_CASES.filter((_, at) => at % 2 === half))('$said', async (one) => {
    const on = await openDeskOnRoad('baseline')
    expect(await strikeBooking(on, kind, one.fault)).toEqual(outcomeOf(one))
    expect(on.road.tally.hits).toHaveLength(1)
  })
})
