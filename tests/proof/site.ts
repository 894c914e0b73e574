import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locality } from '../../data/model/locality.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { root } from '../../scripts/root.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import type { PublishedPark } from '../../server/repositories/directory.ts'
import { createDatabase, databasePath, openStore } from '../../server/repositories/store.ts'
import { freePort } from '../support/product.ts'

/** Enough to start with, and quick: what is tested here does not depend on how many parks there are. */
export const PARK_COUNT = 200

const fewPlaces = () => localities().filter(({ state, name }) => state === 'VIC' && name.startsWith('C'))

/** A data folder with a directory in it: a small one unless told. */
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

/** What can be made again need not be: a start is quicker with it. */
export function takeParts(from: string, to: string): void {
  cpSync(path.join(from, 'parts'), path.join(to, 'parts'), { recursive: true })
}

export interface ServerOptions {
  /** Put before the command, as `strace` is. */
  before?: readonly string[]
  env?: Record<string, string>
  uid?: number
}

/** The real server as a process, on a port of its own. */
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
  /** Resolves when it answers. */
  async ready(): Promise<void> {
    const givenUp = performance.now() + 60_000
    while (
      !(await fetch(`${this.origin}/api/health`).then(
        () => true,
        () => false,
      ))
    ) {
      if (this.child?.exitCode !== null)
        throw new Error(`the server ended with ${this.child?.exitCode}:\n${this.output}`)
      if (performance.now() > givenUp) throw new Error(`the server did not answer:\n${this.output}`)
      await sleep(20)
    }
  }
  async start(dataDir: string, options: ServerOptions = {}): Promise<void> {
    this.spawn(dataDir, options)
    await this.ready()
  }
  /** @returns the code it ended with; `null` when a signal ended it. */
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

/** Whether a program is there to be run. */
export const isThere = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
