import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Job, Outcome, Task } from './jobs.ts'

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

/** JavaScript heap of the process of a job in megabytes. */
const HEAP_MB = 640
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

/** Processes without a job. Several servers in one process may share them; the list is empty at first. */
export type IdleProcesses = JobProcess[]

/**
 * Runs jobs in processes of their own. A thread would share the process with the server: if V8 reaches the
 * limit of memory while it compiles, it ends the whole process (decision 41).
 * @param database the address of the database
 * @param heapMb JavaScript heap of each process in megabytes
 * @param shared processes that others with the same heap use, too, and that are not ended by `close`
 */
export function openJobProcesses(database: string, heapMb = HEAP_MB, shared?: IdleProcesses): JobProcesses {
  /** Processes with a job. */
  const running = new Set<JobProcess>()
  const idle = shared ?? []

  const notIdle = (started: JobProcess) => {
    clearTimeout(started.idleTimer)
    const at = idle.indexOf(started)
    if (at !== -1) idle.splice(at, 1)
  }

  const start = (): JobProcess => {
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${heapMb}`, '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let output = ''
    // Missing if the process could not be started.
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LENGTH)
    })
    const ended = new Promise<never>((_, reject) => {
      // It could not be started, or a message could not be sent. Without a listener, Node ends the server.
      child.on('error', reject)
      child.on('close', (code, signal) => {
        // V8 aborts when its heap is full; the system kills a process when its own memory is.
        reject(
          signal === 'SIGABRT' || signal === 'SIGKILL'
            ? new JobOutOfMemory(`The process of a job was ended by ${signal}.`)
            : new Error(`The process of a job ended with ${signal ?? code}. ${output}`.trim()),
        )
      })
    }).finally(() => {
      child.kill('SIGKILL')
      notIdle(started)
    })
    // The end of a process without a job is not awaited.
    ended.catch(() => undefined)
    const started = { child, ended }
    return started
  }

  return {
    async run(job) {
      const process = idle.pop() ?? start()
      clearTimeout(process.idleTimer)
      running.add(process)
      const reply = new Promise<Outcome>((resolve) => void process.child.once('message', resolve))
      process.child.send({ database, job } satisfies Task)
      const outcome = await Promise.race([reply, process.ended]).finally(() => running.delete(process))
      idle.push(process)
      process.idleTimer = setTimeout(() => {
        // First, so that no job is sent to a process that is ending.
        notIdle(process)
        process.child.kill('SIGKILL')
      }, IDLE_TIMEOUT_MS).unref()
      return outcome
    },
    async close() {
      const endings = [...running, ...(shared ? [] : idle)].map(({ child, ended }) => {
        child.kill('SIGKILL')
        return ended.catch(() => undefined)
      })
      await Promise.all(endings)
    },
  }
}
