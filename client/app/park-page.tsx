import { lazy } from 'react'
import { ParkPage } from '../features/park/park.tsx'
import { SomethingWrong } from '../features/submissions/something-wrong.tsx'

const DirectionsDialog = lazy(() => import('../features/directions/dialog.tsx'))

/** The page of a park, with directions and reports. */
export default function ParkRoute() {
  return <ParkPage Directions={DirectionsDialog} Report={SomethingWrong} />
}
