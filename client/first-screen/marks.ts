/**
 * Attributes for elements of a prerendered screen: a component spreads one onto the element that it is true
 * of. The styles are in first-screen.css.
 */

/** Depends on the time, such as "open now". Invisible in results from an earlier visit. */
export const TIME_DEPENDENT = { 'data-transient': '' } as const
/** Shows data of the user, such as a favourite. Emptied before results are stored. */
export const PERSONAL = { 'data-own': '' } as const
/** Invisible in the prerendered screen if a user is signed in on this device. */
export const SIGNED_OUT_ONLY = { 'data-signed-out-only': '' } as const
/** Not displayed in the prerendered screen if the device's unit of distances is not the default. */
export const DEFAULT_UNIT_ONLY = { 'data-default-unit-only': '' } as const
/** The section with the results of `/`, which is stored for the next start. */
export const KEPT = { 'data-results': '' } as const
