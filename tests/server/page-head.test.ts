import { describe, expect, test } from 'vitest'
import { openingHoursSpecification } from '../../data/hours/schema-org.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { STATE_NAMES } from '../../data/model/state.ts'
import { SCREENS } from '../../data/screens/screens.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import type { DirectoryCopy } from '../../server/directory/directory.ts'
import { headOf, renderHead, withHead } from '../../server/pages/page-head.ts'
import { LOCALITIES, PARKS, startedServer } from './harness.ts'

const ORIGIN = 'https://offlead.example'
const HOSTILE = `</script><script>alert(1)</script><!--"'&`

function copyOf(parks: readonly DirectoryPark[]): DirectoryCopy {
  const gazetteer = buildGazetteer(LOCALITIES, [])
  return {
    engine: buildEngine(parks, () => gazetteer),
    gazetteer,
    version: { epoch: 'e', seq: 1, localitiesSeq: 1 },
    tag: 't',
    manifest: { epoch: 'e', seq: 1 },
  } as unknown as DirectoryCopy
}

const structuredDataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  )

describe('the head of a served page', () => {
  const copy = copyOf(PARKS)

  test('lists the first ten parks and the search URL on the home page', () => {
    const structured = structuredDataIn(renderHead(headOf('/', copy, ORIGIN), ORIGIN))
    const list = structured.find((object) => object['@type'] === 'ItemList') as {
      itemListElement: { url: string; position: number }[]
    }
    expect(list.itemListElement.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(list.itemListElement.every(({ url }) => url.startsWith(`${ORIGIN}/park/`))).toBe(true)
    const site = structured.find((object) => object['@type'] === 'WebSite') as {
      potentialAction: { target: string }
    }
    expect(site.potentialAction.target).toBe(`${ORIGIN}/search?q={search_term}`)
  })

  test('describes a park with its address and, if exact, its position', () => {
    const exact = PARKS.find((park) => park.accuracy === 'exact')!
    const head = headOf(`/park/${exact.id}`, copy, ORIGIN)
    expect(head.title).toBe(`${exact.name} | Offlead`)
    const [park] = structuredDataIn(renderHead(head, ORIGIN))
    expect(park).toMatchObject({
      '@type': 'Park',
      name: exact.name,
      address: {
        addressLocality: exact.city,
        addressRegion: exact.state,
        postalCode: exact.postcode,
        addressCountry: 'AU',
      },
      geo: { latitude: exact.latitude, longitude: exact.longitude },
    })
    expect(renderHead(head, ORIGIN)).toContain(`<link rel="canonical" href="${ORIGIN}/park/${exact.id}" />`)
  })

  test('has no position for a park known only by its suburb', () => {
    const approximate = PARKS.find((park) => park.accuracy === 'suburb')!
    expect(
      structuredDataIn(renderHead(headOf(`/park/${approximate.id}`, copy, ORIGIN), ORIGIN))[0],
    ).not.toHaveProperty('geo')
  })

  test('has the breadcrumb of the page: home, states, state, city and park', () => {
    const [park] = PARKS
    const breadcrumb = (path: string) =>
      structuredDataIn(renderHead(headOf(path, copy, ORIGIN), ORIGIN)).find(
        (object) => object['@type'] === 'BreadcrumbList',
      )!.itemListElement as { name: string; item: string }[]
    const steps = breadcrumb(`/park/${park!.id}`)
    const slug = park!.city.toLowerCase().replaceAll(' ', '-')
    const city = `/state/${park!.state.toLowerCase()}/${slug}`
    expect(steps.map(({ name }) => name)).toEqual([
      'Home',
      'States',
      STATE_NAMES[park!.state],
      park!.city,
      park!.name,
    ])
    expect(steps.slice(0, 4)).toEqual(breadcrumb(city))
    expect(steps[3]!.item).toBe(`${ORIGIN}${city}`)
  })

  test('has neither a city in the breadcrumb without a page for it, nor an unknown postcode', () => {
    const [park] = PARKS
    const elsewhere = copyOf([{ ...park!, city: 'No Such Town', postcode: '' }])
    const structured = structuredDataIn(renderHead(headOf(`/park/${park!.id}`, elsewhere, ORIGIN), ORIGIN))
    expect(structured[0]!.address).not.toHaveProperty('postalCode')
    expect((structured[1]!.itemListElement as object[]).length).toBe(4)
  })

  test('names a state or suburb whatever the case of the URL', () => {
    expect(headOf('/state/nsw', copy, ORIGIN).title).toBe('Dog Parks in New South Wales | Offlead')
    const city = PARKS[0]!
    const slug = city.city.toLowerCase().replaceAll(' ', '-')
    expect(headOf(`/state/${city.state.toLowerCase()}/${slug.toUpperCase()}`, copy, ORIGIN).canonical).toBe(
      `/state/${city.state.toLowerCase()}/${slug}`,
    )
  })

  test('finds a page by an address with encoded characters, as the app does', () => {
    expect(headOf('/park/%31', copy, ORIGIN).canonical).toBe('/park/1')
    const { city, state } = PARKS.find((park) => park.city.includes(' '))!
    expect(headOf(`/state/${state.toLowerCase()}/${encodeURIComponent(city)}`, copy, ORIGIN).exists).toBe(
      true,
    )
    expect(headOf('/state/nsw/%E0%A4%A', copy, ORIGIN).exists).toBe(false)
  })

  test.each([
    '/share',
    '/profile',
    '/park/999999',
    '/park/abc',
    '/state/xyz',
    '/state/nsw/no-such-town',
    '/nothing',
    '/park/1/2',
    '/state/nsw/a/b',
  ])('excludes %s from search engines', (path) => {
    expect(renderHead(headOf(path, copy, ORIGIN), ORIGIN)).toContain(
      '<meta name="robots" content="noindex" />',
    )
  })

  test.each(['/park/999999', '/park/abc', '/state/xyz', '/state/nsw/no-such-town', '/nothing'])(
    'says that there is no %s',
    (path) => {
      expect(headOf(path, copy, ORIGIN).exists).toBe(false)
    },
  )

  test('neither denies nor hides a page that depends on a directory which is not loaded', () => {
    for (const path of ['/park/1', '/state/nsw/sydney']) {
      const head = headOf(path, undefined, ORIGIN)
      expect(head).toMatchObject({ exists: true, canonical: null })
      expect(renderHead(head, ORIGIN)).not.toContain('noindex')
    }
  })

  test('escapes a park name with </script>', () => {
    const hostile = copyOf([{ ...PARKS[0]!, name: HOSTILE, city: HOSTILE, address: HOSTILE }])
    for (const path of ['/', `/park/${PARKS[0]!.id}`]) {
      const html = renderHead(headOf(path, hostile, ORIGIN), ORIGIN)
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<!--')
      expect(html.match(/<\/script>/g)?.length ?? 0).toBe(
        html.match(/<script type="application\/ld\+json">/g)?.length ?? 0,
      )
      expect(JSON.stringify(structuredDataIn(html))).toContain(JSON.stringify(HOSTILE).slice(1, -1))
    }
  })

  test('keeps dollar signs of a name', () => {
    const head = { ...headOf('/', copy, ORIGIN), title: '$& $1 $$' }
    expect(withHead('<title>x</title>\n<meta name="description" content="y" />', head, ORIGIN)).toContain(
      '<title>$&amp; $1 $$</title>',
    )
  })
})

describe('structured opening hours', () => {
  test.each([
    ['Open 24/7', [{ opens: '00:00', closes: '23:59', days: 7 }]],
    ['5:00 AM - 9:00 PM', [{ opens: '05:00', closes: '21:00', days: 7 }]],
    [
      'Mon-Fri 6am-8pm, Sat & Sun 7am-7pm',
      [
        { opens: '07:00', closes: '19:00', days: 2 },
        { opens: '06:00', closes: '20:00', days: 5 },
      ],
    ],
  ])('describe %s', (text, expected) => {
    const hours = openingHoursSpecification(text)
    expect(hours?.map(({ opens, closes, dayOfWeek }) => ({ opens, closes, days: dayOfWeek.length }))).toEqual(
      expected,
    )
  })

  test.each(['Dawn to Dusk', 'whenever you like', ''])(
    'are left out for %s, which has no exact times',
    (text) => {
      expect(openingHoursSpecification(text)).toBeNull()
    },
  )
})

describe('URLs for search engines', () => {
  test('are the same in the page, the sitemap and robots.txt', async () => {
    const { app } = await startedServer({ publicUrl: ORIGIN })
    await app.inject('/api/parks/1')
    const page = await app.inject('/park/1')
    expect(page.statusCode).toBe(200)
    const map = await app.inject('/sitemap.xml')
    expect(map.headers['content-type']).toContain('application/xml')
    expect(map.body).toContain(`<loc>${ORIGIN}/park/1</loc>`)
    expect(map.body.match(/<loc>/g)!.length).toBeGreaterThan(PARKS.length)
    expect((await app.inject('/robots.txt')).body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    expect((await app.inject('/sitemap-1.xml')).statusCode).toBe(200)
    expect((await app.inject('/sitemap-2.xml')).statusCode).toBe(404)
    expect((await app.inject('/sitemap-x.xml')).statusCode).toBe(404)
  })

  test('robots may read the pictures of indexed pages and of shared links', async () => {
    const { app } = await startedServer({ publicUrl: ORIGIN })
    const rules = Array.from(
      (await app.inject('/robots.txt')).body.matchAll(/^(Allow|Disallow): (.+)$/gm),
      ([, kind, prefix]) => ({ kind, prefix: prefix! }),
    )
    // https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2
    const ruleOf = (path: string) =>
      rules
        .filter(({ prefix }) => path.startsWith(prefix))
        .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.kind
    expect(ruleOf('/icons/icon-512.png')).toBe('Allow')
    expect(ruleOf(`/api/pictures/${'0'.repeat(64)}.webp`)).toBe('Allow')
    expect(ruleOf('/icons')).toBe('Disallow')
    expect(ruleOf('/api/parks')).toBe('Disallow')
  })

  test('every screen is either in the sitemap, for a page that is indexed, or excluded in robots.txt', async () => {
    const { app } = await startedServer({ publicUrl: ORIGIN })
    const map = (await app.inject('/sitemap.xml')).body
    const robots = (await app.inject('/robots.txt')).body
    const excluded = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, prefix]) => prefix!)
    for (const { path } of SCREENS.filter((screen) => !screen.path.includes('$'))) {
      const isIndexed = headOf(path, copyOf(PARKS), ORIGIN).canonical === path
      expect({ path, listed: map.includes(`<loc>${ORIGIN}${path}</loc>`) }).toEqual({
        path,
        listed: isIndexed,
      })
      expect({ path, excluded: excluded.some((prefix) => path.startsWith(prefix)) }).toEqual({
        path,
        excluded: !isIndexed,
      })
    }
  })
})
