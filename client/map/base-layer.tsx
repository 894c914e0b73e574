import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useMap } from 'react-leaflet'
import { mapRules } from '../../data/map/rules.ts'
import { MAP_COLOURS } from '../../data/map/colours.ts'
import type { MapSource } from '../../data/map/style.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { escapeHtml, vectorAttribution } from './attribution.ts'
import { MAPS_KEY } from '../queries/map-offer.ts'
import { useMapTheme } from './theme.ts'
import { VectorLayer, type MapLabels } from './vector-layer.ts'
import { loadMapFont, MAP_FONT, viewsOf, watchOutdated } from './views.ts'
import { withOutline, type ParkOutline } from './park-outline.ts'

/** How often the server is asked for its maps, while it answers with tiles of other maps. */
const ASK_AGAIN_MS = 10_000

interface BaseLayerProps {
  offer: MapOffer
  /** Positions of pins, which no name may cover. */
  pins: readonly LatLng[]
  /** The park whose outline is emphasised. */
  outline?: ParkOutline | undefined
  /** Called with the sources that could not be read for some of the visible map. */
  onFailed(failed: ReadonlySet<MapSource>): void
  /** Called with what is written on the visible map. */
  onLabels(labels: MapLabels): void
}

/** The lowest layer of every map: the built-in map and the streets. */
export function BaseLayer({ offer, pins, outline, onFailed, onLabels }: BaseLayerProps) {
  const map = useMap()
  const theme = useMapTheme()
  const vectorMap = useMemo(
    () => ({
      views: viewsOf(offer),
      rules: withOutline(mapRules(theme, MAP_FONT), theme, outline),
      landColour: MAP_COLOURS[theme].land,
      pins,
    }),
    [offer, theme, outline, pins],
  )
  useEffect(() => void (map.getContainer().dataset['theme'] = theme), [map, theme])
  const layer = useRef<VectorLayer>(null)
  const [isFontLoaded, setFontLoaded] = useState(false)
  const queryClient = useQueryClient()
  useEffect(() => {
    let askedAt = -Infinity
    return watchOutdated(() => {
      if (performance.now() - askedAt < ASK_AGAIN_MS) return
      askedAt = performance.now()
      void queryClient.invalidateQueries({ queryKey: MAPS_KEY })
    })
  }, [queryClient])
  const reportFailed = useEffectEvent(onFailed)
  const reportLabels = useEffectEvent(() => {
    // Painting pauses, and the map may have been removed by the time it ends.
    if (layer.current === null) return
    const bounds = map.getBounds()
    onLabels(
      layer.current.labels({
        south: bounds.getSouth(),
        west: bounds.getWest(),
        north: bounds.getNorth(),
        east: bounds.getEast(),
      }),
    )
  })
  const start = useEffectEvent(
    () =>
      new VectorLayer(vectorMap, escapeHtml(vectorAttribution(offer)), {
        onFailed: (failed) => reportFailed(failed),
        onPainted: () => reportLabels(),
      }),
  )
  useEffect(() => {
    void loadMapFont().then(() => setFontLoaded(true))
  }, [])
  useEffect(() => {
    if (!isFontLoaded) return
    const added = start().addTo(map)
    layer.current = added
    const onMoveEnd = () => reportLabels()
    map.on('moveend', onMoveEnd)
    return () => {
      map.off('moveend', onMoveEnd)
      layer.current = null
      added.remove()
    }
  }, [map, isFontLoaded])
  const drawn = useRef(vectorMap)
  useEffect(() => {
    if (drawn.current !== vectorMap) layer.current?.update(vectorMap)
    drawn.current = vectorMap
  }, [vectorMap])
  return null
}
