import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { DESKTOP, openWindow } from '../support/browser.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'

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
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, port: (server.server.address() as AddressInfo).port }
}

test('a forgotten password is replaced with the link in an e-mail', async () => {
  const { mails, port } = await startMailServer()
  const product = await startProduct(async (url) => ({
    PUBLIC_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'parks@offlead.example',
  }))
  onTestFinished(() => product.dispose())
  const window = await openWindow({ viewport: DESKTOP })
  onTestFinished(() => window.dispose())
  const page = await window.page()
  const main = page.locator('main')
  await registerOrLogIn(callerOf(product.url), { email: 'rusty@example.com', password: PASSWORD })

  await page.goto(`${product.url}/auth`)
  await main.getByText('Not available on this site:').waitFor()
  await main.getByRole('button', { name: 'Forgot password?' }).click()
  await main.getByLabel('Email').fill('rusty@example.com')
  await main.getByRole('button', { name: 'Send link' }).click()
  await main.getByRole('heading', { name: 'Check your email' }).waitFor()
  await expect.poll(() => mails.length).toBe(1)

  await page.goto(/http:\S+#reset=\S+/.exec(mails[0]!)![0])
  await main.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
  await main.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await main.getByLabel('Confirm Password', { exact: true }).fill(`${NEW_PASSWORD}s`)
  await main.getByRole('button', { name: 'Set password' }).click()
  await main.getByText("Passwords don't match").waitFor()
  await main.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD)
  await main.getByRole('button', { name: 'Set password' }).click()

  await main.getByLabel('Username').fill('rusty')
  expect(new URL(page.url()).hash).toBe('')
  await main.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
  await page.locator('header').getByRole('button', { name: 'Hi, rusty' }).waitFor()
})
