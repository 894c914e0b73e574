import { spawnSync } from 'node:child_process'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const run = (file: string, ...args: string[]) =>
  spawnSync(file, args, { cwd: root, stdio: 'inherit' }).status === 0

const FOLDERS = ['data', 'server', 'client', 'sw', 'scripts', 'tests', 'fastify.config.ts']
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

/** Imports run one way. A parser that reads none of our files would find nothing wrong, so what it read is looked at, too. */
function importsRunOneWay(): boolean {
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

/** What holds without running the product: types, formatting, lint, and that imports run one way. */
export const CHECKS: readonly { name: string; holds: () => boolean }[] = [
  { name: 'types', holds: () => run(bin('tsc'), '-b') },
  { name: 'format', holds: () => run(bin('oxfmt'), '--check') },
  { name: 'lint', holds: () => run(bin('oxlint'), '--deny-warnings') },
  { name: 'imports', holds: importsRunOneWay },
]

/** Runs each check; the names of those that failed come back. */
export function runChecks(): string[] {
  return CHECKS.filter(({ name, holds }) => {
    console.log(`check: ${name}`)
    return !holds()
  }).map(({ name }) => name)
}

if (import.meta.main) {
  const failed = runChecks()
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
