import type { Locality } from '../model/locality.ts'
import { decodeLocalities } from '../directory/localities.ts'
import type { LocalityColumns } from '../directory/localities.ts'
import columns from './localities.gen.json' with { type: 'json' }

let decoded: Locality[] | undefined

/**
 * Every suburb and town of Australia with each of its postcodes, by state, postcode and name. Made by scripts/sources/localities.ts
 * (docs/data.md says from what). The rows are shared: callers leave them as they are. Half a megabyte: for the server and for tests; devices
 * take the gazetteer from the server.
 */
export function localities(): readonly Locality[] {
  decoded ??= decodeLocalities(columns as LocalityColumns)
  return decoded
}
