import { runJob } from './jobs.ts'
import type { Task } from './jobs.ts'

// This process runs one job after the other for the server, which started it (server/import/job-processes.ts).
process.on('message', (task: Task) => {
  void runJob(task).then((outcome) => process.send!(outcome))
})
// The server has ended.
process.on('disconnect', () => process.exit())
// A terminal or a service manager sends these to the server too, which then decides about its jobs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
