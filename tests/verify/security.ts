import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

/**
 * `npm run verify:security`: everything that tries to get in, in one run. The long attempts of tests/security (each regular expression against
 * texts made for it, hostile texts through every field to every screen), and the part of the daily tests that docs/security.md names.
 */
const RUNS: readonly (readonly string[])[] = [
  ['--project=security'],
  ['--project=server', 'tests/server/accounts', 'tests/server/security.test.ts', 'tests/server/openapi.test.ts', 'tests/server/page-head.test.ts', 'tests/server/geo/upstream.test.ts', 'tests/server/metrics.test.ts'],
]

for (const run of RUNS) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...run], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
