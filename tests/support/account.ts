import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { databasePath } from '../../server/repositories/store.ts'
import type { Product } from './product.ts'

export const PASSWORD = 'kelpie at the creek'

/**
 * Registers an account through the API in the page's browser, whose next page is then logged in. The default
 * user name is unique.
 */
export async function signUp(
  page: Page,
  origin: string,
  username = `Bluey${randomBytes(4).toString('hex')}`,
): Promise<{ username: string; email: string }> {
  const email = `${username.toLowerCase()}@example.org`
  const response = await page.context().request.post(`${origin}/api/register`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { username, email, password: PASSWORD },
  })
  expect(response.status()).toBe(201)
  return { username, email }
}

/** Does what `npm run admin -- promote` does, without a process of its own. */
export function promote({ dataDir }: Pick<Product, 'dataDir'>, username: string): void {
  const database = new Database(databasePath(dataDir))
  try {
    const { changes } = database.prepare('update users set isAdmin = 1 where username = ?').run(username)
    expect(changes).toBe(1)
  } finally {
    database.close()
  }
}

/** Whether someone has signed in to an account in this window since its cookies were deleted. */
export const hasHadAccount = async (context: BrowserContext): Promise<boolean> =>
  (await context.cookies()).some(({ name }) => name === 'offlead-device')

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
