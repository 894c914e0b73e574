import { Control, DomEvent, DomUtil } from 'leaflet'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Circle, useMap } from 'react-leaflet'
import type { FetchedPosition, LocateResult } from '../platform/position.ts'
import { prefersReducedMotion } from '../platform/settings-store.ts'
import { toast } from '../platform/toast.ts'
import { usePosition } from '../queries/index.ts'
import { LocateIcon } from '../ui/icons.tsx'
import { Pin } from './pins.tsx'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'
import { MAP_TEXTS } from './texts.ts'

/** Zoom of the map around the user's position: streets with their names. */
const ZOOM = 16
/** Metres from the middle of the map to a position that it still shows as its middle. */
const MAX_OFF_CENTRE = 20

/** A button that moves the map to the user's position and shows how accurate it is. */
export function LocateControl() {
  const map = useMap()
  const [place] = useState(() => DomUtil.create('div', 'leaflet-bar map-locate'))
  const { position, locate, locating } = usePosition()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const control = new Control({ position: 'topleft' })
    control.onAdd = () => place
    DomEvent.disableClickPropagation(place)
    control.addTo(map)
    return () => {
      control.remove()
    }
  }, [map, place])

  const show = (result: LocateResult) => {
    // The map may have been closed while the position was being found.
    if (!place.isConnected) return
    if (!result.ok) {
      toast({ title: MAP_TEXTS.errorTitle, description: result.message, look: 'destructive' })
      return
    }
    const { latitude, longitude } = result.position
    setShown(true)
    map.setView([latitude, longitude], Math.max(ZOOM, map.getZoom()), { animate: !prefersReducedMotion() })
  }
  async function find() {
    let shown: FetchedPosition | null = null
    const result = await locate((moved) => {
      // Unless the person has moved the map meanwhile.
      if (shown && map.getCenter().distanceTo([shown.latitude, shown.longitude]) < MAX_OFF_CENTRE)
        show({ ok: true, position: moved })
    })
    if (result.ok) shown = result.position
    show(result)
  }
  return (
    <>
      {createPortal(
        <button
          type="button"
          title={locating ? INTERACTIVE_MAP_TEXTS.locating : INTERACTIVE_MAP_TEXTS.locate}
          aria-label={locating ? INTERACTIVE_MAP_TEXTS.locating : INTERACTIVE_MAP_TEXTS.locate}
          aria-busy={locating}
          onClick={() => void find()}
        >
          <LocateIcon size={22} />
        </button>,
        place,
      )}
      {isShown && position && (
        <>
          <Circle
            center={[position.latitude, position.longitude]}
            radius={position.accuracy}
            interactive={false}
            className="map-accuracy"
          />
          <Pin place={position} shape="here" label={INTERACTIVE_MAP_TEXTS.you} />
        </>
      )}
    </>
  )
}
