import { readState } from '../model/state.ts'
import { readParkId } from './park-id.ts'
import { matchScreen } from './screens.ts'

/**
 * Whether the first screen of a path can be rendered in full on the server. All other paths share the same
 * empty frame.
 */
export function isPrerendered(path: string): boolean {
  const match = matchScreen(path)
  if (!match?.screen.prerendered || (path !== '/' && path.endsWith('/'))) return false
  const { id, state } = match.segments
  return (
    (id === undefined || readParkId(id) !== undefined) &&
    (state === undefined || readState(state) !== undefined)
  )
}
