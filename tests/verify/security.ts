import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

/**
 * `npm run verify:security`: all security tests in one run. These are the long tests of tests/security (every
 * regular expression against texts made for it, hostile texts in every field and on every screen) and every
 * other test that docs/security.md names for a requirement.
 */
const requirements = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8')
const named = [
  ...new Set([...requirements.matchAll(/`(tests\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file!)),
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
const notRun = named.filter((file) => !run.has(file) && !file.startsWith('tests/security/'))
if (notRun.length > 0)
  throw new Error(`docs/security.md names tests that are not run here: ${notRun.join(', ')}`)

for (const args of RUNS) {
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
}
