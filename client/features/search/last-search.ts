import { useEffect, useEffectEvent } from 'react'
import { useSearchHistory, type LastSearch } from '../../queries/index.ts'
import type { HomeAddress } from '../../queries/home-address.ts'
import { isInstalled } from '../../platform/install.ts'

/**
 * Whether a restore was tried already, or makes no sense: the app was opened at another address, or there is
 * no browser (prerendering). Opening the home page later must not restore a search.
 */
let isDone = typeof location === 'undefined' || location.pathname !== '/' || location.search !== ''

/**
 * Restores the last search when the installed app starts within an hour of it, because phones stop apps in
 * the background. Only for the first screen, and only without a search in the address.
 */
export function useLastSearch(address: HomeAddress, restore: (search: LastSearch) => void): void {
  const { last } = useSearchHistory({ watch: false })
  const isDefault = Object.values(address).every((parameter) => parameter === undefined)
  const restoreSearch = useEffectEvent((search: LastSearch | undefined) => {
    if (search !== undefined && isDefault) restore(search)
  })
  useEffect(() => {
    if (isDone) return
    isDone = true
    // In a browser tab, the address was chosen by the user.
    if (!isDefault || !isInstalled()) return
    // If storage cannot be read, the home page starts without a search.
    last().then(restoreSearch, () => undefined)
  }, [isDefault, last])
}
