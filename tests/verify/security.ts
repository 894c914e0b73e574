import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

/**
 * `npm run verify:security`: everything that tries to get in, in one run. The long attempts of tests/security (each regular expression against
 * texts made for it, hostile texts through every field to every screen), and every daily test that docs/security.md holds a requirement by.
 */
const ledger = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8')
const named = [
  ...new Set([...ledger.matchAll(/`(tests\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file!)),
].toSorted()
const inFolder = (pattern: RegExp) => named.filter((file) => pattern.test(file))

const RUNS: readonly (readonly string[])[] = [
  ['--project=security'],
  [
    '--project=data',
    '--project=server',
    '--project=alone',
    '--project=client',
    ...inFolder(/^tests\/(data|server|contract|store|ui)\//),
    'tests/server/metrics.test.ts',
  ],
  ['--project=browser', ...inFolder(/^tests\/browser\//)],
]
const run = new Set(RUNS.flat())
const left = named.filter((file) => !run.has(file) && !file.startsWith('tests/security/'))
if (left.length > 0) throw new Error(`docs/security.md names tests that are not run here: ${left.join(', ')}`)

for (const one of RUNS) {
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...one],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
}
