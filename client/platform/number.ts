/**
 * Formats a count as "1,471". Not with `Intl`, which is slow to initialise and would delay the first screen.
 */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3}){1,7}$)/g, ',')
