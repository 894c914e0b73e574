import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoAnswerError } from '../../client/api/error.ts'
import { createQueryClient, followServer } from '../../client/queries/query-client.ts'
import { refetchUser } from '../../client/queries/session.ts'
import { serverGate } from '../../client/store/server-gate.ts'

// The gate lets no other call of a kind through, for up to a minute, after one that was aborted.

let calls: AbortSignal[] = []
let answer: (user: null) => void = () => undefined
let stop = () => {}
const client = createQueryClient()

/** Opens a screen that shows who is signed in. The first request has failed, the second one is pending. */
beforeEach(async () => {
  calls = []
  client.clear()
  const observer = new QueryObserver<null>(client, {
    queryKey: ['user'],
    initialData: null,
    retry: false,
    queryFn: ({ signal }) => {
      calls.push(signal)
      return calls.length === 1
        ? Promise.reject(new NoAnswerError('no answer'))
        : new Promise((resolve) => (answer = resolve))
    },
  })
  stop = observer.subscribe(() => undefined)
  await observer.refetch()
  void observer.refetch()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Answers, and says of each call since the one that failed whether it was aborted. */
async function abortedCalls(): Promise<boolean[]> {
  answer(null)
  await expect.poll(() => client.isFetching()).toBe(0)
  return calls.slice(1).map((signal) => signal.aborted)
}

test('a pending request is not aborted when the server answers again', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  const unfollow = followServer(client, () => () => undefined)
  const failed = () => Promise.reject(new NoAnswerError('no answer'))
  await serverGate.run('sync', failed).catch(() => undefined)
  let recovered = false
  serverGate.onRecovery(() => (recovered = true))
  expect(client.getQueryState(['user'])?.status).toBe('error')
  await serverGate.run('sync', async () => 'synced', { asked: true })
  await expect.poll(() => recovered).toBe(true)
  expect(await abortedCalls()).toEqual([false])
  unfollow()
})

test('a pending request for the user is not aborted when the outbox learns that the session has ended', async () => {
  void refetchUser(client)
  expect(await abortedCalls()).toEqual([false])
})
