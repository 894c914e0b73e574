import { readState } from '../model/state.ts'

/** Screens that are the same for everybody up to what a script adds to them. */
const WRITTEN = /^\/(|states?|favorites|privacy|terms|park\/[1-9]\d{0,14})$/

/** Whether the first screen of an address can be written whole. Of any other it is what stands around it, the same for all of them. */
export function isWritten(path: string): boolean {
  const [, state] = /^\/state\/([^/]+)$/.exec(path) ?? []
  return state === undefined ? WRITTEN.test(path) : readState(state) !== undefined
}
