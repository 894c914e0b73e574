import { readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'
import { root } from '../../scripts/root.ts'
import { freePort } from '../support/product.ts'
import { replaced } from './database-pair.ts'
import { Program, until } from './program.ts'

/** The program, which is usually not in the PATH of an ordinary user. */
export const HAPROXY = '/usr/sbin/haproxy'

/** A running HAProxy, with its socket for the operator. */
class Proxy {
  readonly port: number
  private readonly program: Program
  private readonly socket: string

  constructor(port: number, program: Program, socket: string) {
    this.port = port
    this.program = program
    this.socket = socket
  }

  get pid(): number {
    return this.program.pid
  }

  /** Sends commands of the operator. @returns the reply */
  command(...commands: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      let reply = ''
      const connection = createConnection(this.socket)
      connection.on('data', (chunk: Buffer) => (reply += chunk.toString()))
      connection.on('error', reject)
      connection.on('close', () => resolve(reply))
      connection.end(`${commands.join(';')}\n`)
    })
  }

  async stop(): Promise<void> {
    await this.program.end('SIGTERM')
  }
}

async function startProxy(folder: string, name: string, config: string, port: number): Promise<Proxy> {
  const file = path.join(folder, `${name}.cfg`)
  const socket = path.join(folder, `${name}.sock`)
  writeFileSync(file, config)
  const program = new Program(HAPROXY, ['-db', '-f', file])
  const proxy = new Proxy(port, program, socket)
  await until(`${name} listens`, async () => {
    if (program.hasEnded) throw new Error(`${name} ended:\n${program.output}`)
    return proxy.command('show info').then(
      () => true,
      () => false,
    )
  })
  return proxy
}

/** The proxy of the nodes, as in `deploy/haproxy.cfg`, but without TLS: it says that requests came over https. */
export class WebProxy {
  readonly url: string
  private readonly proxy: Proxy
  private constructor(proxy: Proxy) {
    this.proxy = proxy
    this.url = `http://127.0.0.1:${proxy.port}`
  }

  /** @param nodePorts of node1, node2, … */
  static async start(folder: string, nodePorts: readonly number[]): Promise<WebProxy> {
    const [port, statusPort] = [await freePort(), await freePort()]
    let config = readFileSync(path.join(root, 'deploy', 'haproxy.cfg'), 'utf8')
    config = replaced(config, '/run/haproxy/admin.sock', path.join(folder, 'web.sock'))
    // As many as an ordinary user may open.
    config = replaced(config, 'maxconn 20000', 'maxconn 2000')
    config = replaced(config, '    bind :80\n', `    bind 127.0.0.1:${port}\n`)
    config = replaced(config, '    bind :443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1\n', '')
    config = replaced(config, '    http-request redirect scheme https code 308 unless { ssl_fc }\n', '')
    config = replaced(config, '127.0.0.1:8404', `127.0.0.1:${statusPort}`)
    for (const [at, nodePort] of nodePorts.entries())
      config = config.replaceAll(`10.0.0.1${at + 1}:3000`, `127.0.0.1:${nodePort}`)
    // With fewer nodes, the lines of the others are left out.
    config = config.replaceAll(/ {4}server node\d 10\.0\.0\.\d+:3000.*\n/g, '')
    return new WebProxy(await startProxy(folder, 'web', config, port))
  }

  get pid(): number {
    return this.proxy.pid
  }

  /** Whether the proxy sends requests to a node. */
  async uses(node: string): Promise<boolean> {
    const rows = (await this.proxy.command('show stat')).split('\n').map((line) => line.split(','))
    const status = rows[0]!.indexOf('status')
    return rows.some((row) => row[0] === 'nodes' && row[1] === node && row[status]!.startsWith('UP'))
  }

  /** Sends no new requests to a node; those in progress continue. */
  async drain(node: string): Promise<void> {
    await this.proxy.command(`set server nodes/${node} state drain`)
  }

  async undrain(node: string): Promise<void> {
    await this.proxy.command(`set server nodes/${node} state ready`)
  }

  stop(): Promise<void> {
    return this.proxy.stop()
  }
}

/** The address of the database, as in `deploy/haproxy-database.cfg`. */
export class DatabaseAddress {
  private readonly proxy: Proxy
  private constructor(proxy: Proxy) {
    this.proxy = proxy
  }

  static async start(folder: string, ports: { primary: number; standby: number }): Promise<DatabaseAddress> {
    const port = await freePort()
    let config = readFileSync(path.join(root, 'deploy', 'haproxy-database.cfg'), 'utf8')
    config = replaced(config, '/run/haproxy/database.sock', path.join(folder, 'database.sock'))
    config = replaced(config, '    bind 127.0.0.1:6432\n', `    bind 127.0.0.1:${port}\n`)
    config = replaced(config, '10.0.0.21:5432', `127.0.0.1:${ports.primary}`)
    config = replaced(config, '10.0.0.22:5432', `127.0.0.1:${ports.standby}`)
    return new DatabaseAddress(await startProxy(folder, 'database', config, port))
  }

  get url(): string {
    return `postgres://offlead@127.0.0.1:${this.proxy.port}/offlead`
  }

  get pid(): number {
    return this.proxy.pid
  }

  /** What the operator does after a promotion: `deploy/promote-standby.sh` has the commands. */
  async leadToStandby(): Promise<void> {
    await this.proxy.command(
      'disable server database/primary',
      'shutdown sessions server database/primary',
      'enable server database/standby',
    )
  }

  stop(): Promise<void> {
    return this.proxy.stop()
  }
}
