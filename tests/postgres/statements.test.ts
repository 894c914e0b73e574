import { randomUUID } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { Tables } from '../../server/database/tables.ts'
import { openSync } from '../../server/sync/service.ts'
import { member } from '../server/accounts/visitors.ts'
import { openedStore, startedServer } from '../server/harness.ts'

/** The read of the session, before the exchange. */
const SESSION = 1
/** Begin, the locks, commit. */
const WRITE = 3
/** Begin, commit. */
const VIEW = 2

const newId = () => randomUUID().replaceAll('-', '')

test('an exchange with one favourite costs 12 statements, and one without changes 5', async () => {
  const { app, path } = await startedServer()
  const { account } = await member(app)
  const store = openedStore(path)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      return result
    },
  }
  const counted =
    <T>(extra: number, work: (db: Kysely<Tables>) => Promise<T>) =>
    (db: Kysely<Tables>) => {
      statements += extra
      return work(db.withPlugin(counting))
    }
  const sync = openSync({
    store: {
      ...store,
      read: (work) => store.read(counted(0, work)),
      view: (work) => store.view(counted(VIEW, work)),
      write: (work, order) => store.write(counted(WRITE, work), order),
    },
    clock: () => new Date(),
    mark: { read: () => undefined, write: () => undefined },
    onFailure(error) {
      throw error
    },
  })
  const [deviceId, userId] = [newId(), account.id]
  let cursor: string | null = null
  const exchange = async (seq: number, saved?: boolean) => {
    statements = SESSION
    const operation = {
      opId: newId(),
      deviceId,
      seq,
      userId,
      kind: 'favourite',
      args: { parkId: seq, saved },
      baseRev: [],
    }
    const reply = await sync.exchange(
      {
        protocol: PROTOCOL,
        deviceId,
        userId,
        cursor,
        acknowledged: seq - 1,
        operations: saved === undefined ? [] : [operation],
      },
      userId,
      null,
    )
    cursor = reply.changes!.cursor
    return { statements, reply }
  }
  // The first one also adds the device.
  await exchange(1, true)
  const { statements: saved, reply } = await exchange(2, true)
  expect(reply).toMatchObject({ outcomes: [{ status: 'applied' }], changes: { favourites: [{ parkId: 2 }] } })
  expect(saved).toBe(12)
  expect((await exchange(3)).statements).toBe(5)
})
