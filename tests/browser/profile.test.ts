import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { root } from '../../scripts/root.ts'
import { TABLET, type BrowserWindow } from '../support/browser.ts'
import { descriptionOf, greetingOf, PASSWORD, signUp } from '../support/account.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { focusedText, neverEndRequests, neverEndTimeout } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { emptyWindow, goInApp, openLightVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page
/** The signed-in person, whose profile is open. */
let username: string

let visit: Visit

beforeAll(async () => {
  // As wide as the account menu in the header needs.
  visit = await openLightVisit(product, { viewport: TABLET })
  ;({ proxy, browser, page } = visit)
  await neverEndRequests(browser.context)
  // A tab waits for the request of another one (client/api/account.ts).
  await neverEndTimeout(browser.context, REQUEST_TIMEOUT + 5_000)
})
afterAll(() => visit.leave())

/** Signs in a new person and opens the profile. */
async function openNewProfile(): Promise<void> {
  await emptyWindow(page, proxy.url)
  username = (await signUp(page, proxy.url)).username
  await page.goto(`${proxy.url}/profile`)
}

const toast = (title: string) => toastShown(page, title)
/** What the server has stored. */
const stored = (path: '/api/profile' | '/api/profile/dogs') =>
  page.evaluate(async (path) => (await (await fetch(path)).json()) as unknown, path)
const greeting = (username: string) => greetingOf(page, username)
const describedBy = (field: Locator) => descriptionOf(page, field)

/** Fills in the form for a new password. @returns its submit button */
async function fillInNewPassword(password: string): Promise<Locator> {
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await section.getByLabel('New Password', { exact: true }).fill(password)
  await section.getByLabel('Confirm Password', { exact: true }).fill(password)
  return section.getByRole('button', { name: 'Change password' })
}

describe('a profile', () => {
  // Of one person, whose account the tests keep.
  beforeAll(openNewProfile)
  beforeEach(() => visit.go('/profile'))

  test('the profile stores, edits and removes dogs', async () => {
    const dogs = page.getByRole('region', { name: 'Your dogs' })
    await dogs.getByText('No dogs yet.').waitFor()
    await dogs.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => describedBy(dogs.getByLabel('Name'))).toBe('Name is required')
    await dogs.getByLabel('Name').fill('Rusty')
    await dogs.getByLabel('Breed').fill('Kelpie')
    await dogs.getByRole('button', { name: 'Add' }).click()
    await dogs.getByRole('button', { name: 'Edit Rusty' }).click()
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('Rusty')
    await dogs.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focusedText(page)).toBe('Edit')
    await dogs.getByRole('button', { name: 'Edit Rusty' }).click()
    await dogs.getByRole('form', { name: 'Edit Rusty' }).getByLabel('Breed').fill('Red kelpie')
    await dogs.getByRole('button', { name: 'Save' }).click()
    await dogs.getByText('Red kelpie').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Edit')
    expect(await stored('/api/profile/dogs')).toMatchObject([{ name: 'Rusty', breed: 'Red kelpie' }])
    await dogs.getByRole('button', { name: 'Remove Rusty' }).click()
    await dogs.getByText('No dogs yet.').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Your dogs')
  })

  test('a profile picture can be uploaded and removed, and a file that is not a picture is refused', async () => {
    const details = page.getByRole('region', { name: 'Your details' })
    await details
      .getByLabel('Choose a picture')
      .setInputFiles(path.join(root, 'public', 'icons', 'icon-512.png'))
    const picture = details.getByRole('img', { name: 'Picture' })
    await picture.waitFor()
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(256)
    await page.reload()
    await picture.waitFor()
    await details.getByRole('button', { name: 'Remove picture' }).click()
    await picture.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Your details')
    await details
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await toast('This file is not a picture we can use')
  })

  test('other sessions are listed and can be signed out', async () => {
    const logInElsewhere = async () => {
      const answer = await fetch(`${product.url}/api/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'user-agent':
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
        body: JSON.stringify({ username, password: PASSWORD }),
      })
      const [cookie] = answer.headers
        .getSetCookie()
        .find((line) => line.startsWith('offlead-session='))!
        .split(';')
      return async () => (await fetch(`${product.url}/api/user`, { headers: { cookie: cookie! } })).status
    }
    const sessionStatus = await logInElsewhere()
    expect(await sessionStatus()).toBe(200)
    await goInApp(page, '/profile')
    const devices = page.getByRole('region', { name: 'Signed in on' })
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(2)
    await devices.getByRole('button', { name: /^Sign out .*Firefox/ }).click()
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => focusedText(page)).toBe('Signed in on')
    expect(await sessionStatus()).toBe(401)
    const others = [await logInElsewhere(), await logInElsewhere()]
    await goInApp(page, '/profile')
    await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => focusedText(page)).toBe('Signed in on')
    expect(await Promise.all(others.map((status) => status()))).toEqual([401, 401])
    await greeting(username).waitFor()
  })

  test('the username and the email can be changed, each only with the password', async () => {
    const details = page.getByRole('region', { name: 'Your details' })
    const current = details.getByLabel('Current Password', { exact: true })
    for (const [field, value] of [
      ['Email', 'socks@example.org'],
      ['Username', 'Socks'],
    ] as const) {
      const before = await details.getByLabel(field).inputValue()
      expect(await current.count()).toBe(0)
      await details.getByLabel(field).fill(value)
      await current.waitFor()
      // A password typed before is not there for whoever edits the form next.
      expect(await current.inputValue()).toBe('')
      await current.fill(PASSWORD)
      await details.getByLabel(field).fill(before)
    }
    await details.getByLabel('Username').fill('Socks the Second')
    await details.getByLabel('Email').fill('socks@example.org')
    await details.getByLabel('Current Password', { exact: true }).fill('not the password')
    await details.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => describedBy(details.getByLabel('Current Password', { exact: true })))
      .toBe('Your current password is wrong.')
    await details.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
    await details.getByRole('button', { name: 'Save' }).click()
    await toast('Saved')
    await greeting('Socks the Second').waitFor()
    await details.getByLabel('Email').fill('socks@example.com')
    await current.waitFor()
    expect(await current.inputValue()).toBe('')
    expect(await stored('/api/profile')).toMatchObject({
      username: 'Socks the Second',
      email: 'socks@example.org',
    })
    username = 'Socks the Second'
  })

  test('saving the details keeps what another device has changed meanwhile, and shows it', async () => {
    const details = page.getByRole('region', { name: 'Your details' })
    const changeElsewhere = (changes: object) =>
      page.evaluate(async (changes) => {
        const reply = await fetch('/api/profile', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(changes),
        })
        if (!reply.ok) throw new Error(`${reply.status}`)
      }, changes)
    const save = async () => {
      await details.getByRole('button', { name: 'Save' }).click()
      await toast('Saved')
    }
    await details.getByLabel('Home Address').fill('1 Creek Road')
    await changeElsewhere({ fullName: 'Rusty Rivers' })
    await save()
    await expect.poll(() => details.getByLabel('Full Name').inputValue()).toBe('Rusty Rivers')
    expect(await details.getByLabel('Home Address').inputValue()).toBe('1 Creek Road')
    expect(await stored('/api/profile')).toMatchObject({ fullName: 'Rusty Rivers', address: '1 Creek Road' })

    // Also of a field that was saved here before.
    await changeElsewhere({ address: '2 Hill Street' })
    await details.getByLabel('Full Name').fill('Rusty Hill')
    await save()
    await expect.poll(() => details.getByLabel('Home Address').inputValue()).toBe('2 Hill Street')
    await save()
    expect(await stored('/api/profile')).toMatchObject({ fullName: 'Rusty Hill', address: '2 Hill Street' })
  })
})

describe('edits of the details that the page restores after an update', () => {
  const details = () => page.getByRole('region', { name: 'Your details' })
  const values = () =>
    Promise.all(['Full Name', 'Home Address'].map((label) => details().getByLabel(label).inputValue()))

  beforeAll(async () => {
    await openNewProfile()
    await details().getByLabel('Full Name').fill('Rusty Rivers')
    await details().getByLabel('Home Address').fill('1 Creek Road')
    await details().getByRole('button', { name: 'Save' }).click()
    await toast('Saved')
    // As the page saves its last edits before it reloads with a new version.
    await page.evaluate(() => {
      const form = [...document.forms].findIndex((one) => one.elements.namedItem('fullName') !== null)
      const fields = [
        { form, field: 'fullName', value: 'Rusty Hill' },
        { form, field: 'address', value: '' },
      ]
      sessionStorage.setItem('edits', JSON.stringify({ path: '/profile', fields }))
    })
  })
  beforeEach(() =>
    page.evaluate(() => sessionStorage.setItem('offlead:draft', sessionStorage.getItem('edits')!)),
  )

  test('replace what is stored, also once the network is back', async () => {
    const sent = Promise.withResolvers<void>()
    await page.route('**/api/profile', async (route) => {
      await sent.promise
      await route.fallback()
    })
    onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
    await page.reload()
    // Its code is loaded.
    await page.getByText('Loading your profile').waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('offlead:draft'))).toBe(null)
    await visit.offline(true)
    // The copy on the device.
    await expect.poll(values).toEqual(['Rusty Rivers', '1 Creek Road'])
    await visit.offline(false)
    sent.resolve()
    await expect.poll(values).toEqual(['Rusty Hill', ''])
  })

  test('replace what another device has changed meanwhile, and can be saved', async () => {
    await page.evaluate(() =>
      fetch('/api/profile', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fullName: 'Rusty Lakes' }),
      }),
    )
    await page.reload()
    await expect.poll(values).toEqual(['Rusty Hill', ''])
    await details().getByRole('button', { name: 'Save' }).click()
    await toast('Saved')
    expect(await stored('/api/profile')).toMatchObject({ fullName: 'Rusty Hill', address: null })
    expect(await values()).toEqual(['Rusty Hill', ''])
  })
})

describe('an account', () => {
  beforeEach(openNewProfile)
  afterEach(async () => {
    proxy.decide(() => 'pass')
    proxy.reuseConnections(true)
    for (const other of browser.context.pages()) if (other !== page) await other.close()
  })

  test('a changed password replaces the old one, and ends the session in neither tab while another is active', async () => {
    const changePassword = await fillInNewPassword('heeler by the river')
    const other = await browser.context.newPage()
    await other.goto(`${proxy.url}/profile`)
    const dogs = other.getByRole('region', { name: 'Your dogs' })
    await dogs.getByLabel('Name').fill('Rusty')
    await dogs.getByLabel('Breed').fill('Kelpie')

    const response = Promise.withResolvers<void>()
    proxy.decide((path) => (path === '/api/profile/password' ? { holdUntil: response.promise } : 'pass'))
    await changePassword.click()
    // The server has replaced the session id, and the response with the new one has not arrived.
    await expect.poll(() => other.evaluate(async () => (await fetch('/api/user')).status)).toBe(401)
    proxy.seen.length = 0
    await dogs.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => proxy.seen).toContain('/api/profile/dogs')
    response.resolve()
    await toast('Password changed')

    await dogs.getByRole('button', { name: 'Edit Rusty' }).waitFor()
    for (const tab of [page, other]) {
      expect(new URL(tab.url()).pathname).toBe('/profile')
      await tab
        .locator('header')
        .getByRole('button', { name: `Hi, ${username}` })
        .waitFor()
      expect(await tab.getByText('Your session has ended').count()).toBe(0)
    }

    await page.reload()
    await greeting(username).waitFor()
    const tries = await page.evaluate(
      async ({ username, passwords }) => {
        const statuses: number[] = []
        for (const password of passwords) {
          const answer = await fetch('/api/login', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username, password }),
          })
          statuses.push(answer.status)
        }
        return statuses
      },
      { username, passwords: [PASSWORD, 'heeler by the river'] },
    )
    expect(tries).toEqual([401, 200])
  })

  test('a password is changed and an account is deleted although the first replies are lost', async () => {
    const lost = new Set<string>()
    // The app repeats the requests, not the browser.
    proxy.reuseConnections(false)
    proxy.decide((path) => {
      if (!['/api/profile/password', '/api/profile/delete'].includes(path) || lost.has(path)) return 'pass'
      lost.add(path)
      return { cutAfter: 0 }
    })
    const changePassword = await fillInNewPassword('heeler by the river')
    await changePassword.click()
    await toast('Password changed')
    await greeting(username).waitFor()
    const section = page.getByRole('region', { name: 'Delete account' })
    await section.getByRole('button', { name: 'Delete account' }).click()
    await section.getByLabel(`Type ${username} to confirm`).fill(username)
    await section.getByLabel('Current Password', { exact: true }).fill('heeler by the river')
    await section.getByRole('button', { name: 'Delete my account' }).click()
    await toast('Account deleted')
    await page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    expect(lost.size).toBe(2)
  })

  test('another tab shows a changed username, and asks for it to delete the account', async () => {
    const other = await browser.context.newPage()
    await other.goto(`${proxy.url}/profile`)
    const section = other.getByRole('region', { name: 'Delete account' })
    await section.getByRole('button', { name: 'Delete account' }).click()
    const details = page.getByRole('region', { name: 'Your details' })
    await details.getByLabel('Username').fill('Socks the Third')
    await details.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
    await details.getByRole('button', { name: 'Save' }).click()
    await toast('Saved')
    await expect.poll(() => other.getByLabel('Username').inputValue()).toBe('Socks the Third')
    await section.getByLabel('Type Socks the Third to confirm').fill('socks the third')
    await section.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Delete my account' }).click()
    await toastShown(other, 'Account deleted')
  })

  test('the profile exports the data, and deletes the account only when its name is typed', async () => {
    await page.getByRole('region', { name: 'Signed in on' }).getByText('This device').waitFor()
    await page.getByRole('region', { name: 'Ways to sign in' }).getByText('Google').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export my data' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain(username)
    const section = page.getByRole('region', { name: 'Delete account' })
    await section.getByRole('button', { name: 'Delete account' }).click()
    await section.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focusedText(page)).toBe('Delete account')
    await section.getByText('So is what you have not sent from this device.').waitFor()
    const other = await browser.context.newPage()
    await other.goto(`${proxy.url}/contact`)
    const message = other.getByRole('textbox', { name: 'Message' })
    await message.fill('Typed before deleting the account')
    await section.getByRole('button', { name: 'Delete account' }).click()
    await section.getByLabel(`Type ${username} to confirm`).fill('someone else')
    await section.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Delete my account' }).click()
    await expect
      .poll(() => describedBy(section.getByLabel(`Type ${username} to confirm`)))
      .toBe(`This is not ${username}`)
    await section.getByLabel(`Type ${username} to confirm`).fill(username)
    await section.getByRole('button', { name: 'Delete my account' }).click()
    await toast('Account deleted')
    await page.getByRole('heading', { level: 1, name: 'Welcome to Offlead' }).waitFor()
    await page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    // A form in another tab is emptied, as after a log-out.
    await expect.poll(() => message.inputValue()).toBe('')
  })
})
