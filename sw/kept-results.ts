import { SCREEN, SCREEN_CACHE } from '../client/store/names.ts'
import { withPart } from '../data/screens/document-parts.ts'
import { firstScreenDataElement, type StoredResults } from '../data/screens/first-screen.ts'

/**
 * Puts the results that this device showed last into the document of `/`, with the data they were rendered
 * from.
 * @param isOwnCode whether a path is a file of the version that the document belongs to: results of another
 *   version may look different
 * @returns the same response if there are no results, or they cannot be read or inserted
 */
export async function withKeptResults(
  page: Response,
  isOwnCode: (path: string) => boolean,
  storage: CacheStorage,
): Promise<Response> {
  try {
    if (!(await storage.has(SCREEN_CACHE))) return page
    const kept = await (await storage.open(SCREEN_CACHE)).match(SCREEN)
    if (kept === undefined) return page
    const { build, results, known } = (await kept.json()) as StoredResults
    if (!isOwnCode(build)) return page
    const built = await page.clone().text()
    // A document that was missing on the device comes from the server, which may have another version.
    if (!built.includes(`href="${build}"`)) return page
    const document = withPart(built, 'results', results + firstScreenDataElement(known))
    if (document === undefined) return page
    const headers = new Headers(page.headers)
    for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
    return new Response(document, { headers })
  } catch {
    return page
  }
}
