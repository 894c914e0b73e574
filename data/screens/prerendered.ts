import { readState } from '../model/state.ts'
import { matchScreen } from './screens.ts'

/** Whether a segment of a path is written as a park's id. */
export const isParkId = (segment: string) => /^[1-9]\d{0,14}$/.test(segment)

/**
 * Whether the first screen of a path can be rendered in full on the server. All other paths share the same
 * empty frame.
 */
export function isPrerendered(path: string): boolean {
  const match = matchScreen(path)
  if (!match?.screen.prerendered || (path !== '/' && path.endsWith('/'))) return false
  const { id, state } = match.segments
  return (id === undefined || isParkId(id)) && (state === undefined || readState(state) !== undefined)
}
