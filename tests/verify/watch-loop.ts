import { isMainThread, Worker } from 'node:worker_threads'

/**
 * Loaded before the server (`--import`) by tests/verify/cost.ts. Records the longest time that the event loop
 * is blocked, and serves it at `WATCH_PORT` from another thread, so that it replies even while the loop is
 * blocked. Each request resets the measurement. `?hours=1` advances the server's clock.
 */

/**
 * Indexes of the values that both threads share: longest pause by the wall clock and in CPU time of the loop,
 * time of the last tick (all in milliseconds), and hours to add to the clock.
 */
export const WATCHED = { wall: 0, loop: 1, tick: 2, hours: 3 } as const
const TICK_MS = 2

const port = process.env['WATCH_PORT']
// The processes that the server starts are not measured.
delete process.env['WATCH_PORT']
if (isMainThread && port !== undefined) {
  const shared = new Float64Array(new SharedArrayBuffer(8 * 4))
  const now = () => Number(process.hrtime.bigint()) / 1e6
  const loopTime = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = { at: now(), loop: loopTime() }
  shared[WATCHED.tick] = last.at
  setInterval(() => {
    const next = { at: now(), loop: loopTime() }
    shared[WATCHED.wall] = Math.max(shared[WATCHED.wall]!, next.at - last.at - TICK_MS)
    shared[WATCHED.loop] = Math.max(shared[WATCHED.loop]!, next.loop - last.loop)
    shared[WATCHED.tick] = next.at
    last = next
  }, TICK_MS).unref()

  const SystemDate = Date
  globalThis.Date = class extends SystemDate {
    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(SystemDate.now() + shared[WATCHED.hours]! * 3_600_000)
      else super(...parts)
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
       const pause = Number(process.hrtime.bigint()) / 1e6 - shared[WATCHED.tick]
       response.end(JSON.stringify({
         wall: Math.max(shared[WATCHED.wall], pause - ${TICK_MS}), loop: shared[WATCHED.loop], process: (user + system) / 1000,
       }))
       shared[WATCHED.wall] = 0
       shared[WATCHED.loop] = 0
     }).listen(port, '127.0.0.1')`,
    { eval: true, workerData: { shared, port: Number(port), WATCHED }, execArgv: [] },
  ).unref()
}
