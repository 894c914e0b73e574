/** A row of the package, as far as it is read. `Lat_precise` 0 means unknown. */
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
