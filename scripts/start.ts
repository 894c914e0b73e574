import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildClient } from './build.ts'
import { root } from './root.ts'

// Each step is a separate process, so that the server does not keep the build in memory.
function run(script: string): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, script)], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

await buildClient({ quiet: true })
/**
 * Exit code of the seed step if the database cannot be used. The server starts anyway, reports it, and
 * recovers when it can.
 */
const DATABASE_UNUSABLE = 75
const seeded = await run('scripts/seed.ts')
process.exitCode = seeded === 0 || seeded === DATABASE_UNUSABLE ? await run('server/main.ts') : seeded
