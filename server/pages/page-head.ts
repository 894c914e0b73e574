import { PRODUCT } from '../../data/model/constants.ts'
import { openingHoursSpecification } from '../../data/hours/schema-org.ts'
import { FEATURE_LABELS } from '../../data/model/feature.ts'
import { featureTags, type DirectoryPark } from '../../data/model/park.ts'
import { toPark } from '../../data/model/to-park.ts'
import { readState, STATE_NAMES } from '../../data/model/state.ts'
import { readParkId } from '../../data/screens/park-id.ts'
import { HOME_HEAD, matchScreen, type ScreenHead } from '../../data/screens/screens.ts'
import { pageTitle } from '../../data/screens/titles.ts'
import { citySlug, findBySlug } from '../../data/places/slug.ts'
import type { DirectoryCopy } from '../directory/directory.ts'

/** A page's metadata for shared links and search engines, which run no scripts. */
export interface PageHead {
  title: string
  description: string
  /** Path of the canonical URL; `null` for a page without one. */
  canonical: string | null
  /** Whether search engines may index the page. */
  isIndexed: boolean
  /** Whether there is what the path names. If not, the page is sent with status 404. */
  exists: boolean
  /** JSON-LD objects (https://schema.org). */
  structured: object[]
}

/** Parks in the home page's structured data (specification 19.22). */
const PARKS_LISTED = 10

/** The head of a page that search engines index. */
const indexed = (
  { title, description }: ScreenHead,
  canonical: string,
  structured: object[] = [],
): PageHead => ({ title, description, canonical, isIndexed: true, exists: true, structured })

const breadcrumb = (origin: string, steps: readonly (readonly [name: string, path: string])[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
})

function placeOf(park: DirectoryPark, origin: string): object {
  const hours = openingHoursSpecification(park.openingHours)
  return {
    '@context': 'https://schema.org',
    '@type': 'Park',
    '@id': `${origin}/park/${park.id}`,
    url: `${origin}/park/${park.id}`,
    name: park.name,
    address: {
      '@type': 'PostalAddress',
      ...(park.address === '' ? {} : { streetAddress: park.address }),
      addressLocality: park.city,
      addressRegion: park.state,
      ...(park.postcode === '' ? {} : { postalCode: park.postcode }),
      addressCountry: 'AU',
    },
    // Otherwise the position is the middle of a suburb.
    ...(park.accuracy === 'exact'
      ? { geo: { '@type': 'GeoCoordinates', latitude: park.latitude, longitude: park.longitude } }
      : {}),
    ...(hours === null ? {} : { openingHoursSpecification: hours }),
    ...(park.phone === null ? {} : { telephone: park.phone }),
    ...(park.imageUrl === null ? {} : { image: new URL(park.imageUrl, origin).href }),
    amenityFeature: featureTags(toPark(park)).map((id) => ({
      '@type': 'LocationFeatureSpecification',
      name: FEATURE_LABELS[id],
      value: true,
    })),
  }
}

function home(copy: DirectoryCopy | undefined, origin: string): PageHead {
  const parks = copy
    ? copy.engine.search({ limit: PARKS_LISTED }).hits.flatMap(({ id }) => copy.engine.park(id) ?? [])
    : []
  return indexed(HOME_HEAD, '/', [
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: PRODUCT,
      url: `${origin}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${origin}/search?q={search_term}`,
        'query-input': 'required name=search_term',
      },
    },
    ...(parks.length === 0
      ? []
      : [
          {
            '@context': 'https://schema.org',
            '@type': 'ItemList',
            itemListElement: parks.map(({ id, name }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              url: `${origin}/park/${id}`,
            })),
          },
        ]),
  ])
}

function parkPage(park: DirectoryPark, { gazetteer }: DirectoryCopy, origin: string): PageHead {
  const where = `${park.city} ${park.state} ${park.postcode}`.trim()
  const tags = featureTags(toPark(park)).map((id) => FEATURE_LABELS[id])
  const age = park.asOf === null ? 'Source undated' : `Last checked ${park.asOf}`
  const state = `/state/${park.state.toLowerCase()}`
  const hasCityPage = gazetteer.localitiesOf(park.state, park.city).length > 0
  const head = {
    title: pageTitle(park.name),
    description: `${park.name}, a dog-friendly park in ${where}: ${tags.join(', ')}. ${age}, check the signs.`,
  }
  return indexed(head, `/park/${park.id}`, [
    placeOf(park, origin),
    breadcrumb(origin, [
      ['Home', '/'],
      ['States', '/state'],
      [STATE_NAMES[park.state], state],
      ...(hasCityPage ? [[park.city, `${state}/${citySlug(park.city)}`] as const] : []),
      [park.name, `/park/${park.id}`],
    ]),
  ])
}

function statePage(
  code: string,
  slug: string | undefined,
  copy: DirectoryCopy | undefined,
  origin: string,
): PageHead {
  const state = readState(code)
  if (!state) return NOT_FOUND
  const name = STATE_NAMES[state]
  const path = `/state/${state.toLowerCase()}`
  const steps = [
    ['Home', '/'],
    ['States', '/state'],
    [name, path],
  ] as const
  if (slug === undefined) {
    const head = {
      title: pageTitle(`Dog Parks in ${name}`),
      description: `Dog-friendly parks in ${name}, suburb by suburb.`,
    }
    return indexed(head, path, [breadcrumb(origin, steps)])
  }
  if (!copy) return UNKNOWN
  const region = findBySlug(copy.gazetteer.regions(state), slug)
  if (!region) return NOT_FOUND
  const here = `${path}/${region.slug}`
  const head = {
    title: pageTitle(`Dog Parks in ${region.name}, ${name}`),
    description: `Dog-friendly parks in and around ${region.name} ${state} ${region.postcodes.join(', ')}.`,
  }
  return indexed(head, here, [breadcrumb(origin, [...steps, [region.name, here]])])
}

/** The app's general head. */
const GENERAL = { ...HOME_HEAD, canonical: null, structured: [] }
const NOT_INDEXED: PageHead = { ...GENERAL, isIndexed: false, exists: true }
const NOT_FOUND: PageHead = { ...GENERAL, isIndexed: false, exists: false }
/**
 * While the server has no directory, it cannot say whether a park exists. A page marked as not to be indexed
 * would disappear from the search engines.
 */
const UNKNOWN: PageHead = { ...GENERAL, isIndexed: true, exists: true }

type Segments = Readonly<Record<string, string | undefined>>

/** The segments of a path as text; `undefined` if one is not encoded correctly. */
function decodeSegments(segments: Segments): Segments | undefined {
  try {
    return Object.fromEntries(
      Object.entries(segments).map(([name, segment]) => [name, segment && decodeURIComponent(segment)]),
    )
  } catch {
    return undefined
  }
}

/**
 * The head of a page. `path`: not decoded; `origin`: the page's scheme and host. Without a directory, and for
 * personal pages and such as do not exist, it is the app's general head.
 */
export function headOf(path: string, copy: DirectoryCopy | undefined, origin: string): PageHead {
  const trimmed = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path
  const { screen, segments } = matchScreen(trimmed) ?? {}
  if (screen === undefined) return NOT_FOUND
  if (screen.head === undefined) return NOT_INDEXED
  if (screen.path === '/') return home(copy, origin)
  if (screen.head !== 'from-directory') return indexed(screen.head, screen.path)
  const decoded = decodeSegments(segments ?? {})
  if (decoded === undefined) return NOT_FOUND
  const { id, state, city } = decoded
  if (state !== undefined) return statePage(state, city, copy, origin)
  const parkId = id === undefined ? undefined : readParkId(id)
  if (parkId === undefined) return NOT_FOUND
  if (!copy) return UNKNOWN
  const park = copy.engine.park(parkId)
  return park ? parkPage(park, copy, origin) : NOT_FOUND
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** JSON for a script element: without `<`, which could end the element or start a comment. */
const scriptJson = (value: object) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** The head as HTML, every value escaped. */
export function renderHead(head: PageHead, origin: string): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}" />`,
    ...(head.isIndexed ? [] : ['<meta name="robots" content="noindex" />']),
    ...(head.canonical === null
      ? []
      : [
          `<link rel="canonical" href="${escapeHtml(`${origin}${head.canonical}`)}" />`,
          property('og:url', `${origin}${head.canonical}`),
        ]),
    property('og:site_name', PRODUCT),
    property('og:type', 'website'),
    property('og:locale', 'en_AU'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:image', `${origin}/icons/icon-512.png`),
    ...head.structured.map((object) => `<script type="application/ld+json">${scriptJson(object)}</script>`),
  ].join('\n    ')
}

/** Replaces the document's title and description with a head. */
export function withHead(document: string, head: PageHead, origin: string): string {
  return document.replace(/<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/, () =>
    renderHead(head, origin),
  )
}
