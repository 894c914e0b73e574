import { vi } from 'vitest'

/** A cache in memory, and what is in it, by path. */
export function memoryCache() {
  const cached = new Map<string, Response>()
  const cache = {
    keys: async () => [...cached.keys()].map((path) => new Request(`https://offlead.example${path}`)),
    match: async (path: string) => cached.get(path)?.clone(),
    delete: async (path: string) => cached.delete(path),
    put: async (path: string, response: Response) => void cached.set(path, response),
  }
  return { cached, cache }
}

/**
 * Replaces what downloads of areas use of a page. End it with `vi.unstubAllGlobals`.
 * @returns the state of the network and of data saving, to be changed by the tests
 */
export function stubPage({
  openCache,
  fetch,
}: {
  openCache(): Promise<unknown>
  fetch(path: string, init?: RequestInit): Promise<Response>
}): { online: boolean; saveData: boolean } {
  const page = { online: true, saveData: false }
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('caches', { open: openCache, has: async () => true })
  vi.stubGlobal('fetch', fetch)
  const { locks } = navigator
  vi.stubGlobal('navigator', {
    locks,
    get onLine() {
      return page.online
    },
    get connection() {
      return { saveData: page.saveData }
    },
  })
  return page
}
