/** Pictures and tiles of the areas that people took along. */
export interface AreaPictures {
  /** The picture as it was taken along; else what the others say. */
  answer(request: Request, others: () => Promise<Response>): Promise<Response>
}

const PICTURE = '/api/maps/static'

/** The same picture for other eyes: by day or night, in the density it was taken along in. */
const isLike = (one: URL, other: URL) =>
  one.pathname === other.pathname &&
  ['lat', 'lng', 'zoom', 'width', 'height'].every(
    (name) => one.searchParams.get(name) === other.searchParams.get(name),
  )

/** What was taken along answers first, and for a picture that was taken along in another look when nobody else has it. */
export function createAreaPictures(cacheName: string, storage: CacheStorage = caches): AreaPictures {
  // Opening a cache makes it: for most people there is none.
  const opened = async () => ((await storage.has(cacheName)) ? storage.open(cacheName) : undefined)
  return {
    async answer(request, others) {
      const cache = await opened().catch(() => undefined)
      if (cache === undefined) return others()
      const taken = await cache.match(request.url).catch(() => undefined)
      if (taken) return taken
      try {
        return await others()
      } catch (error) {
        const wanted = new URL(request.url)
        if (wanted.pathname !== PICTURE) throw error
        const like = (await cache.keys()).find(({ url }) => isLike(new URL(url), wanted))
        const picture = like && (await cache.match(like))
        if (picture) return picture
        throw error
      }
    },
  }
}
