/** Straight miles between two ZIP areas; null for a ZIP that the offline data does not hold. */
export type Distance = (from: string, to: string) => number | null

/** Loaded apart from the start of the desk, which must not wait the 0.15 s that the ZIP data takes. */
export async function loadDistance(): Promise<Distance> {
  const { default: zipcodes } = await import('zipcodes')
  return (from, to) => {
    if (zipcodes.lookup(from) === undefined || zipcodes.lookup(to) === undefined) return null
    return zipcodes.distance(from, to)
  }
}
