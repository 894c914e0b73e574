import type { KnownOffset } from '../hours/index.ts'
import type { Park } from '../model/park.ts'
import type { Understood } from '../model/search.ts'
import type { SearchRequest } from '../model/search-request.ts'

/** The data of a first screen: the first page of all parks, or the park in the address. Nothing personal. */
export interface FirstScreenData {
  parks?: { parks: Park[]; total: number; maybe: number; understood: Understood | null }
  park?: Park
  /** Version of the device's directory that the data is from; absent if it is from the server. */
  version?: string
  /** Time zone offsets of these parks, for opening hours, so that the page need not compute each of them. */
  clocks?: KnownOffset[]
}

/** The results that a device showed last. Its service worker puts them into the next document. */
export interface StoredResults {
  /** Path of the code that rendered them: another build may render them differently. */
  build: string
  /** HTML of the list. */
  results: string
  known: FirstScreenData
}

/**
 * The client's components as a module that runs on the server. The build writes it into `dist/first-screen`.
 */
export interface FirstScreens {
  /**
   * Renders the first screen of an address, which is shown until the app's code has loaded.
   * @param path without a query, not decoded
   * @param instant milliseconds since 1970, for opening hours
   * @returns HTML for the document's root element, with every value escaped
   */
  firstScreen(path: string, known: FirstScreenData, instant: number): Promise<string>
  /** The search request of `/` without parameters. `instant`: milliseconds since 1970. */
  firstRequest(instant: number): SearchRequest
}

/** Id of the element with the data of the document's first screen. */
export const FIRST_SCREEN_DATA_ID = 'known'

/**
 * The element with the data of the first screen. It is data, not script, so the Content-Security-Policy need
 * not allow it. '<' is escaped, so that the data cannot end the element or begin a comment.
 */
export const firstScreenDataElement = (known: FirstScreenData) =>
  `<script type="application/json" id="${FIRST_SCREEN_DATA_ID}">${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}</script>`
