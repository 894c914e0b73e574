import { runJob } from '../../../server/import/jobs.ts'
import type { Job, Outcome } from '../../../server/import/jobs.ts'
import type { OpenJobs } from '../../../server/import/service.ts'
import { readSheets } from '../../../server/import/sheets.ts'
import { openSharedProcesses } from '../harness.ts'

/**
 * Runs imports, and reads their lists, in the process of the tests. The product starts a process for each list, which
 * takes longer than reading it. For tests of what an import does; those of the processes are
 * `job-processes.test.ts`, `limits.test.ts`, `permissions.test.ts` and `robustness.test.ts`.
 */
export const openJobsHere: OpenJobs = (database) => {
  const processes = openSharedProcesses(database)
  const running = new Set<Promise<Outcome>>()
  const runHere = (job: Job) => {
    // Jobs and outcomes are sent between processes in the product.
    const outcome = runJob(structuredClone({ database, job }), readSheets)
      .then((outcome) => structuredClone(outcome))
      .finally(() => running.delete(outcome))
    running.add(outcome)
    return outcome
  }
  return {
    // Copying pictures may wait for other servers, and is ended with its process.
    run: (job) => (job.kind === 'pictures' ? processes.run(job) : runHere(job)),
    async close() {
      await Promise.allSettled(running)
      await processes.close()
    },
  }
}
