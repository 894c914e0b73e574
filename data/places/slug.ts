import { fold, nameKey } from './text.ts'

/**
 * The part of a URL that identifies a city or suburb. Spaces become hyphens and ' - ' a double hyphen
 * (specification 19.49). Lower case, without apostrophes, accents, dots and brackets; hyphens in the name are
 * kept.
 */
export function citySlug(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}\s-]+/gu, '')
    .trim()
    .replace(/(?<!\s)\s+-\s+/g, '--')
    .replace(/\s+/g, '-')
}

/**
 * The place with this slug, or else one whose name differs only in spelling ("saint-kilda" for St Kilda,
 * "mt-eliza" for Mount Eliza, any case). `undefined` if there is none.
 */
export function findBySlug<T extends { name: string; slug: string }>(
  places: readonly T[],
  slug: string,
): T | undefined {
  const wanted = slug.toLowerCase()
  const exact = places.find((place) => place.slug === wanted)
  if (exact) return exact
  const key = nameKey(slug)
  return key === '' ? undefined : places.find((place) => nameKey(place.name) === key)
}
