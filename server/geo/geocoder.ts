import * as z from 'zod/mini'
import { inAustralia } from '../../data/geo/australia.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import type { Gazetteer } from '../../data/search/gazetteer.ts'
import { openUpstream, readJson, UpstreamError } from './upstream.ts'

/** A place an address was read as. `approximate`: it is the middle of a suburb, town or region. */
export interface FoundAddress extends LatLng {
  label: string
  approximate: boolean
}

export interface Geocoder {
  /**
   * The likeliest places first; none when nothing is found.
   * @throws UpstreamError when a configured service fails and the gazetteer does not know the place either.
   */
  find(text: string, signal?: AbortSignal): Promise<FoundAddress[]>
}

/** A service that knows streets and houses. */
export type AddressService = (text: string, signal?: AbortSignal) => Promise<FoundAddress[]>

const LIMITS = { timeout: 5_000, maxBytes: 500_000, concurrency: 4 }
const MOST_ANSWERS = 5

const latitude = z.number().check(z.gte(-90), z.lte(90))
const longitude = z.number().check(z.gte(-180), z.lte(180))

/** What is read of https://github.com/komoot/photon: GeoJSON features. */
const PhotonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude], z.unknown()) }),
      properties: z.object({
        type: z.optional(z.string()),
        name: z.optional(z.string()),
        housenumber: z.optional(z.string()),
        street: z.optional(z.string()),
        district: z.optional(z.string()),
        city: z.optional(z.string()),
        state: z.optional(z.string()),
        postcode: z.optional(z.string()),
      }),
    }),
  ),
})
const PHOTON_POINTS = new Set(['house', 'street'])

export interface AddressServiceOptions {
  url: URL
  userAgent: string
  timeout?: number
}

export function photon({ url, userAgent, timeout = LIMITS.timeout }: AddressServiceOptions): AddressService {
  const upstream = openUpstream(url, { ...LIMITS, timeout }, userAgent)
  return async (text, signal) => {
    // The box of the mainland and Tasmania keeps namesakes abroad from taking the few places.
    const query = new URLSearchParams({ q: text, limit: String(MOST_ANSWERS), lang: 'en', bbox: '96.5,-55.2,168.5,-8.5' })
    const { features } = readJson(await upstream.get(`/api?${query}`, signal), PhotonAnswer, 'Photon')
    return features.map(({ geometry: { coordinates }, properties: is }) => {
      const street = [is.housenumber, is.street].filter(Boolean).join(' ')
      const town = [is.city ?? is.district, is.state, is.postcode].filter(Boolean).join(' ')
      return {
        label: [is.name, street, town].filter(Boolean).join(', '),
        latitude: coordinates[1],
        longitude: coordinates[0],
        approximate: !PHOTON_POINTS.has(is.type ?? ''),
      }
    })
  }
}

/** What is read of https://nominatim.org/release-docs/latest/api/Search/ with `format=jsonv2`. */
const decimal = z.string().check(z.regex(/^-?\d{1,3}(\.\d+)?$/))
const NominatimAnswer = z.array(
  z.object({ lat: decimal, lon: decimal, display_name: z.string(), category: z.optional(z.string()), addresstype: z.optional(z.string()) }),
)
const NOMINATIM_AREAS = new Set(['boundary', 'place'])
/** Houses are category `place` where only their number is mapped. */
const NOMINATIM_HOUSES = new Set(['house', 'place', 'building', 'road'])

export function nominatim({ url, userAgent, timeout = LIMITS.timeout }: AddressServiceOptions): AddressService {
  const upstream = openUpstream(url, { ...LIMITS, timeout }, userAgent)
  return async (text, signal) => {
    const query = new URLSearchParams({
      q: text, format: 'jsonv2', limit: String(MOST_ANSWERS), countrycodes: 'au', 'accept-language': 'en-AU',
    })
    const rows = readJson(await upstream.get(`/search?${query}`, signal), NominatimAnswer, 'Nominatim')
    return rows.map((row) => ({
      label: row.display_name.replace(/, Australia$/, ''),
      latitude: Number(row.lat),
      longitude: Number(row.lon),
      approximate: NOMINATIM_AREAS.has(row.category ?? '') && !NOMINATIM_HOUSES.has(row.addresstype ?? ''),
    }))
  }
}

/** '-33.87, 151.21' as a position; `undefined` for other texts. */
export function readPosition(text: string): LatLng | undefined {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return undefined
  const position = { latitude: Number(match[1]), longitude: Number(match[2]) }
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : undefined
}

/** The suburb, postcode or region that the gazetteer reads in a text. */
function fromGazetteer(gazetteer: Gazetteer | undefined, text: string): FoundAddress[] {
  const { place, others } = gazetteer?.readPlaces(text) ?? { place: null, others: [] }
  return (place ? [place, ...others] : []).map(({ name, state, postcode, latitude, longitude }) => ({
    label: [name, state, postcode === name ? null : postcode].filter(Boolean).join(' '), latitude, longitude, approximate: true,
  }))
}

/**
 * Coordinates are taken as they are; else the configured service is asked, and the gazetteer when there is none, it knows nothing or it fails.
 * Places outside Australia are left out.
 */
export function openGeocoder(gazetteer: () => Gazetteer | undefined, service: AddressService | undefined): Geocoder {
  return {
    async find(text, signal) {
      const position = readPosition(text)
      if (position) return inAustralia(position) ? [{ ...position, label: `${position.latitude}, ${position.longitude}`, approximate: false }] : []
      let failure: UpstreamError | undefined
      const found = await service?.(text, signal).catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        failure = error
        return []
      })
      const inCountry = (found ?? []).filter(inAustralia)
      if (inCountry.length > 0) return inCountry
      const places = fromGazetteer(gazetteer(), text)
      if (places.length === 0 && failure) throw failure
      return places
    },
  }
}
