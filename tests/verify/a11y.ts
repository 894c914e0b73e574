import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

// `npm run verify:a11y` checks every screen with axe in every combination of width, colour scheme and
// settings (96 per screen). To check less, name a file and part of a test title: `npm run verify:a11y --
// tests/browser/a11y.test.ts -t results`.
const args = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project=browser',
    '--testTimeout=3600000',
    ...(args.length > 0 ? args : ['tests/browser/a11y.test.ts', 'tests/browser/admin.test.ts']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, A11Y: 'all' } },
)
process.exitCode = status ?? 1
