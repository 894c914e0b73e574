import { LaterImportExists } from '../repositories/imports.ts'
import { ImportBusy } from '../repositories/import-jobs.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import { JobOutOfMemory } from './job-processes.ts'
import type { JobProcesses } from './job-processes.ts'
import type { Job, Outcome } from './jobs.ts'
import { UnreadableFile } from './table.ts'

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>

/** Runs jobs until the server stops. */
export interface ServerJobs {
  /** Whether the server is stopping. */
  isClosed(): boolean
  /** @throws UnreadableFile, DatabaseUnavailable */
  run<J extends Job>(job: J): Promise<OutcomeOf<J['kind'] | 'error'>>
  /** Refuses jobs from now on, and ends those that are running, which fail. */
  close(): Promise<void>
}

export function openServerJobs(processes: JobProcesses): ServerJobs {
  let closed = false
  return {
    isClosed: () => closed,
    async run<J extends Job>(job: J) {
      if (closed) throw new DatabaseUnavailable('The server is stopping.')
      try {
        // The outcome of a job is of its kind.
        return (await processes.run(job)) as OutcomeOf<J['kind'] | 'error'>
      } catch (error) {
        if (closed) throw new DatabaseUnavailable('The import was interrupted: the server is stopping.')
        if (error instanceof JobOutOfMemory)
          throw new UnreadableFile('This list is too large for this server. Split it.')
        throw error
      }
    },
    close() {
      closed = true
      return processes.close()
    },
  }
}

/** The error that a job has ended with in its process. */
export function errorOf({ name, message, later }: OutcomeOf<'error'>): Error {
  if (name === 'UnreadableFile') return new UnreadableFile(message)
  if (name === 'LaterImportExists') return new LaterImportExists(later!)
  if (name === 'ImportBusy') return new ImportBusy(message)
  if (name === 'DatabaseUnavailable' || name === 'JobLost') return new DatabaseUnavailable(message)
  return new Error(`${name}: ${message}`)
}
