import type { FastifyInstance } from 'fastify'
import { PROTOCOL } from '../../../data/sync/envelope.ts'
import type { SyncReply } from '../../../data/sync/envelope.ts'
import type { Arguments, Kind } from '../../../data/sync/operation.ts'
import { setAdmin } from '../../../server/repositories/users.ts'
import { newId } from '../../../client/store/stream.ts'
import { member, visitor } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { openedStore } from '../harness.ts'

type Member = Awaited<ReturnType<typeof member>>

/** Registers a user who is an administrator. */
export async function administrator(app: FastifyInstance, path: string, username = 'boss'): Promise<Member> {
  const person = await member(app, { username })
  const store = openedStore(path)
  await store.write((db) => setAdmin(db, person.account.id, true))
  return person
}

/** A device, with or without an account, that sends operations as the outbox does. */
export function phone(
  app: FastifyInstance,
  person?: Member,
): { send<K extends Kind>(kind: K, args: Arguments<K>): Promise<SyncReply['outcomes'][number]> } {
  const deviceId = newId()
  const browser: Visitor = person ?? visitor(app)
  const userId = person?.account.id ?? 0
  let seq = 0
  return {
    async send(kind, args) {
      const operations = [{ opId: newId(), deviceId, seq: ++seq, userId, kind, args, baseRev: [] }]
      const answer = await browser.send('POST', '/api/sync', {
        protocol: PROTOCOL,
        deviceId,
        userId,
        acknowledged: seq - 1,
        cursor: null,
        operations,
      })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return (answer.json() as SyncReply).outcomes[0]!
    },
  }
}
