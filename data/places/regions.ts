import type { Locality } from '../model/locality.ts'
import type { SearchRequest } from '../model/search-request.ts'
import type { StateCode } from '../model/state.ts'
import { centreOf } from '../geo/centre.ts'
import { citySlug } from './slug.ts'

/**
 * A region as listed by `/state/{state}` and shown by `/state/{state}/{city-slug}`: all localities with one
 * name in one state.
 */
export interface Region {
  name: string
  slug: string
  /** Ascending, without duplicates. A name used for two places in a state has the postcodes of both. */
  postcodes: string[]
  /** Centre of the localities, degrees. */
  latitude: number
  longitude: number
}

/**
 * The search for the parks of a region: those with its name as their city and those with one of its
 * postcodes. The city page lists them, and the list of regions counts them.
 */
export function parksOfRegion(
  { name, postcodes }: Pick<Region, 'name'> & { postcodes: readonly string[] },
  state: StateCode,
): SearchRequest {
  return { state, city: name, ...(postcodes.length > 0 ? { postcodes: [...postcodes] } : {}) }
}

/**
 * The regions of one state, sorted by name. Two spellings with the same slug are one region, under the
 * spelling that sorts first.
 */
export function regionsOf(localities: readonly Locality[], state: StateCode): Region[] {
  const bySlug = new Map<string, Locality[]>()
  for (const locality of localities) {
    if (locality.state !== state) continue
    const slug = citySlug(locality.name)
    const known = bySlug.get(slug)
    if (known) known.push(locality)
    else bySlug.set(slug, [locality])
  }
  return [...bySlug]
    .map(([slug, rows]) => ({
      name: rows.reduce((first, row) => (row.name < first ? row.name : first), rows[0]!.name),
      slug,
      postcodes: [...new Set(rows.map((row) => row.postcode))].sort(),
      ...centreOf(rows),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
