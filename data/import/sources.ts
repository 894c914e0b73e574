import type { Council } from '../model/council.ts'
import { councilTitle } from '../model/council.ts'
import { CORRECTED, OPENSTREETMAP, SUBMITTED, UNNAMED_PUBLISHER } from '../model/source.ts'
import type { PositionSource, Source } from '../model/source.ts'
import { councils } from '../sources/councils.ts'
import copies from '../sources/publishers.gen.json' with { type: 'json' }
import { SITE_NAMES } from './site-names.ts'

/**
 * A host name at the start of a text, and the path after it. A file name also contains a dot, but does not
 * count.
 */
const ADDRESS =
  /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+(?!(?:csv|db|html?|js|json|pdf|sql|txt|xlsx?|xml)\b)[a-z]{2,})(\/[^\s;,)]*)?(?=[\s,;:)]|$)/i
/** Hosts of code and files: their name does not say who published something. */
const COPY_HOSTS = [
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'cloudfront.net',
  'amazonaws.com',
  'googleapis.com',
  'mooo.com',
  'docslib.org',
  'studylib.net',
  'pdfslide.us',
  'vdocuments.mx',
  'pressreader.com',
  'inkl.com',
  'pubt.io',
]
const isCopyHost = (host: string) =>
  COPY_HOSTS.some((copies) => host === copies || host.endsWith(`.${copies}`))
const YEAR = /(?<!\d)(?:c\.)?(?:19|20)\d\d(?!\d)/
/** A remark about where a text was read. */
const COPY_REMARK = /\((?:newsbite |client )?cop(?:y|ies)\)\s*/i
/** What does not begin like a name is another page of the site before it. */
const FURTHER_PAGE = /^(?:[\da-z]|[\w-]\w*-[\w-]+$)/
/** Maximum number of sources of one row: a list may name another one in every cell. */
const MAX_SOURCES = 20
const MAX_TEXT = 200

/** 'https://www.unley.sa.gov.au/dogs' → 'unley.sa.gov.au'. */
const hostOf = (address: string) =>
  /^https?:\/\/(?:www\.)?([^/:?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''

let hosts: ReadonlyMap<string, Council> | undefined

/** The council whose website has this host, or whose host it is a part of. */
function councilOfHost(host: string): Council | undefined {
  hosts ??= new Map(
    councils()
      .filter(({ website }) => website !== null)
      .map((council) => [hostOf(council.website!), council]),
  )
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const council = hosts.get(rest)
    if (council) return council
  }
  return undefined
}

function nameOfHost(host: string): string | undefined {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (Object.hasOwn(SITE_NAMES, rest)) return SITE_NAMES[rest]
  }
  return undefined
}

const defined = <T extends object>(source: T): T =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as T

/** What parks from before `sources` say of submissions and corrections. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  submitted: SUBMITTED,
  'corrected after a visitor’s report': CORRECTED,
}
/** How such a park names where its position was looked up. */
const POSITION_TEXT = /^position: (Nominatim|Photon)\b/

/** The source of a position in the text of a park from before `position`; `null` if it names none. */
export function readPositionSource(text: string): PositionSource | null {
  const title = text
    .split('; ')
    .map((part) => POSITION_TEXT.exec(part)?.[1])
    .find((name) => name !== undefined)
  return title === undefined ? null : { publisher: OPENSTREETMAP, title, date: null, licence: 'ODbL 1.0' }
}

/** Whether a text names a source of its own, and is no page of the site before it. */
const isNamed = (part: string) => ADDRESS.test(part) || Object.hasOwn(OWN_TEXTS, part)

/** One source: 'unley.sa.gov.au Dog-exercise-areas', 'dubbo.nsw.gov.au dog parks (Nov 2021)'. */
function readSource(part: string): Source {
  const own = Object.hasOwn(OWN_TEXTS, part) ? OWN_TEXTS[part] : undefined
  if (own !== undefined) return { publisher: own, year: null }
  const year = YEAR.exec(part)?.[0] ?? null
  if (/openstreetmap/i.test(part))
    return { publisher: OPENSTREETMAP, page: 'https://www.openstreetmap.org/copyright', year }
  const text = part.replace(COPY_REMARK, '').trim()
  const [whole, hostText, path] = ADDRESS.exec(text) ?? []
  if (whole === undefined || hostText === undefined) {
    // The number of a stored file names no publisher.
    const unnamed = /\d{6,}/.test(text) || text === ''
    return defined({
      publisher: unnamed ? UNNAMED_PUBLISHER : text.slice(0, MAX_TEXT),
      year,
      copy: unnamed && text !== '' ? text.slice(0, MAX_TEXT) : undefined,
    })
  }
  const host = hostText.toLowerCase().replace(/^www\./, '')
  const rest = text.slice(whole.length).trim()
  if (isCopyHost(host)) {
    return defined({
      publisher: publisherOfCopy(rest),
      title: undefined,
      year,
      copy: text.slice(0, MAX_TEXT),
    })
  }
  const council = councilOfHost(host)
  const isOwnSite = council && hostOf(council.website!) === host
  return defined({
    publisher: (council && councilTitle(council)) ?? nameOfHost(host) ?? host,
    title: rest === '' ? undefined : rest.replace(/^[:,]\s*/, '').slice(0, MAX_TEXT),
    // A council's own site is in the list of councils.
    page:
      path && path !== '/' && !path.endsWith('...')
        ? `https://${hostText}${path}`
        : isOwnSite
          ? undefined
          : `https://${host}`,
    year,
  })
}

/**
 * The council that published a park's facts, if only one did: a better answer to who looks after it than a
 * position that is only the centre of the suburb.
 */
export function councilOfSources(sources: readonly Source[], state: string): Council | undefined {
  const named = new Set<Council>()
  for (const { publisher, page } of sources) {
    const council =
      councils().find(
        (each) =>
          each.state === state &&
          [councilTitle(each), `City of ${each.name}`, `${each.name} City Council`].includes(publisher),
      ) ?? (page === undefined ? undefined : councilOfHost(hostOf(page)))
    if (council?.state === state) named.add(council)
  }
  return named.size === 1 ? [...named][0] : undefined
}

/** The publisher that a copy's description begins with: 'Weekend Gold Coast Bulletin 31-10-2020'. */
function publisherOfCopy(rest: string): string {
  for (const [words, publisher] of COPIED_PUBLISHERS) if (rest.includes(words)) return publisher
  return UNNAMED_PUBLISHER
}

const COPIED_PUBLISHERS: readonly (readonly [string, string])[] = [
  ['dailytelegraph', 'The Daily Telegraph'],
  ['Gold Coast Bulletin', 'Gold Coast Bulletin'],
  ['Fremantle Gazette', 'Fremantle Gazette'],
  ['ABC News', 'ABC News'],
  ['Parks Victoria', 'Parks Victoria'],
  ['Shire of Denmark', 'Denmark council'],
  ['City of West Torrens', 'West Torrens council'],
  ['Sorell', 'Sorell council'],
]

/**
 * Reads what a list says about where its facts come from: one or several sources, separated by ';' or ' + '.
 * A council's site becomes the council's name. The address of a copy in a code repository becomes the
 * publisher that data/sources/publishers.gen.json names, or 'Unnamed source'. `asOf`: the date of the whole
 * row, used where a source has none of its own.
 */
export function readSources(text: string, asOf: string | null): Source[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const copy = copies.find(({ source }) => trimmed.startsWith(source))
  if (copy) {
    const rest = trimmed.slice(copy.source.length).replace(/^[;\s]+/, '')
    const { publisher, title, source } = copy
    return [
      { publisher, title, year: asOf, copy: source },
      ...(/^\w/.test(rest) && trimmed[copy.source.length] === ';' ? readSources(rest, null) : []),
    ]
  }
  const sources: Source[] = []
  /** Whether the last source is a site. A council's own site has no `page`. */
  let isOfSite = false
  for (const part of trimmed.split(/;| \+ /).map((each) => each.trim())) {
    if (part === '' || POSITION_TEXT.test(part) || sources.length === MAX_SOURCES) continue
    const source = readSource(part)
    const last = sources.at(-1)
    // 'cockburn.wa.gov.au DogExercise + Dog-on-lead-beach-approved' names two pages of one site.
    if (last !== undefined && isOfSite && FURTHER_PAGE.test(part) && !isNamed(part))
      sources[sources.length - 1] = { ...last, title: [last.title, part].filter(Boolean).join('; ') }
    else {
      sources.push(source)
      isOfSite = source.page !== undefined || (source.copy === undefined && ADDRESS.test(part))
    }
  }
  const dated = sources.some(({ year }) => year !== null)
  return dated ? sources : sources.map((source) => ({ ...source, year: asOf }))
}
