import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'
import { buildClient } from './build.ts'
import { reportBundle } from './bundle-report.ts'
import { runChecks } from './check.ts'
import { memoryDisk } from './memory-disk.ts'
import { root } from './root.ts'

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  numTotalTests: z.int(),
  /** Each file, with times in milliseconds since 1970 and, if it could not be loaded, why. */
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
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

/** Of the reason of a failure: the message, where in the test, and what the page showed. */
const LINES_OF_A_REASON = 40

/** The failed tests and the files that could not be loaded, each with the first lines of its reason. */
function describeFailures({ testResults }: z.infer<typeof VitestReport>): string[] {
  const describe = (title: string, reason: string) => {
    const lines = stripVTControlCharacters(reason)
      .trim()
      .split('\n')
      .filter((line) => !line.includes('node_modules'))
      .slice(0, LINES_OF_A_REASON)
    return [title, ...lines.map((line) => `    ${line}`)].join('\n')
  }
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [describe(file, message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      describe(`${file} > ${fullName}`, failureMessages?.join('\n') ?? ''),
    )
  })
}

/** What a part of the tests found. */
interface Outcome {
  passed: number
  failed: number
  failures: readonly string[]
}

/** A part of the tests: some of the projects of vitest.config.ts. */
interface Part {
  name: string
  projects: readonly string[]
  /**
   * Whether its processes get the time that the other part leaves. Its output is printed at its end, because
   * two outputs at a time cannot be read.
   */
  inBackground: boolean
}

/** Of a process that others go before, on Unix's scale from -20 to 19. */
const BACKGROUND_PRIORITY = 5

/** Free bytes of memory for the files of the tests, which are many and wait for the disk to have them. */
const MEMORY_NEEDED = 8_000_000_000

/** Runs the tests of a part and counts them. A file that cannot be loaded counts as a failed test. */
async function runTests({ name, projects, inBackground }: Part): Promise<Outcome> {
  const folder = await mkdtemp(path.join(memoryDisk(MEMORY_NEEDED) ?? tmpdir(), 'offlead-test-'))
  // Some tests run a program as another user.
  await chmod(folder, 0o755)
  const report = path.join(folder, 'report.json')
  const startedAt = performance.now()
  try {
    const vitest = spawn(
      process.execPath,
      [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: root,
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', inBackground ? 'pipe' : 'inherit', inBackground ? 'pipe' : 'inherit'],
      },
    )
    if (inBackground && vitest.pid !== undefined) setPriority(vitest.pid, BACKGROUND_PRIORITY)
    const output: Buffer[] = []
    for (const stream of [vitest.stdout, vitest.stderr])
      stream?.on('data', (text: Buffer) => void output.push(text))
    const [code] = (await once(vitest, 'close')) as [number | null]
    process.stdout.write(Buffer.concat(output))
    const written = await readFile(report, 'utf8').catch(() => null)
    if (written === null) {
      return { passed: 0, failed: 1, failures: [`${name}: ended with ${code} and wrote no report`] }
    }
    const counts = VitestReport.parse(JSON.parse(written))
    console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    printSlowest(counts)
    const failed = counts.numFailedTests || (code === 0 ? 0 : Math.max(1, counts.numFailedTestSuites))
    return { passed: counts.numPassedTests, failed, failures: describeFailures(counts) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Installs a browser if there is none: once, before several workers look for one. */
async function installBrowser(): Promise<void> {
  const installing = spawn(process.execPath, [path.join(root, 'scripts', 'browser.ts')], { stdio: 'inherit' })
  const [code] = (await once(installing, 'close')) as [number | null]
  if (code !== 0) throw new Error('the browser tests have no browser')
}

const [checks] = await Promise.all([
  runChecks([
    {
      name: 'build and its size',
      async check() {
        await buildClient({ quiet: true })
        return { passed: await reportBundle(), text: '' }
      },
    },
  ]),
  // Mostly waits for the network.
  installBrowser(),
])
// A browser often waits, for a timer or a frame. The other tests need the processor only, and use that time.
const parts = await Promise.all([
  runTests({ name: 'browser tests', projects: ['browser'], inBackground: false }),
  runTests({
    name: 'other tests',
    projects: ['data', 'server', 'postgres', 'alone', 'client'],
    inBackground: true,
  }),
])
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const failed = checks.failed.length + sum(parts.map((part) => part.failed))
if (checks.failed.length > 0) console.log(`failed checks: ${checks.failed.join(', ')}`)
// Once more at the end, where whoever sees only the last lines finds them.
const failures = parts.flatMap((part) => part.failures)
if (failures.length > 0) console.log(['failed tests:', ...failures].join('\n'))
console.log(`${checks.passed.length + sum(parts.map((part) => part.passed))} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
