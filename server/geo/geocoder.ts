import * as z from 'zod/mini'
import { isInAustralia } from '../../data/model/australia.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { Gazetteer } from '../../data/search/gazetteer.ts'
import { openUpstream, readJson, UpstreamError } from './upstream.ts'

/** A place found for an address. `approximate`: the position is the centre of a suburb, town or region. */
export interface FoundAddress extends LatLng {
  label: string
  approximate: boolean
  /** Whether the gazetteer guessed the place; `undefined` for other results. */
  guessed?: boolean
}

export interface Geocoder {
  /**
   * The likeliest places first; empty if nothing is found.
   * @param near decides between places of the same name
   * @throws UpstreamError if a configured service fails and the gazetteer does not know the place either
   */
  find(text: string, near?: LatLng, signal?: AbortSignal): Promise<FoundAddress[]>
  /** Only the configured service, without places outside Australia; `null` if none is configured. */
  streets: AddressService | null
}

/**
 * A service that knows streets and houses. Both methods return the likeliest place first and throw
 * UpstreamError.
 */
export interface AddressService {
  readonly name: string
  /** @param near results there are preferred */
  find(text: string, near?: LatLng, signal?: AbortSignal): Promise<FoundAddress[]>
  /** The addresses at a position. */
  at(position: LatLng, signal?: AbortSignal): Promise<FoundAddress[]>
}

const LIMITS = { timeout: 5_000, maxBytes: 500_000, concurrency: 4 }
const MAX_RESULTS = 5
/** Nominatim prefers results in a box of this size around a place: about 50 km to each side. Degrees. */
const NEAR_DEGREES = 0.5

const latitude = z.number().check(z.gte(-90), z.lte(90))
const longitude = z.number().check(z.gte(-180), z.lte(180))

/** The part of a reply from https://github.com/komoot/photon that is used: GeoJSON features. */
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
const PHOTON_EXACT_TYPES = new Set(['house', 'street'])

export interface AddressServiceOptions {
  url: URL
  userAgent: string
  timeout?: number
}

export function photon({ url, userAgent, timeout = LIMITS.timeout }: AddressServiceOptions): AddressService {
  const upstream = openUpstream(url, { ...LIMITS, timeout }, userAgent)
  const ask = async (
    path: string,
    query: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<FoundAddress[]> => {
    const { features } = readJson(
      await upstream.get(`${path}?${new URLSearchParams({ ...query, lang: 'en' })}`, signal),
      PhotonAnswer,
      'Photon',
    )
    return features.map(({ geometry: { coordinates }, properties }) => {
      const street = [properties.housenumber, properties.street].filter(Boolean).join(' ')
      const town = [properties.city ?? properties.district, properties.state, properties.postcode]
        .filter(Boolean)
        .join(' ')
      return {
        label: [properties.name, street, town].filter(Boolean).join(', '),
        latitude: coordinates[1],
        longitude: coordinates[0],
        approximate: !PHOTON_EXACT_TYPES.has(properties.type ?? ''),
      }
    })
  }
  return {
    name: 'Photon',
    // The bounding box of Australia, so that places of the same name abroad do not use up the limit.
    find: (text, near, signal) =>
      ask(
        '/api',
        {
          q: text,
          limit: String(MAX_RESULTS),
          bbox: '96.5,-55.2,168.5,-8.5',
          ...(near && { lat: String(near.latitude), lon: String(near.longitude) }),
        },
        signal,
      ),
    at: ({ latitude, longitude }, signal) =>
      ask('/reverse', { lat: String(latitude), lon: String(longitude), limit: '1' }, signal),
  }
}

/**
 * The part of a reply that is used: https://nominatim.org/release-docs/latest/api/Search/ with
 * `format=jsonv2`.
 */
const decimal = z.string().check(z.regex(/^-?\d{1,3}(\.\d+)?$/))
const NominatimRow = z.object({
  lat: decimal,
  lon: decimal,
  display_name: z.string(),
  category: z.optional(z.string()),
  addresstype: z.optional(z.string()),
})
/**
 * For a position without any address, the reply is an error with status 200:
 * https://nominatim.org/release-docs/latest/api/Reverse/
 */
const NominatimReverse = z.union([NominatimRow, z.object({ error: z.string() })])
const NOMINATIM_AREAS = new Set(['boundary', 'place'])
/** Houses have the category `place` if only their number is mapped. */
const NOMINATIM_EXACT_TYPES = new Set(['house', 'place', 'building', 'road'])

export function nominatim({
  url,
  userAgent,
  timeout = LIMITS.timeout,
}: AddressServiceOptions): AddressService {
  const upstream = openUpstream(url, { ...LIMITS, timeout }, userAgent)
  const get = (path: string, query: Record<string, string>, signal: AbortSignal | undefined) =>
    upstream.get(
      `${path}?${new URLSearchParams({ ...query, format: 'jsonv2', 'accept-language': 'en-AU' })}`,
      signal,
    )
  const toFoundAddress = (row: z.infer<typeof NominatimRow>): FoundAddress => ({
    label: row.display_name.replace(/, Australia$/, ''),
    latitude: Number(row.lat),
    longitude: Number(row.lon),
    approximate: NOMINATIM_AREAS.has(row.category ?? '') && !NOMINATIM_EXACT_TYPES.has(row.addresstype ?? ''),
  })
  return {
    name: 'Nominatim',
    async find(text, near, signal) {
      const query = {
        q: text,
        limit: String(MAX_RESULTS),
        countrycodes: 'au',
        ...(near && { viewbox: boxAround(near) }),
      }
      return readJson(await get('/search', query, signal), z.array(NominatimRow), 'Nominatim').map(
        toFoundAddress,
      )
    },
    async at({ latitude, longitude }, signal) {
      const row = readJson(
        await get('/reverse', { lat: String(latitude), lon: String(longitude) }, signal),
        NominatimReverse,
        'Nominatim',
      )
      return 'error' in row ? [] : [toFoundAddress(row)]
    },
  }
}

/** West, south, east and north of a box around a place, as text. */
const boxAround = ({ latitude, longitude }: LatLng) =>
  [longitude - NEAR_DEGREES, latitude - NEAR_DEGREES, longitude + NEAR_DEGREES, latitude + NEAR_DEGREES]
    .map(roundCoordinate)
    .join()

/** Parses a position such as '-33.87, 151.21'; `undefined` for other texts. */
function readPosition(text: string): LatLng | undefined {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return undefined
  const position = { latitude: Number(match[1]), longitude: Number(match[2]) }
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : undefined
}

/** The suburbs, postcodes or regions that the gazetteer finds in a text. A state is no single point. */
function fromGazetteer(
  gazetteer: Gazetteer | undefined,
  text: string,
  near: LatLng | undefined,
): FoundAddress[] {
  const { place, others, guessed } = gazetteer?.readPlaces(text, near) ?? {
    place: null,
    others: [],
    guessed: false,
  }
  if (place === null || place.kind === 'state') return []
  return [place, ...others].map(({ name, state, postcode, latitude, longitude }) => ({
    label: [name, state, postcode === name ? null : postcode].filter(Boolean).join(' '),
    latitude,
    longitude,
    approximate: true,
    guessed,
  }))
}

/**
 * Opens the geocoder. Coordinates are used as they are. Other texts go to the configured service, and to the
 * gazetteer if there is no service, it finds nothing or it fails. Places outside Australia are left out.
 */
export function openGeocoder(
  gazetteer: () => Gazetteer | undefined,
  service: AddressService | undefined,
): Geocoder {
  const streets: AddressService | null = service
    ? {
        name: service.name,
        find: async (text, near, signal) => (await service.find(text, near, signal)).filter(isInAustralia),
        at: async (position, signal) => (await service.at(position, signal)).filter(isInAustralia),
      }
    : null
  return {
    streets,
    async find(text, near, signal) {
      const position = readPosition(text)
      if (position)
        return isInAustralia(position)
          ? [{ ...position, label: `${position.latitude}, ${position.longitude}`, approximate: false }]
          : []
      let failure: UpstreamError | undefined
      const found = await streets?.find(text, near, signal).catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        failure = error
        return []
      })
      if (found && found.length > 0) return found
      const places = fromGazetteer(gazetteer(), text, near)
      if (places.length === 0 && failure) throw failure
      return places
    },
  }
}
