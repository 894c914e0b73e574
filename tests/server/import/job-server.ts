import { openJobProcesses } from '../../../server/import/job-processes.ts'

// Runs a job, prints its outcome and waits; a test kills it.
const [, , database] = process.argv
const outcome = await openJobProcesses(database!, 200).run({
  kind: 'undo',
  importId: 999,
  userId: 1,
  at: 0,
  shared: false,
})
process.stdout.write(`${JSON.stringify(outcome)}\n`)
setInterval(() => undefined, 1_000)
