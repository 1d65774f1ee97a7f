declare module 'zipcodes' {
  type ZipPlace = {
    readonly zip: string
    readonly city: string
    readonly state: string
    readonly latitude: number
    readonly longitude: number
  }
  const zipcodes: { lookup(zip: string): ZipPlace | undefined }
  export default zipcodes
}
