import { useEffect, useEffectEvent } from 'react'
import { useSearchHistory, type SearchRead } from '../queries/index.ts'
import type { HomeAddress } from './home-address.ts'

/** The question that was noted last: going back to its results, or turning their pages, asks nothing new. */
let noted = ''

/**
 * Keeps a search that was answered: in the person's history and as the last one when there was a text, and in the figures of the product.
 * Positions are those of the address: the fallback is nobody's.
 */
export function useRememberedSearch(
  { q = '', lat, lng, features = [], distance, size, rating, open }: HomeAddress,
  read: SearchRead,
): void {
  const { record, count, keepLast } = useSearchHistory({ watch: false })
  const question = JSON.stringify([q, lat, lng, features, distance, size, rating, open])
  const asks =
    q !== '' ||
    lat !== undefined ||
    features.length > 0 ||
    [distance, size, rating, open].some((filter) => filter !== undefined)
  const answered = read.status === 'ready' && !read.isFetching
  const remember = useEffectEvent(async () => {
    const stand = lat === undefined || lng === undefined ? {} : { latitude: lat, longitude: lng }
    if (q !== '') {
      await keepLast({ query: q, ...stand })
      await record({ query: q, resultCount: read.total })
    }
    // The samples answer for a directory that cannot be reached, and their number says nothing.
    if (read.source !== 'samples') await count({ term: q, features, resultCount: read.total, ...stand })
  })
  useEffect(() => {
    if (!answered || !asks || question === noted) return
    noted = question
    // A history that cannot be kept is no reason to trouble somebody who looks for a park.
    remember().catch(() => undefined)
  }, [answered, asks, question])
}
