import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_MAP_CACHE } from '../../client/store/names.ts'
import { destinationPoint } from '../../data/geo/earth.ts'
import { type BrowserWindow, type openWindow } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  boxesOf,
  findPosition,
  focusedText,
  holdPosition,
  neverEndRequests,
  waitForDirectory,
  waitForParks,
} from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { openScreen, openVisit } from '../support/visit.ts'
import { osrmAnswer } from '../server/geo/route-answers.ts'

/**
 * Seed parks: Burnie Brae Park with an exact position, and High Street Reserve, known only by its suburb.
 */
const EXACT = { id: 7, latitude: -27.38968, longitude: 153.03539 }
const SUBURB_ONLY = 13

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

/** Without a service worker, whose installation takes longer than most tests. */
async function openWindowBehindProxy(
  target: Pick<Product, 'url'>,
  options: Parameters<typeof openWindow>[0] = {},
) {
  ;({ proxy, browser, page } = await openVisit(target, {
    permissions: [],
    serviceWorkers: 'block',
    ...options,
  }))
}
async function closeWindow() {
  await browser.dispose()
  await proxy.close()
}
/** Loads the app, waits for the directory, and keeps the page for all tests. */
async function loadApp() {
  await page.goto(`${proxy.url}/terms`)
  await waitForParks(page)
}
/** Forgets what the test before has done: a screen that is opened again has no start and no route. */
async function forget() {
  proxy.seen.length = 0
  await page.emulateMedia({ media: null })
  await page.evaluate(() => localStorage.clear())
}
/** Runs a test in a tab of its own, for what must be there before the app. */
async function inTab(test: () => Promise<void>) {
  const shared = page
  page = await browser.context.newPage()
  try {
    await test()
  } finally {
    await page.close()
    page = shared
  }
}

const start = () => page.getByLabel('Starting address')
const submit = () => page.getByRole('button', { name: 'Get Directions' })
const directions = () => page.locator('[data-directions]')
/** Travel modes of the requests for directions. */
const modesAsked = () =>
  proxy.seen.flatMap((path) => /^\/api\/directions\?.*mode=(\w+)/.exec(path)?.[1] ?? [])

/** Makes the device find its position, a kilometre from the park, only at `findPosition`. */
const holdPositionNear = () => holdPosition(page, { ...destinationPoint(EXACT, 0, 1000), accuracy: 8 })

/** Opens a screen in the app if that is open, and otherwise its document. */
const go = (path: string) => openScreen(page, proxy.url, path)
async function open(id: number) {
  await go(`/directions/${id}`)
  await start().waitFor()
}
async function ask(from: string) {
  await start().fill(from)
  await submit().click()
}

/** Number of pages of a PDF, each of which is an object of type Page. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0

/** Sets the person's position. */
const moveTo = (place: { latitude: number; longitude: number }, accuracy = 8) =>
  browser.context.setGeolocation({ ...place, accuracy })

/** Lets the app find the person's position, which is here. */
async function allowPosition(place: { latitude: number; longitude: number }) {
  await browser.context.grantPermissions(['geolocation'])
  await moveTo(place)
}

describe('without a route service', () => {
  beforeAll(async () => {
    await openWindowBehindProxy(product)
    await loadApp()
  })
  afterAll(closeWindow)
  beforeEach(async () => {
    // No position, until a test allows it.
    await browser.context.clearPermissions()
    await browser.context.grantPermissions([])
    await forget()
  })

  test('a route is an estimate and says so', async () => {
    await open(EXACT.id)
    await ask('Aspley')
    await page.getByText('Estimate only').waitFor()
    await directions().getByText('about 2.2 mi').waitFor()
    await directions().getByText('4 to 10 mins').waitFor()
    await directions().getByText('south-east, 146°').waitFor()
    await directions().locator('.map-route-estimate').waitFor()
    await page.getByRole('tab', { name: 'Walk' }).click()
    await directions()
      .getByText(/hour|mins/)
      .first()
      .waitFor()
    await expect.poll(() => directions().getByText('4 to 10 mins').count()).toBe(0)
  })

  test('the form has the field, the four travel modes and the buttons of the specification', async () => {
    await open(EXACT.id)
    await page.evaluate(() => {
      window.print = () => void document.body.setAttribute('data-printed', '')
    })
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Drive', 'Walk', 'Bike', 'Transit'])
    await page.getByRole('button', { name: 'Use my location' }).waitFor()
    const link = page.getByRole('link', { name: 'Open in Google Maps' })
    await page.getByRole('tab', { name: 'Transit' }).click()
    await expect.poll(() => link.getAttribute('href')).toContain('mode=transit')
    await ask('Aspley')
    await directions().waitFor()
    await page.getByRole('button', { name: 'Print' }).click()
    await page.locator('body[data-printed]').waitFor()
  })

  test('an empty start is not sent, and Enter shows why', async () => {
    await open(EXACT.id)
    await expect.poll(() => submit().isDisabled()).toBe(true)
    await start().press('Enter')
    await toastShown(page, 'Missing information', 'Please enter a starting location.')
    await start().fill('   ')
    await expect.poll(() => submit().isDisabled()).toBe(true)
    expect(proxy.seen.filter((path) => path.startsWith('/api/directions'))).toEqual([])
  })

  test('an unknown place shows an error and a toast, and another place works', async () => {
    await open(EXACT.id)
    await ask('xqzzvwk blorf')
    await page
      .getByRole('alert')
      .getByText('Could not calculate directions. Please check your starting address and try again.')
      .waitFor()
    await toastShown(page, 'Directions error')
    await ask('Aspley')
    await directions().waitFor()
  })

  test('the suggestions do not cover the button, and stay closed after a choice', async () => {
    await open(EXACT.id)
    const option = page.getByRole('option', { name: /Aspley/ }).first()
    // Many places begin with the first text, so that its list is as long as a list can be.
    for (const text of ['As', 'Asple']) {
      await start().fill('')
      await start().pressSequentially(text)
      await page
        .getByRole('option', { name: new RegExp(`^${text}`) })
        .first()
        .waitFor()
      // A click would hit the list if it covered the button.
      await submit().click({ trial: true })
      const [list, button] = await boxesOf(page.getByRole('listbox'), submit())
      expect(button!.top).toBeGreaterThanOrEqual(list!.bottom)
    }
    await option.click()
    await expect.poll(() => start().inputValue()).toBe('Aspley QLD 4034')
    expect(await page.getByRole('listbox').count()).toBe(0)
  })

  test('suggestions are suburbs and can be chosen by keyboard', async () => {
    await open(EXACT.id)
    await start().pressSequentially('Asple')
    // The list for an earlier part of the text may begin with another place.
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('Aspley')
    await start().press('ArrowDown')
    await start().press('Enter')
    await expect.poll(() => start().inputValue()).toBe('Aspley QLD 4034')
    await start().press('Enter')
    await directions().waitFor()
  })

  test('a park known only by its suburb is routed to by name, without compass or exact point', async () => {
    await open(SUBURB_ONLY)
    await page.getByText('High Street Reserve, Mascot NSW').waitFor()
    expect(await page.getByRole('button', { name: 'Point me there' }).count()).toBe(0)
    const link = new URL(
      (await page.getByRole('link', { name: 'Open in Google Maps' }).getAttribute('href'))!,
      proxy.url,
    )
    const answer = await fetch(link, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect(answer.status).toBe(302)
    expect(new URL(answer.headers.get('location')!).searchParams.get('destination')).toMatch(
      /^High Street Reserve, Mascot NSW/,
    )
    await ask('Newtown NSW')
    await directions()
      .getByText(/^about /)
      .first()
      .waitFor()
    await directions().locator('.map-area').first().waitFor()
    const note = directions().getByText('The directions lead to the centre of the suburb')
    expect(await note.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await note.isVisible()).toBe(true)
  })

  test('the Google Maps link has the park, the mode and the start', async () => {
    await open(EXACT.id)
    await start().fill('Aspley QLD')
    await page.getByRole('tab', { name: 'Bike' }).click()
    const link = new URL(
      (await page.getByRole('link', { name: 'Open in Google Maps' }).getAttribute('href'))!,
      proxy.url,
    )
    expect(link.pathname).toBe('/api/directions')
    const location = new URL(
      (await fetch(link, { redirect: 'manual', headers: { accept: 'text/html' } })).headers.get('location')!,
    )
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      origin: 'Aspley QLD',
      destination: `${EXACT.latitude},${EXACT.longitude}`,
      travelmode: 'bicycling',
    })
  })

  test('the dialog of the park page traps the focus, closes with Esc and returns the focus', async () => {
    await go(`/park/${EXACT.id}`)
    await submit().click()
    const dialog = page.getByRole('dialog', { name: /^Directions to Burnie Brae Park/ })
    await dialog.waitFor()
    for (let tab = 0; tab < 14; tab++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => focusedText(page)).toContain('Get Directions')
  })

  test('a route prints on one page with its map, from the page and from the dialog', async () => {
    await open(EXACT.id)
    await ask('Aspley')
    await page.locator('canvas[data-painted]').waitFor({ state: 'attached' })
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('canvas[data-painted]').isVisible()).toBe(true)
    expect(await page.getByRole('banner').isVisible()).toBe(false)
    expect(await start().isVisible()).toBe(false)
    expect(await directions().getByText('Estimate only').isVisible()).toBe(true)
    await page.emulateMedia({ media: null })

    await go(`/park/${EXACT.id}`)
    await submit().click()
    await page.getByRole('dialog').getByLabel('Starting address').fill('Aspley')
    await page.getByRole('dialog').getByRole('button', { name: 'Get Directions' }).click()
    await page.locator('canvas[data-painted]').waitFor({ state: 'attached' })
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
  })

  test('a route is printed without the map if the map cannot be read', () =>
    inTab(async () => {
      const pageErrors: string[] = []
      page.on('pageerror', ({ message }) => pageErrors.push(message))
      await page.route(/\/api\/maps\/(base|streets)\//, (route) => route.abort())
      await open(EXACT.id)
      await ask('Aspley')
      const picture = page.locator('canvas[data-painted]')
      await picture.waitFor({ state: 'attached' })
      const routePixels = await picture.evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        let found = 0
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 0x17 && data[at + 1] === 0x60 && data[at + 2] === 0x4a) found++
        return found
      })
      expect(routePixels).toBeGreaterThan(500)
      expect(pageErrors).toEqual([])
    }))

  test('printing right after a route appears waits for its map', () =>
    inTab(async () => {
      await page.addInitScript(() => {
        const printed = window as unknown as { painted?: boolean }
        window.print = () => {
          // Its code has not arrived in time, and it is shown once that has.
          if (document.querySelector('[data-map=failed]') !== null) {
            delete document.querySelector<HTMLElement>('[data-pressed]')?.dataset['pressed']
            return
          }
          printed.painted = document.querySelector('canvas[data-painted]') !== null
        }
        // Press the button as soon as it exists, before the map can be painted.
        new MutationObserver(() => {
          if (printed.painted !== undefined) return
          const button = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === 'Print',
          )
          if (button && button.dataset['pressed'] === undefined) {
            button.dataset['pressed'] = ''
            // A slow machine has the time that it needs.
            const now = performance.now()
            performance.now = () => now
            button.click()
          }
        }).observe(document, { childList: true, subtree: true })
      })
      await open(EXACT.id)
      await ask('Aspley')
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { painted?: boolean }).painted))
        .toBe(true)
    }))

  test("directions to an unknown park show 'Park Not Found'", async () => {
    for (const address of ['/directions/99999999', '/directions/nonsense']) {
      await go(address)
      await page.getByRole('heading', { level: 1, name: 'Park Not Found' }).waitFor()
    }
  })

  test('a granted position becomes the start', async () => {
    await allowPosition(destinationPoint(EXACT, 0, 1609.344))
    await open(EXACT.id)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await directions().locator('dl').getByText('1.0 mi', { exact: true }).waitFor()
    await directions().getByText('south, 180°').waitFor()
    await expect.poll(() => start().inputValue()).toBe('Your location')
    // What is printed.
    expect(
      await directions()
        .getByText(/^From Your location to /)
        .count(),
    ).toBe(1)

    await moveTo(destinationPoint(EXACT, 0, 2 * 1609.344), 250)
    await page.getByRole('button', { name: 'change', exact: true }).click()
    await page.getByRole('button', { name: 'Use my location' }).click()
    await directions().locator('dl').getByText('about 2.0 mi', { exact: true }).waitFor()
  })

  test('a route disappears with its start when another mode is chosen', async () => {
    await open(EXACT.id)
    await ask('Aspley')
    await directions().waitFor()
    await page.getByRole('button', { name: 'change', exact: true }).click()
    await start().fill('')
    await page.getByRole('tab', { name: 'Walk' }).click()
    await expect.poll(() => directions().count()).toBe(0)
  })

  test('a denied position shows an error, and an address still works', async () => {
    await open(EXACT.id)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page
      .getByRole('alert')
      .getByText('Unable to get your current location. Please enter an address manually.')
      .waitFor()
    await expect.poll(() => start().inputValue()).toBe('')
    await ask('Aspley')
    await directions().waitFor()
  })

  test('the compass shows direction and distance until the person arrives', async () => {
    await allowPosition(destinationPoint(EXACT, 180, 800))
    await open(EXACT.id)
    await page.evaluate(() => {
      const { geolocation } = navigator
      const watch = geolocation.watchPosition.bind(geolocation)
      geolocation.watchPosition = (found, failed, options) => {
        addEventListener('test:no-position', () => failed?.({ code: 3 } as GeolocationPositionError))
        return watch(found, failed, { ...options, timeout: Infinity })
      }
    })
    // The position is as old as the test says, however long a busy machine takes.
    await page.evaluate(() => {
      const now = Date.now()
      Date.now = () => now
    })
    await page.getByRole('button', { name: 'Point me there' }).click()
    const compass = page.locator('[data-compass]')
    await compass.getByText('0.5 mi away').waitFor()
    await compass.getByText('Head north', { exact: true }).waitFor()
    await compass
      .getByText("This device doesn't report which way it's facing, so north is at the top.")
      .waitFor()

    // The phone points east by its compass, so the park is to the left.
    await page.evaluate(() =>
      dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true, alpha: 270 })),
    )
    await compass.getByText('Head north, to your left').waitFor()
    const turn = async () => Number(await compass.locator('svg[data-turn]').getAttribute('data-turn'))
    // Magnetic north is east of true north there.
    expect(Math.abs((await turn()) - (270 - 11))).toBeLessThanOrEqual(1)

    await moveTo(destinationPoint(EXACT, 180, 120))
    await compass.getByText('390 ft away').waitFor()
    await moveTo(destinationPoint(EXACT, 180, 10), 200)
    await compass.getByText('Your position is accurate to about 200 m.').waitFor()
    expect(await page.locator('[data-compass="arrived"]').count()).toBe(0)
    await moveTo(destinationPoint(EXACT, 180, 10))
    await page.locator('[data-compass="arrived"]').getByText('You are there.').waitFor()

    // Positions that fail are bridged, but a person walks on.
    const failAfter = (milliseconds: number) =>
      page.evaluate((later) => {
        const { now } = Date
        Date.now = () => now() + later
        dispatchEvent(new Event('test:no-position'))
        Date.now = now
      }, milliseconds)
    await failAfter(20_000)
    expect(await page.locator('[data-compass="arrived"]').count()).toBe(1)
    await failAfter(70_000)
    await page
      .getByRole('alert')
      .getByText('The request to get your location timed out.', { exact: false })
      .waitFor()
    expect(await page.locator('[data-compass]').count()).toBe(0)
  })

  test('on a phone, the park at the top of the map is not behind the attribution or the buttons', async () => {
    await open(EXACT.id)
    await ask('Kedron')
    const pin = directions().locator('.map-pin').last()
    await pin.waitFor()
    await expect.poll(() => directions().locator('.leaflet-control-attribution').innerText()).toMatch(/\w/)
    const covered = async () => {
      const box = (await pin.boundingBox())!
      const controls = await directions().locator('.leaflet-control-attribution, .leaflet-left').all()
      const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
      return boxes.filter(
        (other) =>
          other !== null &&
          other.y + other.height > box.y &&
          other.y < box.y + box.height &&
          other.x + other.width > box.x &&
          other.x < box.x + box.width,
      ).length
    }
    await expect.poll(covered).toBe(0)
  })

  test('on a phone, the result and the compass come into view, and the result takes the focus', async () => {
    await allowPosition(destinationPoint(EXACT, 180, 800))
    const isInView = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        return top >= 0 && top < innerHeight / 2
      })
    await open(EXACT.id)
    await ask('Aspley')
    await directions().waitFor()
    await expect.poll(() => isInView('[role=tabpanel]')).toBe(true)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('tabpanel')
    await page.getByRole('button', { name: 'Point me there' }).click()
    await page.locator('[data-compass]').waitFor()
    await expect.poll(() => isInView('section:has([data-compass])')).toBe(true)
  })
})

test('an estimate works with a network and without our server, and with the compass without signal', async () => {
  const visit = await openVisit(product, {
    permissions: ['geolocation'],
    geolocation: { ...destinationPoint(EXACT, 90, 400), accuracy: 8 },
  })
  ;({ proxy, browser, page } = visit)
  try {
    await page.goto(proxy.url)
    await waitForDirectory(page)
    // The map of the country, which is stored without opening a map.
    await expect
      .poll(() =>
        page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, BASE_MAP_CACHE),
      )
      .toBeGreaterThan(0)
    await open(EXACT.id)
    proxy.decide(() => 'refuse')
    await ask('Aspley')
    await page.getByText("Our server isn't responding, so we can't get a route.", { exact: false }).waitFor()
    await visit.offline(true)
    await visit.load(`/directions/${EXACT.id}`)
    await ask('Aspley')
    await page.getByText('Estimate only').waitFor()
    await page.getByText("You're offline, so we can't get a route.", { exact: false }).waitFor()
    await directions().getByText('about 2.2 mi').waitFor()
    await directions().locator('.leaflet-tile-loaded').first().waitFor()
    await page.getByRole('button', { name: 'Point me there' }).click()
    await page.locator('[data-compass]').getByText('0.2 mi away').waitFor()
  } finally {
    await closeWindow()
  }
})

describe('with a route service', () => {
  let routed: Product
  let engine: Server
  let addresses: Server
  let answer: RequestListener
  /** OSRM's recorded answer. */
  const routes: RequestListener = (request, response) => reply(request.url!, response, osrmAnswer())
  const oneRoute: RequestListener = (request, response) => {
    const answer = osrmAnswer()
    reply(request.url!, response, { ...answer, routes: answer.routes.slice(0, 1) })
  }
  /** Moves the geometry of the answer to the requested start and end. */
  function reply(url: string, response: ServerResponse, answer: ReturnType<typeof osrmAnswer>) {
    const ends = /\/([-\d.,;]+)\?/
      .exec(url)![1]!
      .split(';')
      .map((pair) => pair.split(',').map(Number) as [number, number])
    for (const [at, { geometry }] of answer.routes.entries())
      geometry.coordinates = [ends[0]!, [ends[0]![0] + 0.01 * at, ends[1]![1]], ends[1]!]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  /** A place as Photon describes it. */
  const found = (latitude: number, longitude: number, properties: Record<string, string>) => ({
    geometry: { coordinates: [longitude, latitude] },
    properties,
  })
  /** Knows two streets of one name, both far from the park, and one house near it. */
  const answerAddress: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const features =
      pathname === '/reverse'
        ? [found(-27.38, 153.035, { housenumber: '9', street: 'Kittyhawk Drive', city: 'Chermside' })]
        : searchParams.get('q')!.includes('High Street')
          ? [
              found(-32.0569, 115.7439, { type: 'street', name: 'High Street', city: 'Fremantle' }),
              found(-37.7699, 144.9987, { type: 'street', name: 'High Street', city: 'Northcote' }),
            ]
          : []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ features }))
  }
  async function listen(listener: RequestListener): Promise<Server> {
    const server = createServer(listener)
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    return server
  }
  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  async function stop(server: Server) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }

  beforeAll(async () => {
    engine = await listen((request, response) => answer(request, response))
    addresses = await listen(answerAddress)
    routed = await startProduct({
      ROUTER: 'osrm',
      ROUTER_URL: urlOf(engine),
      GEOCODER: 'photon',
      GEOCODER_URL: urlOf(addresses),
    })
    await openWindowBehindProxy(routed)
    // An answer that comes too late is an estimate, which stays.
    await neverEndRequests(browser.context)
    await holdPositionNear()
    await loadApp()
  })
  afterAll(async () => {
    await closeWindow()
    await routed.dispose()
    await stop(engine)
    await stop(addresses)
  })
  beforeEach(() => {
    answer = routes
    return forget()
  })

  test('a route has distance, duration, numbered steps and alternatives', async () => {
    await open(EXACT.id)
    await ask('Marrickville NSW')
    await directions().locator('dl').getByText('about 1.2 mi').waitFor()
    await directions().locator('dl').getByText('5 mins').waitFor()
    expect(await directions().locator('ol').getByRole('listitem').allInnerTexts()).toHaveLength(4)
    expect(await page.getByText('Estimate only').count()).toBe(0)
    await directions().locator('.map-route-other').waitFor()
    await directions().getByRole('radio').nth(1).check()
    await directions().locator('dl').getByText('about 1.5 mi').waitFor()
    await directions().locator('dl').getByText('6 mins').waitFor()
    await page.locator('canvas[data-painted]').waitFor({ state: 'attached' })
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
  })

  test('each travel mode asks the server once', async () => {
    await open(EXACT.id)
    await ask('Marrickville NSW')
    await directions().locator('dl').getByText('about 1.2 mi').waitFor()
    for (const mode of ['Walk', 'Bike', 'Drive', 'Walk', 'Drive']) {
      await page.getByRole('tab', { name: mode }).click()
      await directions().waitFor()
      await page.getByRole('button', { name: 'Get Directions' }).waitFor()
    }
    expect(modesAsked()).toEqual(['driving', 'walking', 'bicycling'])
  })

  test('a mode with one route is shown after the second route of another mode was chosen', async () => {
    await open(EXACT.id)
    await ask('Dulwich Hill NSW')
    await directions().getByRole('radio').nth(1).waitFor()
    answer = oneRoute
    await page.getByRole('tab', { name: 'Walk' }).click()
    await directions().getByRole('radio').first().waitFor({ state: 'detached' })
    await directions().waitFor()
    await page.getByRole('tab', { name: 'Drive' }).click()
    await directions().getByRole('radio').nth(1).check()
    await directions().locator('dl').getByText('about 1.5 mi').waitFor()
    await page.getByRole('tab', { name: 'Walk' }).click()
    await directions().getByRole('radio').first().waitFor({ state: 'detached' })
    await directions().locator('dl').waitFor()
  })

  test('the mode chosen while the position is looked for is the one that is calculated', async () => {
    await open(EXACT.id)
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await page.getByRole('tab', { name: 'Walk' }).click()
    await findPosition(page)
    await directions().locator('dl').waitFor()
    expect(modesAsked()).toEqual(['walking'])
  })

  test('a position that is found after another start was typed is ignored', async () => {
    await open(EXACT.id)
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await start().fill('Marrickville NSW')
    await findPosition(page)
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).waitFor()
    expect(await start().inputValue()).toBe('Marrickville NSW')
    expect(modesAsked()).toEqual([])
  })

  test('a position is shown with its address', async () => {
    await open(EXACT.id)
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await findPosition(page)
    await page.getByText('From: Your location, 9 Kittyhawk Drive, Chermside').waitFor()
    expect(await start().inputValue()).toBe('Your location')
  })

  test('a start that can mean several places is asked about once', async () => {
    await open(EXACT.id)
    await ask('High Street')
    await page.getByRole('heading', { name: 'Where are you starting from?' }).waitFor()
    await page.getByText("We're not sure which place “High Street” means.").waitFor()
    expect(await directions().count()).toBe(0)
    const choices = page.getByRole('button', { name: /^High Street, / })
    expect(await choices.allInnerTexts()).toEqual(['High Street, Fremantle', 'High Street, Northcote'])
    await choices.last().click()
    await page.getByText('From: High Street, Northcote').waitFor()
    expect(await start().inputValue()).toBe('High Street, Northcote')

    await page.getByRole('tab', { name: 'Walk' }).click()
    await expect.poll(modesAsked).toEqual(['driving', 'driving', 'walking'])
    await page.getByText('From: High Street, Northcote').waitFor()
    // The same name typed again is a question again.
    await ask('High Street')
    await page.getByRole('heading', { name: 'Where are you starting from?' }).waitFor()
  })

  test('a failing service leaves an estimate that says so', async () => {
    answer = (_request, response) => response.writeHead(500).end()
    await open(EXACT.id)
    await ask('Aspley')
    await page.getByText('Estimate only').waitFor()
    await page.getByText("The route service isn't responding.", { exact: false }).waitFor()
  })

  test('progress is shown while calculating, and only the latest request is answered', async () => {
    const waiting: (() => void)[] = []
    answer = (request, response) => void waiting.push(() => routes(request, response))
    await open(EXACT.id)
    await ask('Marrickville NSW')
    await page.getByRole('button', { name: 'Calculating directions...' }).waitFor()
    await page.getByRole('tab', { name: 'Walk' }).click()
    await page.getByText('Estimate only').waitFor()
    // From now on the service answers at once, including the earlier request.
    answer = routes
    for (const go of waiting) go()
    await page.getByRole('tab', { name: 'Drive' }).click()
    await directions().locator('dl').getByText('about 1.2 mi').waitFor()
  })
})
