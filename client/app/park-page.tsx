import { ParkPage } from '../features/park/park.tsx'
import { SomethingWrong } from '../features/submissions/something-wrong.tsx'
import { loadedOnPress } from '../ui/loaded-later.tsx'

const DirectionsDialog = loadedOnPress(() => import('../features/directions/dialog.tsx'))

/** The page of a park, with directions and reports. */
export default function ParkRoute() {
  return <ParkPage Directions={DirectionsDialog} Report={SomethingWrong} />
}
