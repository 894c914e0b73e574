import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pushOver, SyncRefused } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { recordSearch } from '../../client/store/history.ts'
import { send } from '../../client/store/outbox.ts'
import { signIn } from '../../client/store/person.ts'
import { Account } from '../../data/model/profile.ts'
import { Device } from '../sync/device.ts'
import { Client } from './client.ts'
import type { DatabaseServer } from './database-pair.ts'
import { PARK_COUNT } from '../support/small-directory.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import { submission } from '../support/submission.ts'

const PASSWORD = 'kelpie at the creek'
/** Pauses of a phone after a change, and after a failure: shorter than the app's, to find more faults. */
const PAUSE_MS = { afterChange: 150, afterFailure: 100 }

/** Visits are found by their duration, so each has a different one. */
let visits = 0

interface Person {
  id: number
  email: string
}

/** A phone: the app's own store and sync, with an HTTP client at an address of its own. */
export class Phone {
  readonly device = new Device()
  readonly client: Client
  private readonly random: Random
  person: Person | undefined
  private readonly push: Push
  /** Replies other than 200, and lost ones (0), by status and code. */
  readonly failures = new Map<string, number>()

  constructor(client: Client, ledger: Ledger, random: Random) {
    this.client = client
    this.random = random
    const push = pushOver(client.fetch as typeof fetch)
    this.push = async (request) => {
      ledger.sendOperations(request)
      const reply = await push(request)
      ledger.acknowledgeOperations(reply)
      return reply
    }
  }

  /** Registers an account, or logs in to an existing one. */
  async enter(way: 'register' | 'login', email = `${randomUUID()}@example.com`): Promise<Person> {
    const body = way === 'register' ? { email, password: PASSWORD } : { username: email, password: PASSWORD }
    const { status, body: text } = await this.client.json('POST', `/api/${way}`, body)
    if (status !== 200 && status !== 201) throw new Error(`${way}: ${status} ${text}`)
    this.person = { id: Account.parse(JSON.parse(text)).id, email }
    await signIn(this.device.database, this.person.id)
    return this.person
  }

  private async change(): Promise<void> {
    const { database } = this.device
    const parkId = 1 + Math.floor(this.random.between(0, PARK_COUNT))
    if (this.person === undefined) {
      await send(database, 'submission', submission(`Reserve ${randomUUID()}`))
      return
    }
    switch (this.random.choose({ favourite: 6, removal: 3, visit: 3, search: 2 })) {
      case 'favourite':
        await setFavourite(database, parkId, true)
        return
      case 'removal': {
        const [first] = await listFavourites(database)
        await setFavourite(database, first ?? parkId, first === undefined)
        return
      }
      case 'visit':
        await send(database, 'visit', { parkId, duration: ++visits })
        return
      case 'search':
        await recordSearch(database, { query: 'creek' })
    }
  }

  /** Sends the pending changes. @returns whether everything was sent */
  async sync(): Promise<boolean> {
    try {
      return (await this.device.drain(this.push)) === 'done'
    } catch (error) {
      const isRefusal = error instanceof SyncRefused
      if (!isRefusal && error instanceof Error && error.message.startsWith('refused:')) throw error
      const what = isRefusal ? `${error.status} ${error.code ?? ''}`.trim() : 'no reply'
      this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
      return false
    }
  }

  /** Makes changes and sends them until stopped. */
  async use(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.change()
      const sent = await this.sync()
      await sleep(sent ? PAUSE_MS.afterChange * this.random.between(0.3, 1.7) : PAUSE_MS.afterFailure)
    }
  }

  close(): void {
    this.client.close()
    this.device.database.close()
  }
}

/**
 * Creates phones: two of each person, and one without an account.
 * @param people number of accounts
 */
export async function createPhones(
  origin: string,
  people: number,
  ledger: Ledger,
  random: Random,
): Promise<Phone[]> {
  const phones: Phone[] = []
  const add = () => {
    const phone = new Phone(new Client(origin, phones.length + 1), ledger, random)
    phones.push(phone)
    return phone
  }
  for (let person = 0; person < people; person += 1) {
    const { email } = await add().enter('register')
    await add().enter('login', email)
  }
  add()
  return phones
}

/** Without faults, every phone sends everything and gets the changes of the others. @returns what is wrong */
export async function converge(phones: readonly Phone[], database: DatabaseServer): Promise<string[]> {
  const wrong: string[] = []
  // Twice: what a phone sends in the second half of the first round, an earlier phone gets in the second.
  for (const phone of [...phones, ...phones]) {
    for (let attempt = 0; !(await phone.sync()); attempt += 1) {
      if (attempt === 50) {
        wrong.push(`phone ${phones.indexOf(phone)} cannot sync`)
        break
      }
      await sleep(100)
    }
  }
  for (const [at, { device, person }] of phones.entries()) {
    const waiting = device.committed('outbox').filter(({ state }) => state !== 'acknowledged')
    if (waiting.length > 0) wrong.push(`phone ${at} still has ${waiting.length} changes`)
    if (person === undefined) continue
    const shown = (await listFavourites(device.database)).sort((a, b) => a - b).join()
    const rows = await database.query<{ parkId: string }>(
      'select "parkId" from user_favorites where "userId" = $1 order by "parkId"',
      undefined,
      [person.id],
    )
    const stored = rows.map(({ parkId }) => parkId).join()
    if (shown !== stored) wrong.push(`phone ${at} shows ${shown} instead of ${stored}`)
    const searches = (await device.database.history.where({ userId: person.id }).toArray()).map(
      ({ entryId }) => entryId,
    )
    const entries = await database.query<{ entryId: string }>(
      'select "entryId" from history_entries where "userId" = $1',
      undefined,
      [person.id],
    )
    if (
      searches.sort().join() !==
      entries
        .map(({ entryId }) => entryId)
        .sort()
        .join()
    )
      wrong.push(`phone ${at} has ${searches.length} searches other than the ${entries.length} of the server`)
  }
  return wrong
}

/** Counts of failed attempts to write, by status. */
export function failuresOf(phones: readonly Phone[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const { failures } of phones)
    for (const [what, count] of failures) all.set(what, (all.get(what) ?? 0) + count)
  return all
}
