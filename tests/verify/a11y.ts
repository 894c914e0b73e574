import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

// Every screen in every combination of width, scheme and settings (96 a screen), looked at by axe: `npm run verify:a11y`. Long; a file and a part
// of a test's name make it shorter: `npm run verify:a11y -- tests/browser/a11y.test.ts -t results`.
const wanted = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project=browser',
    '--testTimeout=3600000',
    ...(wanted.length > 0 ? wanted : ['tests/browser/a11y.test.ts', 'tests/browser/admin.test.ts']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, A11Y: 'all' } },
)
process.exitCode = status ?? 1
