import { QUERY_MAX_LENGTH } from '../model/constants.ts'

/** What another app hands over: a shared text or link, or the address of a place. */
export interface Shared {
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

/** What to look for: a place by its position in degrees, or words. */
export type SharedSearch = { lat: number; lng: number } | { q: string }

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d{1,15})?`
const PAIR = new RegExp(String.raw`(${NUMBER})\s{0,3}(?:,|%2C)\s{0,3}(${NUMBER})`, 'i')
/** Where maps write the position into their links, the most telling first: a marker, then what the link is about, then the middle of the map. */
const IN_LINKS = [
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
/** Longer texts are no places. */
const LONGEST = 4_000

function position(found: RegExpExecArray | null): { lat: number; lng: number } | undefined {
  if (found === null) return undefined
  const [lat, lng] = [Number(found[1]), Number(found[2])]
  // '0,0' is how a link says that it knows no position.
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0) ? { lat, lng } : undefined
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The words of a link to a map: what it searches for or is named after. */
function wordsOf(link: string): string | undefined {
  const words =
    /[?&](?:q|query|address|destination|daddr)=([^&#]{1,300})/.exec(link)?.[1] ??
    /\/(?:place|search)\/([^/@?#]{1,300})/.exec(link)?.[1]
  return words === undefined ? undefined : decoded(words)
}

function fromGeo(uri: string): SharedSearch | undefined {
  const query = wordsOf(uri)
  // 'geo:0,0?q=-33.89,151.27(Bondi)' and 'geo:0,0?q=Bondi': the words say more than the position.
  const named = query === undefined ? undefined : position(PAIR.exec(query))
  if (named) return named
  const at = position(new RegExp(String.raw`^geo:(${NUMBER}),(${NUMBER})`, 'i').exec(uri))
  if (at) return at
  return query === undefined || query.trim() === ''
    ? undefined
    : { q: query.trim().slice(0, QUERY_MAX_LENGTH) }
}

/** Reads one text: a `geo:` address (RFC 5870), a link to a map, two numbers. */
function readPlace(text: string): SharedSearch | undefined {
  const geo = /geo:[^\s<>"]{1,2000}/i.exec(text)?.[0]
  if (geo !== undefined) return fromGeo(geo)
  const link = LINK.exec(text)?.[0]
  if (link !== undefined) {
    for (const pattern of IN_LINKS) {
      const at = position(pattern.exec(link))
      if (at) return at
    }
    const words = wordsOf(link)?.trim()
    return words ? { q: words.slice(0, QUERY_MAX_LENGTH) } : undefined
  }
  return position(new RegExp(String.raw`^\s{0,9}\(?${PAIR.source}\)?\s{0,9}$`, 'i').exec(text))
}

/**
 * What to search for when another app shares something. Positions come first; then the words of a link, of the text beside a link, and of the
 * title. `undefined`: there is nothing to search for.
 */
export function readShared({ title = '', text = '', url = '' }: Shared): SharedSearch | undefined {
  const parts = [url, text, title].map((part) => part.slice(0, LONGEST))
  const read = parts.flatMap((part) => readPlace(part) ?? [])
  const at = read.find((found) => 'lat' in found)
  if (at) return at
  if (read[0]) return read[0]
  const words = [parts[1]!, parts[2]!]
    .map((part) => part.replace(LINK, ' ').replace(/\s+/g, ' ').trim())
    .find((part) => part !== '')
  return words === undefined ? undefined : { q: words.slice(0, QUERY_MAX_LENGTH) }
}
