import { useEffect, useRef } from 'react'
import type { Frame } from '../../data/map/frame.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { vectorAttribution } from './attribution.ts'
import { paintMapFrame } from './paint-frame.ts'
import { useMapTheme } from './theme.ts'

/** Canvas pixels per CSS pixel. */
const DENSITY = 2

/** A still map behind a drawing of the same size. Nothing is shown until it is painted. */
export default function MapPicture({ frame }: { frame: Frame }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const offer = useMapOffer()
  const theme = useMapTheme()
  useEffect(() => {
    const target = canvas.current
    async function paint() {
      if (offer === undefined || target === null) return
      await paintMapFrame(target, frame, offer, theme, DENSITY)
      target.dataset['painted'] = ''
    }
    void paint()
  }, [frame, offer, theme])
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full rounded-control" />
      {offer && (
        <figcaption className="absolute right-0 bottom-0 z-1 rounded-tl-small bg-page px-2 text-[0.75rem] text-muted">
          {vectorAttribution(offer)}
        </figcaption>
      )}
    </>
  )
}
