import { Account } from '../../data/model/profile.ts'

/** An HTTP client that calls a running server like our own page, and keeps its cookies. */
export interface Caller {
  /** Like `fetch`, with a path instead of a URL. Requests uncompressed replies. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** The same with a JSON body. */
  send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Response>
}

export function callerOf(origin: string): Caller {
  const cookies = new Map<string, string>()
  const call: Caller['call'] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('sec-fetch-site', 'same-origin')
    headers.set('accept-encoding', 'identity')
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(new URL(path, origin), { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return answer
  }
  return {
    call,
    send: (method, path, body) =>
      call(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
  }
}

/**
 * Registers an account, or logs in to an existing one.
 * @throws Error with the reply
 */
export async function registerOrLogIn(
  caller: Caller,
  { email, password }: { email: string; password: string },
  way: 'register' | 'login' = 'register',
): Promise<Account> {
  const body = way === 'register' ? { email, password } : { username: email, password }
  const answer = await caller.send('POST', `/api/${way}`, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${way}: ${answer.status} ${text}`)
  return Account.parse(JSON.parse(text))
}
