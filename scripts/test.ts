import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { findTestBrowser } from './browser.ts'
import { buildClient } from './build.ts'
import { reportBundle } from './bundle-report.ts'
import { CHECKS, runChecks } from './check.ts'
import { root } from './root.ts'

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  numTotalTests: z.int(),
  /** Each file, with times in milliseconds since 1970. */
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const SLOWEST_FILES = 8

/** Prints which files took longest, because they decide how long everyone waits. */
function printSlowest({ testResults }: z.infer<typeof VitestReport>): void {
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES)
  console.log('slowest files:')
  for (const { name, seconds } of slowest)
    console.log(`${seconds.toFixed(0).padStart(6)} s  ${path.relative(root, name)}`)
}

/** Runs the tests of some projects and counts them. A file that cannot be loaded counts as a failed test. */
async function runTests(projects: readonly string[]): Promise<{ passed: number; failed: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-test-'))
  const report = path.join(folder, 'report.json')
  try {
    const vitest = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...projects.map((name) => `--project=${name}`),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { cwd: root, stdio: 'inherit' },
    )
    const counts = VitestReport.parse(JSON.parse(await readFile(report, 'utf8')))
    printSlowest(counts)
    const failed =
      counts.numFailedTests || (vitest.status === 0 ? 0 : Math.max(1, counts.numFailedTestSuites))
    return { passed: counts.numPassedTests, failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// First, so that the workers do not install one at the same time.
findTestBrowser()
const failedChecks = runChecks()
await buildClient({ quiet: true })
const withinBudget = await reportBundle()
// Browser tests run separately, because they would wait for other tests running at the same time.
const units = await runTests(['data', 'server', 'postgres', 'alone', 'client'])
const browser = await runTests(['browser'])
const failed = failedChecks.length + (withinBudget ? 0 : 1) + units.failed + browser.failed
if (failedChecks.length > 0) console.error(`failed checks: ${failedChecks.join(', ')}`)
console.log(
  `${CHECKS.length - failedChecks.length + (withinBudget ? 1 : 0) + units.passed + browser.passed} passed, ${failed} failed`,
)
process.exitCode = failed === 0 ? 0 : 1
