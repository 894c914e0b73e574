import { appendFileSync, cpSync, mkdirSync, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedParks } from '../../data/sources/parks.ts'
import { root } from '../../scripts/root.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { createDatabase, openStore } from '../../server/repositories/store.ts'
import { freePort } from '../support/product.ts'
import { startS3Server } from '../support/s3-server.ts'
import { fewPlaces, PARK_COUNT } from '../support/small-directory.ts'
import { postgresPrograms, startPair } from './database-pair.ts'
import type { DatabasePair } from './database-pair.ts'
import { Program, run, until } from './program.ts'
import { DatabaseAddress, WebProxy } from './proxy.ts'

/** Seconds: a few times the interval in which the proxy asks. */
const SHUTDOWN_DELAY = '3'

/** A release of the product in a folder of its own, as a deployment copies it. */
async function makeRelease(folder: string, number: number): Promise<void> {
  const release = path.join(folder, `release-${number}`)
  mkdirSync(release)
  for (const name of [
    'data',
    'server',
    'scripts',
    'dist',
    'fastify.config.ts',
    'package.json',
    'package-lock.json',
  ])
    cpSync(path.join(root, name), path.join(release, name), { recursive: true })
  // Links to the files, where that is possible. The folder itself must not be a link, because the process that
  // reads imported files may only read what is in the release.
  const [from, to] = [path.join(root, 'node_modules'), path.join(release, 'node_modules')]
  // If links fail, the folder exists nevertheless, so its content is copied into it.
  await run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', `${from}/.`, to]))
  // Other code, so another build: nodes of different releases send different ETags.
  if (number > 1) appendFileSync(path.join(release, 'server', 'main.ts'), `\n// Release ${number}.\n`)
}

/** The server as a process, which can be started on any release. */
export class Node {
  readonly name: string
  readonly port: number
  private readonly environment: Record<string, string>
  private program: Program | undefined
  release = 1

  constructor(name: string, port: number, environment: Record<string, string>) {
    this.name = name
    this.port = port
    this.environment = { ...environment, NODE_NAME: name, PORT: String(port) }
  }

  get pid(): number {
    return this.program!.pid
  }

  get output(): string {
    return this.program?.output ?? ''
  }

  start(folder: string): void {
    const release = path.join(folder, `release-${this.release}`)
    this.program = new Program(process.execPath, [path.join(release, 'server', 'main.ts')], {
      cwd: release,
      env: { PATH: process.env['PATH'], ...this.environment },
    })
  }

  async isReady(): Promise<boolean> {
    if (this.program?.hasEnded) throw new Error(`${this.name} ended:\n${this.program.output}`)
    return fetch(`http://127.0.0.1:${this.port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** @returns the exit code; `null` if it was ended by the signal */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return (await this.program?.end(signal)) ?? null
  }
}

/**
 * A deployment on this machine: nodes, a proxy, a primary and a standby, each as in `deploy`, and an object store
 * with the API of Amazon S3, which is a part of the tests.
 */
export interface Deployment {
  readonly folder: string
  /** The folder of PostgreSQL's programs. */
  readonly bin: string
  readonly databases: DatabasePair
  readonly address: DatabaseAddress
  readonly proxy: WebProxy
  readonly nodes: readonly Node[]
  /** Resolves when the node is ready and the proxy uses it. */
  startNode(node: Node): Promise<void>
  dispose(): Promise<void>
}

export interface DeploymentOptions {
  nodes?: number
  synchronous?: boolean
}

/** Starts a deployment in a temporary folder, with ports of its own. */
export async function startDeployment({
  nodes: count = 3,
  synchronous = true,
}: DeploymentOptions = {}): Promise<Deployment> {
  const bin = postgresPrograms()
  if (bin === undefined) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'offlead-nodes-'))
  chmodSync(folder, 0o755)
  const started: { stop(): Promise<unknown> }[] = []
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const dispose = async () => {
    for (const each of started.splice(0).reverse()) await each.stop()
    removeFolder()
    process.off('exit', removeFolder)
  }
  try {
    for (const release of [1, 2]) await makeRelease(folder, release)
    const databases = await startPair(folder, bin, {
      synchronous,
      onStart: (server) => void started.push({ stop: () => server.stop('immediate') }),
    })
    const ports = { primary: databases.primary.port, standby: databases.standby.port }
    const address = await DatabaseAddress.start(folder, ports)
    started.push(address)
    await createDatabase(address.url)
    const store = openStore(address.url)
    await store.write((db) =>
      seedDirectory(db, {
        parks: seedParks().slice(0, PARK_COUNT),
        localities: fewPlaces(),
        epoch: 'nodes',
      }),
    )
    await store.close()
    const storage = await startS3Server()
    started.push({ stop: () => storage.close() })
    const nodes: Node[] = []
    for (let number = 1; number <= count; number += 1) {
      const node = new Node(`node${number}`, await freePort(), {
        DATABASE_URL: address.url,
        DATA_DIR: path.join(folder, `node${number}`),
        STORAGE_URL: `s3://${storage.config.bucket}`,
        S3_ENDPOINT: storage.config.endpoint,
        S3_REGION: storage.config.region,
        S3_ACCESS_KEY_ID: storage.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: storage.config.secretAccessKey,
        HOST: '127.0.0.1',
        TRUST_PROXY: '1',
        SHUTDOWN_DELAY,
        LOG_LEVEL: 'error',
        // All devices of this test have addresses of one network.
        RATE_LIMIT: 'off',
      })
      nodes.push(node)
      node.start(folder)
      started.push({ stop: () => node.stop('SIGKILL') })
    }
    const proxy = await WebProxy.start(
      folder,
      nodes.map(({ port }) => port),
    )
    started.push(proxy)
    const isUsed = (node: Node) =>
      until(
        `${node.name} is used`,
        async () => (await node.isReady()) && (await proxy.uses(node.name)),
        180_000,
      )
    for (const node of nodes) await isUsed(node)
    return {
      folder,
      bin,
      databases,
      address,
      proxy,
      nodes,
      async startNode(node) {
        node.start(folder)
        await isUsed(node)
      },
      dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Makes an account an administrator, as an operator does. */
export async function promoteAccount({ folder, address }: Deployment, email: string): Promise<void> {
  const release = path.join(folder, 'release-1')
  await run(process.execPath, [path.join(release, 'scripts', 'admin.ts'), 'promote', email, '--yes'], {
    cwd: release,
    env: { PATH: process.env['PATH'], DATABASE_URL: address.url, DATA_DIR: path.join(folder, 'operator') },
  })
}
