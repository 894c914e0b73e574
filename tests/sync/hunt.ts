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
 * @param path of a failure that was found with the same seed, to play it again
 */
export async function hunt({ seed, runs, seconds, path }: { seed: number; runs: number; seconds: number; path?: string }): Promise<Hunt> {
  const details = await fc.check(fc.asyncProperty(story, play), {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: seconds * 1000,
    endOnFailure: false,
    ...(path === undefined ? {} : { path }),
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
