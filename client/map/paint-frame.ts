import { drawFrame, type Frame } from '../../data/map/frame.ts'
import { mapRules } from '../../data/map/rules.ts'
import type { MapTheme } from '../../data/map/colours.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { loadMapFont, MAP_FONT, viewsOf } from './views.ts'

/**
 * Paints a still map on a canvas that has `density` pixels for each CSS pixel of the frame.
 * @returns its context, in CSS pixels of the frame; `null` if the browser is out of canvas memory
 * @throws Error if a tile cannot be read
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
  await drawFrame(pen, frame, viewsOf(offer), mapRules(theme, MAP_FONT))
  return pen
}
