import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePassword, createAccountDeletion, removeDog, signOutDevice } from '../../client/api/account.ts'
import { NoAnswerError } from '../../client/api/error.ts'
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
const NOT_SIGNED_IN = { code: 'not-signed-in', message: 'Sign in first.' }
const CHANGE = { currentPassword: BODY.password, newPassword: 'heeler by the river' }
const TAKEN = { code: 'taken', message: 'There is an account with this email already.', field: 'email' }

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => vi.stubGlobal('fetch', fetchMock))
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})
const asked = () => fetchMock.mock.calls.map(([url]) => url)
const reply = (status: number, body?: unknown) =>
  fetchMock.mockResolvedValueOnce(
    body === undefined ? new Response(null, { status }) : Response.json(body, { status }),
  )
const loseReply = () => fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))

describe('a registration that is repeated after its first reply was lost', () => {
  test.each([
    ['by the network', loseReply],
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

describe('deleting the account', () => {
  test('succeeds at the second call if the reply to the first was lost', async () => {
    const deleteAccount = createAccountDeletion()
    loseReply()
    await expect(deleteAccount(undefined)).rejects.toBeInstanceOf(NoAnswerError)
    reply(401, NOT_SIGNED_IN)
    reply(401, NOT_SIGNED_IN)
    await deleteAccount(undefined)
    expect(asked()).toEqual(['/api/profile/delete', '/api/profile/delete', '/api/user'])
  })

  test('fails if no reply was lost and the session has ended', async () => {
    reply(401, NOT_SIGNED_IN)
    await expect(createAccountDeletion()(undefined)).rejects.toMatchObject({ code: 'not-signed-in' })
  })

  test('fails if another tab has replaced the session meanwhile, so that it is repeated', async () => {
    const deleteAccount = createAccountDeletion()
    loseReply()
    await expect(deleteAccount(undefined)).rejects.toBeInstanceOf(NoAnswerError)
    reply(401, NOT_SIGNED_IN)
    reply(200, ACCOUNT)
    await expect(deleteAccount(undefined)).rejects.toMatchObject({ code: 'not-signed-in' })
    reply(204)
    await deleteAccount(undefined)
  })
})

describe('changing the password', () => {
  test('logs in with the new password if the reply with the new session was lost', async () => {
    reply(401, NOT_SIGNED_IN)
    reply(200, ACCOUNT)
    expect(await changePassword('chilli', CHANGE)).toMatchObject({ id: 1 })
    expect(asked()).toEqual(['/api/profile/password', '/api/login'])
    expect(JSON.parse(fetchMock.mock.lastCall![1].body as string)).toEqual({
      username: 'chilli',
      password: CHANGE.newPassword,
    })
  })

  test('can be repeated if the login gets no reply', async () => {
    reply(401, NOT_SIGNED_IN)
    loseReply()
    await expect(changePassword('chilli', CHANGE)).rejects.toBeInstanceOf(NoAnswerError)
  })

  test('says that the session has ended if the new password is wrong', async () => {
    reply(401, NOT_SIGNED_IN)
    reply(401, { code: 'wrong-credentials', message: 'The username or the password is wrong.' })
    await expect(changePassword('chilli', CHANGE)).rejects.toMatchObject({ code: 'not-signed-in' })
  })

  test('does not log in otherwise', async () => {
    reply(204)
    expect(await changePassword('chilli', CHANGE)).toBeNull()
    reply(403, { code: 'wrong-credentials', message: 'The password is wrong.' })
    await expect(changePassword('chilli', CHANGE)).rejects.toMatchObject({ code: 'wrong-credentials' })
    expect(asked()).toEqual(['/api/profile/password', '/api/profile/password'])
  })
})

describe.each([
  ['a device that is signed out', () => signOutDevice('0123456789abcdef')],
  ['a dog that is removed', () => removeDog(7)],
])('%s', (_, remove) => {
  test('may be gone already', async () => {
    reply(404, { code: 'not-found', message: 'Not found.' })
    await expect(remove()).resolves.toBeUndefined()
  })

  test('stays if a gateway replies that there is no such page', async () => {
    fetchMock.mockResolvedValueOnce(new Response('Not Found', { status: 404 }))
    await expect(remove()).rejects.toMatchObject({ status: 404 })
  })
})
