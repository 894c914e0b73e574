import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { greetingOf, PASSWORD, signUp } from '../support/account.ts'
import { openWindow, TABLET } from '../support/browser.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import { startProduct, type Product } from '../support/product.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { toastShown } from '../support/toasts.ts'
import { emptyWindow } from '../support/visit.ts'

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
let proxy: Proxy
let page: Page

beforeAll(async () => {
  const mailServer = await startMailServer()
  ;({ mails } = mailServer)
  product = await startProduct(async (server) => {
    // The directory is not needed.
    proxy = await startProxy(server, (path) => (path.startsWith('/api/directory') ? { status: 500 } : 'pass'))
    return {
      PUBLIC_URL: proxy.url,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'parks@offlead.example',
      GOOGLE_CLIENT_ID: 'offlead',
      GOOGLE_CLIENT_SECRET: 'never used',
    }
  })
  // As wide as the account menu in the header needs.
  const window = await openWindow({ viewport: TABLET, serviceWorkers: 'block' })
  page = await window.page()
  return async () => {
    await window.dispose()
    await proxy.close()
    await product.dispose()
    await mailServer.stop()
  }
})
beforeEach(async () => {
  mails.length = 0
  await emptyWindow(page, proxy.url)
})

const main = () => page.locator('main')
const greeting = (name: string) => greetingOf(page, name)

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
  await registerOrLogIn(callerOf(proxy.url), { email: 'rusty@example.com', password: PASSWORD })

  await page.goto(`${proxy.url}/auth`)
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
  const { email } = await signUp(page, proxy.url, 'biscuit')
  await callerOf(proxy.url).send('POST', '/api/password-reset', { email })

  await openMailedLink()
  await setPassword()
  await toastShown(page, 'Log in with your new password.')
  await main().getByLabel('Username').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth')
  expect(await greeting('biscuit').count()).toBe(0)
})
