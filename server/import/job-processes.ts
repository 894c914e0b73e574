import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Job, Outcome, Task } from './job-process.ts'

/** A job that needed more memory than its process may have. */
export class JobOutOfMemory extends Error {
  override name = 'JobOutOfMemory'
}

export interface JobProcesses {
  /** @throws JobOutOfMemory; Error if the process of the job ended in another way */
  run(job: Job): Promise<Outcome>
  /** Ends all processes; their jobs fail. */
  close(): Promise<void>
}

/** How long a process without a job is kept, because starting one takes longer than most imports. */
const IDLE_TIMEOUT_MS = 60_000
/** How many characters of the last output of a failed process its error has. */
const OUTPUT_LENGTH = 2_000

const PROGRAM = new URL('job-process.ts', import.meta.url)

interface JobProcess {
  child: ChildProcess
  /** Rejects when the process has ended. */
  ended: Promise<never>
  idleTimer?: NodeJS.Timeout
}

/**
 * Runs jobs in processes of their own. A thread would share the process with the server: if V8 reaches the
 * limit of memory while it compiles, it ends the whole process (decision 41).
 * @param database the address of the database
 * @param heapMb JavaScript heap of each process in megabytes
 */
export function openJobProcesses(database: string, heapMb: number): JobProcesses {
  const running = new Set<JobProcess>()
  const idle: JobProcess[] = []

  const start = (): JobProcess => {
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${heapMb}`, '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LENGTH)
    })
    const ended = once(child, 'close')
      .then(([code, signal]) => {
        // V8 aborts when its heap is full; the system kills a process when its own memory is.
        if (signal === 'SIGABRT' || signal === 'SIGKILL')
          throw new JobOutOfMemory(`The process of a job was ended by ${signal}.`)
        throw new Error(`The process of a job ended with ${signal ?? code}. ${output}`.trim())
      })
      .finally(() => {
        // It may still run if a message could not be sent.
        child.kill('SIGKILL')
        running.delete(started)
        const at = idle.indexOf(started)
        if (at !== -1) idle.splice(at, 1)
        clearTimeout(started.idleTimer)
      })
    // Nobody waits for a process without a job.
    ended.catch(() => undefined)
    const started: JobProcess = { child, ended }
    running.add(started)
    return started
  }

  return {
    async run(job) {
      const process = idle.pop() ?? start()
      clearTimeout(process.idleTimer)
      const reply = once(process.child, 'message') as Promise<[Outcome]>
      process.child.send({ database, job } satisfies Task)
      const [outcome] = await Promise.race([reply, process.ended])
      idle.push(process)
      process.idleTimer = setTimeout(() => process.child.kill('SIGKILL'), IDLE_TIMEOUT_MS).unref()
      return outcome
    },
    async close() {
      const endings = [...running].map(({ child, ended }) => {
        child.kill('SIGKILL')
        return ended.catch(() => undefined)
      })
      await Promise.all(endings)
    },
  }
}
