import type { MapOffer } from '../../data/model/map.ts'

/** Leaflet renders attributions as HTML, but ours are plain text. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The attribution of the built-in map and the streets, as plain text; each source once. */
export const vectorAttribution = ({ base, streets }: Pick<MapOffer, 'base' | 'streets'>) =>
  [...new Set([streets?.attribution, base?.attribution])].filter(Boolean).join(', ')
