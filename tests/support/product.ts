import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/root.ts'

/** The product as run by `npm start`, with its own port and data folder. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  /** Starts the server again on the same port; resolves when it replies. */
  start(): Promise<void>
  /** Stops the server, with SIGKILL by default. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops the server and removes its data. */
  dispose(): Promise<void>
}

/**
 * Ports below those that Linux (32768), macOS and Windows (49152) give to outgoing connections. A port that the
 * system chooses could be taken by a connection before the server listens, or while it is stopped.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

/**
 * The variables of this process that a program needs, whatever else it is configured with. Without the cache, Node
 * compiles all its code again.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** A port that no program listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** Milliseconds that a server has to start. Long, so that a busy machine does not fail a test. */
const START_TIMEOUT_MS = 150_000

/**
 * Runs a script of the project until it ends.
 * @param input what is typed
 * @returns its output
 * @throws Error with its output if it fails
 */
export async function runScript(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`)
  return output
}

/**
 * Environment variable with the data folder that {@link seededFolder} copies instead of seeding a new one.
 */
export const SEEDED = 'TEST_SEEDED_FOLDER'

const newFolder = () => mkdtemp(path.join(tmpdir(), 'offlead-data-'))

/** Seeds a new data folder. */
export async function seedFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await newFolder()
  await runScript('scripts/seed.ts', { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** A new data folder: a copy of the prepared one, or seeded if there is none. */
export async function seededFolder(): Promise<string> {
  const seeded = process.env[SEEDED]
  if (seeded === undefined) return (await seedFolder()).dataDir
  const dataDir = await newFolder()
  await cp(seeded, dataDir, { recursive: true })
  return dataDir
}

/**
 * Starts the server with its own seeded data folder.
 * @param extraEnv environment variables, or a function that derives them from the product's URL
 */
export async function startProduct(
  extraEnv: Record<string, string> | ((url: string) => Promise<Record<string, string>>) = {},
): Promise<Product> {
  const dataDir = await seededFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    METRICS_ADDRESSES: '127.0.0.1',
    ...(typeof extraEnv === 'function' ? await extraEnv(url) : extraEnv),
  }
  let server: ChildProcess | null = null

  const product: Product = {
    url,
    dataDir,
    async start() {
      const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      server = child
      const deadline = Date.now() + START_TIMEOUT_MS
      for (;;) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
        const answer = await fetch(`${url}/api/health`).catch(() => null)
        if (answer) return
        if (Date.now() > deadline) throw new Error('the server did not answer in time')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async stop(signal = 'SIGKILL') {
      const child = server
      server = null
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
    async dispose() {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await product.start().catch(async (error) => {
    await product.dispose()
    throw error
  })
  return product
}
