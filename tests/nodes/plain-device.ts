import { randomUUID } from 'node:crypto'
import { Account } from '../../data/model/profile.ts'
import { PROTOCOL, SyncReply } from '../../data/sync/envelope.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import type { Client } from './client.ts'
import { PARK_COUNT } from '../support/small-directory.ts'

const newId = () => randomUUID().replaceAll('-', '')

/** A device that makes the requests of the app without its store, which costs more than the request. */
export class PlainDevice {
  readonly client: Client
  private readonly deviceId = newId()
  private userId = 0
  private seq = 0
  private acknowledged = 0
  private cursor: string | null = null

  constructor(client: Client) {
    this.client = client
  }

  async register(): Promise<void> {
    const body = { email: `${randomUUID()}@example.com`, password: 'kelpie at the creek' }
    const answer = await this.client.json('POST', '/api/register', body)
    if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.body}`)
    this.userId = Account.parse(JSON.parse(answer.body)).id
  }

  /** A request that saves one park. */
  save(): SyncRequest {
    this.seq += 1
    const args = { parkId: 1 + (this.seq % PARK_COUNT), saved: true }
    const { deviceId, userId, seq } = this
    return {
      ...this.ask(),
      operations: [{ opId: newId(), deviceId, seq, userId, kind: 'favourite', args, baseRev: [] }],
    }
  }

  /** A request without operations, for the changes of other devices. */
  ask(): SyncRequest {
    const { deviceId, userId, acknowledged, cursor } = this
    return { protocol: PROTOCOL, deviceId, userId, acknowledged, cursor, operations: [] }
  }

  /** Reads a reply as the app does. */
  settle(request: SyncRequest, body: string): SyncReply {
    const reply = SyncReply.parse(JSON.parse(body))
    this.acknowledged = request.operations.at(-1)?.seq ?? this.acknowledged
    this.cursor = reply.changes?.cursor ?? this.cursor
    return reply
  }
}
