/** A map image with a shorter max-age was drawn as a substitute. Seconds. */
const MIN_MAX_AGE_S = 3_600

/** The max-age of a `Cache-Control` header in seconds; 0 if there is none. */
export const maxAge = (cacheControl: string | null): number =>
  Number(/\bmax-age=(\d+)/.exec(cacheControl ?? '')?.[1] ?? 0)

/**
 * Whether a map image with this `Cache-Control` header was drawn in place of one that could not be drawn, for
 * example because the operator's tiles did not answer. Devices do not keep it.
 */
export const isSubstitute = (cacheControl: string | null): boolean => maxAge(cacheControl) < MIN_MAX_AGE_S
