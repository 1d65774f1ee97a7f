declare module 'zipcodes' {
  type ZipPlace = {
    readonly zip: string
    readonly city: string
    readonly state: string
    readonly latitude: number
    readonly longitude: number
  }
  const zipcodes: {
    /** Every area by its code; the areas of Canada have codes of three characters. */
    readonly codes: Readonly<Record<string, ZipPlace>>
    /** Whole miles; null for an unknown ZIP, and not a number for some pairs of the same place. */
    distance(from: string, to: string): number | null
  }
  export default zipcodes
}
