import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { searchEvent } from '../../data/model/history.ts'
import { citySlug } from '../../data/places/slug.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { newId } from '../../client/store/stream.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { credentialsOf, setAdmin } from '../../server/repositories/users.ts'
import { openBrowser, type PersistentBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'

/** Each sets `pwned` when it is interpreted as anything but text. */
const PAYLOADS = [
  '<script>pwned=1</script>',
  '</script><script>pwned=1</script>',
  '"><img src=x onerror=pwned=1>',
  "'><svg onload=pwned=1>",
  'javascript:pwned=1',
  '<iframe srcdoc="<script>parent.pwned=1</script>">',
  '" autofocus onfocus="pwned=1" x="',
  '{{constructor.constructor("pwned=1")()}}',
  '<a href="javascript:pwned=1">x</a>',
  '<style>*{background:url(javascript:pwned=1)}</style>',
  '--><script>pwned=1</script>',
  '\u2028<img src=x onerror=pwned=1>',
] as const
/** The username of the person who opens the screens. */
const USERNAME = PAYLOADS[2]
/** Id of the first park made of the payloads. */
const FIRST_ID = 900_001
/** A real park whose position and suburb the hostile parks copy. */
const MODEL_PARK = seedParks().find(({ state }) => state === 'VIC')!

let product: Product
let browser: PersistentBrowser
let page: Page
let violations: string[] = []

/** Publishes parks whose every text is a payload. No import would accept them, but another source might. */
async function publishHostileParks(): Promise<void> {
  const store = openStore(databasePath(product.dataDir))
  const upserts = PAYLOADS.map((payload, index) => ({
    ...MODEL_PARK,
    id: FIRST_ID + index,
    name: payload,
    address: payload,
    area: payload,
    openingHours: payload,
    leashHours: payload,
    phone: payload,
    source: payload,
    imageUrl: index % 2 === 0 ? payload : `/${payload}`,
    description:
      index % 3 === 0
        ? payload
        : JSON.stringify({
            overview: payload,
            shortLocation: payload,
            street: payload,
            phone: payload,
            features: [payload],
            images: [payload],
            businessStatus: payload,
            streetViewUrl: payload,
          }),
  }))
  await store.write((db) => publishChange(db, { upserts }, new Date()))
  await store.close()
}

beforeAll(async () => {
  product = await startProduct()
  await publishHostileParks()
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } })
  page = await browser.page()
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (window as unknown as { reportViolation(text: string): Promise<void> }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      )
    })
  })
  page.setDefaultTimeout(10_000)
  page.on('dialog', (dialog) => void dialog.dismiss())
  await signUpAsAdmin()
}, 120_000)
afterAll(async () => {
  await browser.dispose()
  await product.dispose()
})

/** Creates an administrator account with hostile texts in every field it can write. */
async function signUpAsAdmin(): Promise<void> {
  await page.goto(`${product.url}/auth?tab=register`)
  const status = await page.evaluate(async (payload) => {
    const send = (method: string, url: string, body: object) =>
      fetch(url, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(({ status }) => status)
    return [
      await send('POST', '/api/register', {
        username: payload,
        email: 'keeper@example.com',
        password: 'kelpie at the creek',
        fullName: payload,
        address: payload,
      }),
      await send('POST', '/api/profile/dogs', { name: payload.slice(0, 40), breed: payload.slice(0, 40) }),
      await send('POST', '/api/user/search-history', { query: payload }),
      await send('POST', '/api/user/visits', { parkId: 1, notes: payload }),
      await send('POST', '/api/parks/1/reviews', { rating: 1, title: payload, comment: payload }),
    ]
  }, USERNAME)
  expect(status).toEqual([201, 201, 200, 201, 201])
  await sendAnonymously()
  const store = openStore(databasePath(product.dataDir))
  await store.write(async (db) => setAdmin(db, (await credentialsOf(db, USERNAME))!.userId, true))
  await store.close()
  await importList()
}

/**
 * Imports a list with each payload in every column: some rows succeed, some wait for a dog rule, some fail.
 */
async function importList(): Promise<void> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = PAYLOADS.flatMap((payload, index) => [
    [
      payload,
      payload,
      'Richmond',
      'VIC',
      '3121',
      `-37.8${10 + index}`,
      '145.00',
      index % 2 === 0 ? 'Off leash' : '',
      payload,
      payload,
      payload,
    ],
    [payload, payload, payload, 'VIC', payload, payload, payload, payload, payload, payload, payload],
  ])
  const header =
    'Park Name,Street,Suburb,State,Postcode,Latitude,Longitude,Dogs,Description,Opening Hours,Phone'
  const list = [header, ...rows.map((row) => row.map(cell).join(','))].join('\n')
  const answer = await page.evaluate(
    async ({ list, payload }) => {
      const form = new FormData()
      form.append('fileType', 'csv')
      form.append('source', payload)
      form.append('csvFile', new File([list], `${payload}.csv`))
      return (await fetch('/api/admin/import-parks', { method: 'POST', body: form })).json() as Promise<{
        imported?: number
        failed?: number
      }>
    },
    { list, payload: USERNAME },
  )
  expect([answer.imported! > 5, answer.failed! > 5], JSON.stringify(answer).slice(0, 500)).toEqual([
    true,
    true,
  ])
}

/** Sends everything possible without an account, with each payload in every field. */
async function sendAnonymously(): Promise<void> {
  const deviceId = newId()
  const items = PAYLOADS.flatMap((payload) => [
    {
      kind: 'submission',
      args: {
        parkName: payload,
        address: payload,
        suburb: payload,
        postcode: '3121',
        state: 'VIC',
        description: payload,
        openingHours: payload,
        features: [],
      },
    },
    {
      kind: 'contact',
      args: { name: payload, email: 'visitor@example.com', subject: payload, message: payload },
    },
    { kind: 'report', args: { subject: 'park', subjectId: 1, message: payload } },
    { kind: 'search-event', args: searchEvent({ term: payload, features: [], resultCount: 0 }, Date.now()) },
  ])
  const reviewReport = { kind: 'report', args: { subject: 'review', subjectId: 1, message: USERNAME } }
  const operations = [...items, reviewReport].map((operation, index) => ({
    ...operation,
    opId: newId(),
    deviceId,
    seq: index + 1,
    userId: 0,
    baseRev: [],
  }))
  const answer = await fetch(`${product.url}/api/sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      protocol: PROTOCOL,
      userId: 0,
      deviceId,
      cursor: null,
      acknowledged: 0,
      operations,
    }),
  })
  const { outcomes } = (await answer.json()) as { outcomes: { status: string }[] }
  expect(outcomes.map(({ status }) => status)).toEqual(operations.map(() => 'applied'))
}

/** Active content in the page that the product does not put there. */
const injectedContent = () =>
  page.evaluate(() => {
    const found: string[] = []
    if ('pwned' in window) found.push('a script ran')
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${element.tagName} ${name}=${value}`)
        if (
          /^(href|src|action|formaction|srcdoc|xlink:href)$/.test(name) &&
          /^\s*(javascript|data:text)/i.test(value)
        )
          found.push(`${element.tagName} ${name}=${value}`)
      }
      if (element.matches('script:not([src]):not([type="application/ld+json"]), iframe, object, embed, base'))
        found.push(element.outerHTML.slice(0, 120))
    }
    return found
  })

const encodedPayload = encodeURIComponent(PAYLOADS[2])
const SCREENS = [
  '/',
  `/?q=${encodeURIComponent(`${MODEL_PARK.city} ${MODEL_PARK.postcode}`)}`,
  `/?q=${encodedPayload}`,
  `/?lat=${MODEL_PARK.latitude}&lng=${MODEL_PARK.longitude}`,
  ...PAYLOADS.flatMap((_, index) => [`/park/${FIRST_ID + index}`]),
  `/directions/${FIRST_ID + 2}`,
  `/directions/${FIRST_ID + 4}`,
  '/state',
  '/states',
  '/state/vic',
  `/state/vic/${citySlug(MODEL_PARK.city)}`,
  `/state/vic/${encodedPayload}`,
  '/favorites',
  '/profile',
  '/outbox',
  `/auth?error=${encodedPayload}`,
  '/submit-park',
  '/contact',
  '/terms',
  '/privacy',
  '/accessibility',
  '/icons',
  '/offline',
  `/share?text=${encodedPayload}`,
  `/profile?error=${encodedPayload}`,
  `/${encodedPayload}`,
  '/admin',
  '/admin?tab=analytics',
  '/admin/inbox',
  '/admin/inbox?kind=reports',
  '/admin/inbox?kind=messages',
  '/admin/inbox/submissions/1',
  '/admin/inbox/submissions/2',
  '/admin/inbox/reports/1',
  '/admin/inbox/reports/13',
  '/admin/inbox/messages/1',
  '/admin/imports',
  '/admin/rules',
  '/admin/freshness',
  '/admin/log',
]

test.each(SCREENS)('hostile texts are shown as text only on %s', async (path) => {
  violations = []
  await page.goto(product.url + path)
  await page.locator('main').waitFor()
  // Lists, maps and pictures load after the screen itself and may contain hostile texts as well.
  await page.waitForTimeout(1_000)
  expect(await injectedContent()).toEqual([])
  expect(violations).toEqual([])
})

test('the server-rendered HTML contains no markup from hostile texts', async () => {
  for (const path of SCREENS) {
    const html = await (await fetch(product.url + path)).text()
    const tags = html.replaceAll(/<script type="application\/(?:ld\+)?json"[^>]*>[^<]*<\/script>/g, '')
    expect([path, tags.match(/\s(href|src)="\s*javascript:/gi)]).toEqual([path, null])
    // Without attribute values only the names of tags and attributes are left.
    expect([
      path,
      tags.replaceAll(/"[^"]*"/g, '').match(/<(iframe|style|object|embed)\b|<script>|<[^<>]*\son\w+=/gi),
    ]).toEqual([path, null])
    // The server-rendered screen has images from our own origin and decorative drawings only.
    expect([path, tags.match(/<img\b(?![^>]* (src|srcSet)="\/(?!\/))[^>]*>/gi)]).toEqual([path, null])
    expect([path, tags.match(/<svg\b(?![^>]* aria-hidden="true")[^>]*>/gi)]).toEqual([path, null])
  }
})
