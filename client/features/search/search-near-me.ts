import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import {
  LOCATION_DENIED_TOAST_DURATION,
  LOCATION_NEEDED_TOAST_DURATION,
} from '../../../data/model/constants.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { onLocationRequested, requestLocation } from '../../platform/page-events.ts'
import { toast } from '../../platform/toast.ts'
import {
  isNearMe,
  NO_SEARCH,
  readHomeAddress,
  roundedPosition,
  type HomeAddress,
} from '../../queries/home-address.ts'
import { useNear, usePosition } from '../../queries/index.ts'
import { focusResults } from './focus-results.ts'
import { SEARCH_TEXTS } from './texts.ts'

/** What a search without coordinates in its address measures from, see positionIn. */
export interface MeasuredFrom {
  /** `undefined` if the location was not asked for yet. */
  sydney?: boolean
  near?: LatLng | null
}

const latLngOf = ({ latitude, longitude }: LatLng): LatLng => ({ latitude, longitude })

const searchIn = ({ q, lat, lng, area }: HomeAddress) => [q, lat, lng, area].join()

/** Searches around the user when they ask for it, on the page or with the address that they open. */
export function useSearchNearMe(
  address: HomeAddress,
  show: (next: HomeAddress, from: MeasuredFrom, replace?: boolean) => void,
): void {
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  const { locate } = usePosition()
  const here = useNear()
  const isUnasked = useRouterState({ select: ({ location }) => location.state.sydney === undefined })
  /** Whether this entry of the history asks for the location, by a parameter or by its text. */
  const asks =
    address.useLocation === true || (isUnasked && address.lat === undefined && isNearMe(address.q ?? ''))

  /** The address that is open, if it is still this search. */
  function latestOf(searched: HomeAddress): HomeAddress | null {
    const { pathname, search } = router.latestLocation
    const latest = readHomeAddress(search)
    return pathname === '/' && searchIn(latest) === searchIn(searched) ? latest : null
  }

  async function searchNearMe() {
    let shown: HomeAddress = address
    const result = await locate((moved) => {
      const opened = latestOf(shown)
      if (opened === null) return
      const latest = { ...opened, page: undefined }
      const at = { replace: true, resetScroll: false } as const
      if (latest.q === undefined) void navigate({ ...at, search: { ...latest, ...roundedPosition(moved) } })
      else void navigate({ ...at, search: latest, state: { sydney: false, near: latLngOf(moved) } })
    })
    const latest = latestOf(shown)
    if (latest === null) return
    const keepsText = isNearMe(latest.q ?? '')
    const rest = {
      ...latest,
      ...NO_SEARCH,
      q: keepsText ? latest.q : undefined,
      useLocation: undefined,
    }
    const near = result.ok ? latLngOf(result.position) : here
    if (keepsText && near !== null) {
      shown = rest
      // The entry of a text that asks for the location gets it. Otherwise it would be there twice.
      show(rest, { sydney: false, near }, asks)
    } else if (result.ok) {
      shown = { ...rest, ...roundedPosition(result.position) }
      show(shown, { sydney: false })
    } else {
      const denied = result.code === 1
      toast({
        title: denied ? SEARCH_TEXTS.location.deniedTitle : SEARCH_TEXTS.location.neededTitle,
        description: `${SEARCH_TEXTS.location.byCode[result.code]} ${SEARCH_TEXTS.location.useInstead}`,
        duration: denied ? LOCATION_DENIED_TOAST_DURATION : LOCATION_NEEDED_TOAST_DURATION,
        look: 'destructive',
      })
      show(rest, { sydney: true })
    }
    focusResults()
  }

  const handleLocationRequest = useEffectEvent(() => void searchNearMe())
  useEffect(() => onLocationRequested(handleLocationRequest), [])
  const askOnce = useEffectEvent((opened: HomeAddress) => {
    // The state of the entry that is opened next may be known before its address.
    if (latestOf(opened) === null) return
    const { useLocation: _asked, ...rest } = opened
    void navigate({ search: rest, state: (before) => ({ ...before, sydney: false }), replace: true })
    requestLocation()
  })
  useEffect(() => {
    if (asks) askOnce(address)
  }, [address, asks])
}
