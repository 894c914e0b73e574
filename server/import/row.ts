import { FEATURE_IDS, readFeature } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { ImportField, NotUnderstood } from '../../data/model/import.ts'
import { SIZES } from '../../data/model/park.ts'
import type { DogAccess, Size } from '../../data/model/park.ts'
import { isGovernmentSource, MEANING_OF_ACCESS, meaningOfWord } from '../../data/import/features.ts'
import { readAreaWords } from '../../data/import/size.ts'
import type { StoredPark } from '../repositories/directory.ts'
import { readAccess } from './access.ts'
import { readDegrees, parseNumberPair } from './coordinates.ts'
import type { Column } from './headers.ts'
import { leashAsRead, opensAsRead, readMixedHours } from './hours.ts'
import type { ListedLocation } from './placing.ts'

/** What a row says of a park, place apart. What it does not say is `null`. */
type Facts = Pick<
  StoredPark,
  | 'features'
  | 'lacks'
  | 'size'
  | 'openingHours'
  | 'leashHours'
  | 'rating'
  | 'phone'
  | 'description'
  | 'source'
  | 'asOf'
> & {
  /** `null`: the list has a column for it, and this row leaves it open. */
  access: DogAccess | null
  /** The list has no column for the rule: it is taken for one of dog-friendly parks, and what is known better stays. */
  accessAssumed: boolean
}

/** A row as it was read, before it is placed. */
export interface ReadRow {
  row: number
  said: ListedLocation
  facts: Facts
  /** The list's own number for the park, '' when it has none. */
  sourceId: string
  /** Which list's numbers these are. */
  dataset: string
  pictureUrl: string | null
  notes: string[]
  notUnderstood: readonly Omit<NotUnderstood, 'row'>[]
}

const LONGEST: Readonly<Partial<Record<ImportField, number>>> = {
  name: 200,
  address: 300,
  suburb: 100,
  city: 100,
  postcode: 20,
  openingHours: 300,
  leashHours: 300,
  hours: 300,
  description: 5_000,
  source: 300,
  sourceId: 100,
  website: 500,
  imageUrl: 2_000,
}
const LABELS: Readonly<Partial<Record<ImportField, string>>> = {
  openingHours: 'opening hours',
  leashHours: 'leash hours',
  sourceId: 'number',
  imageUrl: 'address of the picture',
}

/** One line of plain text: no control characters, none that turn the direction of writing, plain apostrophes, single blanks. */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const YES = new Set(['yes', 'y', 'true', 't', 'x', '✓', '✔', '☑', 'available', 'present', 'provided'])
const NO = new Set(['no', 'n', 'false', 'f', 'none', 'nil', '✗', '✘', '☐', 'not available', 'not provided'])
const NOTHING = new Set([
  '',
  '-',
  '–',
  'n/a',
  'na',
  'null',
  'unknown',
  '?',
  'tbc',
  'undefined',
  'nan',
  '#n/a',
])

/** The words of a cell: a JSON list, or words between semicolons, bars or, where there are none of these, commas. */
function wordsOf(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list.filter((word) => typeof word === 'string').map(clean)
    } catch {
      // No JSON after all.
    }
  }
  return text.split(/[;|]/.test(text) ? /[;|]/ : ',').map((word) => word.trim())
}

interface Features {
  there: Set<FeatureId>
  lacking: Set<FeatureId>
  rest: string[]
}

function readWord(word: string, into: Features): void {
  if (NOTHING.has(word.toLowerCase())) return
  const feature = readFeature(word)
  const meaning = feature ? { features: [feature] } : meaningOfWord(word)
  for (const id of meaning?.features ?? []) into.there.add(id)
  for (const id of meaning?.lacks ?? []) into.lacking.add(id)
  if ((!meaning || ('keep' in meaning && meaning.keep)) && !into.rest.includes(word)) into.rest.push(word)
}

/** A cell under a header that names a feature: yes, no, how many, or words of its own. */
function readFeatureCell(header: string, feature: FeatureId, value: string, into: Features): void {
  const said = value.toLowerCase()
  if (NOTHING.has(said)) return
  if (YES.has(said) || /^[1-9]\d*(\.0+)?$/.test(said)) into.there.add(feature)
  else if (NO.has(said) || /^0(\.0+)?$/.test(said)) into.lacking.add(feature)
  else if (readFeature(value) === feature || meaningOfWord(value)?.features?.includes(feature))
    into.there.add(feature)
  else into.rest.push(`${header}: ${value}`)
}

const joined = (...texts: (string | null)[]) =>
  texts.filter((text) => text !== null && text !== '').join('; ') || null

/** Year of the facts: '2019', 'c.2016'; `null` for what names none. */
function readYear(text: string): string | null {
  const [, about, year] = /(?:^|[^\d])(c\. ?|about |circa )?((?:19|20)\d{2})(?!\d)/i.exec(text) ?? []
  return year ? `${about ? 'c.' : ''}${year}` : null
}

function readSize(text: string, unit: Column['unit']): { size: Size | null; text: string | null } {
  const named = SIZES.find((size) => size.toLowerCase() === text.toLowerCase())
  if (named) return { size: named, text: null }
  const number = /^\d[\d,]*(?:\.\d+)?$/.test(text)
  if (number)
    return unit
      ? readAreaWords(`${rounded(Number(text.replaceAll(',', '')))} ${unit}`)
      : { size: null, text: null }
  return readAreaWords(text)
}

const rounded = (value: number) => String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** What the columns of a row say, by field. */
export function readRow(
  { row, cells }: { row: number; cells: readonly string[] },
  columns: readonly Column[],
  defaults: { source: string },
): ReadRow | { reason: string } {
  const of = (field: ImportField) => columns.find((column) => column.field === field)
  const raw = (field: ImportField) => cells[of(field)?.at ?? -1] ?? ''
  const cell = (field: ImportField) => clean(raw(field))
  const say = (field: ImportField) => (NOTHING.has(cell(field).toLowerCase()) ? '' : cell(field))
  for (const [field, most] of Object.entries(LONGEST) as [ImportField, number][]) {
    if (cell(field).length > most)
      return { reason: `The ${LABELS[field] ?? field} has more than ${most} characters` }
  }
  const notes: string[] = []
  const features: Features = { there: new Set(), lacking: new Set(), rest: [] }
  for (const word of wordsOf(say('features'))) readWord(word, features)
  for (const column of columns)
    if (column.feature)
      readFeatureCell(column.header, column.feature, clean(cells[column.at] ?? ''), features)

  const reading = readAccess(say('access'))
  if (reading.kind === 'forbidden') return { reason: 'Dogs are not allowed there' }
  const bySigns = features.there.has('off-leash')
    ? 'off_leash'
    : features.there.has('on-leash')
      ? 'on_leash'
      : null
  const hasColumn = of('access') !== undefined
  const access = reading.kind === 'known' ? reading.access : (bySigns ?? (hasColumn ? null : 'dogs_allowed'))
  if (reading.kind === 'unknown' && say('access') !== '')
    notes.push(`“${say('access').slice(0, 60)}” is no rule for dogs that is known.`)
  if (access === null) notes.push('Not public: its rule for dogs is unknown.')

  const meaning = access ? MEANING_OF_ACCESS[access] : {}
  for (const id of meaning.features ?? []) features.there.add(id)
  for (const id of meaning.lacks ?? []) features.lacking.add(id)
  const source = say('source') || defaults.source
  if (isGovernmentSource(source)) features.there.add('council')

  // A column of opening hours never says anything of the leash.
  const opening = say('openingHours') || null
  const mixed = readMixedHours(say('hours'), access === 'off_leash_timed')
  const leash = say('leashHours') || null
  const understood: readonly (readonly [ImportField, string | null, boolean])[] = [
    ['openingHours', opening, opensAsRead(opening)],
    ['hours', mixed.openingHours, opensAsRead(mixed.openingHours)],
    ['hours', mixed.leashHours, leashAsRead(mixed.leashHours)],
    ['leashHours', leash, leashAsRead(leash)],
  ]
  const size = readSize(say('size'), of('size')?.unit ?? null)
  const rating = readRating(say('rating'), notes)
  const website = say('website')
  return {
    row,
    said: {
      name: say('name'),
      address: say('address').replace(/^Unnamed Road$/i, ''),
      suburb: say('suburb'),
      city: say('city'),
      state: say('state'),
      postcode: say('postcode'),
      coordinates: readCoordinates(clean(raw('coordinates')), cell('latitude'), cell('longitude'), notes),
      approximate: /suburb|approx|centroid|town|locality/i.test(say('accuracy')),
    },
    facts: {
      access,
      accessAssumed: !hasColumn && bySigns === null,
      features: FEATURE_IDS.filter((id) => id !== 'dog-friendly' && features.there.has(id)),
      lacks: FEATURE_IDS.filter((id) => features.lacking.has(id) && !features.there.has(id)),
      size: size.size,
      openingHours: joined(opening, mixed.openingHours),
      leashHours: joined(mixed.leashHours, leash),
      rating,
      phone: readPhone(say('phone'), notes),
      description: describe(
        say('description'),
        features.rest,
        size.text,
        website === '' ? null : `Website: ${website}`,
      ),
      source,
      asOf: readYear(say('asOf')),
    },
    sourceId: say('sourceId'),
    dataset: source.toLowerCase(),
    pictureUrl: readPicture(say('imageUrl'), notes),
    notes,
    notUnderstood: understood.flatMap(([field, text, isRead]) =>
      isRead || text === null ? [] : [{ column: of(field)!.header, text }],
    ),
  }
}

function readCoordinates(
  both: string,
  latitude: string,
  longitude: string,
  notes: string[],
): readonly [number, number] | null {
  if (latitude !== '' || longitude !== '') {
    const [first, second] = [readDegrees(latitude), readDegrees(longitude)]
    if (first !== undefined && second !== undefined) return [first, second]
  }
  const pair = both === '' ? undefined : parseNumberPair(both)
  if (pair) return pair
  if ([both, latitude, longitude].some((text) => !NOTHING.has(text.toLowerCase())))
    notes.push('The coordinates could not be read.')
  return null
}

/** A description that is JSON already (specification 13.16) stays as it is; words without a place of their own follow plain text. */
function describe(text: string, rest: readonly string[], ...more: (string | null)[]): string | null {
  if (text.startsWith('{')) {
    try {
      if (typeof JSON.parse(text) === 'object') return text
    } catch {
      // Plain text that begins with a brace.
    }
  }
  const words = rest.join('; ')
  const sentence = words === '' ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  return (
    [text, sentence, ...more]
      .filter((part) => part !== null && part !== '')
      .join(' ')
      .slice(0, 5_000) || null
  )
}

function readRating(text: string, notes: string[]): number | null {
  if (text === '') return null
  const rating = Number(text.replace(',', '.').replace(/ ?(?:\/|out of) ?5$/, ''))
  if (Number.isFinite(rating) && rating >= 0 && rating <= 5) return Math.round(rating * 10) / 10
  notes.push('The rating is not between 0 and 5: left out.')
  return null
}

function readPhone(text: string, notes: string[]): string | null {
  if (text === '') return null
  if (/^[+(]?\d[\d ()./-]{4,30}\d(?: ?(?:ext|x)\.? ?\d{1,6})?$/i.test(text)) return text
  notes.push('The phone number is none: left out.')
  return null
}

function readPicture(text: string, notes: string[]): string | null {
  if (text === '') return null
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href
  notes.push('The picture has no web address: left out.')
  return null
}
