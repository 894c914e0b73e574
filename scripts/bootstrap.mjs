// Runs a TypeScript file of the project with the pinned version of Node. Installs the dependencies first if
// they are missing or older than the lock file. Plain JavaScript without dependencies, because it must run
// with any version of Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const node = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const installed = path.join(root, 'node_modules', '.package-lock.json')
const lock = path.join(root, 'package-lock.json')
const [script, ...args] = process.argv.slice(2)
/** Benchmarks, measurements and generators need more packages than the product and its tests. */
const needsTools = script.startsWith('tools/')

if (
  !existsSync(node) ||
  !existsSync(installed) ||
  statSync(installed).mtimeMs < statSync(lock).mtimeMs ||
  (needsTools && !existsSync(path.join(root, 'node_modules', 'offlead-tools')))
) {
  console.log(needsTools ? 'Installing dependencies and tools…' : 'Installing dependencies…')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', `--workspaces=${needsTools}`]
  // Hides engine warnings, which are about the Node that installs and not the one that runs.
  const npm = spawnSync('npm', ['ci', '--include-workspace-root', ...flags], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
}

const modules = path.join(root, 'node_modules')
const bin = path.join(modules, '.bin')
const child = spawn(node, [path.join(root, script), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Code that Node has compiled before, which halves the time that a server takes to start.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm passes a signal only to its shell, whose end leaves this program with another parent.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 1_000).unref()
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
