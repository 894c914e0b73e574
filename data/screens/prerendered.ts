import { readState } from '../model/state.ts'

/** Screens with the same HTML for every visitor; scripts add the rest. */
const PRERENDERED_PATHS = /^\/(|states?|favorites|privacy|terms|park\/[1-9]\d{0,14})$/

/**
 * Whether the first screen of a path can be rendered in full on the server. All other paths share the same
 * empty frame.
 */
export function isPrerendered(path: string): boolean {
  const [, state] = /^\/state\/([^/]+)$/.exec(path) ?? []
  return state === undefined ? PRERENDERED_PATHS.test(path) : readState(state) !== undefined
}
