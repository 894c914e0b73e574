import { hunt } from './hunt.ts'

/** `hunter.ts SEED RUNS SECONDS [PATH]`: plays stories in a process of their own. Prints the outcome as JSON; 1 when a story failed. */
const [seed, runs, seconds, path] = process.argv.slice(2)
const found = await hunt({ seed: Number(seed), runs: Number(runs), seconds: Number(seconds), ...(path === undefined ? {} : { path }) })
console.log(JSON.stringify(found))
process.exitCode = found.failure === null ? 0 : 1
