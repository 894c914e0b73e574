import { QUERY_MAX_LENGTH } from '../model/constants.ts'

/** What another app shares with this one: a text or link, or the address of a place. */
export interface Shared {
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

/** What to search for: a position in degrees, or words. */
export type SharedSearch = { lat: number; lng: number } | { q: string }

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d{1,15})?`
const PAIR = new RegExp(String.raw`(${NUMBER})\s{0,3}(?:,|%2C)\s{0,3}(${NUMBER})`, 'i')
/**
 * Where map services put the position in their links, most specific first: a marker, then the subject of the
 * link, then the centre of the map.
 */
const POSITION_PATTERNS = [
  new RegExp(String.raw`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(String.raw`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`),
  new RegExp(
    String.raw`[?&](?:q|query|ll|destination|daddr|coordinate)=(?:loc:)?(${NUMBER})(?:,|%2C)\+?(${NUMBER})`,
    'i',
  ),
  new RegExp(String.raw`@(${NUMBER}),(${NUMBER})(?:,|$)`),
  new RegExp(String.raw`#map=\d{1,2}(?:\.\d{1,3})?/(${NUMBER})/(${NUMBER})`),
]
const LINK = /https?:\/\/[^\s<>"]{1,2000}/
/** Longer texts are cut off before they are read. Characters. */
const MAX_TEXT_LENGTH = 4_000

function position(found: RegExpExecArray | null): { lat: number; lng: number } | undefined {
  if (found === null) return undefined
  const [lat, lng] = [Number(found[1]), Number(found[2])]
  // Links use '0,0' for an unknown position.
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0) ? { lat, lng } : undefined
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The words in a map link: its search text or the name of its place. */
function wordsOf(link: string): string | undefined {
  const words =
    /[?&](?:q|query|address|destination|daddr)=([^&#]{1,300})/.exec(link)?.[1] ??
    /\/(?:place|search)\/([^/@?#]{1,300})/.exec(link)?.[1]
  return words === undefined ? undefined : decoded(words)
}

function fromGeo(uri: string): SharedSearch | undefined {
  const query = wordsOf(uri)
  // In 'geo:0,0?q=-33.89,151.27(Bondi)' and 'geo:0,0?q=Bondi', the query is more specific than the position.
  const named = query === undefined ? undefined : position(PAIR.exec(query))
  if (named) return named
  const at = position(new RegExp(String.raw`^geo:(${NUMBER}),(${NUMBER})`, 'i').exec(uri))
  if (at) return at
  return query === undefined || query.trim() === ''
    ? undefined
    : { q: query.trim().slice(0, QUERY_MAX_LENGTH) }
}

/** Reads one text: a `geo:` URI (RFC 5870), a map link or two numbers. */
function readPlace(text: string): SharedSearch | undefined {
  const geo = /geo:[^\s<>"]{1,2000}/i.exec(text)?.[0]
  if (geo !== undefined) return fromGeo(geo)
  const link = LINK.exec(text)?.[0]
  if (link !== undefined) {
    for (const pattern of POSITION_PATTERNS) {
      const at = position(pattern.exec(link))
      if (at) return at
    }
    const words = wordsOf(link)?.trim()
    return words ? { q: words.slice(0, QUERY_MAX_LENGTH) } : undefined
  }
  return position(new RegExp(String.raw`^\s{0,9}\(?${PAIR.source}\)?\s{0,9}$`, 'i').exec(text))
}

/**
 * What to search for when another app shares something. Positions take priority, then the words of a link, of
 * the text beside a link, and of the title. `undefined` if there is nothing to search for.
 */
export function readShared({ title = '', text = '', url = '' }: Shared): SharedSearch | undefined {
  const parts = [url, text, title].map((part) => part.slice(0, MAX_TEXT_LENGTH))
  const read = parts.flatMap((part) => readPlace(part) ?? [])
  const at = read.find((found) => 'lat' in found)
  if (at) return at
  if (read[0]) return read[0]
  const words = [parts[1]!, parts[2]!]
    .map((part) => part.replace(LINK, ' ').replace(/\s+/g, ' ').trim())
    .find((part) => part !== '')
  return words === undefined ? undefined : { q: words.slice(0, QUERY_MAX_LENGTH) }
}
