import { Agent, request } from 'node:http'

/** A reply; `status` 0: the connection failed. */
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Longer than a proxy and a node need together, so that what it ends is lost. */
const TIMEOUT_MS = 20_000

/**
 * An HTTP client at an address of its own in 127.0.0.0/8, because the proxy keeps an address on one node. It keeps
 * cookies, and calls like our own page over https, which the proxy says that it is.
 */
export class Client {
  private readonly cookies: Map<string, string>
  private readonly number: number
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 })
  private readonly origin: URL
  private readonly address: string

  /** @param number of the client, from 1: decides its address */
  constructor(origin: string, number: number, cookies = new Map<string, string>()) {
    this.origin = new URL(origin)
    this.number = number
    this.cookies = cookies
    this.address = `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`
  }

  /** The same client, with its cookies, calling another server. */
  toward(origin: string): Client {
    return new Client(origin, this.number, this.cookies)
  }

  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: this.origin.hostname,
          port: this.origin.port,
          localAddress: this.address,
          agent: this.agent,
          method,
          path,
          timeout: TIMEOUT_MS,
          headers: {
            host: 'offlead.example',
            'sec-fetch-site': 'same-origin',
            ...(this.cookies.size > 0 && {
              cookie: Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; '),
            }),
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('close', () => {
            if (!answer.complete) return reject(new Error('the reply is incomplete'))
            for (const line of answer.headers['set-cookie'] ?? []) this.keepCookie(line)
            return resolve({
              status: answer.statusCode!,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString(),
            })
          })
        },
      )
      call.on('timeout', () => call.destroy(new Error('no reply in time')))
      call.on('error', reject)
      call.end(body)
    })
  }

  json(method: string, path: string, body: unknown): Promise<Reply> {
    return this.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' })
  }

  private keepCookie(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name!)
    else this.cookies.set(name!, value!)
  }

  /** A `fetch` for the product's own code. */
  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { status, headers, body } = await this.send(
      init.method ?? 'GET',
      String(url),
      init.body === undefined || init.body === null ? undefined : String(init.body),
      Object.fromEntries(new Headers(init.headers)),
    )
    const kept = new Headers()
    for (const [name, value] of Object.entries(headers))
      if (typeof value === 'string' && name !== 'transfer-encoding') kept.set(name, value)
    return new Response(status === 204 || status === 304 ? null : body, { status, headers: kept })
  }

  close(): void {
    this.agent.destroy()
  }
}
