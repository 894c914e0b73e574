import fc from 'fast-check'
import { play, story } from './model.ts'

export interface StoryRun {
  /** Number of stories played. */
  runs: number
  /** Seed, path to the smallest failing story, that story and its error; `null` when none failed. */
  failure: { seed: number; path: string; story: string; error: string } | null
}

/**
 * Plays random stories until one fails, `runs` have been played, or the time is over.
 * @param seconds after which no further story is started
 */
export async function runStories({
  seed,
  runs,
  seconds,
}: {
  seed: number
  runs: number
  seconds: number
}): Promise<StoryRun> {
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
