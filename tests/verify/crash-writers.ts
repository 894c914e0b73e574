import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROTOCOL, SyncReply } from '../../data/sync/envelope.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'
import { PARKS_PER_LIST } from './ledger.ts'
import type { Entry, Ledger } from './ledger.ts'
import { submission } from '../support/submission.ts'

const PASSWORD = 'kelpie at the creek'
const newId = () => randomBytes(16).toString('hex')
const upTo = (most: number) => Math.floor(Math.random() * most)

/**
 * A client that writes: each step sends one request and records the reply. A step without a reply only
 * records what was sent.
 */
export interface Writer {
  step(): Promise<void>
}

/** Visits are identified by their duration, so each has a different one. */
let visits = 0

interface Sent {
  opId: string
  seq: number
  kind: string
  args: object
  baseRev: string[]
}

/** A device that resends operations until they are acknowledged, like the app. */
export class DeviceWriter implements Writer {
  private readonly deviceId = newId()
  private pending: Sent[] = []
  private seq = 0
  /** Acknowledged favourites, by park. */
  private readonly saved = new Map<number, string>()
  private readonly caller: Caller
  private readonly ledger: Ledger
  private readonly userId: number
  private readonly parks: number

  constructor(caller: Caller, ledger: Ledger, userId: number, parks: number) {
    this.caller = caller
    this.ledger = ledger
    this.userId = userId
    this.parks = parks
  }

  private next(): Sent {
    const opId = newId()
    this.seq += 1
    const operation = (kind: Entry['kind'], mark: string, sent: Omit<Sent, 'opId' | 'seq'>): Sent => {
      this.ledger.send({ name: opId, kind, mark })
      return { opId, seq: this.seq, ...sent }
    }
    if (this.userId === 0) {
      const parkName = `Reserve ${opId}`
      return operation('submission', parkName, {
        kind: 'submission',
        args: submission(parkName),
        baseRev: [],
      })
    }
    const [known] = this.saved
    if (known && Math.random() < 0.3) {
      this.saved.delete(known[0])
      return operation('removal', known[1], {
        kind: 'favourite',
        args: { parkId: known[0], saved: false },
        baseRev: [known[1]],
      })
    }
    if (Math.random() < 0.3) {
      visits += 1
      return operation('visit', String(visits), {
        kind: 'visit',
        args: { parkId: 1 + upTo(this.parks), duration: visits },
        baseRev: [],
      })
    }
    return operation('favourite', opId, {
      kind: 'favourite',
      args: { parkId: 1 + upTo(this.parks), saved: true },
      baseRev: [],
    })
  }

  async step(): Promise<void> {
    if (this.pending.length === 0) this.pending = Array.from({ length: 1 + upTo(3) }, () => this.next())
    const { deviceId, userId } = this
    const operations = this.pending.map((operation) => ({ ...operation, deviceId, userId }))
    const acknowledged = operations[0]!.seq - 1
    const answer = await this.caller.send('POST', '/api/sync', {
      protocol: PROTOCOL,
      deviceId,
      userId,
      acknowledged,
      cursor: null,
      operations,
    })
    const text = await answer.text()
    if (answer.status === 503) return
    if (answer.status !== 200) throw new Error(`sync: ${answer.status} ${text}`)
    for (const outcome of SyncReply.parse(JSON.parse(text)).outcomes) {
      if (outcome.status !== 'applied') throw new Error(`refused: ${JSON.stringify(outcome)}`)
      this.ledger.acknowledge(outcome.opId)
      const { kind, args } = this.pending.find(({ opId }) => opId === outcome.opId)!
      if (kind === 'favourite' && (args as { saved: boolean }).saved)
        this.saved.set((args as { parkId: number }).parkId, outcome.opId)
    }
    this.pending = []
  }
}

/** Registers users one after the other. After a lost reply it tries again with the same e-mail address. */
export class RegistrationWriter implements Writer {
  private email: string | undefined
  private readonly origin: string
  private readonly ledger: Ledger
  /** Sessions of acknowledged registrations. */
  readonly sessions: Caller[] = []

  constructor(origin: string, ledger: Ledger) {
    this.origin = origin
    this.ledger = ledger
  }

  async step(): Promise<void> {
    const again = this.email !== undefined
    this.email ??= `${randomUUID()}@example.com`
    this.ledger.send({ name: this.email, kind: 'registration', mark: this.email })
    const caller = callerOf(this.origin)
    const answer = await caller.send('POST', '/api/register', { email: this.email, password: PASSWORD })
    const text = await answer.text()
    if (answer.status === 503) return
    // 409 after a lost reply: the first attempt had succeeded.
    if (answer.status !== 201 && !(answer.status === 409 && again))
      throw new Error(`register: ${answer.status} ${text}`)
    this.ledger.acknowledge(this.email)
    if (answer.status === 201) this.sessions.push(caller)
    this.email = undefined
    await sleep(50)
  }
}

/** An administrator who imports lists, each once. */
export class ImportWriter implements Writer {
  private readonly caller: Caller
  private readonly ledger: Ledger

  constructor(caller: Caller, ledger: Ledger) {
    this.caller = caller
    this.ledger = ledger
  }

  async step(): Promise<void> {
    const list = `List ${randomUUID()}`
    this.ledger.send({ name: list, kind: 'import', mark: list })
    const rows = Array.from(
      { length: PARKS_PER_LIST },
      (_, row) =>
        `${list} No ${row},${row} Quarry Road,Clifton Hill,VIC,3068,${-37 - Math.random()},${144 + Math.random()}`,
    )
    const form = new FormData()
    form.set('fileType', 'csv')
    form.set(
      'csvFile',
      new Blob([['name,address,city,state,postal_code,latitude,longitude', ...rows].join('\n')]),
      `${list}.csv`,
    )
    const answer = await this.caller.call('/api/admin/import-parks', { method: 'POST', body: form })
    const text = await answer.text()
    if (answer.status === 503) return
    const { imported } = answer.status === 200 ? (JSON.parse(text) as { imported: number }) : { imported: 0 }
    if (imported !== PARKS_PER_LIST) throw new Error(`import: ${answer.status} ${text}`)
    this.ledger.acknowledge(list)
    await sleep(100)
  }
}

/** Registers a user. */
export async function person(origin: string): Promise<{ caller: Caller; id: number; email: string }> {
  const caller = callerOf(origin)
  const email = `${randomUUID()}@example.com`
  const { id } = await registerOrLogIn(caller, { email, password: PASSWORD })
  return { caller, id, email }
}

const isGone = (error: unknown) =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  /terminated|other side closed|socket/i.test(String(error))

/** Runs all writers concurrently until stopped. Rejects on a reply that the server must never send. */
export async function write(writers: readonly Writer[], stop: AbortSignal): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      while (!stop.aborted) {
        try {
          await writer.step()
        } catch (error) {
          if (!isGone(error)) throw error
          await sleep(20)
        }
      }
    }),
  )
}
