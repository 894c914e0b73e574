import { isMainThread, Worker } from 'node:worker_threads'

/**
 * Loaded before the server (`--import`) by tests/verify/cost.ts. Notes the longest time that the event loop took nothing else up, and tells it from
 * another thread at `WATCH_PORT`, also while the loop stands still. Each question begins a new count. `?hours=1` moves the server's clock on.
 */

/** What both threads see: longest pause in milliseconds, longest processor time of the loop in one pause, the last beat, hours to add. */
export const WATCHED = { wall: 0, loop: 1, beat: 2, hours: 3 } as const
/** Milliseconds between two beats. */
const EVERY = 2

if (isMainThread && process.env['WATCH_PORT'] !== undefined) {
  const shared = new Float64Array(new SharedArrayBuffer(8 * 4))
  const now = () => Number(process.hrtime.bigint()) / 1e6
  const loopTime = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = { at: now(), loop: loopTime() }
  shared[WATCHED.beat] = last.at
  setInterval(() => {
    const next = { at: now(), loop: loopTime() }
    shared[WATCHED.wall] = Math.max(shared[WATCHED.wall]!, next.at - last.at - EVERY)
    shared[WATCHED.loop] = Math.max(shared[WATCHED.loop]!, next.loop - last.loop)
    shared[WATCHED.beat] = next.at
    last = next
  }, EVERY).unref()

  const SystemDate = Date
  globalThis.Date = class extends SystemDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(SystemDate.now() + shared[WATCHED.hours]! * 3_600_000)
      else super(...given)
    }
    static override now() {
      return SystemDate.now() + shared[WATCHED.hours]! * 3_600_000
    }
  } as DateConstructor

  new Worker(
    `const { workerData: { shared, port, WATCHED } } = require('node:worker_threads')
     require('node:http').createServer((request, response) => {
       const hours = new URL(request.url, 'http://x').searchParams.get('hours')
       if (hours !== null) shared[WATCHED.hours] += Number(hours)
       const { user, system } = process.cpuUsage()
       const pause = Number(process.hrtime.bigint()) / 1e6 - shared[WATCHED.beat]
       response.end(JSON.stringify({
         wall: Math.max(shared[WATCHED.wall], pause - ${EVERY}), loop: shared[WATCHED.loop], process: (user + system) / 1000,
       }))
       shared[WATCHED.wall] = 0
       shared[WATCHED.loop] = 0
     }).listen(port, '127.0.0.1')`,
    { eval: true, workerData: { shared, port: Number(process.env['WATCH_PORT']), WATCHED }, execArgv: [] },
  ).unref()
}
