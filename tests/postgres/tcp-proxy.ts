import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface TcpProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  /** Forwards no more bytes, of open and new connections, and closes none. */
  vanish(): void
  /** Forwards new connections again. Those from before stay silent. */
  returns(): void
}

/** Starts a proxy in front of a PostgreSQL server, which can vanish as a machine without power does. */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let hasVanished = false
  const server = createServer((from) => {
    sockets.add(from)
    from.on('error', () => undefined)
    if (hasVanished) return
    const to = createConnection(Number(target.port), target.hostname)
    sockets.add(to)
    to.on('error', () => undefined)
    from.on('close', () => to.destroy())
    to.on('close', () => from.destroy())
    from.pipe(to)
    to.pipe(from)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(address)
  url.port = String((server.address() as AddressInfo).port)
  // Without the long timeout of the other tests, because a machine that has vanished never answers.
  url.search = ''
  return {
    url: url.href,
    vanish() {
      hasVanished = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    returns() {
      hasVanished = false
    },
  }
}
