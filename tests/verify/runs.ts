import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

const RUNS = Number(process.argv[2] ?? 10)
/**
 * Browser windows at a time, of one run after the other: with one, the app is faster than with three. TEST_WINDOWS
 * sets one number for all runs.
 */
const WINDOWS = process.env.TEST_WINDOWS ? [process.env.TEST_WINDOWS] : ['3', '1']
/** Lines of vitest and of scripts/test.ts that name what failed. */
const FAILURE = /^ ?(FAIL|failed checks:) .*/gm

/** Runs a program until it ends. @returns its exit code and output */
async function run(
  cwd: string,
  program: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  // A clone has no code that was compiled before.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const child = spawn(program, args, { cwd, env: { ...env, NO_COLOR: '1', CI: 'true' } })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}

/**
 * Runs all tests of the last commit again and again, each time in a new clone as CI does, and stops at the first
 * failure: a test that fails once in many runs is a defect of the test or of the product.
 */
async function verify(): Promise<void> {
  for (let number = 1; number <= RUNS; number++) {
    const windows = WINDOWS[(number - 1) % WINDOWS.length]
    const folder = await mkdtemp(path.join(tmpdir(), 'offlead-clone-'))
    // Some tests run a program as another user.
    await chmod(folder, 0o755)
    try {
      const clone = await run(root, 'git', 'clone', '--quiet', root, folder)
      if (clone.code !== 0) throw new Error(clone.output)
      const start = performance.now()
      const tests = path.join(folder, '.ci', 'run')
      const { code, output } = await run(folder, 'env', `TEST_WINDOWS=${windows}`, tests)
      const minutes = ((performance.now() - start) / 60_000).toFixed(1)
      console.log(
        `run ${number} of ${RUNS}, ${windows} at a time: ${output.trimEnd().split('\n').at(-1)}, ${minutes} minutes`,
      )
      if (code === 0) continue
      console.log(`${output.match(FAILURE)?.join('\n') ?? ''}\n\n${output}`)
      throw new Error(`run ${number} failed`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  console.log(`${RUNS} runs in a row, 0 failed`)
}

await verify()
