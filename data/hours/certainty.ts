/**
 * Whether a statement is true. The values are ordered, so the minimum is a logical "and" and the maximum an
 * "or".
 */
export type Certainty = 0 | 1 | 2
export const NO = 0
export const MAYBE = 1
export const YES = 2
