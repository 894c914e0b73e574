import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registration } from '../../client/features/account/log-in.ts'

const BODY = { email: 'chilli@example.org', password: 'kelpie at the creek' }
const ACCOUNT = {
  id: 1,
  username: 'chilli',
  email: BODY.email,
  fullName: null,
  address: null,
  avatarUrl: null,
  isAdmin: false,
  hasPassword: true,
  createdAt: '2026-11-21T00:00:00.000Z',
}
const TAKEN = { code: 'taken', message: 'There is an account with this email already.', field: 'email' }

const fetchMock = vi.fn<(url: string) => Promise<Response>>()
beforeEach(() => vi.stubGlobal('fetch', fetchMock))
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})
const asked = () => fetchMock.mock.calls.map(([url]) => url)
const reply = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(Response.json(body, { status }))

describe('a registration that is repeated after its first reply was lost', () => {
  test.each([
    ['by the network', () => fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
    ['by a gateway', () => fetchMock.mockResolvedValueOnce(new Response('Gateway Timeout', { status: 504 }))],
  ])('%s logs in to the account, which exists', async (_, lose) => {
    const { body, send } = registration(BODY)
    lose()
    await expect(send(body)).rejects.toBeInstanceOf(Error)
    reply(409, TAKEN)
    reply(200, ACCOUNT)
    expect(await send(body)).toMatchObject({ username: 'chilli' })
    expect(asked()).toEqual(['/api/register', '/api/register', '/api/login'])
  })

  test('says that the account exists if it is of another person', async () => {
    const { body, send } = registration(BODY)
    fetchMock.mockResolvedValueOnce(new Response('Gateway Timeout', { status: 504 }))
    await expect(send(body)).rejects.toMatchObject({ status: 504 })
    reply(409, TAKEN)
    reply(401, { code: 'wrong-password', message: 'Invalid username or password' })
    await expect(send(body)).rejects.toMatchObject({ code: 'taken', field: 'email' })
  })
})

test('a registration of an account that exists does not log the user in', async () => {
  const { body, send } = registration(BODY)
  reply(409, TAKEN)
  await expect(send(body)).rejects.toMatchObject({ code: 'taken' })
  expect(asked()).toEqual(['/api/register'])
})
