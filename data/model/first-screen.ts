import type { Park } from './park.ts'
import type { SearchRequest, Understood } from './search.ts'
import { readState } from './state.ts'

/** What a first screen is written from: the first page of all parks, or the park its address names; nothing of anybody's. */
export interface Known {
  parks?: { parks: Park[]; total: number; maybe: number; understood: Understood | null }
  park?: Park
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

/** Screens that are the same for everybody up to what a script adds to them. */
const WRITTEN = /^\/(|states?|favorites|privacy|terms|park\/[1-9]\d{0,14})$/

/** Whether the first screen of an address can be written whole. Of any other it is what stands around it, the same for all of them. */
export function isWritten(path: string): boolean {
  const [, state] = /^\/state\/([^/]+)$/.exec(path) ?? []
  return state === undefined ? WRITTEN.test(path) : readState(state) !== undefined
}
