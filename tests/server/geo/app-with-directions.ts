import type { DirectoryPark } from '../../../data/model/park.ts'
import type { Gazetteer } from '../../../data/search/gazetteer.ts'
import { openDirections } from '../../../server/geo/directions.ts'
import { openGeocoder } from '../../../server/geo/geocoder.ts'
import type { AddressService } from '../../../server/geo/geocoder.ts'
import type { Router } from '../../../server/geo/router.ts'
import { directionsRoutes } from '../../../server/routes/directions.ts'
import { appWith } from './fake-service.ts'

/** A server with only the routes of directions, between these places and parks. */
export function appWithDirections({
  gazetteer,
  router,
  addresses,
  parks = [],
}: {
  gazetteer: Gazetteer
  router?: Router | undefined
  addresses?: AddressService | undefined
  parks?: readonly DirectoryPark[]
}) {
  const directions = openDirections(
    openGeocoder(() => gazetteer, addresses),
    router,
  )
  return appWith((bare) =>
    bare.register(directionsRoutes, {
      directions,
      parkOf: async (id) => parks.find((park) => park.id === id),
    }),
  )
}
