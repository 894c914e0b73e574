import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * Every text of the specification's section 8, with the browser test that meets it on the screen: the file, and what that file waits for
 * where the text has something filled in. A text without a test has no line here, and fails.
 */
const CATALOGUE: readonly (readonly [text: string, file: string, waitedFor?: string])[] = [
  ['Login failed', 'accounts'],
  ['Registration failed', 'error-texts'],
  ['Logout failed', 'accounts'],
  ['Error adding favorite', 'error-texts'],
  ['Error removing favorite', 'error-texts'],
  ['Error syncing favorites', 'error-texts'],
  ['There was a problem creating your account', 'error-texts'],
  ['Welcome back!', 'accounts'],
  ['You are now logged in as {username}', 'accounts', 'You are now logged in as Bandit'],
  ['Account created', 'accounts'],
  ['Welcome to the product, {username}!', 'accounts', 'Welcome to Offlead, Bandit!'],
  ['Account created successfully', 'accounts'],
  ['Logged out', 'accounts'],
  ['You have been successfully logged out', 'accounts'],
  ['Favorites synchronized', 'one-account'],
  ['Your favorites have been saved to your account', 'one-account'],
  ['Upload Successful', 'error-texts'],
  ['Successfully imported {n} parks', 'error-texts', 'Successfully imported 1 parks'],
  ['Imported {imported} parks out of {total} entries.', 'error-texts', 'Imported 1 parks out of 2 entries.'],
  ['{failed} entries were invalid.', 'error-texts', '1 entries were invalid.'],
  ['Failed to search parks: {status} {text}', 'error-texts', 'Failed to search parks: 400 no search'],
  ['Failed to fetch parks: ...', 'error-texts', 'Failed to fetch parks: 400 no list'],
  ['There was an error loading parks', 'error-texts'],
  ['database connection', 'error-texts', 'database connection lost'],
  ['Connection terminated', 'error-texts'],
  ['DatabaseConnectionError', 'error-texts'],
  ['could not connect to server', 'error-texts'],
  ['Using Limited Data Mode', 'error-texts'],
  ['Failed to fetch park details: {status} {text}', 'error-texts', 'Failed to fetch park details: 400 no park'],
  ['No parks found', 'favourites'],
  ['Location error', 'forms'],
  ['Search failed', 'favourites'],
  ['No parks found matching your search criteria. Try a different search term.', 'favourites'],
  ['You have denied access to your location. Please enable location access in your browser settings.', 'error-texts'],
  ['Your location information is unavailable. Please try again.', 'error-texts'],
  ['The request to get your location timed out. Please try again.', 'error-texts'],
  ['An unknown error occurred while trying to get your location.', 'error-texts'],
  ['Location Permission Needed', 'error-texts'],
  ['Location Access Denied', 'error-texts'],
  ["We couldn't access your location. Please try searching by address instead.", 'favourites'],
  ['Could not access your location. Please enter address manually.', 'forms'],
  ['Could not calculate directions. Please check your starting address and try again.', 'directions'],
  ['Directions error', 'directions'],
  ['Unable to get your current location. Please enter an address manually.', 'directions'],
  ['Map Error', 'maps'],
  ['Failed to load the map / Please check your connection and try again', 'maps', 'Please check your connection and try again'],
  ['Failed to upload file', 'error-texts'],
  ['Something went wrong during upload', 'error-texts'],
  ['Upload Failed', 'error-texts'],
  ['Failed to load user analytics data', 'error-texts'],
  ['Failed to load park visits data', 'error-texts'],
  ['Failed to load search terms data', 'error-texts'],
  ['Failed to load search features data', 'error-texts'],
  ['No user analytics data available', 'error-texts'],
  ['No park visits data available', 'error-texts'],
  ['No search term data available', 'error-texts'],
  ['No search feature data available', 'error-texts'],
  ['Error loading states. Please try again later.', 'browse'],
  ['Error loading regions. Please try again later.', 'browse'],
  ['No regions found for this state.', 'browse'],
  ['Browse All States', 'browse'],
  ['Error loading parks. Please try again later.', 'browse'],
  ['Error loading states: {message}', 'error-texts', 'Error loading states: Failed to fetch states'],
  ['Failed to fetch states', 'error-texts'],
  ['Authentication Error', 'accounts'],
  ['No image available', 'results'],
]

const SPECIFICATION = new URL('../../../shared/spec.md', import.meta.url)

/** What stands in quotes in a section. An apostrophe within a word ends nothing. */
function quoted(section: string): string[] {
  return [...section.matchAll(/(?<![\w’])'((?:[^'\n]|'(?=[a-z]{1,3}\b))+)'(?!\w)/g)].map(([, text]) => text!)
}

test.each(CATALOGUE)("'%s' is met in %s", (text, file, waitedFor = text) => {
  const source = readFileSync(new URL(`../browser/${file}.test.ts`, import.meta.url), 'utf8')
  expect(source.replaceAll(String.raw`\'`, "'")).toContain(waitedFor)
})

describe.runIf(existsSync(SPECIFICATION))('the specification', () => {
  const text = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : ''
  const section = text.slice(text.indexOf('## 8. '), text.indexOf('## 9. '))

  test('names no text that no test meets', () => {
    expect(quoted(section).length).toBeGreaterThan(50)
    const met = new Set(CATALOGUE.map(([one]) => one))
    expect([...new Set(quoted(section))].filter((one) => !met.has(one))).toEqual([])
  })
})
