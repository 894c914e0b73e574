import { MAP_POLL_EVERY, MAP_TIMEOUT } from '../../data/model/constants.ts'

export type Loading<T> = { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed' }

/**
 * Loads what a map needs and checks every 100 ms whether it is there. After 10 s, or if loading fails, the
 * state is 'failed' (specification 19.25). A map that arrives after that still becomes 'ready'.
 * @param onChange called with each new state
 * @returns a function that stops watching
 */
export function watchLoading<T>(load: () => Promise<T>, onChange: (loading: Loading<T>) => void): () => void {
  let loaded: { value: T } | undefined
  let hasFailed = false
  let elapsed = 0
  let reported: Loading<T>['state'] = 'loading'
  async function start() {
    try {
      loaded = { value: await load() }
    } catch {
      hasFailed = true
    }
  }
  void start()
  const timer = setInterval(() => {
    elapsed += MAP_POLL_EVERY
    if (loaded !== undefined) {
      clearInterval(timer)
      onChange({ state: 'ready', value: loaded.value })
    } else if (reported === 'loading' && (hasFailed || elapsed >= MAP_TIMEOUT)) {
      reported = 'failed'
      onChange({ state: 'failed' })
    }
    if (hasFailed) clearInterval(timer)
  }, MAP_POLL_EVERY)
  return () => clearInterval(timer)
}
