import { afterEach, expect, test, vi } from 'vitest'
import { fetchUser, login } from '../../client/api/account.ts'

const ACCOUNT = {
  id: 1,
  username: 'Rex',
  email: 'rex@example.com',
  fullName: null,
  address: null,
  avatarUrl: null,
  isAdmin: false,
  hasPassword: true,
  createdAt: '2026-01-01T00:00:00.000Z',
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tab that was frozen while it logged in keeps no other tab from logging in or asking who is', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(ACCOUNT)))
  const held = Promise.withResolvers<void>()
  const thaw = Promise.withResolvers<void>()
  const frozen = navigator.locks.request('offlead-session', () => {
    held.resolve()
    return thaw.promise
  })
  await held.promise
  vi.useFakeTimers()
  const answers: string[] = []
  const leaving = new AbortController()
  const others = Promise.all([
    login({ username: 'Rex', password: 'kelpie' }).then(() => answers.push('logged in')),
    fetchUser(new AbortController().signal).then((user) => answers.push(user!.username)),
    fetchUser(leaving.signal).catch((error: unknown) => answers.push(String(error))),
  ])
  leaving.abort('left')
  // A tab that is running ends its request in this time.
  await vi.advanceTimersByTimeAsync(15_000)
  expect(answers).toEqual(['left'])
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await expect.poll(() => answers).toHaveLength(3)
  expect(answers).toEqual(expect.arrayContaining(['logged in', 'Rex']))
  thaw.resolve()
  await Promise.all([frozen, others])
})
