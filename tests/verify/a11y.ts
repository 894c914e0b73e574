import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

// Every screen in every combination of width, scheme and settings (64 a screen), looked at by axe: `npm run verify:a11y`.
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=browser', 'tests/browser/a11y.test.ts', '-t', 'axe finds nothing', '--testTimeout=1800000'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, A11Y: 'all' } },
)
process.exitCode = status ?? 1
