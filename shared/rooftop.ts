import type { Place } from './place.ts'

/** The dealership location that this desk belongs to. */
export type Rooftop = {
  readonly name: string
  /** The service lot, where drivers collect and bring vehicles. */
  readonly lot: Place
  /** IANA zone; every time on the desk is shown in it. */
  readonly zone: string
}

/** The rooftop of a first start, for practice. */
export const PRACTICE_ROOFTOP: Rooftop = {
  name: 'Northside Motors',
  lot: {
    name: 'Northside Service lot',
    addressOne: '4100 W Broad St',
    addressTwo: null,
    city: 'Richmond',
    state: 'VA',
    zip: '23230',
  },
  zone: 'America/New_York',
}
