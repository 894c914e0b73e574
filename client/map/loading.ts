import { MAP_POLL_EVERY, MAP_TIMEOUT } from '../../data/model/constants.ts'

export type Loading<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed' }

/**
 * Looks every 100 ms whether what a map needs is there; after 10 s, or when it cannot be had, the map has failed (specification, section 9).
 * What comes later than that is still taken: nobody is helped by a panel in its place.
 * @param tell told of each change; @returns stops
 */
export function watchLoading<T>(load: () => Promise<T>, tell: (loading: Loading<T>) => void): () => void {
  let loaded: { value: T } | undefined
  let broken = false
  let waited = 0
  let told: Loading<T>['state'] = 'loading'
  async function bring() {
    try {
      loaded = { value: await load() }
    } catch {
      broken = true
    }
  }
  void bring()
  const timer = setInterval(() => {
    waited += MAP_POLL_EVERY
    if (loaded !== undefined) {
      clearInterval(timer)
      tell({ state: 'ready', value: loaded.value })
    } else if (told === 'loading' && (broken || waited >= MAP_TIMEOUT)) {
      told = 'failed'
      tell({ state: 'failed' })
    }
    if (broken) clearInterval(timer)
  }, MAP_POLL_EVERY)
  return () => clearInterval(timer)
}
