import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DESKTOP, openWindow } from '../support/browser.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import { startProduct, type Product } from '../support/product.ts'
import { toastShown } from '../support/toasts.ts'

const PASSWORD = 'kelpie at the creek'
const NEW_PASSWORD = 'magpie on the oval'

/** A mail server on this machine. */
async function startMailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

let mails: string[]
let product: Product
let page: Page

beforeAll(async () => {
  const mailServer = await startMailServer()
  ;({ mails } = mailServer)
  product = await startProduct(async (url) => ({
    PUBLIC_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'parks@offlead.example',
    GOOGLE_CLIENT_ID: 'offlead',
    GOOGLE_CLIENT_SECRET: 'never used',
  }))
  return async () => {
    await product.dispose()
    await mailServer.stop()
  }
})
beforeEach(async () => {
  mails.length = 0
  const window = await openWindow({ viewport: DESKTOP, serviceWorkers: 'block' })
  // The directory is not needed.
  await window.context.route('**/api/directory*', (route) => route.fulfill({ status: 500 }))
  page = await window.page()
  return () => window.dispose()
})

const main = () => page.locator('main')
const greeting = (name: string) => page.locator('header').getByRole('button', { name: `Hi, ${name}` })

async function openMailedLink(): Promise<void> {
  await expect.poll(() => mails.length).toBe(1)
  await page.goto(/http:\S+#reset=\S+/.exec(mails[0]!)![0])
  await main().getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
}

async function setPassword(repeated = NEW_PASSWORD): Promise<void> {
  await main().getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await main().getByLabel('Confirm Password', { exact: true }).fill(repeated)
  await main().getByRole('button', { name: 'Set password' }).click()
}

test('a forgotten password is replaced with the link in an e-mail', async () => {
  await registerOrLogIn(callerOf(product.url), { email: 'rusty@example.com', password: PASSWORD })

  await page.goto(`${product.url}/auth`)
  await main().getByText('Not available on this site:').waitFor()
  await main().getByRole('button', { name: 'Forgot password?' }).click()
  await main().getByLabel('Email').fill('rusty@example.com')
  await main().getByRole('button', { name: 'Send link' }).click()
  await main().getByRole('heading', { name: 'Check your email' }).waitFor()

  await openMailedLink()
  await main().getByText('It also disconnects these ways to sign in: Google.').waitFor()
  await setPassword(`${NEW_PASSWORD}s`)
  await main().getByText("Passwords don't match").waitFor()
  await setPassword()

  await main().getByLabel('Username').fill('rusty')
  expect(new URL(page.url()).hash).toBe('')
  await main().getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await main().getByRole('button', { name: 'Login', exact: true }).click()
  await greeting('rusty').waitFor()
})

test('a browser that was logged in shows the login form after the password was replaced', async () => {
  await page.goto(`${product.url}/auth?tab=register`)
  await main().getByLabel('Email').fill('biscuit@example.com')
  await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main().getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await main().getByRole('button', { name: 'Register', exact: true }).click()
  await greeting('biscuit').waitFor()
  await callerOf(product.url).send('POST', '/api/password-reset', { email: 'biscuit@example.com' })

  await openMailedLink()
  await setPassword()
  await toastShown(page, 'Log in with your new password.')
  await main().getByLabel('Username').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth')
  expect(await greeting('biscuit').count()).toBe(0)
})
