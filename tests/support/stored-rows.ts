import type { Page } from 'playwright-core'

/** The rows of a table of the page's database, as JSON. */
export const storedRows = (page: Page, table: 'meta' | 'outbox') =>
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
