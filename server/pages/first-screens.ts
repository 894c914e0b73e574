import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { FirstScreens, Known } from '../../data/screens/first-screen.ts'
import { toPark } from '../../data/model/park.ts'
import { isPrerendered } from '../../data/screens/prerendered.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'

/** Screens that are remembered, and for how long: what is open changes by the minute. Each is a few ten kilobytes. */
const MOST = 300
const LASTING = 60_000
/** A database that does not answer within so many milliseconds leaves the parks to the app. */
const PATIENCE = 100

/** Puts a screen into the document's root element, between its two marks. A document without them stays as it is. */
export const withScreen = (document: string, screen: string) =>
  document.replace(/<!--screen-->[^]*<!--\/screen-->/, () => `<!--screen-->${screen}<!--/screen-->`)

/** A directory that cannot be asked shows no parks here either: the app finds that out, and says so. */
async function promptly(directory: Pick<Directory, 'current'>): Promise<DirectoryCopy | undefined> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<undefined>(
    (resolve) => (late = setTimeout(() => resolve(undefined), PATIENCE)),
  )
  const copy = await Promise.race([directory.current().catch(() => undefined), patience])
  clearTimeout(late)
  return copy
}

/** What stands around every screen has no address of its own. */
const AROUND = '/page'

/** `undefined`: the address is of a park that is not there. */
function whatIsKnown(
  { engine }: DirectoryCopy,
  path: string,
  instant: number,
  { firstRequest }: FirstScreens,
): Known | undefined {
  if (path === '/') {
    const { hits, total, maybe, understood } = engine.search(firstRequest(instant))
    return {
      parks: {
        parks: hits.map(({ id, distanceMetres }) => toPark(engine.park(id)!, distanceMetres)),
        total,
        maybe,
        understood,
      },
    }
  }
  const [, id] = /^\/park\/(\d+)$/.exec(path) ?? []
  if (id === undefined) return {}
  const park = engine.park(Number(id))
  return park && { park: toPark(park) }
}

/**
 * The writer of first screens that the client's build has left in a file. A screen is written once in a while for everybody: nothing in it is
 * anybody's. An address with a question in it gets the screen without an answer, which its own device is quicker to find.
 * @param file path of the module
 */
export function openFirstScreens(file: string, directory: Pick<Directory, 'current'>, clock: () => Date) {
  let seen = ''
  let screens: Promise<FirstScreens> | undefined
  const remembered = new Map<string, { until: number; screen: Promise<string> }>()

  /** A new build needs no restart. */
  async function writer(): Promise<FirstScreens | undefined> {
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const now = `${found.ino}-${found.mtimeMs}`
    if (now !== seen) {
      seen = now
      remembered.clear()
      screens = import(`${pathToFileURL(file).href}?${now}`) as Promise<FirstScreens>
    }
    return screens
  }

  async function write(
    writing: FirstScreens,
    path: string,
    query: boolean,
    copy: DirectoryCopy | undefined,
    instant: number,
  ): Promise<string> {
    const known = copy && !query ? whatIsKnown(copy, path, instant, writing) : {}
    return writing.firstScreen(known ? path : AROUND, known ?? {}, instant)
  }

  /**
   * `mayDraw` is asked before a screen is drawn that is not remembered.
   * @returns '' where it cannot be written: the app's own code then draws the first screen there is
   */
  return async (path: string, query: boolean, mayDraw: () => Promise<boolean>): Promise<string> => {
    const writing = await writer().catch(() => undefined)
    if (!writing) return ''
    const instant = clock().getTime()
    const copy = await promptly(directory)
    const keyOf = (screen: string) => `${screen} ${query} ${copy?.tag}`
    const recent = (screen: string) => {
      const before = remembered.get(keyOf(screen))
      return before && instant < before.until ? before.screen : undefined
    }
    let screenOf = isPrerendered(path) ? path : AROUND
    const known = recent(screenOf)
    if (known !== undefined) return known
    // Drawing takes milliseconds of the only thread: who asks for one page after the other gets those without a screen of their own.
    if (screenOf !== AROUND && !(await mayDraw())) {
      screenOf = AROUND
      const around = recent(AROUND)
      if (around !== undefined) return around
    }
    const key = keyOf(screenOf)
    const screen = write(writing, screenOf, query, copy, instant).catch(() => '')
    remembered.delete(key)
    remembered.set(key, { until: instant + LASTING, screen })
    if (remembered.size > MOST) remembered.delete(remembered.keys().next().value!)
    return screen
  }
}
