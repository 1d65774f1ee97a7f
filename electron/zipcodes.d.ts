declare module 'zipcodes' {
  type ZipPlace = {
    readonly zip: string
    readonly city: string
    readonly state: string
    readonly latitude: number
    readonly longitude: number
  }
  const zipcodes: {
    lookup(zip: string): ZipPlace | undefined
    /** State names in capitals, by the two-letter code of the state. */
    readonly states: { readonly abbr: Readonly<Record<string, string>> }
    /** Whole miles; null for an unknown ZIP. */
    distance(from: string, to: string): number | null
  }
  export default zipcodes
}
