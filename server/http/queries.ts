import * as z from 'zod'
import { ADMIN_ROWS_PER_REPLY } from '../../data/model/admin-lists.ts'
import { lineText, withoutControls, withoutControlsButLines } from '../../data/model/bounded.ts'
import { INSTANT_MAX, ROWS_MAX } from '../../data/model/numbers.ts'
import { QUERY_MAX_LENGTH } from '../../data/model/constants.ts'
import { readFeature } from '../../data/model/feature.ts'
import { readPostcode } from '../../data/model/locality.ts'
import { ParkId, SIZES } from '../../data/model/park.ts'
import { readArea } from '../../data/model/search.ts'
import { SearchRequest } from '../../data/model/search-request.ts'
import { readState } from '../../data/model/state.ts'

// Query parameters, parsed by the model's own schemas. A parameter with an empty value counts as missing.

const unlessBlank = (read: (text: string) => unknown) => (value: unknown) =>
  typeof value !== 'string' ? value : value.trim() === '' ? undefined : read(value.trim())

const readNumber = (text: string) =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
export const readFlag = (text: string) =>
  ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()] ?? text

/** A flag, which a form or an address has as text. */
export const Flag = z.preprocess(
  (value) => (typeof value === 'string' ? readFlag(value) : value),
  z.boolean(),
)

type Schema = z.core.$ZodType

export const parsed = <S extends Schema>(parse: (text: string) => unknown, schema: S) =>
  z.optional(z.preprocess(unlessBlank(parse), z.optional(schema)))

export const numeric = <S extends Schema>(schema: S) => parsed(readNumber, schema)
export const textual = <S extends Schema>(schema: S) => parsed((text) => text, schema)

/** A list: the parameter repeated, its values separated by commas, or both. */
const list = <S extends Schema>(readItem: (text: string) => unknown, schema: S) =>
  z.optional(
    z.preprocess((value) => {
      const texts = typeof value === 'string' ? [value] : value
      if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return value
      const items = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
      return [...new Set(items.filter((text) => text !== '').map(readItem))]
    }, schema),
  )

/** A list of numbers. */
export const numberList = <S extends Schema>(schema: S) => list(readNumber, schema)

const { shape } = SearchRequest

const Page = {
  offset: numeric(shape.offset).describe('How many to skip.'),
  limit: numeric(shape.limit).describe('How many to return at most; all if missing.'),
}

const miles = parsed(
  (text) => (text.toLowerCase() === 'all' ? undefined : readNumber(text)),
  shape.distance,
).describe("Greatest distance in miles; 'all' or missing for any.")

/** Characters of four numbers as written by JavaScript, and three commas. */
const AREA_MAX_LENGTH = 120
const NUMBER = String.raw`-?\d+(\.\d+)?(e-\d+)?`
/** Described as the text that it is: a client made from the description sends an object as four parameters. */
const AreaText = z
  .string()
  .max(AREA_MAX_LENGTH)
  .check(withoutControls)
  .meta({ pattern: `^${NUMBER}(,${NUMBER}){3}$` })
  .transform((text, context) => {
    const area = readArea(text)
    if (area) return area
    context.addIssue('must be the degrees of south, west, north and east, separated by commas.')
    return z.NEVER
  })

const now = numeric(z.int().min(0).max(INSTANT_MAX)).describe(
  "The time for which opening hours are evaluated, milliseconds since 1970; the current time if only 'open' is given.",
)

/** The query of `GET /api/search`. */
export const SearchQuery = z
  .strictObject({
    query: textual(shape.query).describe('A place, words from a park, or both.'),
    latitude: numeric(shape.latitude),
    longitude: numeric(shape.longitude),
    distance: miles,
    features: list((text) => readFeature(text) ?? text, shape.features).describe(
      'Repeated, or separated by commas. Earlier names of features are accepted.',
    ),
    size: parsed(
      (text) => SIZES.find((size) => size.toLowerCase() === text.toLowerCase()) ?? text,
      shape.size,
    ),
    rating: numeric(shape.rating).describe('Lowest rating. Parks without a rating are included.'),
    crowdLevel: textual(shape.crowdLevel).describe('Accepted, but unknown for every park: it excludes none.'),
    state: parsed((text) => readState(text) ?? text, shape.state).describe('A code in any case, or a name.'),
    city: textual(shape.city),
    postcode: parsed(readPostcode, shape.postcode).describe("'800' is 0800."),
    postcodes: list(readPostcode, shape.postcodes).describe('Repeated, or separated by commas.'),
    now,
    open: textual(shape.open).describe(
      "'last': parks known to be closed come last. 'only': only parks known to be open.",
    ),
    area: textual(AreaText).describe(
      'Only parks in this area of the map: south, west, north and east, separated by commas.',
    ),
    sort: textual(shape.sort).describe(
      "'nearest', 'name' or 'checked' (most recently checked first). Without it, names that match come first.",
    ),
    unsure: parsed(readFlag, shape.unsure).describe(
      'Also return parks that may match but whose facts or hours are unknown, after those that match.',
    ),
    ...Page,
  })
  .superRefine(({ latitude, longitude }, context) => {
    if ((latitude === undefined) === (longitude === undefined)) return
    const missing = latitude === undefined ? 'latitude' : 'longitude'
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: 'is missing: latitude and longitude go together.',
    })
  })

/** The query of `GET /api/parks`. */
export const ListQuery = z.strictObject({
  ...Page,
  now,
  open: textual(z.literal('last')).describe(
    "'last': the parks in the order of a search without a text, those known to be closed last.",
  ),
})
export const NoQuery = z.strictObject({})
/** A page of a list, of at most `most` items. */
export const pageOf = (most: number) =>
  z.strictObject({
    offset: numeric(z.int().min(0).max(ROWS_MAX)),
    limit: numeric(z.int().min(1).max(most)),
  })
/** A page of a list for administrators. */
export const PageQuery = pageOf(ADMIN_ROWS_PER_REPLY)

/** A path with the number of a row: `:id`. */
export const IdParams = z.strictObject({ id: z.preprocess(unlessBlank(readNumber), ParkId) })

/** A query with one required text. */
export const TextQuery = <Name extends string>(name: Name) =>
  z.strictObject({
    [name]: z.string().trim().min(1).max(QUERY_MAX_LENGTH).check(withoutControlsButLines),
  } as Record<Name, z.ZodString>)

export const latitude = z.preprocess(unlessBlank(readNumber), z.number().min(-90).max(90))
export const longitude = z.preprocess(unlessBlank(readNumber), z.number().min(-180).max(180))
export const PositionQuery = z.strictObject({ lat: latitude, lng: longitude })
export const NearbyQuery = z.strictObject({ lat: latitude, lng: longitude, distance: miles, ...Page })

export const StateParams = z.strictObject({ state: lineText(40) })
export const CityParams = z.strictObject({ state: lineText(40), city: lineText(100) })
