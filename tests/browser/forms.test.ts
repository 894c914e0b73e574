import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Park } from '../../data/model/park.ts'
import { messages, reports, submissions } from '../../server/repositories/inbox.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { PHONE, TABLET } from '../support/browser.ts'
import { pauseClock } from '../support/clock.ts'
import { runningProduct } from '../support/running-product.ts'
import { goInApp, openLightVisit, startVisit, untilTestEnds, type Visit } from '../support/visit.ts'
import { storedRows, storedTroubles } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'

const product = runningProduct()
let visit: Visit
let page: Page
/** Open for all tests, which ask it again and again until something has arrived. */
let store: ReturnType<typeof openStore>

beforeAll(async () => {
  store = openStore(databasePath(product.dataDir))
  visit = await startVisit(product, { viewport: PHONE })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
  await store.close()
})
afterEach(async () => {
  page = visit.page
  await visit.offline(false)
  await visit.browser.context.clearPermissions()
})

const ALL_ITEMS = { status: undefined, offset: 0, limit: 500 }
const storedSubmissions = () => store.read((db) => submissions(db, ALL_ITEMS))
const storedMessages = () => store.read((db) => messages(db, ALL_ITEMS))
const countMessages = async (subject: string) =>
  (await storedMessages()).filter((message) => message.subject === subject).length

const LATER = "We'll send it when you're back online."
const LATER_ON_PAGE = "You're offline. You can still send this: we'll send it when you're back online."

const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const toast = (title: string, description?: string) => toastShown(page, title, description)
const send = (name: string) => page.getByRole('main').getByRole('button', { name }).click()

const storedDrafts = () => storedRows(page, 'meta')
const storedRefusals = () => storedRows(page, 'outbox')
async function draftStored(text: string) {
  await expect.poll(storedDrafts).toContain(text)
}

async function fillInMessage(subject: string) {
  await field('Name').fill('Ada')
  await field('Email').fill('ada@example.com')
  await field('Subject').fill(subject)
  await field('Message').fill('Woof.')
}

describe('Submit a Dog Park', () => {
  async function fillIn(name: string) {
    await field('Park Name').fill(name)
    await field('Address').fill('12 Bone Street')
    await field('Suburb').fill('Fitzroy Nor')
    await page.getByRole('option', { name: 'Fitzroy North VIC 3068' }).click()
  }

  test('requires five fields, names the missing ones and focuses the first', async () => {
    await visit.go('/submit-park')
    await send('Submit Park')
    const missing = () =>
      page
        .getByRole('main')
        .getByText(/is required$/)
        .allInnerTexts()
    await expect
      .poll(missing)
      .toEqual([
        'Park name is required',
        'Address is required',
        'Suburb is required',
        'Postcode is required',
        'State is required',
      ])
    await expect.poll(() => page.getByRole('main').locator('[id$=-error]').count()).toBe(5)
    expect(await field('Website (optional)').getAttribute('type')).toBe('url')
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
      .toBe('parkName')
    expect(
      await page
        .getByRole('group', { name: 'Features (optional)' })
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((one) => one.closest('label')?.textContent)),
    ).toEqual([
      'Off-leash Area',
      'Fenced Area',
      'Water Source',
      'Shaded Areas',
      'Toilets/Restrooms',
      'Parking Available',
      'Waste Bins',
      'Poop Bags Provided',
      'Seating/Benches',
      'Walking Paths',
      'BBQ Facilities',
      'Safety Features',
    ])
    expect(await page.getByRole('main').getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
      '/contact',
    )
    // Any text is accepted as a postcode.
    await field('Postcode').fill('K1A 0B1')
    await send('Submit Park')
    await expect
      .poll(missing)
      .toEqual(['Park name is required', 'Address is required', 'Suburb is required', 'State is required'])
    await expect.poll(() => page.getByRole('main').locator('[id$=-error]').count()).toBe(4)
    await field('Postcode').fill('')
  })

  test('fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home', async () => {
    await visit.go('/submit-park')
    await fillIn('Online Oval')
    await expect
      .poll(async () => [
        await field('Suburb').inputValue(),
        await field('Postcode').inputValue(),
        await field('State').inputValue(),
      ])
      .toEqual(['Fitzroy North', '3068', 'vic'])
    await page.getByRole('checkbox', { name: 'Waste Bins' }).check()
    await page.getByRole('checkbox', { name: 'Off-leash Area' }).check()
    await field('Website (optional)').fill('www.example.com/oval')
    await field('Opening Hours (optional)').fill('Dawn to Dusk')
    // From here on the clock advances only when the test says so.
    await page.clock.install()
    await pauseClock(page)
    try {
      await send('Submit Park')
      const busy = page.getByRole('button', { name: 'Submitting...' })
      await page.clock.runFor(10)
      await busy.waitFor()
      await page.clock.runFor(1_400)
      await expect.poll(() => busy.count()).toBe(1)
      // In steps, because a timer starts only once the draft is stored, and the next one once the toast is shown.
      await expect
        .poll(async () => {
          await page.clock.runFor(20)
          return busy.count()
        })
        .toBe(0)
      await toast('Park submitted')
      await expect.poll(() => field('Park Name').inputValue()).toBe('')
      expect(new URL(page.url()).pathname).toBe('/submit-park')
      await expect
        .poll(async () => {
          await page.clock.runFor(300)
          return new URL(page.url()).pathname
        })
        .toBe('/')
    } finally {
      await page.clock.resume()
    }
    await expect
      .poll(async () => (await storedSubmissions()).filter(({ parkName }) => parkName === 'Online Oval'))
      .toEqual([
        expect.objectContaining({
          parkName: 'Online Oval',
          address: '12 Bone Street',
          suburb: 'Fitzroy North',
          postcode: '3068',
          state: 'VIC',
          website: 'https://www.example.com/oval',
          openingHours: 'Dawn to Dusk',
          features: ['off-leash', 'waste-bins'],
          userId: null,
        }),
      ])
  })

  test('does not lead home once its user has gone to another page, whose code is still loading', async () => {
    const light = await untilTestEnds(openLightVisit(product, { viewport: PHONE }))
    page = light.page
    await page.goto(`${light.url}/submit-park`)
    await field('Park Name').fill('Left Oval')
    await field('Address').fill('12 Bone Street')
    await field('Suburb').fill('Fitzroy North')
    await field('Postcode').fill('3068')
    await field('State').selectOption('vic')
    const released = Promise.withResolvers<void>()
    await page.route(/\/assets\/legal-.*\.js$/, async (route) => {
      await released.promise
      await route.continue()
    })
    await send('Submit Park')
    await toast('Park submitted')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
    // Longer than the form waits before it leads home.
    await page.waitForTimeout(2_500)
    released.resolve()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/terms')
  })

  test('has an id and a label for each feature and stores the id of the catalogue', async () => {
    await visit.go('/submit-park')
    await fillIn('Feature Oval')
    const group = page.getByRole('group', { name: 'Features (optional)' })
    const options = await group
      .getByRole('checkbox')
      .evaluateAll((all) =>
        all.map((one) => [(one as HTMLInputElement).value, one.closest('label')?.textContent]),
      )
    expect(options).toEqual([
      ['off-leash', 'Off-leash Area'],
      ['fenced', 'Fenced Area'],
      ['water', 'Water Source'],
      ['shade', 'Shaded Areas'],
      ['toilets', 'Toilets/Restrooms'],
      ['parking', 'Parking Available'],
      ['bins', 'Waste Bins'],
      ['bags', 'Poop Bags Provided'],
      ['seating', 'Seating/Benches'],
      ['paths', 'Walking Paths'],
      ['bbq', 'BBQ Facilities'],
      ['safety', 'Safety Features'],
    ])
    for (const [, label] of options) await group.getByRole('checkbox', { name: label! }).check()
    await send('Submit Park')
    await toast('Park submitted')
    await expect
      .poll(async () =>
        (await storedSubmissions()).find(({ parkName }) => parkName === 'Feature Oval')?.features.toSorted(),
      )
      .toEqual(
        [
          'off-leash',
          'fenced',
          'water',
          'shade',
          'toilets',
          'parking',
          'waste-bins',
          'bags',
          'seating',
          'walk',
          'bbq',
          'safe',
        ].toSorted(),
      )
  })

  test('refuses an invalid website at its field and accepts an empty one', async () => {
    await visit.go('/submit-park')
    const website = field('Website (optional)')
    const wrong = () => page.getByRole('main').getByText('Please enter a valid website address').count()
    for (const address of ['not a website', 'ftp://example.com/park', 'javascript:alert(1)']) {
      await website.fill(address)
      await send('Submit Park')
      await expect.poll(wrong, { message: address }).toBe(1)
      await expect.poll(() => website.getAttribute('aria-invalid'), { message: address }).toBe('true')
    }
    for (const address of ['https://example.com/park', 'example.com', '']) {
      await website.fill(address)
      await send('Submit Park')
      await expect.poll(wrong, { message: address }).toBe(0)
    }
  })

  test('keeps an unsent draft across a reload and clears it once sent, also offline', async () => {
    await visit.go('/submit-park')
    await fillIn('Offline Oval')
    await page.getByRole('checkbox', { name: 'Shaded Areas' }).check()
    await draftStored('"shade"')
    await page.reload()
    await expect.poll(() => field('Park Name').inputValue()).toBe('Offline Oval')
    await expect
      .poll(async () => [
        await field('State').inputValue(),
        await page.getByRole('checkbox', { name: 'Shaded Areas' }).isChecked(),
      ])
      .toEqual(['vic', true])
    await visit.offline(true)
    await page.reload()
    await expect.poll(() => field('Park Name').inputValue()).toBe('Offline Oval')
    await page.getByRole('main').getByText(LATER_ON_PAGE).waitFor()
    await send('Submit Park')
    await toast('Submission saved', `Thank you! We'll check it before it appears in the directory. ${LATER}`)
    await visit.go('/submit-park')
    await field('Park Name').waitFor()
    await expect.poll(() => field('Park Name').inputValue()).toBe('')
    expect((await storedSubmissions()).map(({ parkName }) => parkName)).not.toContain('Offline Oval')
    await visit.offline(false)
    await expect
      .poll(
        async () => (await storedSubmissions()).filter(({ parkName }) => parkName === 'Offline Oval').length,
      )
      .toBe(1)
  })

  test('keeps both its draft and the edits that the page restores after an update', async () => {
    await visit.go('/submit-park')
    await field('Park Name').fill('Draft Oval')
    await draftStored('Draft Oval')
    // As the page saves its last edits before it reloads with a new version.
    await page.evaluate(() => {
      const forms = [...document.forms]
      const form = forms.findIndex((one) => one.elements.namedItem('parkName') !== null)
      sessionStorage.setItem(
        'offlead:draft',
        JSON.stringify({
          path: '/submit-park',
          fields: [
            { form, field: 'address', value: '12 Edited Street' },
            { form, field: 'features', option: 'shade', value: true },
          ],
        }),
      )
    })
    await page.reload()
    const values = async () => [
      await field('Park Name').inputValue(),
      await field('Address').inputValue(),
      await page.getByRole('checkbox', { name: 'Shaded Areas' }).isChecked(),
    ]
    await expect.poll(values).toEqual(['Draft Oval', '12 Edited Street', true])
    await draftStored('12 Edited Street')
    expect(await storedDrafts()).toContain('Draft Oval')
    await page.getByRole('checkbox', { name: 'Shaded Areas' }).uncheck()
    for (const label of ['Park Name', 'Address']) await field(label).fill('')
    // The next test finds an empty form.
    await expect.poll(storedDrafts).not.toContain('12 Edited Street')
  })

  test('does not fill in a found position, for privacy, and says why a position is refused', async () => {
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation({ latitude: -37.78, longitude: 144.98 })
    await visit.go('/submit-park')
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await toast(
      'Your location was found',
      'For privacy reasons it is not filled in. Please enter the address manually.',
    )
    expect([await field('Address').inputValue(), await field('Suburb').inputValue()]).toEqual(['', ''])

    // The point of a park is where the person is now, not where they were when they last asked.
    await visit.browser.context.setGeolocation({ latitude: -37.5622, longitude: 143.8503, accuracy: 12 })
    await page.getByRole('button', { name: "I'm at the park now" }).click()
    await page.getByText('Using your position, accurate to about 12 m').waitFor()
    await expect.poll(storedDrafts).toContain('-37.5622')
    // A position abroad is refused and does not replace the point.
    await visit.browser.context.setGeolocation({ latitude: 51.5, longitude: -0.1 })
    await page.getByRole('button', { name: "I'm at the park now" }).click()
    await toast('This place is not in Australia.')
    await page.getByText('Using your position, accurate to about 12 m').waitFor()
    await page.getByRole('button', { name: 'Remove the point' }).click()
    await expect.poll(storedDrafts).not.toContain('-37.5622')
    await page.evaluate(() => localStorage.removeItem('offlead:position'))
    for (const [code, message] of [
      [1, 'You have denied access to your location. Please enable location access in your browser settings.'],
      [0, 'Could not access your location. Please enter address manually.'],
    ] as const) {
      await page.evaluate((refusal) => {
        Geolocation.prototype.getCurrentPosition = (_found, failed) =>
          failed?.({ code: refusal } as GeolocationPositionError)
      }, code)
      await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
      await toast('Location error', message)
    }
  })

  test('a submitted park has the point of a named park, or one placed on the map without a network', async () => {
    const stored = async (name: string) =>
      (await storedSubmissions()).find(({ parkName }) => parkName === name)?.point
    const main = page.getByRole('main')
    await visit.go('/submit-park')
    await fillIn('Edinburgh Gardens')
    await main.getByRole('button', { name: 'Edinburgh Gardens, Fitzroy North?' }).first().click()
    await main.getByText('The position of Edinburgh Gardens is used', { exact: false }).waitFor()
    await send('Submit Park')
    await toast('Park submitted')
    await expect
      .poll(() => stored('Edinburgh Gardens'))
      .toMatchObject({ method: 'named-park', name: 'Edinburgh Gardens' })

    await visit.go('/submit-park')
    // Its code is loaded while there is a network, as in a downloaded area.
    await main.getByRole('button', { name: 'Place it on the map' }).click()
    await main.getByRole('button', { name: 'Place it in the middle' }).waitFor()
    await fillIn('Offline Paddock')
    await visit.offline(true)
    await main.getByRole('button', { name: 'Place it in the middle' }).click()
    await main.getByText('Point placed on the map', { exact: false }).waitFor()
    await send('Submit Park')
    await toast('Submission saved')
    await visit.offline(false)
    await expect
      .poll(() => stored('Offline Paddock'))
      .toMatchObject({ method: 'map', accuracy: expect.any(Number) })
    const { latitude, longitude } = (await stored('Offline Paddock'))!
    // The map is where the suburb is.
    expect([Math.round(latitude), Math.round(longitude)]).toEqual([-38, 145])
  })

  test('the map for a point starts at the park, or with all of Australia, and does not move under a point', async () => {
    const main = page.getByRole('main')
    const openMap = () => main.getByRole('button', { name: 'Place it on the map' }).click()
    const placeInTheMiddle = async () => {
      await main.getByRole('button', { name: 'Place it in the middle' }).click()
      await main.getByText('Point placed on the map', { exact: false }).waitFor()
    }
    await visit.go('/submit-park')
    await openMap()
    await placeInTheMiddle()
    await fillIn('Outback Paddock')
    await placeInTheMiddle()
    await send('Submit Park')
    await toast('Park submitted')
    const submitted = async () =>
      (await storedSubmissions()).find(({ parkName }) => parkName === 'Outback Paddock')?.point
    // As inexact as a finger on a map of the country.
    await expect.poll(submitted).toMatchObject({ method: 'map', accuracy: 100_000 })
    const middle = (await submitted())!
    expect([Math.round(middle.latitude / 4), Math.round(middle.longitude / 4)]).toEqual([-7, 33])

    await visit.go('/park/7')
    await main.getByRole('button', { name: 'Something wrong here?' }).click()
    await main.getByLabel("It's in a different place").check()
    await openMap()
    await placeInTheMiddle()
    await send('Send')
    await toast('Thank you')
    const reported = async () =>
      (await store.read((db) => reports(db, ALL_ITEMS))).find(
        ({ parkName, point }) => parkName === 'Burnie Brae Park' && point !== undefined,
      )?.point
    await expect.poll(reported).toMatchObject({ method: 'map' })
    const { latitude, longitude } = (await reported())!
    const park = (await (await fetch(`${product.url}/api/parks/7`)).json()) as Park
    expect(latitude).toBeCloseTo(Number(park.latitude), 3)
    expect(longitude).toBeCloseTo(Number(park.longitude), 3)
  })

  test('thanks a bot that fills in every field and discards its park', async () => {
    await visit.go('/submit-park')
    await fillIn('Robot Oval')
    await page.locator('input[name=fax]').fill('555 0199', { force: true })
    await send('Submit Park')
    await toast('Park submitted')
    await visit.go('/submit-park')
    await fillIn('Human Oval')
    await send('Submit Park')
    await toast('Park submitted')
    await expect
      .poll(async () => (await storedSubmissions()).map(({ parkName }) => parkName))
      .toContain('Human Oval')
    expect((await storedSubmissions()).map(({ parkName }) => parkName)).not.toContain('Robot Oval')
  })
})

describe('Contact Us', () => {
  test('shows the hours and a link to submit a park, and requires all four fields', async () => {
    await visit.go('/contact')
    await page.getByText('Monday-Friday, 9am-5pm AEST').waitFor()
    expect(
      await page.getByRole('main').getByRole('link', { name: 'Submit a Dog Park' }).getAttribute('href'),
    ).toBe('/submit-park')
    expect(await field('Email').getAttribute('type')).toBe('email')
    await field('Email').fill('not-an-address')
    await send('Send Message')
    await expect
      .poll(() => page.getByRole('main').locator('[id$=-error]').allInnerTexts())
      .toEqual([
        'Name is required',
        'Please enter a valid email',
        'Subject is required',
        'Message is required',
      ])
    await field('Email').fill('')
  })

  test('makes the fields read-only while sending, so that no text is lost', async () => {
    await visit.go('/contact')
    await fillInMessage('Not too late')
    await page.clock.install()
    await pauseClock(page)
    try {
      await send('Send Message')
      await page.clock.runFor(10)
      await page.getByRole('button', { name: 'Sending...' }).waitFor()
      for (const label of ['Name', 'Email', 'Subject', 'Message'])
        expect(await field(label).getAttribute('readonly'), label).not.toBeNull()
      await field('Message').press('x')
      await expect.poll(() => field('Message').inputValue()).toBe('Woof.')
      expect(await field('Message').evaluate((box) => getComputedStyle(box).backgroundColor)).not.toBe(
        await page
          .getByRole('main')
          .locator('.card')
          .first()
          .evaluate((card) => getComputedStyle(card).backgroundColor),
      )
    } finally {
      await page.clock.resume()
    }
    await toast('Message sent')
    await expect.poll(() => field('Message').inputValue()).toBe('')
    await field('Message').pressSequentially('Once more')
    await expect.poll(() => field('Message').inputValue()).toBe('Once more')
    await expect
      .poll(async () => (await storedMessages()).find(({ subject }) => subject === 'Not too late')?.message)
      .toBe('Woof.')
    await field('Message').fill('')
  })

  test('sends a form once that is submitted twice at once', async () => {
    await visit.go('/contact')
    await fillInMessage('Twice at once')
    await page
      .getByRole('main')
      .locator('form')
      .evaluate((form: HTMLFormElement) => {
        form.requestSubmit()
        form.requestSubmit()
      })
    await toast('Message sent')
    await fillInMessage('Once after that')
    await send('Send Message')
    await expect.poll(() => countMessages('Once after that')).toBe(1)
    expect(await countMessages('Twice at once')).toBe(1)
  })

  test('loses nothing that is typed while its draft is read from the device', async () => {
    await visit.go('/contact')
    await field('Subject').fill('A draft')
    await draftStored('A draft')
    await visit.go('/accessibility')
    // Types a letter in each task, so that some are typed at each moment of the restoration.
    const typed = page.evaluate(async () => {
      const nextTask = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          port2.postMessage(null)
        })
      const inputNamed = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`)
      let count = 0
      for (let after = 0; after < 20;) {
        await nextTask()
        const message = inputNamed('message')
        if (message === null) continue
        message.focus()
        document.execCommand('insertText', false, 'x')
        count++
        if (inputNamed('subject')!.value === 'A draft') after++
      }
      return count
    })
    await goInApp(page, '/contact')
    const letters = 'x'.repeat(await typed)
    expect(await field('Message').inputValue()).toBe(letters)
    await draftStored(letters)
    await field('Subject').fill('')
    await field('Message').fill('')
  })

  test('shows what another tab has changed since, once the user returns to it, unless they type first', async () => {
    await visit.go('/contact')
    await fillInMessage('In two tabs')
    await draftStored('Woof.')
    const other = await visit.browser.context.newPage()
    onTestFinished(() => other.close())
    await other.goto(`${visit.url}/contact`)
    const [message, otherMessage] = [page, other].map((tab) =>
      tab.getByRole('main').getByLabel('Message', { exact: true }),
    ) as [Locator, Locator]
    await expect.poll(() => otherMessage.inputValue()).toBe('Woof.')
    /** What a tab shows once the user has returned to it. */
    const valueOnReturn = async (message: Locator) => {
      await message.evaluate(() => void dispatchEvent(new Event('focus')))
      return message.inputValue()
    }

    await message.fill('A longer text')
    await draftStored('A longer text')
    await expect.poll(() => valueOnReturn(otherMessage)).toBe('A longer text')
    await otherMessage.fill('Another text')
    await draftStored('Another text')

    await message.focus()
    await page.evaluate(() => {
      const type = (letter: string) => document.execCommand('insertText', false, letter)
      const comeBack = () => dispatchEvent(new Event('focus'))
      comeBack()
      type('1')
      comeBack()
      type('2')
      comeBack()
    })
    await draftStored('A longer text12')
    await expect.poll(() => valueOnReturn(otherMessage)).toBe('A longer text12')
    expect(await message.inputValue()).toBe('A longer text12')

    await send('Send Message')
    await toast('Message sent')
    await expect.poll(() => valueOnReturn(otherMessage)).toBe('')
    await expect.poll(() => countMessages('In two tabs')).toBe(1)
  })

  test('sends pasted text without the characters that cannot be seen', async () => {
    await visit.go('/contact')
    // A tab of a spreadsheet, a page break of a document.
    await field('Name').fill('Ada\tLovelace')
    await field('Email').fill('ada@example.com')
    await field('Subject').fill('Pasted\u000b text')
    await field('Message').fill('Page 1\f\nPage\t2')
    await send('Send Message')
    await expect
      .poll(async () => (await storedMessages()).find(({ subject }) => subject.startsWith('Pasted')))
      .toMatchObject({ name: 'Ada Lovelace', subject: 'Pasted  text', message: 'Page 1 \nPage 2' })
    await expect.poll(() => field('Subject').inputValue()).toBe('')
  })

  test('that is sent before the device has looked for a draft leaves none', async () => {
    const light = await untilTestEnds(openLightVisit(product, { viewport: PHONE }))
    page = light.page
    // Until this page closes its connection, the database is being deleted, which other pages wait for.
    const other = await light.browser.context.newPage()
    await other.goto(`${light.url}/robots.txt`)
    await other.evaluate(async () => {
      const opening = indexedDB.open('offlead')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      Object.assign(window, { held: opening.result })
      indexedDB.deleteDatabase('offlead')
    })
    await page.goto(`${light.url}/contact`)
    await fillInMessage('At once')
    await send('Send Message')
    await page.getByRole('button', { name: 'Sending...' }).waitFor()
    await other.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close())
    await toast('Message sent')
    await expect.poll(() => countMessages('At once')).toBe(1)
    expect(await storedRows(page, 'meta')).not.toContain('draft-contact')
    await page.reload()
    await field('Subject').waitFor()
    expect(await field('Subject').inputValue()).toBe('')
  })

  test('says that a message was saved, not sent, while the server does not answer', async () => {
    const light = await untilTestEnds(openLightVisit(product, { viewport: PHONE }))
    page = light.page
    light.proxy.decide((path) =>
      path.startsWith('/api/') ? { status: 503, headers: { 'retry-after': '3600' } } : 'pass',
    )
    await page.goto(`${light.url}/contact`)
    await fillInMessage('Not yet')
    // The form shows for 1.5 s that it is sending. These end only once the server has not taken the message.
    await page.clock.install()
    await pauseClock(page)
    await send('Send Message')
    await page.clock.runFor(10)
    await page.getByRole('button', { name: 'Sending...' }).waitFor()
    await expect.poll(() => storedTroubles(page)).toContain('sync')
    await page.clock.resume()
    await toast(
      'Message saved',
      "Thanks for writing. We'll reply by email. We'll send it when our server answers again.",
    )
    expect(await countMessages('Not yet')).toBe(0)
  })

  test('focuses an invalid field after its error is linked to it', async () => {
    await visit.go('/contact')
    await field('Name').fill('Ada')
    await field('Subject').focus()
    await page.evaluate(() =>
      document.addEventListener('focusin', ({ target }) => {
        const field = target as HTMLInputElement
        const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
        const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
        Object.assign(window, { announced: `${field.name}: ${text}` })
      }),
    )
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => (window as { announced?: string }).announced))
      .toMatch(/^email: .*Please enter a valid email$/)
    await field('Name').fill('')
  })

  test('delivers a message once although the first response was lost', async () => {
    await visit.go('/contact')
    await fillInMessage('Lost answer')
    let lost = 0
    visit.proxy.decide((path) => (path.startsWith('/api/sync') && lost++ === 0 ? { cutAfter: 0 } : 'pass'))
    await send('Send Message')
    await expect.poll(() => field('Subject').inputValue()).toBe('')
    await expect.poll(() => lost).toBeGreaterThan(1)
    await expect.poll(() => countMessages('Lost answer')).toBe(1)
  })

  test('keeps a message either as a draft or as sent, never both or neither, when the page is killed while sending', async () => {
    // Before, while and after the message replaces its draft. A crash at each step of that is tested in
    // tests/store/drafts.test.ts.
    const delaysMs = [0, 15, 600]
    // Without a service worker, whose process may end with that of the page.
    const light = await untilTestEnds(openLightVisit(product, { viewport: PHONE }))
    /** Opens the form in a new tab, which also shows what the page before it has left. */
    const openForm = async () => {
      page = await light.browser.context.newPage()
      await page.goto(`${light.url}/contact`)
      await field('Name').waitFor()
    }
    await openForm()
    for (const [round, delayMs] of delaysMs.entries()) {
      const subject = `Killed ${round}`
      const victim = page
      await fillInMessage(subject)
      await draftStored(subject)
      await light.offline(true)
      await send('Send Message')
      await victim.waitForTimeout(delayMs)
      const killer = await light.browser.context.newCDPSession(victim)
      await Promise.race([killer.send('Page.crash').catch(() => undefined), victim.waitForEvent('crash')])
      await victim.close().catch(() => undefined)
      await light.offline(false)
      await openForm()
      // The form may show its draft before the outbox has been read.
      await expect
        .poll(
          async () =>
            Number((await field('Subject').inputValue()) === subject) + (await countMessages(subject)),
          { message: `${delayMs} ms` },
        )
        .toBe(1)
      if ((await countMessages(subject)) === 0) await send('Send Message')
      await expect.poll(() => countMessages(subject)).toBe(1)
    }
    const all = (await storedMessages())
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('Killed'))
    expect(all.sort()).toEqual(delaysMs.map((_, round) => `Killed ${round}`))
  })
})

describe('A form that the server refused', () => {
  /** Changes the page's next request that has this text, so that the server refuses what it sends. */
  const spoil = (from: string, to: string) =>
    page.evaluate(
      ([before, after]) => {
        const send = window.fetch
        window.fetch = (input, init) => {
          const { body } = init ?? {}
          if (typeof body !== 'string' || !body.includes(before)) return send(input, init)
          window.fetch = send
          return send(input, { ...init, body: body.replace(before, after) })
        }
      },
      [from, to] as const,
    )
  const openOutbox = () => page.getByRole('link', { name: /1 change could not be sent/ }).click()
  const edit = (what: string) => page.getByRole('button', { name: `Edit: ${what}` })
  const reason = (text: string) =>
    page
      .getByRole('alert')
      .filter({ hasText: `The server didn't accept this: ${text}` })
      .waitFor()
  const nothingUnsent = async () => {
    await visit.go('/outbox')
    await page.getByText('Everything has been sent.').waitFor()
  }

  test('opens again with what was typed and the reason, and a corrected submission replaces it', async () => {
    await visit.go('/submit-park')
    await field('Park Name').fill('Refused Oval')
    await field('Address').fill('12 Bone Street')
    await field('Suburb').fill('Fitzroy North')
    await field('Postcode').fill('3068')
    await field('State').selectOption('vic')
    await page.getByRole('checkbox', { name: 'Waste Bins' }).check()
    await field('Website (optional)').fill('example.com/oval')
    await spoil('https://example.com/oval', 'not a url')
    await send('Submit Park')
    await openOutbox()
    await edit('New park: Refused Oval').click()
    await reason('Please enter a valid website address')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/submit-park')
    const values = async () => [
      await field('Park Name').inputValue(),
      await field('Suburb').inputValue(),
      await field('State').inputValue(),
      await field('Website (optional)').inputValue(),
      await page.getByRole('checkbox', { name: 'Waste Bins' }).isChecked(),
    ]
    await expect
      .poll(values)
      .toEqual(['Refused Oval', 'Fitzroy North', 'vic', 'https://example.com/oval', true])
    // A correction survives a reload like a draft.
    await field('Park Name').fill('Corrected Oval')
    await field('Website (optional)').fill('example.com/other')
    await expect.poll(() => storedRefusals()).toContain('example.com/other')
    await page.reload()
    await reason('Please enter a valid website address')
    await expect.poll(values).toEqual(['Corrected Oval', 'Fitzroy North', 'vic', 'example.com/other', true])
    await send('Submit Park')
    await toast('Park submitted')
    await expect
      .poll(async () =>
        (await storedSubmissions())
          .filter(({ parkName }) => parkName.endsWith('ed Oval'))
          .map(({ parkName, website, features }) => [parkName, website, features]),
      )
      .toEqual([['Corrected Oval', 'https://example.com/other', ['waste-bins']]])
    await nothingUnsent()
  })

  test('a message opens again in the contact form, and the draft of another message is kept', async () => {
    await visit.go('/contact')
    await fillInMessage('Refused message')
    await spoil('ada@example.com', 'no address')
    await send('Send Message')
    await toast('Message sent')
    await fillInMessage('Another message')
    await draftStored('Another message')
    await openOutbox()
    await edit('Message: Refused message').click()
    await reason('Please enter a valid email')
    await expect.poll(() => field('Subject').inputValue()).toBe('Refused message')
    await field('Message').fill('A longer text')
    await openOutbox()
    await edit('Message: Refused message').waitFor()
    // It would send the message without what was typed.
    await expect.poll(() => page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
    await edit('Message: Refused message').click()
    await expect.poll(() => field('Message').inputValue()).toBe('A longer text')
    await send('Send Message')
    await toast('Message sent')
    await expect.poll(() => field('Subject').inputValue()).toBe('Another message')
    await expect.poll(() => countMessages('Refused message')).toBe(1)
    await nothingUnsent()
    await visit.go('/contact')
    await expect.poll(() => field('Subject').inputValue()).toBe('Another message')
    for (const label of ['Name', 'Email', 'Subject', 'Message']) await field(label).fill('')
  })

  test('a report opens again on the page of its park', async () => {
    await visit.go('/park/4')
    await page.getByRole('button', { name: 'Something wrong here?' }).click()
    await page.getByRole('radio', { name: 'The rule for dogs has changed' }).check()
    await field('Details (optional)').fill('The sign says no dogs')
    await spoil('rule-changed', 'no-such-reason')
    await send('Send')
    await openOutbox()
    await edit('Report').click()
    await page.getByRole('alert').filter({ hasText: "The server didn't accept this" }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/park/4')
    await expect
      .poll(() => page.getByRole('radio', { name: 'The rule for dogs has changed' }).isChecked())
      .toBe(true)
    await expect.poll(() => field('Details (optional)').inputValue()).toBe('The sign says no dogs')
    await send('Send')
    // The toast of the first report may still be there; the form closes once the correction is stored.
    await page.getByRole('form', { name: 'Something wrong here?' }).waitFor({ state: 'hidden' })
    await nothingUnsent()
  })
})

describe('Something wrong here?', () => {
  const openReport = () => page.getByRole('button', { name: 'Something wrong here?' }).click()
  const reason = () => page.getByRole('radio', { name: 'The park is gone' })

  test('keeps a report of each park across a reload until it is sent or cancelled', async () => {
    await visit.go('/park/5')
    await openReport()
    await reason().check()
    await field('Details (optional)').fill('A road since May')
    await draftStored('A road since May')
    await visit.go('/park/6')
    await openReport()
    await field('Details').fill('Only half typed')
    await draftStored('Only half typed')

    await visit.load('/park/5')
    await openReport()
    await expect.poll(() => field('Details (optional)').inputValue()).toBe('A road since May')
    expect(await reason().isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(storedDrafts).not.toContain('A road since May')
    await openReport()
    await expect.poll(() => field('Details').inputValue()).toBe('')

    await visit.go('/park/6')
    await openReport()
    await expect.poll(() => field('Details').inputValue()).toBe('Only half typed')
    await reason().check()
    await send('Send')
    await toast('Thank you')
    await expect.poll(storedDrafts).not.toContain('Only half typed')
  })
})

test('a message over its limit waits, and the page of unsent changes says why and until when', async () => {
  await page.route('**/api/sync', (route) =>
    route.request().postData()?.includes('"kind":"contact"') === true
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '3600' },
          json: { code: 'too-many-requests', field: 'kind', message: 'It will be sent later.' },
        })
      : route.continue(),
  )
  await visit.go('/contact')
  await fillInMessage('One too many')
  await send('Send Message')
  await visit.go('/outbox')
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await change
    .getByText(
      /^Too many of these have been sent from your account or network lately\. Next try: (today|tomorrow) \d+:\d\d [ap]m\.$/,
    )
    .waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Everything has been sent.').waitFor()
  expect(await countMessages('One too many')).toBe(1)
})

describe('text that cannot be stored', () => {
  const KEPT = 'What you type stays on this device until you send it.'
  const NOT_STORED =
    "What you type can't be saved on this device. Keep this page open until you have sent it."
  const seen = (text: string) => page.getByRole('main').getByText(text, { exact: false })

  test('is announced by the form on a full device, until there is space', async () => {
    await visit.load('/contact')
    await seen(KEPT).waitFor()
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      Object.assign(self, { freeSpace: () => Object.assign(IDBObjectStore.prototype, { put }) })
    })
    await field('Message').fill('Wo')
    await seen(NOT_STORED).waitFor()
    expect(await seen(KEPT).count()).toBe(0)
    await page.evaluate(() => (self as unknown as { freeSpace(): void }).freeSpace())
    await field('Message').fill('Woof')
    await seen(NOT_STORED).waitFor({ state: 'detached' })
    await seen(KEPT).waitFor()
    await field('Message').fill('')
    await expect.poll(storedDrafts).not.toContain('Woof')
  })

  test('is announced by the form in a browser without storage, with or without a network', async () => {
    const light = await openLightVisit(product)
    try {
      page = light.page
      await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
      await light.load('/contact')
      await seen(NOT_STORED).waitFor()
      expect(await seen(KEPT).count()).toBe(0)
      await light.offline(true)
      await seen("You're offline, and what you type can't be saved on this device.").waitFor()
      expect(await seen(LATER_ON_PAGE).count()).toBe(0)
      await light.offline(false)
      await page.route('**/api/sync', (route) => route.abort())
      await fillInMessage('Without storage')
      await send('Send Message')
      await toast('Not sent')
      expect(await field('Subject').inputValue()).toBe('Without storage')
    } finally {
      await light.leave()
    }
  })
})

test('no item of a select list has an empty value', async () => {
  const values = () =>
    page
      .locator('select')
      .evaluateAll((all) =>
        (all as HTMLSelectElement[]).map((list) => [...list.options].map(({ value }) => value)),
      )
  await page.setViewportSize(TABLET)
  try {
    // The lists of filters and pager, the compact panel, the day, the state and the radius of an area.
    for (const path of ['/', '/state/qld/chermside', '/park/4', '/submit-park', '/offline']) {
      await visit.go(path)
      await expect.poll(async () => (await values()).length, { message: path }).toBeGreaterThan(0)
      await expect
        .poll(async () => (await values()).filter((list) => list.length < 2), { message: path })
        .toEqual([])
      for (const list of await values()) expect(list, path).not.toContain('')
    }
  } finally {
    await page.setViewportSize(PHONE)
  }
})
