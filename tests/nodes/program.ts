import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Characters of a program's output that are kept, for errors. */
const OUTPUT_MAX_LENGTH = 8_000

/** A program that this process has started, and ends by its id, at the latest when this process ends. */
export class Program {
  readonly child: ChildProcess
  output = ''
  private readonly endWithUs = () => void this.child.kill('SIGKILL')

  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    this.child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-OUTPUT_MAX_LENGTH)
      })
    process.once('exit', this.endWithUs)
    this.child.once('exit', () => process.off('exit', this.endWithUs))
  }

  get pid(): number {
    return this.child.pid!
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Sends a signal and waits for the end. After `timeoutMs` it is killed. @returns the exit code, if any */
  async end(signal: NodeJS.Signals, timeoutMs = 60_000): Promise<number | null> {
    if (!this.hasEnded) {
      const ended = once(this.child, 'exit')
      this.child.kill(signal)
      const timer = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs)
      await ended
      clearTimeout(timer)
    }
    return this.child.exitCode
  }
}

/**
 * Waits until a check passes.
 * @throws Error with `what` after `timeoutMs`, or the error of the check
 */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
  everyMs = 50,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${what}`)
    await sleep(everyMs)
  }
}

/** Runs a program until it ends. @returns its output @throws Error with its output if it fails */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const program = new Program(command, args, options)
  const [code] = (await once(program.child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${program.output}`)
  return program.output
}
