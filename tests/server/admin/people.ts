import type { FastifyInstance } from 'fastify'
import { PROTOCOL } from '../../../data/sync/envelope.ts'
import type { SyncReply } from '../../../data/sync/envelope.ts'
import type { Arguments, Kind } from '../../../data/sync/operation.ts'
import { setAdmin } from '../../../server/repositories/users.ts'
import { newId } from '../../../client/store/stream.ts'
import { member, visitor } from '../accounts/people.ts'
import type { Visitor } from '../accounts/people.ts'
import { openedStore } from '../harness.ts'

type Member = Awaited<ReturnType<typeof member>>

/** Somebody with an account who administers. */
export async function administrator(app: FastifyInstance, path: string, username = 'boss'): Promise<Member> {
  const person = await member(app, { username })
  const store = openedStore(path)
  await store.write((db) => setAdmin(db, person.account.id, true))
  return person
}

/** A device of somebody, or of nobody, that tells the server things as the outbox does. */
export function phone(
  app: FastifyInstance,
  person?: Member,
): { tell<K extends Kind>(kind: K, args: Arguments<K>): Promise<SyncReply['outcomes'][number]> } {
  const deviceId = newId()
  const browser: Visitor = person ?? visitor(app)
  const userId = person?.account.id ?? 0
  let seq = 0
  return {
    async tell(kind, args) {
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
