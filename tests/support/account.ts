import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

export const PASSWORD = 'kelpie at the creek'

/**
 * Registers an account through the API in the page's browser, which is then logged in. The default user name
 * is unique.
 */
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

/** The greeting of the logged-in user in the header. */
export const greetingOf = (page: Page, username: string) =>
  page.locator('header').getByRole('button', { name: `Hi, ${username}` })

/** The descriptions of a field (aria-describedby). */
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
