import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ParkVisitRow, UserAnalyticsRow } from '../../data/model/analytics.ts'
import { RETRY_FIRST_WAIT } from '../../data/model/constants.ts'
import { LEASE_MS } from '../../server/nodes/runner.ts'
import { DESKTOP, type RecordedToasts } from '../support/browser.ts'
import { applyLook, brokenWords, looksAt, violations, violationsIn } from '../support/accessibility.ts'
import { type Product, startProduct } from '../support/product.ts'
import { focusedText, neverEndRequests, parkNames, searchFor, waitForResults } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { openLightVisit, startVisit, type Visit } from '../support/visit.ts'
import { readPicture } from '../server/geo/map-fixtures.ts'
import { openDatabase } from '../server/sql.ts'

const PASSWORD = 'kelpie at the creek'

let product: Product
/** A visitor's phone. */
let phone: Visit
/** The administrator's browser window. */
let admin: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  phone = await startVisit(product)
  admin = await openLightVisit(product, { viewport: DESKTOP, bypassCSP: true })
  page = admin.page
  await neverEndRequests(page)
})
afterAll(async () => {
  await admin.leave()
  await phone.leave()
  await product.dispose()
})

/** Loads a document, which knows nothing of earlier replies. */
const load = async (path: string) => void (await page.goto(`${admin.url}${path}`))
/** Opens a screen in the open app. Lists are read again, but may show what they had at first. */
const go = (path: string) => admin.go(path)
const main = () => page.locator('main')
const pathIs = (path: string) => page.waitForURL((url) => url.pathname === path)
const toasted = (title: string, description?: string) => toastShown(page, title, description)
const button = (name: string) => main().getByRole('button', { name, exact: true })

async function register(username: string): Promise<void> {
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { username, email: `${username}@example.org`, password: PASSWORD },
  )
  expect(status).toBe(201)
}

/** Waits until the phone has the server's current version of the directory. */
async function updatePhone(): Promise<void> {
  const { seq } = (await (await fetch(`${product.url}/api/directory`)).json()) as { seq: number }
  await phone.load('/')
  const known = () =>
    phone.page.evaluate(
      () => (JSON.parse(localStorage.getItem('offlead:directory') ?? '{}') as { seq?: number }).seq,
    )
  await expect.poll(known).toBe(seq)
}

describe('access to the dashboard', () => {
  test('anonymous visitors go to the login page, other users home with a reason, after a spinner', async () => {
    await load('/admin')
    await pathIs('/auth')
    await register('rex')
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await seen.promise
      await route.continue()
    })
    await load('/admin')
    await main().getByText('Loading your account').waitFor()
    seen.resolve()
    await toasted('Access Denied')
    await pathIs('/')
    await page.unroute('**/api/user')
    await page.locator('header').getByRole('button', { name: 'Hi, rex' }).click()
    await page.locator('header').getByRole('button', { name: 'Logout' }).waitFor()
    expect(await page.locator('header').getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0)
    await page.evaluate(async () => void (await fetch('/api/logout', { method: 'POST' })))
  })

  test('an administrator enters by the menu and finds four tabs, two of them coming soon', async () => {
    await register('boss')
    const database = openDatabase(join(product.dataDir, 'offlead.db'))
    database.exec(`update users set isAdmin = 1 where username = 'boss'`)
    database.close()
    await load('/terms')
    await page.locator('header').getByRole('button', { name: 'Hi, boss' }).click()
    await page.locator('header').getByRole('link', { name: 'Admin Dashboard' }).click()
    await pathIs('/admin')
    const tabs = main().getByRole('tab')
    await tabs.first().waitFor()
    expect(await tabs.allInnerTexts()).toEqual([
      'Import Data',
      'Analytics',
      'Manage Parks (coming soon)',
      'User Management (coming soon)',
    ])
    expect(
      await tabs.evaluateAll((all) =>
        all.map((tab) => `${tab.getAttribute('aria-selected')} ${(tab as HTMLButtonElement).disabled}`),
      ),
    ).toEqual(['true false', 'false false', 'false true', 'false true'])
    // By keyboard, skipping the disabled tabs, once the app has moved the focus to the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabs.first().focus()
    for (const next of ['Analytics', 'Import Data']) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => focusedText(page)).toBe(next)
      await page.keyboard.press('Enter')
      await main().getByRole('heading', { level: 1, name: next }).waitFor()
    }
  })

  test('a value of the address that does not exist counts as the default', async () => {
    await load('/admin?tab=unknown')
    await main().getByRole('tab', { name: 'Import Data', selected: true }).waitFor()
    await load('/admin/inbox?kind=unknown&status=unknown')
    await main().getByText('Nothing new here.').waitFor()
  })
})

const CSV_LIST = [
  'Park Name,Street,Suburb,State,Postcode,Latitude,Longitude,Dogs,Water,Opening hours',
  'Xylophone Paddock,1 Kuran St,Chermside,QLD,4032,-27.3861,153.0295,Off leash,Y,whenever the ranger is here',
  'No Rule Reserve,3 Kuran St,Chermside,QLD,4032,-27.3901,153.0401,Ask the ranger,N,6am-8pm',
  ',,,,,,,Off leash,Y,',
].join('\n')
const csv = (name: string, text = CSV_LIST) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const chooser = () => main().locator('input[type=file]')

/** Names of the parks that the server finds. */
async function foundByServer(query: string): Promise<string[]> {
  const reply = await fetch(`${product.url}/api/search?query=${encodeURIComponent(query)}`)
  return ((await reply.json()) as { name: string }[]).map(({ name }) => name)
}

describe('importing', () => {
  test('an unsuitable file gives the error of the specification, and changing the type clears it', async () => {
    await go('/admin')
    await button('Upload').click()
    await main().getByRole('alert').getByText('Please select a file first', { exact: true }).waitFor()
    await chooser().setInputFiles(csv('parks.txt'))
    await main().getByRole('alert').getByText('Please select a CSV file (.csv)', { exact: true }).waitFor()
    // From the disk: to make it in the page takes seconds of processor time.
    const folder = await mkdtemp(join(tmpdir(), 'offlead-large-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'large.csv'), Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))
    await chooser().setInputFiles(join(folder, 'large.csv'))
    await main().getByRole('alert').getByText('File size should be less than 10MB', { exact: true }).waitFor()
    await main().getByRole('radio', { name: 'Excel' }).check()
    await expect.poll(() => main().getByRole('alert').allInnerTexts()).toEqual([''])
    await chooser().setInputFiles(csv('parks.csv'))
    await main()
      .getByRole('alert')
      .getByText('Please select an Excel file (.xlsx or .xls)', { exact: true })
      .waitFor()
    await main().getByRole('radio', { name: 'CSV' }).check()
    await chooser().setInputFiles(csv('parks.csv'))
    await main()
      .getByText(/^parks\.csv, /)
      .waitFor()
    // Otherwise browsers would report no change when the same file is chosen again after a correction.
    expect(await chooser().inputValue()).toBe('')
    await main().getByRole('radio', { name: 'Excel' }).check()
    await main().getByText('No file chosen', { exact: true }).waitFor()
  })

  test('a failed upload shows the server’s message or a default one', async () => {
    await go('/admin')
    for (const [answer, text] of [
      [
        { status: 400, json: { code: 'invalid-input', message: 'This list has no column of names.' } },
        'This list has no column of names.',
      ],
      [{ status: 502, body: 'Bad Gateway' }, 'Failed to upload file'],
      ['lost', 'Something went wrong during upload'],
      [{ status: 500, body: '' }, 'Failed to upload file'],
      [{ status: 200, body: 'welcome to the hotel' }, 'Something went wrong during upload'],
    ] as const) {
      await page.route('**/api/admin/import-parks', (route) =>
        answer === 'lost' ? route.abort() : route.fulfill(answer as never),
      )
      await chooser().setInputFiles(csv('parks.csv'))
      await button('Upload').click()
      await toasted('Upload Failed')
      await main().getByRole('alert').getByText(text, { exact: true }).waitFor()
      await page.unroute('**/api/admin/import-parks')
    }
  })

  test('the other tab leaves an upload alone, and leaving the dashboard cancels it with a toast', async () => {
    await go('/admin')
    await chooser().setInputFiles(csv('reserves.csv'))
    const answer = Promise.withResolvers<void>()
    const refuse = async (route: Route) => {
      await answer.promise
      await route.fulfill({ status: 400, json: { code: 'invalid-input', message: 'This list is empty.' } })
    }
    await page.route('**/api/admin/import-parks', refuse, { times: 1 })
    await button('Upload').click()
    await main().getByText('0% sent', { exact: true }).waitFor()
    await main().getByRole('tab', { name: 'Analytics' }).click()
    await main().getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()
    expect(await main().getByRole('tabpanel').count()).toBe(1)
    expect(await chooser().isVisible()).toBe(false)
    answer.resolve()
    await toasted('Upload Failed', 'This list is empty.')
    await main().getByRole('tab', { name: 'Import Data' }).click()
    await main().getByRole('alert').getByText('This list is empty.', { exact: true }).waitFor()
    await main()
      .getByText(/^reserves\.csv, /)
      .waitFor()

    await page.route('**/api/admin/import-parks', () => undefined, { times: 1 })
    await button('Upload').click()
    await main().getByText('0% sent', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await toasted('Upload Cancelled', 'reserves.csv was not fully sent, so nothing was imported.')

    // The whole file is on its way to the server.
    await go('/admin')
    await chooser().setInputFiles(csv('reserves.csv'))
    admin.proxy.decide((path) => (path === '/api/admin/import-parks' ? 'hang' : 'pass'))
    try {
      await button('Check file').click()
      await main().getByText('Sent. The server is checking the file. Nothing is changed.').waitFor()
      await page.getByRole('link', { name: 'Log', exact: true }).click()
      await main().getByRole('heading', { level: 1, name: 'Log' }).waitFor()
      expect(await page.evaluate(() => (window as RecordedToasts).toasts)).toEqual([])
    } finally {
      admin.proxy.decide(() => 'pass')
    }
  })

  test('an import of another server is shown with its progress and its end, and a failed one with the reason', async () => {
    const database = openDatabase(join(product.dataDir, 'offlead.db'))
    const request = (fileName: string) => JSON.stringify({ fileName, kind: 'csv' })
    const until = new Date(Date.now() + LEASE_MS).toISOString()
    // As a server that imports does by renewing its lease: this one does not take the import over.
    database.exec(
      'create trigger kept before update of attempt on import_jobs begin select raise(ignore); end',
    )
    const begin = (fileName: string) =>
      database
        .prepare(
          `insert into import_jobs (state, request, server, until, createdAt)
          values ('running', ?, 'another', ?, '2026-11-20T01:00:00.000Z')`,
        )
        .run(request(fileName), until)
    try {
      begin('reserves.csv')
      await go('/admin')
      const status = main().getByRole('status').getByText('reserves.csv is being imported.', { exact: true })
      const bar = main().getByRole('progressbar', { name: 'Import of reserves.csv' })
      await status.waitFor()
      expect(await bar.getAttribute('value')).toBeNull()
      database.exec('update import_jobs set done = 1200, total = 6000')
      await main().getByText('1,200 of 6,000 rows', { exact: true }).waitFor()
      expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['1200', '6000'])
      const picture = await readPicture(await bar.screenshot())
      const [red, green, blue] = picture.at(20, Math.floor(picture.height / 2))
      expect(await bar.evaluate((element) => getComputedStyle(element).accentColor)).toBe(
        `rgb(${red}, ${green}, ${blue})`,
      )
      expect(await violations(page)).toEqual([])

      // On another screen and back.
      await page.getByRole('link', { name: 'Log', exact: true }).click()
      await status.waitFor({ state: 'detached' })
      await page.goBack()
      await main().getByText('1,200 of 6,000 rows', { exact: true }).waitFor()

      database.exec(
        `update import_jobs set state = 'done', done = 6000, endedAt = '2026-11-20T01:05:00.000Z'`,
      )
      await main().getByRole('status').getByText('reserves.csv has been imported.').waitFor()
      await bar.waitFor({ state: 'detached' })
      expect(await main().getByRole('link', { name: 'See or undo past imports' }).getAttribute('href')).toBe(
        '/admin/imports',
      )

      begin('broken.csv')
      database.exec(`update import_jobs set state = 'failed', reason = 'The server stopped during this import.',
        endedAt = '2026-11-20T02:00:00.000Z' where state = 'running'`)
      await page.reload()
      await main().getByText('broken.csv was not imported (Nov 20, 2026):', { exact: true }).waitFor()
      await main().getByText('The server stopped during this import.', { exact: true }).waitFor()
      // What has ended before the page was opened is no news.
      expect(await main().getByText('reserves.csv has been imported.').count()).toBe(0)

      // The list is imported later: the failure no longer matters.
      begin('corrected.csv')
      database.exec(`update import_jobs set state = 'done', endedAt = createdAt where state = 'running'`)
      await go('/admin')
      await button('Upload').waitFor()
      await main().getByText('broken.csv was not imported', { exact: false }).waitFor({ state: 'detached' })
    } finally {
      database.exec('drop trigger kept; delete from import_jobs')
      database.close()
    }
  })

  test('a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone', async () => {
    await go('/admin')
    await chooser().setInputFiles(csv('council.csv'))
    await button('Check file').click()
    await main()
      .getByText(/^Nothing has changed yet\. 2 of 3 entries can be imported\. 1 entry was invalid\.$/)
      .waitFor()
    const mapping = main().getByRole('group', { name: 'Column mapping' })
    await expect.poll(() => mapping.getByLabel('Import “Park Name” as').inputValue()).toBe('name')
    const unread = main().getByRole('group', { name: 'Not understood' })
    await unread.getByRole('row', { name: /^2 Opening hours whenever the ranger is here$/ }).waitFor()
    await expect.poll(() => unread.getByRole('row').count()).toBe(2)
    const report = main().getByRole('region', { name: 'Every row of the file' })
    await report.getByRole('row', { name: /Xylophone Paddock.*New/s }).waitFor()
    await expect.poll(() => report.getByRole('row').count()).toBe(4)
    await report.getByRole('button', { name: 'Refused 1' }).click()
    await report.getByRole('row', { name: /Xylophone Paddock/ }).waitFor({ state: 'detached' })
    await expect.poll(() => report.getByRole('row', { name: /Refused/ }).count()).toBe(1)
    const [refused] = await Promise.all([
      page.waitForEvent('download'),
      report.getByRole('link', { name: 'Download as CSV: refused' }).click(),
    ])
    expect(readFileSync(await refused.path(), 'utf8')).toMatch(/^\uFEFFRow,Outcome,.*\r\n4,Refused,/s)
    expect(await foundByServer('Xylophone')).not.toContain('Xylophone Paddock')

    const seen = Promise.withResolvers<void>()
    await page.route('**/api/admin/import-parks', async (route) => {
      await seen.promise
      await route.continue()
    })
    await button('Upload').click()
    await button('Uploading...').waitFor()
    await main().getByRole('progressbar').waitFor()
    seen.resolve()
    await toasted('Upload Successful', 'Successfully imported 2 parks')
    await page.unroute('**/api/admin/import-parks')
    await main().getByText('Imported 2 parks out of 3 entries. 1 entry was invalid.').waitFor()
    const [failures] = await Promise.all([
      page.waitForEvent('download'),
      main().getByRole('link', { name: 'Download failed rows with reasons' }).click(),
    ])
    expect(readFileSync(await failures.path(), 'utf8')).toContain('Off leash')

    const before = phone.proxy.seen.length
    await updatePhone()
    await phone.offline(true)
    try {
      await phone.go('/?q=Xylophone')
      await waitForResults(phone.page)
      await expect.poll(() => parkNames(phone.page)).toContain('Xylophone Paddock')
      await searchFor(phone.page, 'No Rule Reserve')
      expect(await parkNames(phone.page)).not.toContain('No Rule Reserve')
    } finally {
      await phone.offline(false)
    }
    expect(phone.proxy.seen.slice(before).filter((path) => path.startsWith('/api/directory/parts'))).toEqual(
      [],
    )

    // The park with an unknown dog rule stays unpublished until an administrator sets one.
    await main().getByRole('link', { name: 'Set dog rules' }).click()
    await main().getByText('“Ask the ranger” is not a known rule for dogs.', { exact: true }).waitFor()
    await main().getByRole('button', { name: 'Publish No Rule Reserve' }).click()
    await main().getByText('Choose the rule first').waitFor()
    await main().getByLabel('Dog rules in No Rule Reserve').selectOption('on_leash')
    // As if another administrator had just set one.
    await page.route('**/api/admin/unpublished-parks', (route) => route.fulfill({ json: { ids: [] } }), {
      times: 1,
    })
    await main().getByRole('button', { name: 'Publish No Rule Reserve' }).click()
    await toasted('No longer in this list')
    await main().getByRole('button', { name: 'Publish No Rule Reserve' }).click()
    await toasted('Park published')
    await main().getByText('There are no parks with unknown rules.').waitFor()
    await expect.poll(() => focusedText(page)).toBe('There are no parks with unknown rules.')
    await expect.poll(() => foundByServer('No Rule Reserve')).toContain('No Rule Reserve')

    await page.getByRole('link', { name: 'Past imports' }).click()
    const undo = main().getByRole('button', { name: 'Undo the import of council.csv' })
    await undo.click()
    await button('Cancel').click()
    await expect.poll(() => focusedText(page)).toBe('Undo')
    await undo.click()
    await button('Undo this import').click()
    await toasted('Import undone')
    await main()
      .getByText(/^Undone on /)
      .waitFor()
    await expect.poll(() => focusedText(page)).toContain('council.csv')
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    for (const act of ['Import undone', 'Dog rules set', 'Imported'])
      await main().getByRole('cell', { name: act, exact: true }).waitFor()
  })

  test('an import of one park is reported in the singular, without empty rows', async () => {
    await go('/admin')
    const rows = [
      'Texts Reserve,1 Bone St,Chermside,QLD,4032,-27.3852,153.0310,Off leash',
      ',,,,,,,',
      'Nowhere,,,,,,,',
    ]
    await chooser().setInputFiles(
      csv('one.csv', `name,address,city,state,postcode,latitude,longitude,dogs\n${rows.join('\n')}\n`),
    )
    await button('Upload').click()
    await toasted('Upload Successful', 'Successfully imported 1 park')
    await main().getByText('Imported 1 park out of 2 entries.').waitFor()
    await main().getByText('1 entry was invalid.').waitFor()
    const park = main().getByRole('link', { name: 'Texts Reserve', exact: true })
    await expect.poll(() => park.getAttribute('target')).toBe('_blank')
  })
})

describe('the age of facts', () => {
  test('a park is confirmed as still true in one press', async () => {
    await go('/admin/freshness')
    await main().getByLabel('Council').selectOption('31000')
    const buttons = main().getByRole('button', { name: /^Checked today, still true: / })
    // The rows of all councils stay until those of the chosen one arrive.
    await expect
      .poll(async () => {
        const rows = await main().locator('[data-row]').allInnerTexts()
        return rows.length > 5 && rows.every((row) => row.includes(', Brisbane'))
      })
      .toBe(true)
    const nameAt = async (row: number) =>
      (await buttons.nth(row).getAttribute('aria-label'))!.replace(/^[^:]*: /, '')
    const [name, nextName] = [await nameAt(0), await nameAt(1)]
    await buttons.first().click()
    await toasted('Checked today')
    await expect
      .poll(() =>
        main()
          .getByRole('button', { name: `Checked today, still true: ${name}` })
          .count(),
      )
      .toBe(0)
    await expect.poll(() => focusedText(page)).toContain(nextName)
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await main().getByRole('cell', { name: 'Park checked', exact: true }).first().waitFor()
  })

  test('the last ‘Show more’ leaves the focus on the first park that it adds', async () => {
    await go('/admin/freshness')
    await main().getByLabel('Council').selectOption('25250')
    const buttons = main().getByRole('button', { name: /^Checked today, still true: / })
    await expect.poll(() => buttons.count()).toBe(25)
    await main()
      .getByRole('button', { name: /^Show \d more$/ })
      .click()
    const isFocused = (button: Element) => button.closest('li') === document.activeElement
    await expect.poll(() => buttons.nth(25).evaluate(isFocused)).toBe(true)
  })
})

describe('reports and submissions', () => {
  test('a report made offline is accepted, and the phone shows the new fact and its year', async () => {
    await phone.go('/park/7')
    await phone.page.getByRole('button', { name: 'Something wrong here?' }).waitFor()
    await phone.offline(true)
    await phone.page.getByRole('button', { name: 'Something wrong here?' }).click()
    const form = phone.page.getByRole('form', { name: 'Something wrong here?' })
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Please choose what is wrong').waitFor()
    await form.getByLabel('Something else').check()
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Please say what is wrong', { exact: true }).waitFor()
    await form.getByLabel('The rule for dogs has changed').check()
    await form.getByRole('textbox').fill('On leash, says the sign.')
    await form.getByRole('button', { name: 'Send' }).click()
    await toastShown(
      phone.page,
      'Thank you',
      "We'll check it and update this page if needed. We'll send it when you're back online.",
    )
    await phone.offline(false)

    await expect
      .poll(() =>
        page.evaluate(
          async () => ((await (await fetch('/api/admin/inbox')).json()) as { reports: number }).reports,
        ),
      )
      .toBe(1)
    await go('/admin/inbox?kind=reports')
    await main()
      .getByRole('link', { name: /^Burnie Brae Park/ })
      .click()
    await main().getByText('On leash, says the sign.').waitFor()
    await main().getByLabel('Dog rules').selectOption('on_leash')
    await main().getByLabel('Off-leash Area').uncheck()
    await button('Save and accept').click()
    await toasted('Park details saved')
    await main().getByText('Nothing new here.').waitFor()

    await updatePhone()
    await phone.go('/park/7')
    await phone.page.locator('dl').getByText('On leash', { exact: true }).waitFor()
    await phone.page.getByText(new RegExp(`Last checked ${new Date().getUTCFullYear()}\\.`)).waitFor()
  })

  test('a submission is prefilled from the gazetteer, is refused while incomplete, and becomes a park', async () => {
    // A request as the outbox sends it for the form.
    await page.evaluate(async () => {
      const hex = () => crypto.randomUUID().replaceAll('-', '')
      const deviceId = hex()
      const args = {
        parkName: 'Wattle Paddock',
        address: '1 Kuran St',
        suburb: 'chermside',
        postcode: '4032',
        state: 'QLD',
        features: ['water'],
      }
      const operations = [{ opId: hex(), deviceId, seq: 1, userId: 0, kind: 'submission', args, baseRev: [] }]
      await fetch('/api/sync', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ protocol: 2, deviceId, userId: 0, acknowledged: 0, cursor: null, operations }),
      })
    })
    await go('/admin/inbox')
    await main()
      .getByRole('link', { name: /^Wattle Paddock/ })
      .click()
    await main().getByText('Position filled from Chermside QLD 4032, approximate.').waitFor()
    await button('Publish park').click()
    await main().getByText('Choose the dog rules').waitFor()
    await expect
      .poll(() =>
        main()
          .getByLabel('Dog rules')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await main().getByLabel('Dog rules').selectOption('off_leash')
    await button('Publish park').click()
    await toasted('Park published')
    await go('/admin/inbox?status=accepted')
    await main()
      .getByRole('link', { name: /^Wattle Paddock/ })
      .click()
    await main().getByRole('link', { name: 'See the park' }).click()
    await main().getByRole('heading', { level: 1, name: 'Wattle Paddock' }).waitFor()
    await main()
      .getByText(/^Submitted by a visitor, \d{4}$/)
      .waitFor()
  })
})

describe('analytics', () => {
  test('searches made on a phone are counted, charted and listed', async () => {
    await phone.go('/')
    await searchFor(phone.page, 'zebra lagoon')
    const searchTerms = () =>
      page.evaluate(async () =>
        ((await (await fetch('/api/admin/analytics/search/terms')).json()) as { term: string }[]).map(
          ({ term }) => term,
        ),
      )
    await expect
      .poll(
        async () => {
          await phone.page.evaluate(() => void dispatchEvent(new Event('online')))
          return searchTerms()
        },
        { interval: 1000 },
      )
      .toContain('zebra lagoon')
    await go('/admin?tab=analytics')
    await main()
      .getByRole('region', { name: 'Search Terms' })
      .getByRole('cell', { name: 'zebra lagoon' })
      .waitFor()
    await main()
      .getByRole('img', { name: /searches?, by day\. The highest count is/ })
      .waitFor()
    await main().getByText('No park visits data available').waitFor()
    // The form of the tab that was not opened is not loaded.
    expect(await chooser().count()).toBe(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main().getByRole('link', { name: 'Download as CSV: Search Terms' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('zebra lagoon,')
    // A range of days without a search.
    await main().getByLabel('From', { exact: true }).fill('2001-01-01')
    await main().getByLabel('To', { exact: true }).fill('2001-01-31')
    for (const empty of [
      'No user analytics data available',
      'No search term data available',
      'No search feature data available',
      'No searches in this period.',
    ]) {
      await main().getByText(empty).first().waitFor()
    }
  })

  test('missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification', async () => {
    const users: UserAnalyticsRow[] = [
      {
        id: 1,
        user: { username: 'bandit' },
        parksVisited: 3,
        totalSearches: 9,
        favoritesAdded: 2,
        reviewsWritten: 1,
        lastActive: '2026-03-04T20:00:00.000Z',
      },
      {
        id: 2,
        user: null,
        parksVisited: 0,
        totalSearches: 0,
        favoritesAdded: 0,
        reviewsWritten: 0,
        lastActive: null,
      },
    ]
    const visits: ParkVisitRow[] = [
      {
        id: 1,
        park: { name: 'Burnie Brae Park' },
        user: { username: 'bandit' },
        visitDate: '2026-03-04T10:00:00.000Z',
        duration: 45,
        rating: 4.5,
      },
      {
        id: 2,
        park: null,
        user: { username: null },
        visitDate: '2026-03-14T10:00:00.000Z',
        duration: null,
        rating: null,
      },
    ]
    const asked: string[] = []
    await page.route('**/api/admin/analytics/users?*', (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ json: users, headers: { 'x-total-count': '2' } })
    })
    await page.route('**/api/admin/analytics/park-visits?*', (route) =>
      route.fulfill({ json: visits, headers: { 'x-total-count': '2' } }),
    )
    await load('/admin?tab=analytics')
    const rows = (table: string) =>
      main()
        .getByRole('region', { name: table })
        .getByRole('row')
        .allInnerTexts()
        .then((all) => all.map((row) => row.split(/\s*\t\s*/)))
    await main().getByText('Never').waitFor()
    expect(await rows('Users')).toEqual([
      ['Username', 'Parks Visited', 'Total Searches', 'Favorites Added', 'Reviews Written', 'Last Active'],
      ['bandit', '3', '9', '2', '1', 'Mar 5, 2026'],
      ['Unknown', '0', '0', '0', '0', 'Never'],
    ])
    await main().getByText('45 min').waitFor()
    expect(await rows('Park Visits')).toEqual([
      ['Park', 'User', 'Visit Date', 'Duration', 'Rating'],
      ['Burnie Brae Park', 'bandit', 'Mar 4, 2026', '45 min', '4.5'],
      ['Unknown', 'Unknown', 'Mar 14, 2026', 'N/A', 'N/A'],
    ])
    await main()
      .getByRole('region', { name: 'Users' })
      .getByRole('button', { name: 'Total Searches' })
      .click()
    await expect.poll(() => asked.at(-1)).toContain('sort=totalSearches&order=desc')
    await main()
      .getByRole('region', { name: 'Users' })
      .getByRole('button', { name: 'Total Searches' })
      .click()
    await expect.poll(() => asked.at(-1)).toContain('sort=totalSearches&order=asc')
    await expect
      .poll(() => main().getByRole('columnheader', { name: 'Total Searches' }).getAttribute('aria-sort'))
      .toBe('ascending')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('each table that fails to load says so', async () => {
    await page.route('**/api/admin/analytics/**', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid-input', message: 'No.' } }),
    )
    await load('/admin?tab=analytics')
    for (const text of [
      'Failed to load user analytics data',
      'Failed to load park visits data',
      'Failed to load search terms data',
      'Failed to load search features data',
    ])
      await main().getByText(text).first().waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

const SCREENS: readonly (readonly [path: string, until: () => Promise<unknown>])[] = [
  ['/admin', () => button('Check file').waitFor()],
  [
    '/admin?tab=analytics',
    async () => {
      await main().getByRole('cell', { name: 'zebra lagoon' }).waitFor()
      await main().getByText('No park visits data available').waitFor()
      await main().getByRole('columnheader', { name: 'Username' }).waitFor()
    },
  ],
  [
    '/admin/inbox?status=all',
    () =>
      main()
        .getByRole('link', { name: /^Wattle Paddock/ })
        .waitFor(),
  ],
  [
    '/admin/inbox/submissions/1',
    () =>
      main()
        .getByText(/^Accepted on /)
        .waitFor(),
  ],
  ['/admin/inbox/reports/2', () => button('Save and accept').waitFor()],
  [
    '/admin/imports',
    () =>
      main()
        .getByText(/^Undone on /)
        .waitFor(),
  ],
  [
    '/admin/freshness',
    () =>
      main()
        .getByRole('button', { name: /^Checked today/ })
        .first()
        .waitFor(),
  ],
  ['/admin/rules', () => main().getByText('There are no parks with unknown rules.').waitFor()],
  ['/admin/log', () => main().getByRole('cell', { name: 'Report accepted' }).waitFor()],
]

test('no dashboard screen has axe violations, or horizontal overflow or broken words at 320 px', async () => {
  await page.evaluate(async () => {
    const hex = () => crypto.randomUUID().replaceAll('-', '')
    const deviceId = hex()
    const search = { features: [], resultCount: 1, latitude: null, longitude: null, at: Date.now() }
    const operations = [
      { kind: 'report', args: { subject: 'park', subjectId: 8, reason: 'gone', message: '' } },
      // So many that their number has several digits, beside a term that fills its line.
      ...Array.from({ length: 12 }, () => ({
        kind: 'search-event',
        args: { ...search, term: 'a large park with water and shade' },
      })),
    ].map((operation, at) => ({ ...operation, opId: hex(), deviceId, seq: at + 1, userId: 0, baseRev: [] }))
    await fetch('/api/sync', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ protocol: 2, deviceId, userId: 0, acknowledged: 0, cursor: null, operations }),
    })
  })
  for (const [at, [path, until]] of SCREENS.entries()) {
    const looks = looksAt(at)
    await applyLook(page, looks[0]!.width, looks[0]!.scheme)
    await go(path)
    expect([path, await violationsIn(page, looks, until)]).toEqual([path, []])
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect([path, await brokenWords(main())]).toEqual([path, []])
  }
  await page.setViewportSize(DESKTOP)
})

test('without a network the dashboard says that it needs one', async () => {
  await go('/admin')
  await button('Upload').waitFor()
  await admin.offline(true)
  try {
    await main()
      .getByText(/^You're offline\. These pages need a connection/)
      .waitFor()
    await chooser().setInputFiles(csv('council.csv'))
    await button('Upload').click()
    await main().getByRole('alert').getByText('You need to be online for this.').waitFor()
  } finally {
    await admin.offline(false)
  }
})

test('the dashboard opens for the last user while our server does not answer', async () => {
  admin.proxy.decide((path) => (path.startsWith('/api/') ? { status: 503 } : 'pass'))
  try {
    await load('/')
    await page.locator('[data-notice=unreachable]').waitFor()
    // It does not wait for a reply, which would take several requests: the pauses between them do not end here.
    await page.addInitScript((shortest) => {
      const { setTimeout } = window
      const start = (work: TimerHandler, after = 0, ...values: unknown[]) =>
        after >= shortest ? 0 : setTimeout(work, after, ...values)
      Object.assign(window, { setTimeout: start })
    }, RETRY_FIRST_WAIT)
    await load('/admin/freshness')
    await main().getByRole('heading', { level: 1, name: 'Oldest facts' }).waitFor()
  } finally {
    admin.proxy.decide(() => 'pass')
  }
})
