import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { promote, signUp } from '../support/account.ts'
import { DESKTOP } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { boxesOf } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { openLightVisit, type Visit } from '../support/visit.ts'
import type { FeatureId } from '../../data/model/feature.ts'

// Administration of what people send, other than accepting it: rejecting, removing a park, marking a review,
// answering.

let product: Product
let admin: Visit
let page: Page

const main = () => page.locator('main')
/** Opens a screen in the open app, which reads its lists again, but may show at first what it had. */
const go = (path: string) => admin.go(path)
const button = (name: string) => main().getByRole('button', { name, exact: true })
const link = (name: RegExp) => main().getByRole('link', { name })
const toasted = (text: string) => toastShown(page, text)

/** Sends an operation as the outbox does without an account. */
const post = (kind: 'submission' | 'report' | 'contact', args: object) =>
  page.evaluate(
    async (operation) => {
      const hex = () => crypto.randomUUID().replaceAll('-', '')
      const deviceId = hex()
      const operations = [{ opId: hex(), deviceId, seq: 1, userId: 0, baseRev: [], ...operation }]
      const answer = await fetch('/api/sync', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ protocol: 2, deviceId, userId: 0, acknowledged: 0, cursor: null, operations }),
      })
      const { outcomes } = (await answer.json()) as { outcomes: { status: string }[] }
      return outcomes.map(({ status }) => status)
    },
    { kind, args },
  )

async function send(...[kind, args]: Parameters<typeof post>): Promise<void> {
  expect(await post(kind, args)).toEqual(['applied'])
}

const submitPark = (parkName: string, features: FeatureId[] = [], suburb = 'Chermside') =>
  send('submission', {
    parkName,
    address: '1 Kuran St',
    suburb,
    postcode: '4032',
    state: 'QLD',
    features,
  })

/** The pin of the form's map. */
const pin = () => main().locator('.leaflet-marker-draggable')
const mapOfPin = () =>
  main().locator('.leaflet-container', { has: page.locator('.leaflet-marker-draggable') })

/** Whether the map shows the whole pin. */
async function isPinOnMap(): Promise<boolean> {
  const [mark, map] = (await boxesOf(pin(), mapOfPin())) as [DOMRect, DOMRect]
  return mark.top >= map.top && mark.bottom <= map.bottom && mark.left >= map.left && mark.right <= map.right
}

/** As the app asks: without the browser's cache, which may give an earlier reply for half a minute. */
const fetchJson = <T>(path: string) =>
  page.evaluate(
    async (address) => (await fetch(address, { cache: 'no-store' })).json() as Promise<unknown>,
    path,
  ) as Promise<T>

beforeAll(async () => {
  product = await startProduct()
  admin = await openLightVisit(product, { viewport: DESKTOP })
  page = admin.page
  await signUp(page, admin.url, 'boss')
  promote(product, 'boss')
  await admin.load('/admin/log')
})
afterAll(async () => {
  await admin.leave()
  await product.dispose()
})

test('a message is answered in the administrator’s mail program and marked as dealt with', async () => {
  await send('contact', {
    name: 'Bandit',
    email: 'bandit@example.org',
    subject: 'Lost ball',
    message: 'Did anyone\nsee it?',
  })
  await go('/admin/inbox?kind=messages')
  await link(/^Lost ball/).click()
  await main().getByText('Did anyone see it?').waitFor()
  expect(await link(/^Reply by email$/).getAttribute('href')).toBe(
    'mailto:bandit%40example.org?subject=Re%3A%20Lost%20ball',
  )
  await main().getByLabel('Note for other administrators (optional)').fill('It was under the bench.')
  await button('Mark as done').click()
  await toasted('Marked as done')
  await main().getByText('Nothing new here.').waitFor()
  await go('/admin/inbox?kind=messages&status=accepted')
  await link(/^Lost ball/).click()
  await main()
    .getByText(/^Accepted on .* by boss\.$/)
    .waitFor()
  await main().getByText('It was under the bench.').waitFor()
  expect(await button('Mark as done').count()).toBe(0)
})

test('a rejected item shows its note and changes nothing', async () => {
  // Past the proxy, which gives no directory.
  const directory = async () => (await fetch(`${product.url}/api/directory`)).json()
  const before = await directory()
  await submitPark('My backyard')
  await send('report', { subject: 'park', subjectId: 7, reason: 'other', message: 'I do not like it.' })
  await send('contact', { name: 'A', email: 'a@example.org', subject: 'Cheap watches', message: 'Buy now' })
  for (const [kind, title] of [
    ['submissions', /^My backyard.* 1 Kuran St, Chermside QLD 4032/],
    ['reports', /^Burnie Brae Park/],
    ['messages', /^Cheap watches/],
  ] as const) {
    await go(`/admin/inbox?kind=${kind}`)
    await link(title).click()
    await main().getByLabel('Note for other administrators (optional)').fill(`No ${kind} of this sort.`)
    await button('Reject').click()
    await toasted('Rejected')
    await main().getByText('Nothing new here.').waitFor()
    await main().getByLabel('Show').selectOption('rejected')
    await link(title).click()
    await main()
      .getByText(/^Rejected on .* by boss\.$/)
      .waitFor()
    await main().getByText(`No ${kind} of this sort.`).waitFor()
  }
  expect(await directory()).toEqual(before)
})

test('a pin that is dragged sets the position of a submission', async () => {
  await submitPark('Pin Paddock')
  await go('/admin/inbox')
  await link(/^Pin Paddock/).click()
  await pin().scrollIntoViewIfNeeded()
  const view = () =>
    mapOfPin()
      .locator('.leaflet-map-pane')
      .evaluate((pane) => pane.style.transform)
  const viewBefore = await view()
  const latitude = main().getByLabel('Latitude')
  const before = Number(await latitude.inputValue())
  await expect.poll(() => main().getByLabel('Position accuracy').inputValue()).toBe('suburb')
  const { x, y, width, height } = (await pin().boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2 - 60, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(before)
  expect(Number(await latitude.inputValue()) - before).toBeLessThan(0.05)
  await expect.poll(() => main().getByLabel('Position accuracy').inputValue()).toBe('exact')
  expect(await view()).toBe(viewBefore)
})

test('the map of a submission follows a position that is typed', async () => {
  await submitPark('Lost Paddock', [], 'Atlantis')
  await go('/admin/inbox')
  await link(/^Lost Paddock/).click()
  const longitude = main().getByLabel('Longitude')
  await main().getByLabel('Latitude').fill('-33.86')
  // The first digit is a position, too, and far from Australia.
  await longitude.fill('1')
  await longitude.scrollIntoViewIfNeeded()
  await pin().waitFor({ state: 'attached' })
  await longitude.fill('151.2')
  await expect.poll(isPinOnMap).toBe(true)
})

test('the features that follow from the rule for dogs are ticked with it, and what else is ticked stays', async () => {
  await submitPark('Rule Reserve', ['off-leash', 'water'])
  await go('/admin/inbox')
  await link(/^Rule Reserve/).click()
  const feature = (name: string) => main().getByRole('checkbox', { name, exact: true })
  const ticked = () =>
    main()
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).toSorted())
  const rule = main().getByLabel('Dog rules', { exact: true })
  await expect.poll(ticked).toEqual(['off-leash', 'water'])
  await rule.selectOption('fenced_dog_park')
  await expect.poll(ticked).toEqual(['fenced', 'off-leash', 'water'])
  await feature('Shaded Areas').check()
  await rule.selectOption('on_leash')
  await expect.poll(ticked).toEqual(['on-leash', 'shade', 'water'])
  await rule.selectOption('dog_park')
  await expect.poll(ticked).toEqual(['off-leash', 'shade', 'water'])

  // As the page saves its last edits before it reloads with a new version.
  await page.evaluate(() => {
    const form = [...document.forms].findIndex((one) => one.elements.namedItem('access') !== null)
    const fields = [
      { form, field: 'access', value: 'fenced_dog_park' },
      { form, field: 'features', option: 'fenced', value: false },
    ]
    sessionStorage.setItem('offlead:draft', JSON.stringify({ path: location.pathname, fields }))
  })
  await page.reload()
  await expect.poll(() => rule.inputValue()).toBe('fenced_dog_park')
  await expect.poll(ticked).toEqual(['off-leash', 'water'])
})

test('a feature that followed from the old rule stays if it is ticked again', async () => {
  const { dogAccess, features } = await fetchJson<Record<'dogAccess' | 'features', string>>('/api/parks/114')
  expect(dogAccess).toBe('fenced_dog_park')
  await send('report', { subject: 'park', subjectId: 114, reason: 'rule-changed', message: 'A dog park.' })
  await go('/admin/inbox?kind=reports')
  await main().getByText('A dog park.').click()
  await main().getByLabel('Dog rules', { exact: true }).selectOption('dog_park')
  const fenced = main().getByRole('checkbox', { name: 'Fenced Area', exact: true })
  await expect.poll(() => fenced.isChecked()).toBe(false)
  await fenced.check()
  await button('Save and accept').click()
  await toasted('Park details saved')
  await expect.poll(() => fetchJson('/api/parks/114')).toMatchObject({ dogAccess: 'dog_park', features })
})

test('a park reported as gone is removed and leads to its successor', async () => {
  await send('report', { subject: 'park', subjectId: 9, reason: 'gone', message: 'There is a road now.' })
  const { name } = await fetchJson<{ name: string }>('/api/parks/9')
  await go('/admin/inbox?kind=reports')
  await main().getByText('There is a road now.').click()
  await main().getByRole('heading', { level: 1, name }).waitFor()
  const successor = main().getByLabel('Number of the park it was merged into (optional)')
  await successor.fill('the one next door')
  await button('Remove park').click()
  await main().getByText('Enter a valid park number').waitFor()
  await expect.poll(() => successor.getAttribute('aria-invalid')).toBe('true')
  await successor.fill('7')
  await button('Remove park').click()
  await toasted('Park removed')
  await go('/park/9')
  await expect
    .poll(() =>
      main()
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    )
    .toContain('/park/7')
  await go('/admin/log')
  for (const act of ['Report accepted', 'Report rejected', 'Submission rejected', 'Message closed'])
    await main().getByRole('cell', { name: act, exact: true }).first().waitFor()
})

test('a report of a wrong place shows its point and distance, and the point can be used', async () => {
  const { latitude, longitude } = await fetchJson<{ latitude: string; longitude: string }>('/api/parks/12')
  const point = {
    latitude: Number(latitude) + 0.01,
    longitude: Number(longitude),
    accuracy: 12,
    method: 'device',
  }
  await send('report', { subject: 'park', subjectId: 12, reason: 'wrong-place', message: '', point })
  await go('/admin/inbox?kind=reports')
  await link(/different place/)
    .first()
    .click()
  await main().getByText('Where the sender was, accurate to about 12 m').waitFor()
  await main().getByText('1,112 m from the current position').waitFor()
  await pin().scrollIntoViewIfNeeded()
  const latitudeField = main().getByLabel('Latitude')
  await button("Use the sender's position").click()
  await expect.poll(() => latitudeField.inputValue()).toBe(String(point.latitude))
  await expect.poll(isPinOnMap).toBe(true)
  await button('Save and accept').click()
  await toasted('Park details saved')
  await expect
    .poll(async () => Number((await fetchJson<{ latitude: string }>('/api/parks/12')).latitude))
    .toBeCloseTo(point.latitude, 5)
})

test('an accepted report leaves what was corrected meanwhile, while its form was open or before it was opened again', async () => {
  const messages = ['It has another name.', 'On leash now.', 'It has a phone.']
  for (const message of messages)
    await send('report', { subject: 'park', subjectId: 14, reason: 'other', message })
  const reports = await fetchJson<{ id: number; message: string }[]>('/api/admin/reports?status=new')
  const before = await fetchJson<{ dogAccess: string }>('/api/parks/14')
  const access = before.dogAccess === 'on_leash' ? 'dogs_allowed' : 'on_leash'
  /** Another administrator accepts one of them. */
  const correct = (message: string, changes: object) =>
    page.evaluate(
      async ([path, body]) => {
        await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      },
      [
        `/api/admin/reports/${reports.find((report) => report.message === message)!.id}/accept`,
        JSON.stringify({ act: 'edit', changes }),
      ] as const,
    )
  const rule = main().getByLabel('Dog rules', { exact: true })

  await go('/admin/inbox?kind=reports')
  await main().getByText(messages[0]!).click()
  await expect.poll(() => rule.inputValue()).toBe(before.dogAccess)
  await link(/^Back to the list$/).click()
  await correct(messages[1]!, { access })
  await main().getByText(messages[0]!).click()
  await expect.poll(() => rule.inputValue()).toBe(access)

  await correct(messages[2]!, { phone: '02 9999 9999' })
  const reread = page.waitForResponse(/\/api\/admin\/reports\/\d+$/)
  await page.evaluate(() => {
    // The app waits a random time.
    Math.random = () => 0
    for (const event of ['offline', 'online']) dispatchEvent(new Event(event))
  })
  await reread
  await main().getByLabel('Name', { exact: true }).fill('Corrected Paddock')
  await button('Save and accept').click()
  await toasted('Park details saved')
  await expect
    .poll(() => fetchJson('/api/parks/14'))
    .toMatchObject({
      name: 'Corrected Paddock',
      dogAccess: access,
      phone: '02 9999 9999',
    })
})

test('a reported review can be marked', async () => {
  const status = await page.evaluate(
    async () =>
      (
        await fetch('/api/parks/7/reviews', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ rating: 1, title: 'Bah', comment: 'Words that do not belong here.' }),
        })
      ).status,
  )
  expect(status).toBe(201)
  const [review] = await fetchJson<{ id: number }[]>('/api/parks/7/reviews')
  await send('report', { subject: 'review', subjectId: review!.id, message: 'This is rude.' })
  await go('/admin/inbox?kind=reports')
  await link(/^A review: /).click()
  await main().getByText('Words that do not belong here.').waitFor()
  await button('Mark review as moderated').click()
  await toasted('Review marked as moderated')
  await go('/admin/inbox?kind=reports&status=accepted')
  await link(/^A review: /).waitFor()
})

test('a date range that ends before it begins is not requested, and a preset is', async () => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/admin/analytics/users')) requests.push(search)
  })
  await go('/admin?tab=analytics')
  await main().getByRole('heading', { name: 'Users', exact: true }).waitFor()
  await main().getByLabel('From', { exact: true }).fill('2026-05-02')
  await main().getByLabel('To', { exact: true }).fill('2026-05-01')
  await main().getByRole('alert').getByText('The end date is before the start date.').waitFor()
  await button('7 days').click()
  await expect.poll(() => requests.at(-1)).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  expect(requests.filter((search) => search.includes('2026-05-02') && search.includes('2026-05-01'))).toEqual(
    [],
  )
  await button('All time').click()
  await expect.poll(() => requests.at(-1)).not.toContain('from=')
})
