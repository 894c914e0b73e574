/** How sure it is that a day is of a kind. Ordered, so that "and" is the least and "or" the greatest. */
export type Sureness = 0 | 1 | 2
export const NO = 0
export const MAYBE = 1
export const YES = 2
