/** Work split into steps of a few milliseconds, so that the caller can handle other tasks in between. */
export type Steps<T> = Generator<void, T, void>

/** Rows processed in one step. */
export const ROWS_PER_STEP = 2_000

/** Runs all steps without a break and returns the result. */
export function runAllSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
