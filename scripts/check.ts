import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './root.ts'

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const FOLDERS = ['data', 'server', 'client', 'sw', 'scripts', 'tests']

/** What holds without running the product: types, lint, and that imports run one way. */
export const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'types', command: [bin('tsc'), '-b'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'imports', command: [bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...FOLDERS, 'fastify.config.ts'] },
]

/** Runs each check; the names of those that failed come back. */
export function runChecks(): string[] {
  return CHECKS.filter(({ name, command: [file, ...args] }) => {
    console.log(`check: ${name}`)
    return spawnSync(file, args, { cwd: root, stdio: 'inherit' }).status !== 0
  }).map(({ name }) => name)
}

if (import.meta.main) {
  const failed = runChecks()
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
