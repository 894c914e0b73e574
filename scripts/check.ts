import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

/** A program that has ended. */
interface Ended {
  passed: boolean
  stdout: string
  stderr: string
}

/** Runs one of the project's programs. */
async function run(name: string, ...args: string[]): Promise<Ended> {
  const child = spawn(path.join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = { passed: false, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...ended, passed: code === 0 }
}

/** The outcome of a check, with its output, which is printed if it fails. */
interface Outcome {
  passed: boolean
  text: string
}

/** A check that passes if a program does. */
const program =
  (name: string, ...args: string[]) =>
  async (): Promise<Outcome> => {
    const { passed, stdout, stderr } = await run(name, ...args)
    return { passed, text: stdout + stderr }
  }

const FOLDERS = ['data', 'server', 'client', 'sw', 'scripts', 'tests', 'tools', 'fastify.config.ts']
const Cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        rule: z.object({ name: z.string() }),
        from: z.string(),
        to: z.string(),
        cycle: z.optional(z.array(z.object({ name: z.string() }))),
      }),
    ),
  }),
})

/**
 * Checks that imports follow the rules. Also fails if a folder was not read at all, because a broken parser
 * would find no violations.
 */
async function checkImports(): Promise<Outcome> {
  const config = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const { stdout, stderr } = await run('depcruise', ...config, ...FOLDERS)
  if (stdout === '') return { passed: false, text: stderr }
  const { modules, summary } = Cruise.parse(JSON.parse(stdout))
  const violations = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(' -> ') : to}`,
  )
  const unread = FOLDERS.filter((folder) => !modules.some(({ source }) => source.startsWith(folder)))
  if (unread.length > 0) violations.push(`no module was read in ${unread.join(', ')}`)
  return { passed: violations.length === 0, text: violations.join('\n') }
}

/** Finds files, exports and dependencies that nothing uses. */
const deadCode = (...args: string[]) => program('knip', '--no-config-hints', '--no-progress', ...args)

/** The types of tools need packages that are only installed with them (scripts/bootstrap.mjs). */
const TYPED = existsSync(path.join(root, 'node_modules', 'offlead-tools')) ? ['.', 'tools'] : ['.']

interface Check {
  name: string
  check: () => Promise<Outcome>
}

/**
 * Checks that do not run the product: types, formatting, lint, import rules, and dead code in everything and
 * in the product without its tests (knip.config.ts). The slowest come first.
 */
const CHECKS: readonly Check[] = [
  { name: 'types', check: program('tsc', '-b', ...TYPED) },
  { name: 'imports', check: checkImports },
  { name: 'dead code', check: deadCode() },
  { name: 'dead code of the product', check: deadCode('--production') },
  { name: 'lint', check: program('oxlint', '--deny-warnings') },
  { name: 'format', check: program('oxfmt', '--check') },
]

/**
 * Runs the checks and others, one on each core at a time, and prints the outcome of each at its end.
 * @returns the names of those that passed and of those that failed
 */
export async function runChecks(
  others: readonly Check[] = [],
): Promise<{ passed: readonly string[]; failed: readonly string[] }> {
  const [passed, failed]: [string[], string[]] = [[], []]
  const waiting = [...others, ...CHECKS]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await next.check()
      ;(outcome.passed ? passed : failed).push(next.name)
      console.log(`check: ${next.name} ${outcome.passed ? 'passed' : 'failed'}`)
      if (!outcome.passed) console.log(outcome.text.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return { passed, failed }
}

if (import.meta.main) {
  const { failed } = await runChecks()
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
