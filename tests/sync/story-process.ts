import { runStories } from './run-stories.ts'
import type { StoryRun } from './run-stories.ts'
import { play } from './model.ts'
import type { Story } from './model.ts'

/**
 * A process that plays stories: `story-process.ts SEED RUNS SECONDS` plays random ones, `story-process.ts
 * story STORY` plays the given one. Prints a {@link StoryRun} as JSON. The exit code is 1 when a story
 * failed.
 */
async function playOne(story: string): Promise<StoryRun> {
  const error = await play(JSON.parse(story) as Story).then(() => undefined, String)
  return { runs: 1, failure: error === undefined ? null : { seed: 0, path: '', story, error } }
}

const [seed = '', runs = '', seconds] = process.argv.slice(2)
const result =
  seed === 'story'
    ? await playOne(runs)
    : await runStories({ seed: Number(seed), runs: Number(runs), seconds: Number(seconds) })
console.log(JSON.stringify(result))
process.exitCode = result.failure === null ? 0 : 1
