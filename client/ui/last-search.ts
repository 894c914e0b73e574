import { useEffect, useEffectEvent } from 'react'
import { useSearchHistory, type LastSearch } from '../queries/index.ts'
import type { HomeAddress } from './home-address.ts'

/** Whether the app has begun, or begun elsewhere: coming to the home page later is no beginning. Without a browser nothing begins. */
let begun = typeof location === 'undefined' || location.pathname !== '/' || location.search !== ''

/** Opened from the home screen, not in a browser's window, where a person has typed the address they want. */
const fromHomeScreen = () => matchMedia('(display-mode: standalone)').matches

/**
 * An installed app that starts within the hour begins where the person was: phones end apps that are out of sight. Only the first screen, and
 * only when nothing has been asked of it.
 */
export function useLastSearch(address: HomeAddress, begin: (search: LastSearch) => void): void {
  const { last } = useSearchHistory({ watch: false })
  const bare = Object.values(address).every((part) => part === undefined)
  const beginWith = useEffectEvent((search: LastSearch | undefined) => {
    if (search !== undefined && bare) begin(search)
  })
  useEffect(() => {
    if (begun) return
    begun = true
    if (!bare || !fromHomeScreen()) return
    // Where nothing is kept, it begins as ever.
    last().then(beginWith, () => undefined)
  }, [bare, last])
}
