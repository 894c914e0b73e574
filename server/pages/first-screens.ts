import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { FirstScreens, FirstScreenData } from '../../data/screens/first-screen.ts'
import { toPark } from '../../data/model/to-park.ts'
import { isPrerendered } from '../../data/screens/prerendered.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'

/** Screens in the cache; each takes some ten kilobytes. */
const CACHED_SCREENS = 300
/** Short, because which parks are open changes by the minute. */
const CACHE_MS = 60_000
/** If the database takes longer, the screen is rendered without parks and the app loads them. */
const DIRECTORY_TIMEOUT_MS = 100

/** `undefined` if the directory is not available in time: the app itself shows that error. */
async function directoryInTime(directory: Pick<Directory, 'current'>): Promise<DirectoryCopy | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>(
    (resolve) => (timer = setTimeout(() => resolve(undefined), DIRECTORY_TIMEOUT_MS)),
  )
  const copy = await Promise.race([directory.current().catch(() => undefined), timeout])
  clearTimeout(timer)
  return copy
}

/** The frame around every screen; not a path of the site. */
const FRAME = '/page'

/** The data a screen shows. `undefined`: the path is of a park that does not exist. */
function screenData(
  { engine }: DirectoryCopy,
  path: string,
  instant: number,
  { firstRequest }: FirstScreens,
): FirstScreenData | undefined {
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
 * Renders first screens with the module from the client's build. Screens are cached and shared: they contain
 * no personal data. A URL with a search gets the screen without results, because the device itself finds them
 * sooner.
 * @param file path of the module
 */
export function openFirstScreens(file: string, directory: Pick<Directory, 'current'>, clock: () => Date) {
  let loadedVersion = ''
  let screens: Promise<FirstScreens> | undefined
  const cache = new LRUCache<string, { until: number; screen: Promise<string> }>({ max: CACHED_SCREENS })

  /** Loads the module again after a new build, without a restart. */
  async function loadModule(): Promise<FirstScreens | undefined> {
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const version = `${found.ino}-${found.mtimeMs}`
    if (version !== loadedVersion) {
      loadedVersion = version
      cache.clear()
      screens = import(`${pathToFileURL(file).href}?${version}`) as Promise<FirstScreens>
    }
    return screens
  }

  async function render(
    module: FirstScreens,
    path: string,
    query: boolean,
    copy: DirectoryCopy | undefined,
    instant: number,
  ): Promise<string> {
    const known = copy && !query ? screenData(copy, path, instant, module) : {}
    return module.firstScreen(known ? path : FRAME, known ?? {}, instant)
  }

  /**
   * @param mayRender asked before a screen is rendered that is not in the cache
   * @returns the screen's HTML; '' if it cannot be rendered and the app renders the first screen itself
   */
  return async (path: string, query: boolean, mayRender: () => Promise<boolean>): Promise<string> => {
    const module = await loadModule().catch(() => undefined)
    if (!module) return ''
    const instant = clock().getTime()
    const copy = await directoryInTime(directory)
    const keyOf = (screen: string) => `${screen} ${query} ${copy?.tag}`
    const cached = (screen: string) => {
      const entry = cache.get(keyOf(screen))
      return entry && instant < entry.until ? entry.screen : undefined
    }
    let screenPath = isPrerendered(path) ? path : FRAME
    const known = cached(screenPath)
    if (known !== undefined) return known
    // Rendering blocks the event loop for milliseconds: a client that requests many pages gets only the
    // frame.
    if (screenPath !== FRAME && !(await mayRender())) {
      screenPath = FRAME
      const frame = cached(FRAME)
      if (frame !== undefined) return frame
    }
    const key = keyOf(screenPath)
    const screen = render(module, screenPath, query, copy, instant).catch(() => '')
    cache.set(key, { until: instant + CACHE_MS, screen })
    return screen
  }
}
