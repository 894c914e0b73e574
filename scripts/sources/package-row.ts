/** The columns of the package that are used. `Lat_precise` 0 means unknown. */
export interface PackageRow {
  postcode: string
  locality: string
  state: string
  type: string
  lat: number
  long: number
  Lat_precise: number
  Long_precise: number
  sa3name: string
  sa4name: string
}
