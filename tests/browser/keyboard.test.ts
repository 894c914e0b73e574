import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, NO_MAP, PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { closeDialog, parkNames, pressSearchShortcut, waitForResults } from '../support/screen.ts'
import { storedRows } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import { startVisit, type Visit } from '../support/visit.ts'

// Whole tasks with the keyboard alone. Every focus stop on the way must be in view, not covered, and show
// that it has the focus.

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { viewport: NO_MAP, serviceWorkers: 'block' })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})
afterEach(async () => {
  await visit.offline(false)
  await page.setViewportSize(NO_MAP)
})

interface FocusStop {
  what: string
  name: string
  problem: string | null
}

/** The focused element: its kind, its name, and the problem with its visibility, if any. */
const focusStop = (): Promise<FocusStop> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body)
      return { what: 'page', name: '', problem: null }
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])]
        : []
    const name =
      element.getAttribute('aria-label') ??
      (labels.length > 0 ? labels.map((label) => label.textContent).join(' ') : element.textContent)
    const what =
      element.getAttribute('role') ??
      (element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase())
    const box = element.getBoundingClientRect()
    const findProblem = (): string | null => {
      if (element.tabIndex < 0) return null
      if (box.width === 0 || box.height === 0) return 'has no size'
      const [x, y] = [
        Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1),
        box.top + Math.min(box.height, innerHeight) / 2,
      ]
      if (y < 0 || y > innerHeight) return `is out of sight, at ${Math.round(y)}`
      const top = document.elementFromPoint(x, y)
      if (
        top === null ||
        !(element.contains(top) || top.contains(element) || labels.some((label) => label.contains(top)))
      )
        return `is covered by ${top?.outerHTML.slice(0, 120)}`
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { outlineStyle, outlineWidth } = getComputedStyle(one)
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null
      }
      return 'does not show that it has the focus'
    }
    return { what, name: name.replaceAll(/\s+/g, ' ').trim(), problem: findProblem() }
  })

/** Largest number of focus stops on a page. */
const MAX_STOPS = 160

/** Presses Tab until an element with this name has the focus. Every stop on the way must be visible. */
async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<FocusStop> {
  const passed: string[] = []
  for (let steps = 0; steps < MAX_STOPS; steps++) {
    await page.keyboard.press(key)
    let stop!: FocusStop
    // Scrolling into view takes time.
    await expect
      .poll(async () => {
        stop = await focusStop()
        return stop.problem === null ? null : `${key} ${steps + 1}: ${JSON.stringify(stop)}`
      })
      .toBeNull()
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return stop
    passed.push(`${stop.what} ${stop.name}`)
  }
  throw new Error(`${String(name)} is not reached by ${key}: ${passed.join(' | ')}`)
}

const press = (key: string) => page.keyboard.press(key)
const type = (text: string) => page.keyboard.type(text)
/** Waits until the focus has moved there without a key. */
const focusOn = async (expected: Partial<FocusStop>) => {
  await expect.poll(focusStop).toMatchObject(expected)
}
const focusedId = () => page.evaluate(() => document.activeElement?.id)
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const toast = (text: string) => toastShown(page, text)
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
/** Opens a screen as a link does: the first Tab starts at its content. */
const open = async (path: string) => {
  await visit.go(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
/** The same with a first Tab that starts at the beginning of the page. */
const openAtTop = async (path: string) => {
  await open(path)
  // The place of a focused element that is removed is where the next Tab starts.
  await page.evaluate(() => {
    const first = document.createElement('div')
    first.tabIndex = -1
    document.body.prepend(first)
    first.focus()
    first.remove()
  })
}
/** The kinds of the changes that the server has not answered. */
const unsentKinds = async () =>
  (JSON.parse(await storedRows(page, 'outbox')) as { kind: string; state: string }[])
    .filter(({ state }) => state === 'pending')
    .map(({ kind }) => kind)
/** Loads a document, whose app does not know the account of an earlier test. */
const load = async (path: string) => {
  await visit.load(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('finding a park by keyboard', () => {
  test('the first Tab reaches the skip link, which leads to the page', async () => {
    await load('/state')
    await press('Tab')
    await focusOn({ name: 'Skip to main content', problem: null })
    await press('Enter')
    await expect.poll(focusedId).toBe('main')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await press('Tab')
    expect((await focusStop()).name).toMatch(/^New South Wales/)
  })

  test('a suburb can be searched, a park opened, and the results returned to', async () => {
    await page.setViewportSize(DESKTOP)
    await open('/')
    await pressSearchShortcut(page)
    await focusOn({ what: 'search', problem: null })
    await type('chermsi')
    // The list for 'cher' has it too, but not as the first.
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('Chermside QLD 4032')
    await press('ArrowDown')
    await press('Enter')
    await expect.poll(() => parameter('q')).toBe('Chermside QLD 4032')
    await expect.poll(focusedId).toBe('results')
    await waitForResults(page)
    const [first] = await parkNames(page)
    await tabTo(`View Details: ${first}`)
    await press('Enter')
    await heading(first!)
    await expect.poll(focusedId).toBe('main')
    await tabTo('Back to results')
    await press('Enter')
    await waitForResults(page)
    expect(parameter('q')).toBe('Chermside QLD 4032')
    await expect.poll(focusedId).toBe('main')
  })

  test('parks can be filtered and the filters reset', async () => {
    await open('/?q=Chermside')
    await waitForResults(page)
    const all = await parkNames(page)
    await tabTo('Fenced Area')
    await press('Space')
    await tabTo('View more filters (7)')
    await press('Enter')
    await focusOn({ name: 'Show fewer filters' })
    await tabTo('Apply Filters')
    await press('Enter')
    await expect.poll(() => parameter('features')).toBe('fenced')
    await expect.poll(focusedId).toBe('results')
    await waitForResults(page)
    expect(await parkNames(page)).not.toEqual(all)
    await tabTo('Reset', 'Shift+Tab')
    await press('Space')
    await expect.poll(() => parameter('features')).toBeNull()
    await waitForResults(page)
    await expect.poll(() => parkNames(page)).toEqual(all)
    await expect.poll(focusedId).toBe('results')
  })

  test('a filter shows its description on focus, and Esc closes it', async () => {
    await open('/?q=Chermside')
    await waitForResults(page)
    await tabTo('About Off-leash Area')
    await page.getByRole('tooltip').waitFor()
    await press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    await focusOn({ name: 'About Off-leash Area' })
  })

  test('results can be paged and shown twenty at a time', async () => {
    await open('/?q=Chermside')
    await waitForResults(page)
    const first = await parkNames(page)
    await tabTo('Page 2')
    await press('Enter')
    await expect.poll(() => parameter('page')).toBe('2')
    await waitForResults(page)
    await expect.poll(() => parkNames(page)).not.toEqual(first)
    await expect.poll(focusedId).toBe('results')
    await tabTo('Parks per page')
    await type('20')
    await expect.poll(() => parameter('perPage')).toBe('20')
    await waitForResults(page)
    await expect.poll(async () => (await parkNames(page)).length).toBe(20)
  })

  test('a park can be reached by state, letter and suburb', async () => {
    await openAtTop('/')
    await tabTo('Browse Dog Parks')
    await press('Enter')
    await heading('Browse Dog Parks')
    await expect.poll(focusedId).toBe('main')
    await tabTo(/^Queensland/)
    await press('Enter')
    await heading('Dog Parks in Queensland')
    // Wait for the list; before it is rendered, the next stop is in the footer.
    await page.getByRole('main').locator('section a').first().waitFor()
    await tabTo('C')
    await press('Enter')
    await expect.poll(focusedId).toBe('letter-C')
    await tabTo(/^Chermside\d/)
    await press('Enter')
    await heading('Dog Parks in Chermside, Queensland')
    await page.getByRole('main').getByRole('article').first().waitFor()
    await tabTo(/^View Details/)
    await press('Enter')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Chermside').waitFor()
  })

  test('a control that disappears when it is used leaves the focus on the page', async () => {
    const main = page.getByRole('main')
    const use = (control: Locator) => control.focus().then(() => press('Enter'))
    const focusedClass = () => page.evaluate(() => document.activeElement?.className)

    await open('/?q=Richmond')
    await waitForResults(page)
    await use(main.getByRole('link', { name: /^Richmond (?!VIC)/ }).first())
    await expect.poll(() => parameter('q')).toMatch(/^Richmond [A-Z]+ \d{4}$/)
    await waitForResults(page)
    await expect.poll(focusedId).toBe('results')
    await use(main.getByRole('link', { name: 'Clear search' }))
    await expect.poll(() => parameter('q')).toBeNull()
    await expect.poll(focusedId).toBe('results')

    await open('/?q=Chermside&distance=0.001')
    await use(main.getByRole('link', { name: 'Clear all filters' }))
    await expect.poll(() => parameter('distance')).toBeNull()
    await waitForResults(page)
    await expect.poll(focusedId).toBe('results')

    // Wide enough for the map from here on.
    await page.setViewportSize(DESKTOP)
    await open('/?q=xqzzvwk')
    await use(main.getByRole('link', { name: 'Sydney' }))
    await expect.poll(() => parameter('q')).toBe('Sydney')
    await waitForResults(page)
    await expect.poll(focusedId).toBe('results')

    const map = page.locator('[data-map=ready] .leaflet-container')
    await map.getByRole('button', { name: /^1\. / }).waitFor()
    await map.focus()
    await press('1')
    await use(page.locator('[data-map-card]').getByRole('button', { name: 'Close' }))
    await expect.poll(() => page.locator('[data-map-card]').count()).toBe(0)
    await expect.poll(focusedClass).toContain('leaflet-container')
    await press('ArrowRight')
    await use(page.getByRole('button', { name: 'Search this area' }))
    await expect.poll(() => parameter('area')).not.toBeNull()
    await waitForResults(page)
    await expect.poll(() => page.getByRole('button', { name: 'Search this area' }).count()).toBe(0)
    await expect.poll(focusedClass).toContain('leaflet-container')

    await open('/directions/7')
    await use(page.getByRole('button', { name: 'Point me there' }))
    await focusOn({ name: 'Stop' })
    await press('Enter')
    await focusOn({ name: 'Point me there' })
  })

  test('directions can be requested from a typed place, and Esc closes them and returns the focus', async () => {
    await open('/park/7')
    await tabTo('Get Directions')
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    if ((await focusStop()).name !== 'Starting address') await tabTo('Starting address')
    await type('Aspley')
    await page.getByRole('option').first().waitFor()
    await press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await dialog.waitFor()
    await tabTo(/^Drive/)
    await press('ArrowRight')
    await focusOn({ what: 'tab', name: 'Walk' })
    await tabTo('Get Directions')
    await press('Enter')
    await page.locator('[data-directions]').waitFor()
    // The result takes the focus.
    await focusOn({ what: 'tabpanel' })
    await tabTo('Print', 'Shift+Tab')
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focusOn({ name: 'Get Directions' })
  })
})

describe('saving and sending by keyboard', () => {
  test('a park can be saved, found under favourites and removed there', async () => {
    for (const id of [7, 8]) {
      await open(`/park/${id}`)
      await tabTo(/^Add .* to favourites$/)
      await press('Space')
      await toast('Added to favourites')
      await expect.poll(async () => (await focusStop()).name).toMatch(/^Remove .* from favourites$/)
    }
    await press('F8')
    await press('Escape')
    await openAtTop('/')
    await tabTo('My Favourites')
    await press('Enter')
    await heading('My Favorites')
    await page.getByRole('heading', { level: 3, name: 'Burnie Brae Park' }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(2)
    for (const left of [1, 0]) {
      await tabTo(/^Remove .* from favourites$/)
      await press('Enter')
      await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(left)
      await focusOn({ what: left === 1 ? 'li' : 'h1' })
    }
  })

  test('a park can be submitted', async () => {
    await open('/submit-park')
    await tabTo('Park Name')
    await type('Keys Reserve')
    await tabTo('Address')
    await type('1 Bone Street')
    await tabTo('Suburb')
    await type('Fitzroy Nor')
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('Fitzroy North VIC 3068')
    await press('ArrowDown')
    await press('Enter')
    await focusOn({ name: 'Suburb' })
    await tabTo('Waste Bins')
    await press('Space')
    await tabTo('Submit Park')
    // The button says so for a second and a half, which may be over before a busy machine looks.
    await page.evaluate(() => {
      const focused: (string | undefined)[] = []
      Object.assign(window, { focused })
      new MutationObserver(() => focused.push(document.activeElement?.textContent)).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    await press('Enter')
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { focused: string[] }).focused))
      .toContain('Submitting...')
    await toast('Park submitted')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await expect.poll(focusedId).toBe('main')
  })

  test('a message can be sent, and an invalid field gets the focus with its error as description', async () => {
    await open('/contact')
    await tabTo('Name')
    await type('Ada')
    await press('Enter')
    await focusOn({ name: 'Email' })
    const described = await page.evaluate(() =>
      document
        .activeElement!.getAttribute('aria-describedby')!
        .split(' ')
        .map((id) => document.getElementById(id)!.textContent),
    )
    expect(described).toContain('Please enter a valid email')
    await type('ada@example.com')
    await tabTo('Subject')
    await type('Keys')
    await tabTo('Message')
    await type('Woof.')
    await tabTo('Send Message')
    await press('Enter')
    await toast('Message sent')
    await focusOn({ name: 'Send Message' })
  })

  test('a park can be reported, and Cancel returns the focus', async () => {
    await open('/park/7')
    await tabTo('Something wrong here?')
    await press('Enter')
    await focusOn({ what: 'radio', name: 'The park is gone' })
    await tabTo('Cancel')
    await press('Enter')
    await focusOn({ name: 'Something wrong here?' })
    await press('Space')
    await focusOn({ what: 'radio' })
    await press('ArrowDown')
    await tabTo(/^Details/)
    await type('Leash on all day since May.')
    await tabTo('Send')
    await press('Enter')
    await toast('Thank you')
    await focusOn({ name: 'Something wrong here?' })
  })
})

describe('settings, accounts and menus by keyboard', () => {
  test('settings can be found, changed and reset', async () => {
    await openAtTop('/state')
    await tabTo('Accessibility')
    await press('Enter')
    await page.getByRole('banner').getByRole('switch').first().waitFor()
    await tabTo('High Contrast Mode')
    await press('Space')
    await toast('High Contrast Mode turned on')
    expect(await page.evaluate(() => document.body.className)).toBe('high-contrast')
    await press('Escape')
    await focusOn({ name: 'Accessibility' })
    await press('Space')
    await page.getByRole('banner').getByRole('switch').first().waitFor()
    await tabTo('All accessibility tools')
    await press('Enter')
    await heading('Accessibility Tools')
    await tabTo('Visual Settings')
    await press('ArrowRight')
    await focusOn({ what: 'tab', name: 'Text Settings' })
    await tabTo('Font Size')
    await press('End')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await tabTo('Reset All Settings')
    await press('Enter')
    await toast('Settings reset')
    expect(
      await page.evaluate(() => [
        document.body.className,
        getComputedStyle(document.documentElement).fontSize,
      ]),
    ).toEqual(['', '16px'])
    await press('Alt+1')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('an account can be created, logged out of and logged in to again', async () => {
    await load('/privacy')
    await tabTo('Create Account')
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focusOn({ name: 'Create Account' })
    await press('Enter')
    await dialog.waitFor()
    for (const [field, text] of [
      ['Dog Name (Optional)', 'Keys'],
      ['Email', 'keys@example.org'],
      ['Password', 'kelpie at the creek'],
      ['Confirm Password', 'kelpie at the creek'],
    ] as const) {
      if ((await focusStop()).name !== field) await tabTo(field)
      await type(text)
    }
    await press('Enter')
    await toast('Account created successfully')
    await dialog.waitFor({ state: 'detached' })
    await focusOn({ name: 'Hi, Keys' })
    // With unsent changes of the tests before, logging out would ask what to do with them.
    await expect.poll(unsentKinds).toEqual([])
    await press('Enter')
    await tabTo('Logout')
    await press('Enter')
    await toast('Logged out')
    await focusOn({ name: 'Login' })
    await press('Enter')
    await dialog.waitFor()
    await tabTo('Username')
    await type('keys@example.org')
    await tabTo('Password')
    await type('kelpie at the creek')
    await press('Enter')
    await toast('Welcome back!')
    await focusOn({ name: 'Hi, Keys' })
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
  })

  test('both account forms say offline that they need a network, keep their input, and are sent when it is back', async () => {
    const password = 'kelpie at the creek'
    const sent = () => visit.proxy.seen.filter((path) => path === '/api/register' || path === '/api/login')
    const notice = page.getByRole('main').getByText(/^You're offline\. You can log in or create an account/)
    await load('/auth')
    // Until the server has answered, the device knows the account of the test before.
    await page.getByLabel('Username').waitFor()
    visit.proxy.seen.length = 0
    await visit.offline(true)
    await notice.waitFor()
    await tabTo('Username')
    await type('snickers@example.org')
    await tabTo('Password')
    await type(password)
    await press('Enter')
    await tabTo('Login', 'Shift+Tab')
    await focusOn({ what: 'tab' })
    await press('ArrowRight')
    await focusOn({ what: 'tab', name: 'Register' })
    await notice.waitFor()
    for (const [field, text] of [
      ['Email', 'snickers@example.org'],
      ['Password', password],
      ['Confirm Password', password],
    ] as const) {
      await tabTo(field)
      await type(text)
    }
    await press('Enter')
    expect(sent()).toEqual([])

    await visit.offline(false)
    await notice.waitFor({ state: 'detached' })
    await focusOn({ name: 'Confirm Password' })
    await press('Enter')
    await toast('Account created')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(sent()).toEqual(['/api/register'])
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))

    // The same in the login dialog, opened offline.
    await load('/states')
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).waitFor()
    await visit.offline(true)
    await tabTo('Login')
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^You're offline\./).waitFor()
    await tabTo('Username')
    await type('snickers@example.org')
    await tabTo('Password')
    await type(password)
    await press('Enter')
    await visit.offline(false)
    await dialog.getByText(/^You're offline\./).waitFor({ state: 'detached' })
    await press('Enter')
    await toast('Welcome back!')
    await dialog.waitFor({ state: 'detached' })
    await focusOn({ name: 'Hi, snickers' })
    expect(sent()).toEqual(['/api/register', '/api/login'])
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
  })

  test('on a small screen the menu and the filters open, close and return the focus', async () => {
    await page.setViewportSize(PHONE)
    await openAtTop('/?q=Chermside')
    await waitForResults(page)
    for (const [opener, inside] of [
      ['Menu', 'Browse Dog Parks'],
      [/^Filter Parks/, 'Fenced Area'],
    ] as const) {
      await tabTo(opener)
      await press('Enter')
      await page.getByRole('dialog').waitFor()
      await tabTo(inside)
      await closeDialog(page)
      await expect.poll(async () => (await focusStop()).name).toMatch(opener)
    }
  })

  test('going back through the regions of a state, none is behind the bar of letters', async () => {
    await open('/state/tas')
    // The last one. The letters are rendered one after the other.
    await page.getByRole('link', { name: /^York Town/ }).focus()
    await tabTo(/^Ulverstone/, 'Shift+Tab')
  })

  test('the end of a long page leads back to its top', async () => {
    await page.setViewportSize(DESKTOP)
    await load('/state/tas')
    await page.getByRole('main').locator('section a').first().waitFor()
    // The browser scrolls smoothly for a key, with reduced motion, too. The letters are rendered one after the other, so
    // what is the end when the key is pressed may not be the end of the page.
    const untilEnd = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
    await expect
      .poll(
        async () => {
          await press('End')
          return untilEnd()
        },
        { interval: 1_000 },
      )
      .toBeLessThan(1)
    await page.getByRole('button', { name: 'Back to top' }).waitFor()
    await tabTo('Back to top', 'Shift+Tab')
    await press('Enter')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(focusedId).toBe('main')
    await press('Tab')
    await focusOn({ name: 'Home' })
  })
})
