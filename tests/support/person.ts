import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

export const PASSWORD = 'kelpie at the creek'

/** Makes an account over the API, in the page's browser, which is signed in then. Who is given no name gets one that nobody else has. */
export async function signUp(
  page: Page,
  origin: string,
  username = `Bluey${randomBytes(4).toString('hex')}`,
): Promise<{ username: string; email: string }> {
  const email = `${username.toLowerCase()}@example.org`
  if (page.url() === 'about:blank') await page.goto(`${origin}/auth`)
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { username, email, password: PASSWORD },
  )
  expect(status).toBe(201)
  return { username, email }
}

/** Where the header says who is signed in. */
export const greetingOf = (page: Page, username: string) =>
  page.locator('header').getByRole('button', { name: `Hi, ${username}` })

/** What is said about a field besides its label. */
export async function descriptionOf(page: Page, field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  return page.evaluate(
    (ids) =>
      ids
        .split(' ')
        .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
        .join(' | '),
    ids,
  )
}
