import { drawFrame, type Frame, type MapViews } from '../../data/map/frame.ts'
import { mapRules } from '../../data/map/rules.ts'
import { MAP_COLOURS, type MapTheme } from '../../data/map/colours.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { loadMapFont, MAP_FONT, viewsOf } from './views.ts'

/**
 * Paints a still map on a canvas that has `density` pixels for each CSS pixel of the frame. Where the streets
 * cannot be read, the built-in map is painted without them; where that cannot be read either, only the
 * colour of land, as on other maps.
 * @returns its context, in CSS pixels of the frame; `null` if the browser is out of canvas memory
 */
export async function paintMapFrame(
  canvas: HTMLCanvasElement,
  frame: Frame,
  offer: MapOffer,
  theme: MapTheme,
  density: number,
): Promise<CanvasRenderingContext2D | null> {
  await loadMapFont()
  canvas.width = Math.round(frame.width * density)
  canvas.height = Math.round(frame.height * density)
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  pen.scale(density, density)
  const rules = mapRules(theme, MAP_FONT)
  const draw = (views: MapViews) => drawFrame(pen, frame, views, rules)
  const views = viewsOf(offer)
  await draw(views)
    .catch(() => draw(new Map([...views].filter(([source]) => source === 'base'))))
    .catch(() => {
      pen.fillStyle = MAP_COLOURS[theme].land
      pen.fillRect(0, 0, frame.width, frame.height)
    })
  return pen
}
