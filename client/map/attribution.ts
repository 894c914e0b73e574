import type { MapOffer } from '../../data/model/map.ts'
import { MAP_TEXTS } from './texts.ts'

/** Leaflet renders attributions as HTML, but ours are plain text. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The attribution of the parks, the streets and the built-in map, as plain text; each source once. */
export const vectorAttribution = ({ base, streets }: Pick<MapOffer, 'base' | 'streets'>) =>
  [...new Set([MAP_TEXTS.parksAttribution, streets?.attribution, base?.attribution])]
    .filter(Boolean)
    .join(', ')
