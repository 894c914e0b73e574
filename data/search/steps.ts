/** Work in steps of some milliseconds each, so that whoever must not stand still can do something else between them. */
export type Steps<T> = Generator<void, T, void>

/** Rows that are looked at in one step. */
export const ROWS_PER_STEP = 2_000

/** Takes all steps one after the other. */
export function allAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
