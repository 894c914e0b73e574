import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openJobProcesses } from '../../../server/import/job-processes.ts'
import type { Job } from '../../../server/import/jobs.ts'
import { configIn, seed, temporaryFolder } from '../harness.ts'

const UNDO: Job = { kind: 'undo', importId: 999, userId: 1, at: 0, shared: false }
const UNDONE = { kind: 'undo', result: null }

/** The processes that a process has started and that still run (Linux). */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/**
 * Whether a process has not ended (Linux). In a container whose first process collects none, those that have ended
 * stay as zombies.
 */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function openedProcesses() {
  const processes = openJobProcesses(await seed(configIn(temporaryFolder())), 200)
  const before = new Set(childrenOf(process.pid))
  onTestFinished(() => processes.close())
  return {
    ...processes,
    started: () => childrenOf(process.pid).filter((pid) => !before.has(pid)),
  }
}

test('a process runs one job after the other, and two jobs at once run in two', async () => {
  const processes = await openedProcesses()
  expect(await processes.run(UNDO)).toEqual(UNDONE)
  expect(await processes.run(UNDO)).toEqual(UNDONE)
  expect(processes.started()).toHaveLength(1)
  expect(await Promise.all([processes.run(UNDO), processes.run(UNDO)])).toEqual([UNDONE, UNDONE])
  expect(processes.started()).toHaveLength(2)
  await processes.close()
  expect(processes.started()).toEqual([])
})

test('signals that are meant for the server do not end a process, and one that was killed while it had no job is replaced', async () => {
  const processes = await openedProcesses()
  await processes.run(UNDO)
  const [pid] = processes.started()
  for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid!, signal)
  expect(await processes.run(UNDO)).toEqual(UNDONE)
  expect(processes.started()).toEqual([pid])
  process.kill(pid!, 'SIGKILL')
  await expect.poll(processes.started).toEqual([])
  expect(await processes.run(UNDO)).toEqual(UNDONE)
})

test('a process that fails, or cannot be started, fails its job with the reason, and not the server, and the next job has a new one', async () => {
  const processes = await openedProcesses()
  const unknown = { kind: 'unknown' } as unknown as Job
  await expect(processes.run(unknown)).rejects.toThrow(/^The process of a job ended with 1\..*TypeError/s)
  const { execPath } = process
  process.execPath = join(temporaryFolder(), 'node')
  onTestFinished(() => {
    process.execPath = execPath
  })
  await expect(processes.run(UNDO)).rejects.toThrow('ENOENT')
  // Long enough for the error of the message that could not be sent.
  await setTimeout(100)
  process.execPath = execPath
  expect(await processes.run(UNDO)).toEqual(UNDONE)
})

test('a process ends when the server that started it is killed', async () => {
  const server = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'job-server.ts'), await seed(configIn(temporaryFolder()))],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void server.kill('SIGKILL'))
  const [outcome] = (await once(server.stdout, 'data')) as [Buffer]
  expect(JSON.parse(String(outcome))).toEqual(UNDONE)
  const [pid] = childrenOf(server.pid!)
  expect(isRunning(pid!)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isRunning(pid!)).toBe(false)
})
