import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SERVER_TROUBLE } from '../../client/api/error.ts'
import { MAX_PAUSE_MS } from '../../client/store/backoff.ts'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, type BrowserWindow, TABLET } from '../support/browser.ts'
import { descriptionOf, greetingOf, hasHadAccount, PASSWORD, signUp } from '../support/account.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { focusedText, waitForDirectory, waitForResults } from '../support/screen.ts'
import { storedTroubles } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import {
  emptyWindow,
  openLightVisit,
  openScreen,
  openVisit,
  untilTestEnds,
  type Visit,
} from '../support/visit.ts'

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

/** The window of all tests but those that name another one. */
let shared: Visit
/** Whether a test has done something to the network, which the app remembers. */
let isNetworkChanged = false

beforeAll(async () => {
  // As wide as the header with its account menu needs, and no wider: from 1280 pixels, `/` has a map.
  shared = await openLightVisit(product, { viewport: TABLET })
})
afterAll(() => shared.leave())
beforeEach(() => {
  ;({ proxy, browser, page } = shared)
})
afterEach(async ({ task }) => {
  const { context } = shared.browser
  shared.proxy.decide(() => 'pass')
  await shared.page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await shared.page.setViewportSize(TABLET)
  for (const other of context.pages()) if (other !== shared.page) await other.close()
  const toasts = await shared.page.getByRole('region', { name: /^Notifications/ }).allInnerTexts()
  const hasToast = toasts.some((text) => text !== '')
  if (task.result?.state !== 'fail' && !isNetworkChanged && !hasToast && !(await hasHadAccount(context)))
    return
  isNetworkChanged = false
  await emptyWindow(shared.page, shared.url)
})

/** Opens a screen: in the app if a test before has left it as it was, or else with a document. */
const open = (path: string) => openScreen(page, proxy.url, path)

/** Sets the fate of each request from now on. */
function changeNetwork(fate: Parameters<Proxy['decide']>[0]): void {
  isNetworkChanged = true
  proxy.decide(fate)
}

const main = () => page.locator('main')
const header = () => page.locator('header')
const toastOf = (title: string, description?: string) => toastShown(page, title, description)
const greeting = (username: string) => greetingOf(page, username)
const describedBy = (field: Locator) => descriptionOf(page, field)
const signedIn = (username?: string) => signUp(page, proxy.url, username)

/**
 * Signs in, and then makes the API unreachable until {@link proxy} passes requests again.
 * @returns the username
 */
async function signedInWithoutServer(): Promise<string> {
  const { username } = await signedIn()
  await page.goto(`${proxy.url}/accessibility`)
  await greeting(username).waitFor()
  changeNetwork((path) => (path.startsWith('/api/') ? 'refuse' : 'pass'))
  return username
}

describe('the auth page', () => {
  test('registers, keeps the session over a reload, logs out, and logs in again by email', async () => {
    await open('/auth?tab=register')
    await page.getByRole('heading', { level: 1, name: 'Welcome to Offlead' }).waitFor()
    await main().getByLabel('Dog Name (Optional)').fill('Bandit')
    await main().getByLabel('Email').fill('bandit@example.org')
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Register', exact: true }).click()
    await toastOf('Account created', 'Welcome to Offlead, Bandit!')
    await greeting('Bandit').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')

    await page.reload()
    await greeting('Bandit').click()
    await header().getByRole('button', { name: 'Logout' }).click()
    await toastOf('Logged out', 'You have been successfully logged out')
    await header().getByRole('button', { name: 'Login' }).waitFor()
    await page.reload()
    await header().getByRole('button', { name: 'Login' }).waitFor()

    await open('/auth')
    await main().getByLabel('Username').fill('Bandit@Example.org')
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await toastOf('Welcome back!', 'You are now logged in as Bandit')
    await greeting('Bandit').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for', async () => {
    await page.setViewportSize(DESKTOP)
    await open('/auth')
    await page.getByText('Find and explore dog-friendly parks in your area', { exact: true }).waitFor()
    expect(await main().getByRole('tab').allInnerTexts()).toEqual(['Login', 'Register'])
    const fields = () => main().getByRole('tabpanel').locator('label').allInnerTexts()
    // This server has no provider: they are shown, and a note says that they cannot be used.
    const providers = () =>
      main().getByRole('tabpanel').locator('button:disabled[aria-describedby]').allInnerTexts()
    const names = ['Apple', 'Google', 'Microsoft']
    await expect.poll(fields).toEqual(['Username', 'Password'])
    await main().getByRole('button', { name: 'Login', exact: true }).waitFor()
    await main().getByText('Or continue with', { exact: true }).waitFor()
    await expect.poll(async () => (await providers()).sort()).toEqual(names)
    await main().getByRole('tab', { name: 'Register' }).click()
    await expect
      .poll(fields)
      .toEqual([
        'Dog Name (Optional)',
        'Email',
        'Password',
        'Confirm Password',
        'Full Name (Optional)',
        'Home Address (Optional)',
      ])
    await main().getByRole('button', { name: 'Register', exact: true }).waitFor()
    await main().getByText('Or register with', { exact: true }).waitFor()
    await expect.poll(async () => (await providers()).sort()).toEqual(names)
    const panel = main().getByRole('complementary')
    expect(await panel.getByRole('listitem').allInnerTexts()).toEqual([
      'Find parks near your location',
      'Filter by amenities and features',
      'Save your favourite parks',
      'Get detailed information',
    ])
    await page.setViewportSize(TABLET)
    await expect.poll(() => panel.isVisible()).toBe(false)
  })

  test('shows that login is in progress and that the password is wrong', async () => {
    await open('/auth')
    const reply = Promise.withResolvers<void>()
    proxy.decide((path) => (path === '/api/login' ? { holdUntil: reply.promise } : 'pass'))
    await main().getByLabel('Username').fill('stranger')
    await main().getByLabel('Password', { exact: true }).fill('not the password')
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await main().getByRole('button', { name: 'Logging in...' }).waitFor()
    reply.resolve()
    await toastOf('Login failed', '401: The username or the password is wrong.')
    await main().getByRole('alert').getByText('The username or the password is wrong.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
  })

  test('says how long to wait after too many attempts and after too many new accounts', async () => {
    // A name without an account has to wait as well (tests/server/accounts/guessing.test.ts).
    const username = `rusty${randomUUID()}`
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status } = await fetch(`${product.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ username, password: 'not the password' }),
      })
      expect(status).toBe(401)
    }
    await open('/auth')
    await main().getByLabel('Username').fill(username)
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await toastOf('Login failed')
    await main()
      .getByRole('alert')
      .getByText(/^Too many attempts to sign in\. Wait \d+ minutes and try again\.$/)
      .waitFor()
    // The shared product does not count accounts. Its reply if it did, as tests/server/accounts/guessing.test.ts
    // expects it.
    await page.route('**/api/register', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3600' },
        json: {
          code: 'too-many-requests',
          message: 'Too many accounts were made from here. Wait 60 minutes and try again.',
        },
      }),
    )
    await main().getByRole('tab', { name: 'Register' }).click()
    await main().getByLabel('Email').fill('rusty10@example.org')
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Register', exact: true }).click()
    await toastOf('Registration failed')
    await main()
      .getByRole('alert')
      .getByText('Too many accounts were made from here. Wait 60 minutes and try again.', { exact: true })
      .waitFor()
  })

  test('shows an error at each invalid field and focuses the first', async () => {
    const before = proxy.seen.length
    await open('/auth')
    await main().getByLabel('Username').fill('ab')
    await main().getByLabel('Password', { exact: true }).fill('12345')
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await expect
      .poll(() => describedBy(main().getByLabel('Username')))
      .toContain('Username must be at least 3 characters')
    await expect
      .poll(() => describedBy(main().getByLabel('Password', { exact: true })))
      .toContain('Password must be at least 6 characters')
    await expect
      .poll(() =>
        main()
          .getByLabel('Username')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await expect.poll(() => main().getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    await main().getByLabel('Username').fill('abc')
    await expect.poll(() => main().getByLabel('Username').getAttribute('aria-invalid')).toBeNull()

    await main().getByRole('tab', { name: 'Register' }).click()
    await expect
      .poll(() => describedBy(main().getByLabel('Dog Name (Optional)')))
      .toBe("Enter your dog's name if you have one")
    await expect
      .poll(() => describedBy(main().getByLabel('Home Address (Optional)')))
      .toBe('Used to find parks near you')
    await main().getByLabel('Dog Name (Optional)').fill('Bo')
    await main().getByLabel('Email').fill('not an e-mail')
    await main().getByLabel('Password', { exact: true }).fill('12345')
    await main().getByLabel('Confirm Password', { exact: true }).fill('54321')
    await main().getByRole('button', { name: 'Register', exact: true }).click()
    await expect
      .poll(() => describedBy(main().getByLabel('Dog Name (Optional)')))
      .toContain('Dog Name must be at least 3 characters')
    await expect.poll(() => describedBy(main().getByLabel('Email'))).toBe('Please enter a valid email')
    await expect
      .poll(() => describedBy(main().getByLabel('Password', { exact: true })))
      .toBe('Password must be at least 6 characters')
    await expect
      .poll(() => describedBy(main().getByLabel('Confirm Password', { exact: true })))
      .toBe("Passwords don't match")
    expect(
      proxy.seen.slice(before).filter((path) => path === '/api/register' || path === '/api/login'),
    ).toEqual([])
  })

  test('shows an email that is taken as an error of its field', async () => {
    const { email } = await signedIn()
    await browser.context.clearCookies()
    await open('/auth?tab=register')
    await main().getByLabel('Email').fill(email)
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Register', exact: true }).click()
    await toastOf('Registration failed')
    await expect
      .poll(() => describedBy(main().getByLabel('Email')))
      .toBe('There is an account with this email already. Log in instead.')
  })

  test('signs in to a new account although the first response was lost', async () => {
    let lost = false
    const busy = Promise.withResolvers<void>()
    const before = proxy.seen.length
    changeNetwork((path) => {
      if (path !== '/api/register') return 'pass'
      if (lost) return { holdUntil: busy.promise }
      lost = true
      return { cutAfter: 0 }
    })
    await open('/auth?tab=register')
    await main().getByLabel('Dog Name (Optional)').fill('Chilli')
    await main().getByLabel('Email').fill('chilli@example.org')
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Register', exact: true }).click()
    await main().getByRole('button', { name: 'Registering...' }).waitFor()
    busy.resolve()
    await toastOf('Account created')
    await greeting('Chilli').waitFor()
    expect(proxy.seen.slice(before).filter((path) => path === '/api/register').length).toBeGreaterThan(1)
  })

  test('shows the sentence of an error code from a provider, and no text of the address', async () => {
    const alert = main().getByRole('alert')
    await open('/auth?error=google-cancelled')
    await alert.getByRole('heading', { name: 'Authentication Error' }).waitFor()
    await alert.getByText('Signing in with Google was cancelled.', { exact: true }).waitFor()
    await open(`/auth?error=${encodeURIComponent('Call 1900 555 555')}`)
    await alert.getByText('Signing in did not work. Please try again.', { exact: true }).waitFor()
    await expect.poll(() => main().textContent()).not.toContain('1900')
  })

  test('keeps what was typed into a tab while the other one is open', async () => {
    await open('/auth?tab=register')
    await main().getByLabel('Email').fill('muffin@example.org')
    await main().getByRole('tab', { name: 'Login' }).click()
    await main().getByLabel('Username').fill('muffin')
    await main().getByRole('tab', { name: 'Register' }).click()
    expect(await main().getByLabel('Email').inputValue()).toBe('muffin@example.org')
    await main().getByRole('tab', { name: 'Login' }).click()
    expect(await main().getByLabel('Username').inputValue()).toBe('muffin')
  })

  test('opens at the login tab if the address names a tab that does not exist', async () => {
    await open('/auth?tab=unknown')
    await main().getByRole('tab', { name: 'Login', selected: true }).waitFor()
    await main().getByLabel('Username').waitFor()
  })

  test('returns with a message from a provider that is not set up', async () => {
    await page.goto(`${proxy.url}/api/auth/microsoft`)
    await main().getByText('Signing in with Microsoft is not available here.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
  })

  test('says at the buttons which providers are not set up, so that nothing typed is lost', async () => {
    await open('/auth?tab=register')
    await main().getByLabel('Email').fill('kim@example.org')
    await main().getByText('Not available on this site: Google, Apple, Microsoft.').waitFor()
    const button = main().getByRole('button', { name: 'Microsoft' })
    expect([await button.isDisabled(), await describedBy(button)]).toEqual([
      true,
      'Not available on this site: Google, Apple, Microsoft.',
    ])
    await expect.poll(() => main().getByLabel('Email').inputValue()).toBe('kim@example.org')
  })

  test('hides a password, which can be shown and pasted', async () => {
    await open('/auth')
    const field = main().getByLabel('Password', { exact: true })
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
      'password',
      'current-password',
    ])
    await main().getByLabel('Username').fill(PASSWORD)
    await main().getByLabel('Username').press('ControlOrMeta+a')
    await main().getByLabel('Username').press('ControlOrMeta+x')
    await field.press('ControlOrMeta+v')
    await expect.poll(() => field.inputValue()).toBe(PASSWORD)
    await main().getByRole('button', { name: 'Show Password' }).click()
    await expect.poll(() => field.getAttribute('type')).toBe('text')
    await main().getByRole('tab', { name: 'Register' }).click()
    await expect
      .poll(() =>
        main()
          .locator('input[type=password]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete'))),
      )
      .toEqual(['new-password', 'new-password'])
  })

  test('says that password reset is coming soon', async () => {
    await open('/auth')
    await main().getByRole('button', { name: 'Forgot password?' }).click()
    await toastOf('Password reset functionality coming soon!')
  })

  test('says why the server cannot be asked about password reset', async () => {
    changeNetwork((path) => (path === '/api/sign-in-options' ? { status: 500 } : 'pass'))
    await page.goto(`${proxy.url}/auth`)
    await main().getByRole('button', { name: 'Forgot password?' }).click()
    await toastOf(SERVER_TROUBLE)
  })

  test('can be used with the keyboard alone', async () => {
    await open('/auth')
    await main().getByRole('tab', { name: 'Login' }).focus()
    await page.keyboard.press('ArrowRight')
    await main().getByLabel('Email').waitFor()
    const type = async (text: string) => {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Tab') // the panel
    await type('Winton')
    await type('winton@example.org')
    await type(PASSWORD)
    await page.keyboard.press('Tab') // show
    await page.keyboard.press('Space')
    await expect.poll(() => main().getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await type(PASSWORD)
    await page.keyboard.press('Enter')
    await greeting('Winton').waitFor()
    // The next screen takes the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await greeting('Winton').focus()
    await page.keyboard.press('Enter')
    await header().getByRole('button', { name: 'Logout' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedText(page)).toBe('My Favourites')
    await page.keyboard.press('Escape')
    await expect.poll(() => greeting('Winton').getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => focusedText(page)).toContain('Hi, Winton')
  })
})

describe('the login dialog of the header', () => {
  test('creates an account and moves the focus to the account menu', async () => {
    await open('/privacy')
    await header().getByRole('button', { name: 'Create Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Welcome to Offlead' })
    await dialog.getByText('Login or create an account to save your favorite dog parks.').waitFor()
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await expect.poll(() => describedBy(dialog.getByLabel('Email'))).toBe('Invalid email address')
    await dialog.getByLabel('Email').fill('muffin@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await toastOf('Account created successfully', 'Welcome to Offlead!')
    await dialog.waitFor({ state: 'detached' })
    await greeting('muffin').waitFor()
    await expect.poll(() => focusedText(page)).toContain('Hi, muffin')
    expect(new URL(page.url()).pathname).toBe('/privacy')
  })

  test('shows progress while creating an account, welcomes by the given name and does not send the password confirmation', async () => {
    await open('/privacy')
    await header().getByRole('button', { name: 'Create Account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Dog Name (Optional)').fill('Chloe')
    await dialog.getByLabel('Email').fill('chloe@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let sent: object | null = null
    await page.route('**/api/register', async (route) => {
      sent = route.request().postDataJSON() as object
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await dialog.getByRole('button', { name: 'Creating account...' }).waitFor()
    await expect
      .poll(() => sent)
      .toEqual({ username: 'Chloe', email: 'chloe@example.org', password: PASSWORD })
    release()
    await toastOf('Account created successfully', 'Welcome to Offlead, Chloe!')
    await dialog.waitFor({ state: 'detached' })
  })

  test('requires both fields and closes with Esc', async () => {
    await open('/privacy')
    await header().getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect.poll(() => describedBy(dialog.getByLabel('Username'))).toContain('Username is required')
    await expect
      .poll(() => describedBy(dialog.getByLabel('Password', { exact: true })))
      .toBe('Password is required')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Login')
  })
})

describe('a signed-in person', () => {
  test('is redirected home from /auth, and sees what it waits for while the server does not answer', async () => {
    const { username } = await signedIn()
    await page.goto(`${proxy.url}/auth`)
    await greeting(username).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    changeNetwork((path) => (path === '/api/user' ? 'hang' : 'pass'))
    await page.goto(`${proxy.url}/auth`)
    await page.getByRole('heading', { level: 1, name: 'Welcome to Offlead' }).waitFor()
    await main().getByText(`Checking whether ${username} is logged in on this device…`).waitFor()
    proxy.decide(() => 'pass')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('is led to no other site by the return address of /auth', async () => {
    const { username } = await signedIn()
    await page.route('https://evil.example/**', (route) => route.fulfill({ body: 'Another site' }))
    await page.goto(`${proxy.url}/auth?returnTo=${encodeURIComponent('https://evil.example/')}`)
    await greeting(username).waitFor()
    await expect.poll(() => page.url()).toBe(`${proxy.url}/`)
  })

  test('returns to the profile, which sends an anonymous visitor to /auth, after logging in or registering on the way to it', async () => {
    const { username } = await signedIn()
    await browser.context.clearCookies()
    await page.goto(`${proxy.url}/profile`)
    await page.getByRole('heading', { level: 1, name: 'Welcome to Offlead' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await main().getByRole('tab', { name: 'Register' }).click()
    await main().getByRole('tab', { name: 'Login' }).click()
    await main().getByLabel('Username').fill(username)
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/profile')
  })

  test('keeps name, favourites and searches offline, with no personal data in a cache', async () => {
    const visit = await untilTestEnds(openVisit(product, { viewport: TABLET }))
    ;({ proxy, browser, page } = visit)
    await page.goto(proxy.url)
    await waitForDirectory(page)
    const { username, email } = await signedIn()
    await open('/profile')
    await page.getByRole('region', { name: 'Your details' }).getByLabel('Email').waitFor()
    await open('/park/7')
    await main()
      .getByRole('button', { name: /^Add .* favourites$/ })
      .first()
      .click()
    await main()
      .getByRole('button', { name: /^Remove .* favourites$/ })
      .first()
      .waitFor()
    const searchedBefore = async () => {
      await header().getByRole('searchbox').click()
      await page.getByRole('listbox').getByRole('option', { name: 'Chermside' }).waitFor()
      await page.keyboard.press('Escape')
    }
    await header().getByRole('searchbox').fill('Chermside')
    await header().getByRole('searchbox').press('Enter')
    await waitForResults(page)
    await searchedBefore()
    // Wait until everything is sent, because logging out with waiting changes asks first.
    await open('/outbox')
    await page.getByText('Everything has been sent.').waitFor()
    await page.goto(proxy.url)
    await waitForResults(page)
    await greeting(username).waitFor()
    const cached = await page.evaluate(
      async (personal) => {
        const found: { path: string; isPersonal: boolean }[] = []
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const request of await cache.keys()) {
            const text = await (await cache.match(request))!.text()
            found.push({
              path: new URL(request.url).pathname,
              isPersonal: personal.some((word) => text.includes(word)),
            })
          }
        }
        return found
      },
      [email, username],
    )
    // The caches contain the app and map pictures, no other API response, and nothing that names the person.
    expect(cached.length).toBeGreaterThan(50)
    expect(
      cached
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/api/') && !/^\/api\/(maps|pictures)(\/|$)/.test(path)),
    ).toEqual([])
    expect(cached.filter(({ isPersonal }) => isPersonal).map(({ path }) => path)).toEqual([])
    proxy.decide(() => 'refuse')
    await visit.offline(true)
    // A new tab has the data that outlives one. That the session's cookie does is tested in
    // tests/server/accounts/sessions.test.ts.
    await page.close()
    page = await browser.page()
    await page.goto(`${proxy.url}/favorites`)
    await greeting(username).waitFor()
    await main().getByRole('heading', { name: 'Burnie Brae Park' }).first().waitFor()
    await searchedBefore()

    // Logging out offline removes the data from the device at once, and ends the session once online.
    await greeting(username).click()
    await header().getByRole('button', { name: 'Logout' }).click()
    await toastOf(
      'Logged out',
      "You're signed out on this device. We'll finish signing you out when you're online.",
    )
    await main().getByRole('heading', { name: 'No favourites yet' }).waitFor()
    await page.reload()
    await header().getByRole('button', { name: 'Login' }).waitFor()
    await main().getByRole('heading', { name: 'No favourites yet' }).waitFor()
    const isSessionGone = async () =>
      (await browser.context.cookies()).every(({ name }) => !name.endsWith('offlead-session'))
    expect(await isSessionGone()).toBe(false)
    proxy.decide(() => 'pass')
    await browser.context.setOffline(false)
    await expect.poll(isSessionGone).toBe(true)
    await page.reload()
    await main().getByRole('heading', { name: 'No favourites yet' }).waitFor()
    await header().getByRole('button', { name: 'Login' }).waitFor()
  })

  test('can log out offline, log in again online and stay logged in', async () => {
    const username = await signedInWithoutServer()
    await greeting(username).click()
    await header().getByRole('button', { name: 'Logout' }).click()
    await toastOf('Logged out')
    await page.goto(`${proxy.url}/auth`)
    await main().getByLabel('Username').fill(username)
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    proxy.decide(() => 'pass')
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await greeting(username).waitFor()
    await page.goto(`${proxy.url}/accessibility`)
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/user')).status)).toBe(200)
    await greeting(username).waitFor()
  })

  test('is told on reconnecting that the session ended while offline', async () => {
    const username = await signedInWithoutServer()
    await page.reload()
    await greeting(username).waitFor()
    await expect.poll(() => storedTroubles(page)).not.toEqual([])
    await browser.context.clearCookies()
    // Offline for so long that every pause is over which the app makes after the server refused its requests.
    await page.evaluate((offlineFor) => {
      const { now } = Date
      const passTime = () => (Date.now = () => now() + offlineFor)
      // After the app's own listeners.
      addEventListener('offline', () => setTimeout(passTime), { once: true })
    }, MAX_PAUSE_MS)
    // Only the page is offline: a window's service worker is connected later than its page, and a call that
    // fails would be followed by a pause of minutes.
    const devtools = await browser.context.newCDPSession(page)
    const setOffline = (offline: boolean) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    await devtools.send('Network.enable')
    const startedAt = Date.now()
    await setOffline(true)
    await expect.poll(() => page.evaluate(() => Date.now())).toBeGreaterThanOrEqual(startedAt + MAX_PAUSE_MS)
    proxy.decide(() => 'pass')
    await setOffline(false)
    await toastOf('Your session has ended')
    await header().getByRole('button', { name: 'Login' }).waitFor()
  })

  test('is logged out in every tab at once, also in one in the back/forward cache, and in none when the server cannot end the session', async () => {
    const { username, email } = await signedIn()
    await page.goto(`${proxy.url}/accessibility`)
    await greeting(username).waitFor()
    const cached = await browser.context.newPage()
    // The browser of the tests has no such cache. A page in it gets no storage events.
    await cached.addInitScript(() =>
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
    )
    await cached.goto(`${proxy.url}/profile`)
    await expect.poll(() => cached.getByLabel('Email').inputValue()).toBe(email)
    const other = await browser.context.newPage()
    await other.goto(`${proxy.url}/accessibility`)
    const logOut = async () => {
      await greetingOf(other, username).click()
      await other.locator('header').getByRole('button', { name: 'Logout' }).click()
    }
    await other.route('**/api/logout', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'database-unavailable', message: 'The database is away.' },
      }),
    )
    await logOut()
    await toastShown(other, 'Logout failed')
    for (const tab of [page, other]) await greetingOf(tab, username).waitFor()

    await other.unrouteAll({ behavior: 'ignoreErrors' })
    await logOut()
    for (const tab of [page, other])
      await tab.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    await cached.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await cached.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    await cached.waitForURL(/\/auth/)
    // The address changes before the screen does.
    await expect.poll(() => cached.getByText(username).count()).toBe(0)
  })
})
