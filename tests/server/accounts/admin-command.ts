import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../../../fastify.config.ts'
import { root } from '../../../scripts/root.ts'
import { environmentOf } from '../harness.ts'

/** Generous, because a test runs several commands, each in its own process. */
export const TIMEOUT_MS = 180_000

/** Runs the command as `npm run admin` does. */
export function admin(
  config: Config,
  args: string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  const command = spawn(process.execPath, [join(root, 'scripts', 'admin.ts'), ...args], {
    env: { ...process.env, ...environmentOf(config) },
  })
  let output = ''
  command.stdout.on('data', (text: Buffer) => void (output += text.toString()))
  command.stderr.on('data', (text: Buffer) => void (output += text.toString()))
  command.stdin.end(input)
  return new Promise((resolve) => void command.on('exit', (code) => resolve({ code, output: output.trim() })))
}
