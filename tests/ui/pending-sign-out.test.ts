import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { signOutNow, signOutOrAsk } from '../../client/features/account/sign-out-now.ts'
import {
  clearPendingSignOut,
  isSignOutPending,
  signOutLater,
} from '../../client/platform/pending-sign-out.ts'
import { currentToast } from '../../client/platform/toast.ts'
import { fetchCurrentUser } from '../../client/queries/session.ts'
import type { Unsent } from '../../client/queries/types.ts'

const stored = new Map<string, string>()
const page = { cookie: '' }
const fetchMock = vi.fn<(url: string) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  fetchMock.mockImplementation((url) =>
    Promise.resolve(
      url === '/api/logout'
        ? new Response(null, { status: 204 })
        : Response.json({ code: 'not-signed-in', message: 'Sign in first.' }, { status: 401 }),
    ),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  stored.clear()
})

/** The paths of the requests of a page that is opened now. */
async function requestsOfNewPage() {
  fetchMock.mockClear()
  await fetchCurrentUser(new QueryClient())
  return fetchMock.mock.calls.map(([url]) => url)
}

describe('logging out', () => {
  const signOut = vi.fn(() => Promise.resolve())
  const logOut = () => signOutNow(new QueryClient(), { signOut }, 'keep', 1)
  beforeEach(() => {
    signOut.mockClear()
    page.cookie = 'offlead-signed-in=aaa'
  })

  test('while a gateway cannot reach the server works on the device, and ends the session later', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<h1>502 Bad Gateway</h1>', { status: 502 }))
    await logOut()
    expect(signOut).toHaveBeenCalledWith('keep', 1)
    expect(isSignOutPending()).toBe(true)
    expect(await requestsOfNewPage()).toEqual(['/api/logout', '/api/user'])
  })

  test('works while the store does not open, which asks about nothing', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const never = () => new Promise<never>(() => undefined)
    const client = new QueryClient()
    client.setQueryData(['user'], { id: 1, username: 'Ada', isAdmin: false })
    const ask = vi.fn<(unsent: Unsent) => void>()
    const done = signOutOrAsk(client, { unsent: never, signOut: never }, ask)
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    expect(ask).not.toHaveBeenCalled()
    expect(fetchMock).toHaveBeenCalledWith('/api/logout', expect.anything())
    expect(client.getQueryData(['user'])).toBeNull()
  })

  test('says that it is in progress while the server does not answer, and is not done twice at once', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const answer = Promise.withResolvers<Response>()
    fetchMock.mockReturnValueOnce(answer.promise)
    const actions = { unsent: async () => null, signOut }
    const press = () => signOutOrAsk(new QueryClient(), actions, vi.fn())
    const done = [press(), press()]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(currentToast.current()).toMatchObject({ title: 'Logging out...' })
    answer.resolve(new Response(null, { status: 204 }))
    await Promise.all(done)
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/api/logout'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(currentToast.current()).toMatchObject({ title: 'Logged out' })
    await press()
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  test('asks what to do with what is not sent', async () => {
    const unsent = { userId: 1, changes: 1, drafts: 0 }
    const ask = vi.fn<(unsent: Unsent) => void>()
    await signOutOrAsk(new QueryClient(), { unsent: async () => unsent, signOut }, ask)
    expect(ask).toHaveBeenCalledWith(unsent)
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test('is refused while the server cannot end the session', async () => {
    const problem = { code: 'database-unavailable', message: 'Please try again later.' }
    fetchMock.mockResolvedValueOnce(Response.json(problem, { status: 503 }))
    await expect(logOut()).rejects.toMatchObject({ status: 503 })
    expect(signOut).not.toHaveBeenCalled()
    expect(isSignOutPending()).toBe(false)
  })
})

describe('logging out without a network', () => {
  test('ends the session once when the server can be reached', async () => {
    page.cookie = 'other=x; offlead-signed-in=aaa'
    signOutLater()
    expect(await requestsOfNewPage()).toEqual(['/api/logout', '/api/user'])
    expect(await requestsOfNewPage()).toEqual(['/api/user'])
  })

  test('does not end the session of a later sign-in with a provider', async () => {
    // '1' was the value of each sign-in with earlier versions of the server.
    for (const before of ['aaa', '1']) {
      page.cookie = `offlead-signed-in=${before}`
      signOutLater()
      page.cookie = 'offlead-signed-in=bbb'
      expect(await requestsOfNewPage()).toEqual(['/api/user'])
    }
  })

  test.each([
    ['in an earlier version of the app', () => stored.set('offlead-leaving', '1'), 'offlead-signed-in=aaa'],
    ['when the hint of the session had expired', signOutLater, ''],
  ])('%s ends the session', async (_, logOut, cookie) => {
    page.cookie = cookie
    logOut()
    expect(await requestsOfNewPage()).toContain('/api/logout')
  })

  test('is forgotten when the session has ended', async () => {
    page.cookie = 'offlead-signed-in=aaa'
    signOutLater()
    clearPendingSignOut()
    expect(await requestsOfNewPage()).toEqual(['/api/user'])
  })
})
