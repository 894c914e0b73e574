import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { Account } from '../../../data/model/account.ts'
import type { RegisterBody } from '../../../data/model/account.ts'
import type { Config } from '../../../fastify.config.ts'
import { createDatabase, databasePath } from '../../../server/repositories/store.ts'
import { configIn, startedOn, temporaryFolder } from '../harness.ts'
import type { Running } from '../harness.ts'

/** What a browser says of a call from our own page. */
export const FROM_OUR_PAGE = { 'sec-fetch-site': 'same-origin' } as const
export const PASSWORD = 'kelpie at the creek'

/** The real app on a real database with nobody and nothing in it. */
export async function emptyServer(change: Partial<Config> = {}, clock?: () => Date): Promise<Running> {
  const config = configIn(temporaryFolder(), change)
  await createDatabase(databasePath(config.dataDir))
  return startedOn(config, clock)
}

/** A browser: it keeps its cookies, and says where its calls come from. */
export interface Visitor {
  /** By name, as the browser has them now. */
  readonly cookies: Map<string, string>
  get(url: string, more?: InjectOptions): Promise<Response>
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    more?: InjectOptions,
  ): Promise<Response>
}

/** The line by which an answer sets the cookie of the session; `undefined` when it sets none. The hint beside it says nothing of anybody. */
export function sessionCookie(answer: Response): string | undefined {
  return [answer.headers['set-cookie'] ?? []].flat().find((line) => /^(__Host-)?offlead-session=/.test(line))
}

/** Takes what an answer says of cookies. */
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

/** Somebody new, with an account, signed in. */
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
