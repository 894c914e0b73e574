import {
  chownSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  existsSync,
  appendFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { root } from '../../scripts/root.ts'
import { freePort } from '../support/product.ts'
import { Program, run, until } from './program.ts'

/** The user without rights on most systems, because PostgreSQL refuses to run as root. */
const ORDINARY_USER = 65_534
/** For programs that must not run as root. */
export const DATABASE_USER = process.getuid?.() === 0 ? { uid: ORDINARY_USER, gid: ORDINARY_USER } : {}
const DATABASE = 'offlead'

/** The folder of PostgreSQL's programs; `undefined` if it is not installed. The newest version is used. */
export function postgresPrograms(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const installed = existsSync(folder) ? readdirSync(folder) : []
  return installed
    .map((version) => path.join(folder, version, 'bin'))
    .filter((bin) => existsSync(path.join(bin, 'pg_basebackup')))
    .sort((a, b) => Number.parseFloat(b.split('/')[4]!) - Number.parseFloat(a.split('/')[4]!))[0]
}

/** How PostgreSQL is shut down: `fast` ends its connections; `immediate` is a crash, with recovery at the start. */
export type Shutdown = 'fast' | 'immediate'
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const satisfies Record<Shutdown, NodeJS.Signals>

/** A PostgreSQL server on its own port and data folder. */
export class DatabaseServer {
  readonly name: string
  readonly port: number
  readonly data: string
  private readonly bin: string
  private program: Program | undefined

  constructor({ name, port, data, bin }: { name: string; port: number; data: string; bin: string }) {
    this.name = name
    this.port = port
    this.data = data
    this.bin = bin
  }

  url(database = DATABASE): string {
    return `postgres://offlead@127.0.0.1:${this.port}/${database}`
  }

  get pid(): number {
    return this.program!.pid
  }

  /** Starts it and resolves when it accepts connections. */
  async start(): Promise<void> {
    const program = new Program(path.join(this.bin, 'postgres'), ['-D', this.data, '-p', String(this.port)], {
      ...DATABASE_USER,
      cwd: this.data,
    })
    this.program = program
    await until(`${this.name} accepts connections`, async () => {
      if (program.hasEnded) throw new Error(`${this.name} ended:\n${program.output}`)
      return this.query('select 1', 'postgres').then(
        () => true,
        () => false,
      )
    })
  }

  async stop(how: Shutdown): Promise<void> {
    await this.program?.end(SIGNALS[how])
  }

  /** Runs a statement on a connection of its own. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    database = DATABASE,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url(database),
      connectionTimeoutMillis: 2_000,
      // Does not wait for a standby, which there may not be.
      options: '-c synchronous_commit=local',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

export interface DatabasePair {
  primary: DatabaseServer
  standby: DatabaseServer
}

const own = (file: string) =>
  DATABASE_USER.uid !== undefined && chownSync(file, DATABASE_USER.uid, DATABASE_USER.gid)

/** Settings of this machine, after those of `deploy/postgresql-primary.conf`. */
const settings = (synchronous: boolean) => `
${readFileSync(path.join(root, 'deploy', 'postgresql-primary.conf'), 'utf8')}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = '64MB'
shared_preload_libraries = 'pg_stat_statements'
${synchronous ? '' : "synchronous_standby_names = ''"}
`

/**
 * Starts a primary with the settings of `deploy/postgresql-primary.conf`, and a standby made by
 * `deploy/create-standby.sh`, as an ordinary user.
 * @param options synchronous: a commit is acknowledged when the standby has it; onStart: called for each server
 *   before it starts
 */
export async function startPair(
  folder: string,
  bin: string,
  { synchronous, onStart }: { synchronous: boolean; onStart(server: DatabaseServer): void },
): Promise<DatabasePair> {
  const made = async (name: string) => {
    const data = path.join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    own(data)
    return new DatabaseServer({ name, port: await freePort(), data, bin })
  }
  const primary = await made('primary')
  await run(
    path.join(bin, 'initdb'),
    ['-D', primary.data, '-U', 'offlead', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...DATABASE_USER, cwd: primary.data },
  )
  appendFileSync(path.join(primary.data, 'postgresql.conf'), settings(synchronous))
  onStart(primary)
  await primary.start()
  await primary.query('create role replication with replication login', 'postgres')
  await primary.query(`create database ${DATABASE}`, 'postgres')

  const standby = await made('standby')
  const script = readFileSync(path.join(root, 'deploy', 'create-standby.sh'), 'utf8')
  const copy = path.join(folder, 'create-standby.sh')
  // The servers of this machine have no certificates.
  writeFileSync(copy, replaced(script, 'sslmode=require', 'sslmode=disable'))
  chmodSync(copy, 0o755)
  await run('sh', [copy, '127.0.0.1', standby.data], {
    ...DATABASE_USER,
    cwd: standby.data,
    env: { PATH: `${bin}:${process.env['PATH']}`, PGPORT: String(primary.port) },
  })
  onStart(standby)
  await standby.start()
  await isStreaming(primary)
  return { primary, standby }
}

/** Resolves when the standby receives what the primary writes. */
export const isStreaming = (primary: DatabaseServer): Promise<void> =>
  until('the standby receives what the primary writes', async () => {
    const rows = await primary.query(
      "select 1 from pg_stat_replication where application_name = 'standby' and state = 'streaming'",
      'postgres',
    )
    return rows.length > 0
  })

/** A text with one part replaced. @throws Error if the part is not in it exactly once */
export function replaced(text: string, part: string, by: string): string {
  const [before, after, ...more] = text.split(part)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`the file in deploy does not have exactly once: ${part}`)
  return before + by + after
}
