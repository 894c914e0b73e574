import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, readLog, readMessages } from '../../client/api/admin.ts'
import type { Listed } from '../../client/api/admin.ts'
import { recordAdminAct } from '../../server/repositories/admin-log.ts'
import { addMessage } from '../../server/repositories/submissions.ts'
import { administrator } from '../server/admin/administrator.ts'
import { openedStore, startedServer } from '../server/harness.ts'

const AT = new Date('2026-11-21T04:00:00.000Z')

/** Adds a message, and an entry of the log, for each number. */
async function startedWith(numbers: readonly number[]) {
  const running = await startedServer({}, () => AT)
  const boss = await administrator(running.app, running.path)
  const store = openedStore(running.path)
  const add = (numbers: readonly number[]) =>
    store.write(async (db) => {
      for (const subject of numbers.map(String)) {
        await addMessage(
          db,
          { userId: null, at: AT.toISOString() },
          { name: 'Kim', email: 'kim@example.com', subject, message: 'Hello' },
        )
        await recordAdminAct(db, { userId: null, act: 'message-closed', subject }, AT)
      }
    })
  await add(numbers)
  const requests: string[] = []
  /** Called after each reply. */
  const afterReply = vi.fn<() => Promise<void>>()
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const { statusCode, body, headers } = await boss.get(path)
    await afterReply()
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> })
  })
  return { add, afterReply, requests, store }
}
afterEach(() => void vi.unstubAllGlobals())

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
const subjectsOf = ({ rows }: Listed<{ subject: string }>) => rows.map(({ subject }) => Number(subject))
const never = new AbortController().signal

test('a list for administrators is read to its end, also beyond what one reply may contain', async () => {
  await startedWith(numbersTo(560))
  for (const [list, read] of [
    ['messages', readMessages],
    ['log', readLog],
  ] as const) {
    for (const limit of [25, 100, 125, 500, 525, 575]) {
      const listed = await read(addressOf(list, { limit }), never)
      expect(listed.total).toBe(560)
      expect(subjectsOf(listed as Listed<{ subject: string }>)).toEqual(
        numbersTo(560).toReversed().slice(0, limit),
      )
    }
  }
})

test('a list that changes while it is read has each row once', async () => {
  const { add, afterReply, requests, store } = await startedWith(numbersTo(130))
  afterReply.mockImplementationOnce(() => add([131]))
  expect(subjectsOf(await readMessages(addressOf('messages', { limit: 150 }), never))).toEqual(
    numbersTo(131).toReversed(),
  )
  afterReply.mockImplementationOnce(() =>
    store.write(async (db) => void (await db.deleteFrom('contact_messages').where('id', '=', 131).execute())),
  )
  expect(subjectsOf(await readMessages(addressOf('messages', { limit: 150 }), never))).toEqual(
    numbersTo(130).toReversed(),
  )
  expect(requests).toHaveLength(8)
})
