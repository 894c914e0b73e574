import * as z from 'zod/mini'

/** The largest accepted id: the maximum of a 32-bit signed integer, far above the size of any table. */
export const ID_MAX = 2_147_483_647
/**
 * The last instant of a Date (ECMA-262, section 21.4.1.1), in milliseconds since 1970; its negative is the
 * first.
 */
export const INSTANT_MAX = 8.64e15
/** Maximum of `offset` and `limit` parameters. */
export const ROWS_MAX = 10_000_000

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))
