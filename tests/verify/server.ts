import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locality } from '../../data/model/locality.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { root } from '../../scripts/root.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import type { PublishedPark } from '../../server/repositories/directory.ts'
import { createDatabase, databasePath, openStore } from '../../server/repositories/store.ts'
import { freePort } from '../support/product.ts'
import { fewPlaces, PARK_COUNT } from '../support/small-directory.ts'

/** Creates a data folder with a directory, by default a small one. */
export async function seededFolder({
  parks = seedParks().slice(0, PARK_COUNT),
  places = fewPlaces(),
}: { parks?: PublishedPark[]; places?: Locality[] } = {}): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'offlead-proof-'))
  await createDatabase(databasePath(dataDir))
  const store = openStore(databasePath(dataDir))
  await store.write((db) => seedDirectory(db, { parks, localities: places, epoch: 'proof' }))
  await store.close()
  return dataDir
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Copies the generated parts of the directory, which makes the start faster. */
export function copyParts(from: string, to: string): void {
  cpSync(path.join(from, 'parts'), path.join(to, 'parts'), { recursive: true })
}

export interface ServerOptions {
  /** Command to run the server with, such as `strace`. */
  before?: readonly string[]
  env?: Record<string, string>
  uid?: number
}

/** The real server as a process, on its own port. */
export class Server {
  readonly origin: string
  private readonly port: number
  private child: ChildProcess | undefined
  output = ''

  private constructor(port: number) {
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
  }
  static async create(): Promise<Server> {
    return new Server(await freePort())
  }
  get pid(): number {
    return this.child!.pid!
  }

  spawn(dataDir: string, { before = [], env = {}, uid }: ServerOptions = {}): void {
    const [command, ...args] = [...before, process.execPath, path.join(root, 'server', 'main.ts')]
    const child = spawn(command!, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        RATE_LIMIT: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.child = child
  }
  /** Resolves when the server replies. */
  async ready(): Promise<void> {
    const deadline = performance.now() + 60_000
    while (
      !(await fetch(`${this.origin}/api/health`).then(
        () => true,
        () => false,
      ))
    ) {
      if (this.child?.exitCode !== null)
        throw new Error(`the server ended with ${this.child?.exitCode}:\n${this.output}`)
      if (performance.now() > deadline) throw new Error(`the server did not answer:\n${this.output}`)
      await sleep(20)
    }
  }
  async start(dataDir: string, options: ServerOptions = {}): Promise<void> {
    this.spawn(dataDir, options)
    await this.ready()
  }
  /** @returns the exit code; `null` if it was ended by a signal */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const { child } = this
    if (!child) return null
    this.child = undefined
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
}

/** Whether a program is installed. */
export const isThere = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
