import type { KnownOffset } from '../hours/index.ts'
import type { Park } from '../model/park.ts'
import type { SearchRequest, Understood } from '../model/search.ts'

/** What a first screen is written from: the first page of all parks, or the park its address names; nothing of anybody's. */
export interface Known {
  parks?: { parks: Park[]; total: number; maybe: number; understood: Understood | null }
  park?: Park
  /** The device's own answer, from this version of its directory; absent: the server's. */
  version?: string
  /** The clocks of these parks, for what is open: spares the page from asking for them one by one. */
  clocks?: KnownOffset[]
}

/** The results a device showed last, as its service worker puts them into the next document. */
export interface KeptScreen {
  /** Path of the code that drew them: another build's may look different. */
  build: string
  /** HTML of the list. */
  results: string
  known: Known
}

/** The client's own components as a module without a browser: what the build leaves in `dist/first-screen` for the server. */
export interface FirstScreens {
  /**
   * Writes the first screen of an address, for people to see while the app's code is on its way.
   * @param path decoded by nobody yet, without a query
   * @param instant milliseconds since 1970, for what is open
   * @returns HTML for the document's root element, every value escaped
   */
  firstScreen(path: string, known: Known, instant: number): Promise<string>
  /** What `/` asks when nothing has been asked of it. `instant`: milliseconds since 1970. */
  firstRequest(instant: number): SearchRequest
}

/** Id of the element in which a document says what its first screen was written from. */
export const KNOWN = 'known'

/** That element: data, no script, so that no policy need allow it. No '<' is left in it to end it or to begin a comment. */
export const writeKnown = (known: Known) =>
  `<script type="application/json" id="${KNOWN}">${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}</script>`
