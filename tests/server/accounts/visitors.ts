import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { Account } from '../../../data/model/profile.ts'
import type { RegisterBody } from '../../../data/model/account.ts'
import type { Config } from '../../../fastify.config.ts'
import { configIn, createEmpty, startedOn, temporaryFolder } from '../harness.ts'
import type { Running } from '../harness.ts'

/** The header that browsers send with a request from our own page. */
export const FROM_OUR_PAGE = { 'sec-fetch-site': 'same-origin' } as const
export const PASSWORD = 'kelpie at the creek'

/** The real app on a real, empty database. */
export async function emptyServer(change: Partial<Config> = {}, clock?: () => Date): Promise<Running> {
  const config = configIn(temporaryFolder(), change)
  await createEmpty(config)
  return startedOn(config, clock)
}

/** A browser: keeps its cookies and sends requests as our own page does. */
export interface Visitor {
  /** The current cookies, by name. */
  readonly cookies: Map<string, string>
  get(url: string, more?: InjectOptions): Promise<Response>
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    more?: InjectOptions,
  ): Promise<Response>
}

/** The Set-Cookie line for the session cookie, without the signed-in hint; `undefined` if there is none. */
export function sessionCookie(answer: Response): string | undefined {
  return [answer.headers['set-cookie'] ?? []].flat().find((line) => /^(__Host-)?offlead-session=/.test(line))
}

/** Applies the cookies of a response. */
function keepCookies(jar: Map<string, string>, answer: Response): void {
  for (const { name, value, expires, maxAge } of answer.cookies as {
    name: string
    value: string
    expires?: Date
    maxAge?: number
  }[]) {
    if (maxAge === 0 || (expires && expires.getTime() <= Date.now())) jar.delete(name)
    else jar.set(name, value)
  }
}

export function visitor(app: FastifyInstance, { headers = {}, ...base }: InjectOptions = {}): Visitor {
  const cookies = new Map<string, string>()
  const call = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      ...base,
      ...options,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }), ...options.headers },
    })
    keepCookies(cookies, answer)
    return answer
  }
  return {
    cookies,
    get: (url, more) => call({ method: 'GET', url, ...more }),
    send: (method, url, body, more) =>
      call({
        method,
        url,
        ...(body === undefined ? {} : { payload: body }),
        ...more,
        headers: { ...FROM_OUR_PAGE, ...more?.headers },
      }),
  }
}

/** Registers a new user, who is then signed in. */
export async function member(
  app: FastifyInstance,
  body: Partial<RegisterBody> = {},
  base?: InjectOptions,
): Promise<Visitor & { account: Account }> {
  const browser = visitor(app, base)
  const answer = await browser.send('POST', '/api/register', {
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    ...body,
  })
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  return { ...browser, account: Account.parse(answer.json()) }
}
