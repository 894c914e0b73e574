import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { within } from './time-limit.ts'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL')
})

/** A program in a process group of its own, which ends with this process. */
export interface ChildProgram {
  readonly child: ChildProcess
  /** Ends the program and all that it started: asks first, and kills what remains. */
  end(): Promise<void>
}

const END_TIMEOUT_MS = 5_000

/** Starts a program. What it prints is discarded, except where `stdio` says otherwise. */
export function startProgram(
  program: string,
  args: readonly string[],
  { env = {}, stdio = 'ignore' }: { env?: NodeJS.ProcessEnv; stdio?: StdioOptions } = {},
): ChildProgram {
  const child = spawn(program, args, { detached: true, stdio, env: { ...process.env, ...env } })
  running.add(child)
  return {
    child,
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        endGroup(child, 'SIGTERM')
        await within(END_TIMEOUT_MS, program, ended).catch(() => undefined)
      }
      endGroup(child, 'SIGKILL')
      running.delete(child)
    },
  }
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}
