import type { LatLng } from '../../data/model/point.ts'
import { fetchAddressAt, fetchPostcodesOfAddress } from '../api/places.ts'
import { useDataServices } from './context.ts'
import { findRoute } from './find-route.ts'
import type { FoundRoute, RouteQuestion } from './find-route.ts'

/** {@link findRoute} with this device's directory. */
export function useFindRoute(): (question: RouteQuestion, signal?: AbortSignal) => Promise<FoundRoute> {
  const { device } = useDataServices()
  return (question, signal) => findRoute(device, question, signal)
}

/** The address of a position, from the server; `null` if it does not answer or knows none. */
export const addressAt = (position: LatLng): Promise<string | null> =>
  fetchAddressAt(position).catch(() => null)

/** Logs the postcodes of a typed address (specification 17.40). */
export async function logPostcodes(address: string): Promise<void> {
  try {
    // oxlint-disable-next-line no-console -- the specification asks for a log entry
    console.debug('Postcodes of the address:', (await fetchPostcodesOfAddress(address)).join(', '))
  } catch {
    // Without a network there is nothing to log.
  }
}
