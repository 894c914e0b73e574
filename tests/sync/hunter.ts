import { hunt } from './hunt.ts'
import type { Hunt } from './hunt.ts'
import { play } from './model.ts'
import type { Story } from './model.ts'

/**
 * `hunter.ts SEED RUNS SECONDS` plays stories in a process of their own, `hunter.ts story STORY` plays one. Prints the outcome as JSON; 1 when
 * a story failed.
 */
async function again(story: string): Promise<Hunt> {
  const error = await play(JSON.parse(story) as Story).then(() => undefined, String)
  return { runs: 1, failure: error === undefined ? null : { seed: 0, path: '', story, error } }
}

const [seed = '', runs = '', seconds] = process.argv.slice(2)
const found =
  seed === 'story'
    ? await again(runs)
    : await hunt({ seed: Number(seed), runs: Number(runs), seconds: Number(seconds) })
console.log(JSON.stringify(found))
process.exitCode = found.failure === null ? 0 : 1
