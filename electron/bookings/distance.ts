import type { ZipTown } from '../../shared/booking/customer.ts'

/** Straight-line miles between two ZIP areas; null for a ZIP that the offline data does not hold. */
export type DistanceLookup = (from: string, to: string) => number | null

/** The city and state of a United States ZIP; null for one that the offline data does not hold. */
export type ZipLookup = (zip: string) => ZipTown | null

/** The desk's calls on ZIP codes, each of which returns null where the offline data does not tell. */
export type ZipReader = {
  /** Returns the straight-line miles from the service lot to a ZIP. */
  distanceTo(zip: string): Promise<number | null>
  /** Returns the city and state of a ZIP. */
  lookUpZip(zip: string): Promise<ZipTown | null>
}

export async function loadTowns(): Promise<ZipLookup> {
  const { default: zipcodes } = await import('zipcodes')
  return (zip) => {
    // The ZIP data also holds areas of Canada, under keys of three characters.
    const found = /^\d{5}$/.test(zip) ? zipcodes.lookup(zip) : undefined
    if (found === undefined) return null
    return { city: found.city, state: found.state }
  }
}

/** Loads the ZIP data. The start of the desk does not include this step, because loading takes 0.15 s. */
export async function loadDistance(): Promise<DistanceLookup> {
  const { default: zipcodes } = await import('zipcodes')
  return (from, to) => {
    if (zipcodes.lookup(from) === undefined || zipcodes.lookup(to) === undefined) return null
    return zipcodes.distance(from, to)
  }
}
