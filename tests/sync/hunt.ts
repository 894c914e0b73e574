import fc from 'fast-check'
import { play, story } from './model.ts'

export interface Hunt {
  /** Stories that were played. */
  runs: number
  /** The seed, the path to the smallest story that fails, the story and why; `null` when none failed. */
  failure: { seed: number; path: string; story: string; error: string } | null
}

/**
 * Plays stories until one fails, so many are played, or the time is over.
 * @param seconds after which no further story is begun
 */
export async function hunt({
  seed,
  runs,
  seconds,
}: {
  seed: number
  runs: number
  seconds: number
}): Promise<Hunt> {
  const details = await fc.check(fc.asyncProperty(story, play), {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: seconds * 1000,
    endOnFailure: false,
  })
  if (!details.failed || details.counterexample === null) return { runs: details.numRuns, failure: null }
  return {
    runs: details.numRuns,
    failure: {
      seed,
      path: details.counterexamplePath ?? '',
      story: JSON.stringify(details.counterexample[0]),
      error: String(details.errorInstance),
    },
  }
}
