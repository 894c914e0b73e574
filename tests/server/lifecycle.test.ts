import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databasePath } from '../../server/repositories/store.ts'
import { freePort, PROGRAM_ENVIRONMENT } from '../support/product.ts'
import { temporaryFolder, timeUntil } from './harness.ts'

const project = resolve(import.meta.dirname, '../..')

interface Started {
  process: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

function run(script: string, environment: Record<string, string>): Started {
  let output = ''
  const child = spawn(process.execPath, [join(project, script)], {
    cwd: '/',
    env: { ...environment, ...PROGRAM_ENVIRONMENT },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return {
    process: child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
}

/** How long a server that stops keeps idle connections (server/main.ts). */
const IDLE_KEPT_MS = 300

const isReachable = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

test('a seeded server answers requests, and on SIGTERM completes those in progress and exits with 0', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const seeding = run('scripts/seed.ts', { DATA_DIR })
  expect({ code: await seeding.ended, output: seeding.output() }).toEqual({
    code: 0,
    output: expect.stringMatching(/the directory was added\.\n$/),
  })
  const made = statSync(databasePath(DATA_DIR)).mtimeMs
  const again = run('scripts/seed.ts', { DATA_DIR })
  expect({ code: await again.ended, output: again.output() }).toEqual({
    code: 0,
    output: expect.stringMatching(/already contains a directory\.\n$/),
  })
  expect(statSync(databasePath(DATA_DIR)).mtimeMs).toBe(made)

  const PORT = String(await freePort())
  const origin = `http://127.0.0.1:${PORT}`
  const server = run('server/main.ts', { DATA_DIR, PORT, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
  await timeUntil(() => isReachable(`${origin}/api/health`))
  const parks = (await (await fetch(`${origin}/api/parks`)).json()) as unknown[]
  expect(parks.length).toBeGreaterThan(1000)

  // Clients with open connections keep requesting while the server stops.
  const answers: number[] = []
  let dropped = 0
  /** For how long this process has not run while the server was stopping, in milliseconds. */
  let longestPause = 0
  const stopped = new AbortController()
  const clients = Array.from({ length: 3 }, async () => {
    while (!stopped.signal.aborted) {
      try {
        const answer = await fetch(`${origin}/api/search?query=Richmond&limit=20`)
        await answer.arrayBuffer()
        answers.push(answer.status)
      } catch (error) {
        // A refused connection never reached the server; one that breaks was dropped by it.
        if ((error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED') return
        // Clients that do not run for a while cannot know that the server has closed an idle connection.
        if (longestPause < IDLE_KEPT_MS / 2) dropped += 1
        return
      }
    }
  })
  await timeUntil(async () => answers.length > 30)
  let lastTurn = performance.now()
  const turning = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - lastTurn)
    lastTurn = performance.now()
  }, 10)
  onTestFinished(() => clearInterval(turning))
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  stopped.abort()
  await Promise.all(clients)
  expect({ dropped, statuses: [...new Set(answers)], output: server.output() }).toEqual({
    dropped: 0,
    statuses: [200],
    output: '',
  })
  expect(existsSync(`${databasePath(DATA_DIR)}-wal`)).toBe(false)
})

test('an invalid variable stops the start with a message', async () => {
  for (const script of ['server/main.ts', 'scripts/seed.ts']) {
    const { ended, output } = run(script, { PORT: 'eighty' })
    expect({ code: await ended, output: output() }).toEqual({
      code: 1,
      output: "PORT must be a whole number from 0 to 65535, but is 'eighty'.\n",
    })
  }
})

test('seeding a damaged database fails with a message and changes nothing', async () => {
  const DATA_DIR = temporaryFolder()
  writeFileSync(databasePath(DATA_DIR), 'another file')
  const { ended, output } = run('scripts/seed.ts', { DATA_DIR })
  expect({ code: await ended, output: output() }).toEqual({
    code: 75,
    output: `${databasePath(DATA_DIR)} cannot be used: file is not a database\n`,
  })
  expect(readFileSync(databasePath(DATA_DIR), 'utf8')).toBe('another file')
})

// In `/proc`, creating a folder fails although its parent exists.
test.skipIf(process.platform !== 'linux')(
  'seeding ends with a message where no folder can be created',
  async () => {
    const DATA_DIR = '/proc/x/data'
    const { ended, output } = run('scripts/seed.ts', { DATA_DIR })
    expect({ code: await ended, output: output() }).toEqual({
      code: 75,
      output: `${databasePath(DATA_DIR)} cannot be used: ENOENT: no such file or directory, mkdir '/proc/x'\n`,
    })
  },
)

test.skipIf(process.platform !== 'linux')(
  'the sync mark ends with an error where no folder can be created',
  () => {
    // In a process of its own, because a loop that never waits cannot be stopped from inside.
    const script = `import { markIn } from ${JSON.stringify(join(project, 'server/sync/mark.ts'))}
      markIn('/proc/x/data/sync-mark.json', ({ message }) => console.log(message)).write({ epoch: 'e', total: 1 })`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      timeout: 120_000,
    })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "ENOENT: no such file or directory, mkdir '/proc/x'\n",
    })
  },
)

test('a port in use stops the start with a message', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { ended, output } = run('server/main.ts', {
    PORT: String(port),
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'silent',
  })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `PORT ${port} is in use: stop the program that uses it, or set PORT to another number.\n`,
  )
})

test.each(['no-such-host.invalid', '192.0.2.1'])(
  'the host %s, which is no address of this machine, stops the start with a message',
  async (HOST) => {
    const { ended, output } = run('server/main.ts', {
      HOST,
      PORT: '0',
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'silent',
    })
    expect(await ended).toBe(1)
    expect(output()).toMatch(new RegExp(`^HOST must be an address of this machine, but is '${HOST}'`))
    expect(output().split('\n')).toHaveLength(2)
  },
)

test('what npm has started ends with npm, which passes a signal only to its shell', async () => {
  const folder = temporaryFolder()
  const program = join(folder, 'program.ts')
  const [started, stopped] = [join(folder, 'started'), join(folder, 'stopped')]
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {
      writeFileSync(${JSON.stringify(stopped)}, '')
      process.exit()
    })
    setTimeout(() => process.exit(), 60_000)
    writeFileSync(${JSON.stringify(started)}, '')`,
  )
  const start = `node "${join(project, 'scripts/bootstrap.mjs')}" "${relative(project, program)}"`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' })
  onTestFinished(() => void npm.kill('SIGKILL'))
  await timeUntil(async () => existsSync(started))
  npm.kill('SIGTERM')
  await expect.poll(() => existsSync(stopped)).toBe(true)
})
