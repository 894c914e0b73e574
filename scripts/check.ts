import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const run = (file: string, ...args: string[]) =>
  spawnSync(file, args, { cwd: root, stdio: 'inherit' }).status === 0

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
function checkImports(): boolean {
  const cruised = spawnSync(
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...FOLDERS],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const { modules, summary } = Cruise.parse(JSON.parse(cruised.stdout))
  for (const { rule, from, to, cycle } of summary.violations) {
    console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(' -> ') : to}`)
  }
  const unread = FOLDERS.filter((folder) => !modules.some(({ source }) => source.startsWith(folder)))
  if (unread.length > 0) console.error(`no module was read in ${unread.join(', ')}`)
  return summary.violations.length === 0 && unread.length === 0
}

/** Finds files, exports and dependencies that nothing uses, or that only tests use (knip.config.ts). */
const checkDeadCode = () =>
  [[], ['--production']].every((args) => run(bin('knip'), '--no-config-hints', '--no-progress', ...args))

/** The types of tools need packages that are only installed with them (scripts/bootstrap.mjs). */
const TYPED = existsSync(path.join(root, 'node_modules', 'offlead-tools')) ? ['.', 'tools'] : ['.']

/** Checks that do not run the product: types, formatting, lint, import rules and dead code. */
export const CHECKS: readonly { name: string; passes: () => boolean }[] = [
  { name: 'types', passes: () => run(bin('tsc'), '-b', ...TYPED) },
  { name: 'format', passes: () => run(bin('oxfmt'), '--check') },
  { name: 'lint', passes: () => run(bin('oxlint'), '--deny-warnings') },
  { name: 'imports', passes: checkImports },
  { name: 'dead code', passes: checkDeadCode },
]

/** Runs each check. Returns the names of those that failed. */
export function runChecks(): string[] {
  return CHECKS.filter(({ name, passes }) => {
    console.log(`check: ${name}`)
    return !passes()
  }).map(({ name }) => name)
}

if (import.meta.main) {
  const failed = runChecks()
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
