import type { Readable } from 'node:stream'
import { once } from 'node:events'
import { startProgram } from './child-program.ts'
import { within } from './time-limit.ts'

const START_MS = 20_000

/** A screen in memory, for a browser that has no headless mode. */
export interface Display {
  /** For the environment variable DISPLAY: ':99'. */
  readonly name: string
  end(): Promise<void>
}

/** Starts Xvfb, which chooses a free number itself. */
export async function startDisplay(xvfb: string): Promise<Display> {
  const program = startProgram(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const [number] = (await within(START_MS, 'Xvfb', once(program.child.stdio[3] as Readable, 'data'))) as [
    Buffer,
  ]
  return { name: `:${number.toString().trim()}`, end: () => program.end() }
}
