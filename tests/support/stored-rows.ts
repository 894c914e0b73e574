import type { Page } from 'playwright-core'

/** The rows of a table of the page's database, as JSON. */
export const storedRows = (page: Page, table: 'meta' | 'outbox' | 'history') =>
  page.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('offlead')
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          }
        }
      }),
    table,
  )

/** The kinds of calls that have failed and not succeeded since, as far as the device knows. */
export const storedTroubles = (page: Page) =>
  page.evaluate(async () => {
    const name = 'offlead-backoff'
    // Opened before the app creates it, it would have no table.
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('troubles').objectStore('troubles').get('all')
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return Object.keys((reading.result ?? {}) as object)
  })

/** Deletes what the device knows of a server in trouble, which it would call again only after a minute. */
export const forgetServerTrouble = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const deletion = indexedDB.deleteDatabase('offlead-backoff')
    await new Promise((resolve) => deletion.addEventListener('success', resolve))
  })
