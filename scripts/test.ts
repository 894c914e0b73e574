import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { buildClient } from './build.ts'
import { reportBundle } from './bundle-report.ts'
import { CHECKS, runChecks } from './check.ts'
import { root } from './root.ts'

const VitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numFailedTestSuites: z.int(), numTotalTests: z.int() })

/** Runs every test and counts them. A file that could not even be loaded counts as a failed test. */
async function runTests(): Promise<{ passed: number; failed: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-test-'))
  const report = path.join(folder, 'report.json')
  try {
    const vitest = spawnSync(
      process.execPath,
      [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: root, stdio: 'inherit' },
    )
    const counts = VitestReport.parse(JSON.parse(await readFile(report, 'utf8')))
    const failed = counts.numFailedTests || (vitest.status === 0 ? 0 : Math.max(1, counts.numFailedTestSuites))
    return { passed: counts.numPassedTests, failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const failedChecks = runChecks()
await buildClient({ quiet: true })
const withinBudget = await reportBundle()
const tests = await runTests()
const failed = failedChecks.length + (withinBudget ? 0 : 1) + tests.failed
if (failedChecks.length > 0) console.error(`failed checks: ${failedChecks.join(', ')}`)
console.log(`${CHECKS.length - failedChecks.length + (withinBudget ? 1 : 0) + tests.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
