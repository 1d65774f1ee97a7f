import type { AddedFact, NewFact } from '../../../shared/booking/added-facts.ts'
import { WHO } from './amendment.ts'
import { START } from '../fakes/system.ts'

/** Facts that persons add to a booking after it has left. */

const BARE = { stock: null, vin: null, year: null, make: null, model: null, color: null }

export const KIA = {
  stock: 'LN-77',
  vin: '1M8GDM9AXKP042788',
  year: '2022',
  make: 'Kia',
  model: 'Soul',
  color: 'Blue',
}

export const orderFact = (reference: string, alike: readonly string[] = []) =>
  ({ kind: 'repair-order', reference, alike }) as const satisfies NewFact

/** A loaner with these parts; the other parts are not known. */
export const loanerFact = (parts: Partial<typeof KIA> = KIA) =>
  ({ kind: 'loaner', loaner: { ...BARE, ...parts } }) as const satisfies NewFact

export const noteFact = (text: string) => ({ kind: 'note', text }) as const satisfies NewFact

/** A fact as a booking shows it. */
export const addedFact = (
  fact: NewFact,
  more: Partial<Pick<AddedFact, 'amendmentId' | 'keptBecause' | 'isReplaced'>> = {},
): AddedFact => ({ ...fact, at: START, who: WHO, amendmentId: null, keptBecause: null, isReplaced: false, ...more })
