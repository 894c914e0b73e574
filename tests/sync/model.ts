import fc from 'fast-check'
import { SyncRefused } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import type { OutboxRow } from '../../client/store/database.ts'
import {
  addLocalFavouritesToAccount,
  listFavourites,
  listLocalFavourites,
  setFavourite,
} from '../../client/store/favourites.ts'
import { clearHistory, recordSearch } from '../../client/store/history.ts'
import { send } from '../../client/store/outbox.ts'
import { signIn, signOut } from '../../client/store/person.ts'
import { historyKey } from '../../data/model/history.ts'
import type { HistorySearch } from '../../data/model/history.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { Device } from './device.ts'
import type { Image } from './device.ts'
import { startSyncServer } from './server.ts'
import type { SyncServer } from './server.ts'

/** What can happen to one request. */
const FAULTS = [
  'none',
  'none',
  'none',
  'request lost',
  'reply lost',
  'doubled',
  'held back',
  'crash',
  'overtaken',
  'tapped meanwhile',
  'came back meanwhile',
  'trouble',
  'signed out',
  'submissions over their limit',
] as const
type Fault = (typeof FAULTS)[number]

type Command =
  | { do: 'tap'; device: number; park: number; crash: boolean }
  | { do: 'search'; device: number; query: string }
  | { do: 'clear'; device: number }
  | { do: 'submit'; device: number }
  | { do: 'drain'; device: number; faults: Fault[] }
  | { do: 'two tabs'; device: number }
  | { do: 'late arrivals' }
  | { do: 'look on'; owner: number }
  | { do: 'crash'; device: number }
  | { do: 'leave'; device: number }
  | { do: 'enter'; device: number; addFavourites: boolean }
  | { do: 'back up server' }
  | { do: 'restore server'; restarted: boolean }
  | { do: 'back up device'; device: number }
  | { do: 'restore device'; device: number; from: number }

const PARKS = 3
const device = fc.nat({ max: 5 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      device,
      park: fc.integer({ min: 1, max: PARKS }),
      crash: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      device,
      query: fc.constantFrom('beach', 'Fitzroy', '3121'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit' as const), device }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('drain' as const),
      device,
      faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('two tabs' as const), device }) },
  { weight: 1, arbitrary: fc.constant({ do: 'late arrivals' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('look on' as const), owner: fc.constantFrom(1, 1, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('enter' as const), device, addFavourites: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'back up server' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restore server' as const), restarted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back up device' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore device' as const), device, from: device }) },
)

/**
 * The same commands with more of the rare ones: logging out and in, server restores and overlapping requests.
 */
const rareCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: command },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), device }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('enter' as const), device, addFavourites: fc.constant(true) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'back up server' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('restore server' as const), restarted: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('drain' as const),
      device,
      faults: fc.array(
        fc.constantFrom<Fault>('none', 'overtaken', 'came back meanwhile', 'held back', 'doubled'),
        { maxLength: 2 },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      device,
      park: fc.integer({ min: 1, max: PARKS }),
      crash: fc.constant(false),
    }),
  },
)

/**
 * A sequence too rare to arise by chance: a server is restored to before a change that it has acknowledged.
 */
const restoredServer: fc.Arbitrary<Command[]> = fc
  .record({
    sender: device,
    other: device,
    parks: fc.shuffledSubarray([1, 2, 3], { minLength: 2, maxLength: 2 }),
    afterwards: fc.constantFrom<'leaves' | 'is overtaken'>('leaves', 'is overtaken'),
    restarted: fc.boolean(),
  })
  .map(({ sender, other, parks: [sent, next], afterwards, restarted }) => {
    const tap = (device: number, park: number): Command => ({ do: 'tap', device, park, crash: false })
    const drain = (device: number): Command => ({ do: 'drain', device, faults: [] })
    const before: Command[] = [{ do: 'back up server' }, tap(sender, sent!), drain(sender)]
    const restore: Command = { do: 'restore server', restarted }
    // Either only the other device can send the change again, or the other device first sends a new change,
    // which gets the same revision numbers.
    return afterwards === 'leaves'
      ? [...before, drain(other), { do: 'leave', device: sender }, restore]
      : [...before, { do: 'look on', owner: 1 }, restore, tap(other, next!), drain(other)]
  })

/** Another one: two devices clear the history without knowing of each other, and a restored server has neither. */
const clearedByBoth: fc.Arbitrary<Command[]> = fc
  .record({ first: device, second: device, restarted: fc.boolean() })
  .map(({ first, second, restarted }) => [
    { do: 'back up server' },
    { do: 'clear', device: first },
    { do: 'search', device: first, query: 'beach' },
    { do: 'drain', device: first, faults: [] },
    { do: 'clear', device: second },
    { do: 'drain', device: second, faults: [] },
    { do: 'restore server', restarted },
    { do: 'clear', device: second },
  ])

/** Single commands mixed with such sequences. */
const withSequences: fc.Arbitrary<Command[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: command.map((one) => [one]) },
      { weight: 2, arbitrary: restoredServer },
      { weight: 1, arbitrary: clearedByBoth },
    ),
    {
      minLength: 1,
      maxLength: 16,
      size: 'max',
    },
  )
  .map((parts) => parts.flat())

const people = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(1, 1, 1, 2), { minLength, maxLength })

/** 2 to 6 devices of one or two people, mostly 2 or 3, and the commands to play. */
export const story = fc.record({
  owners: fc.oneof({ weight: 4, arbitrary: people(2, 3) }, { weight: 1, arbitrary: people(4, 6) }),
  commands: fc.oneof(
    ...[command, rareCommand].map((arbitrary) =>
      fc.array(arbitrary, { minLength: 1, maxLength: 40, size: 'max' }),
    ),
    withSequences,
  ),
})
export type Story = { owners: number[]; commands: Command[] }

/** How long the server asks a device to keep a submission that is over the limit. */
const RETRY_AFTER_MS = 60_000

/** A request or its reply was lost. */
class Lost extends Error {}

/** An operation with what its maker knew when it was made. */
interface Intention {
  row: OutboxRow
  /** Ids of the saves and clearings that its maker could have seen. */
  seen: ReadonlySet<string>
}

/** A phone with what its owner could have seen. */
interface Phone {
  owner: number
  device: Device
  /** Ids of the saves and clearings that its screen reflects. */
  known: Set<string>
  /** Cursor at which `known` was determined. */
  cursor: string | null
  /** Operations made on it that were not discarded. */
  made: Set<string>
  /** Operations reported to its owner as safe, because they no longer wait. */
  safe: Set<string>
  /** Saves by any device that keep a park which its screen has shown. */
  shown: Set<string>
  backup:
    | {
        image: Image
        known: Set<string>
        made: Set<string>
        safe: Set<string>
        shown: Set<string>
        cursor: string | null
        owner: number
      }
    | undefined
}

/** An observer who follows a person's favourites by the cursor alone. */
interface Observer {
  cursor: string | null
  favourites: Map<number, readonly string[]>
}

/** Kinds of the operations applied by the server in its current state, by operation id. */
type Applied = Map<string, string>

/** Device id of the observers, who send no operations. */
const OBSERVER_ID = 'f'.repeat(32)

class ModelFailure extends Error {}

const assertThat = (condition: boolean, message: () => string) => {
  if (!condition) throw new ModelFailure(message())
}
/** What a search is for; the latest of each is kept. */
const searchOf = ({ row }: Intention) => historyKey((row.args as HistorySearch).query)
const isEqual = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b)

/** Plays a story, synchronises every device, and checks that nothing is lost, duplicated or resurrected. */
export async function play({ owners, commands }: Story): Promise<void> {
  const world = new World(await startSyncServer(), owners)
  try {
    await world.start()
    for (const command of commands) await world.perform(command)
    await world.synchronise()
    await world.check()
  } finally {
    await world.end()
  }
}

class World {
  private readonly phones: Phone[]
  private readonly intentions = new Map<string, Intention>()
  private applied: Applied = new Map()
  private backup: { image: unknown; applied: Applied } | undefined
  private restored = false
  private held: { request: SyncRequest; account: number }[] = []
  /** Ids of the operations applied when a person was given a cursor. */
  private readonly cursors = new Map<string, Set<string>>()
  private readonly observers = new Map<number, Observer>()
  private submissions = 0
  private readonly server: SyncServer

  constructor(server: SyncServer, owners: readonly number[]) {
    this.server = server
    this.phones = owners.map((owner) => ({
      owner,
      device: new Device(),
      known: new Set(),
      made: new Set(),
      safe: new Set(),
      shown: new Set(),
      cursor: null,
      backup: undefined,
    }))
  }

  async start(): Promise<void> {
    for (const { device, owner } of this.phones) await signIn(device.database, owner)
  }

  async end(): Promise<void> {
    for (const { device } of this.phones) device.database.close()
    await this.server.close()
  }

  private phone(index: number): Phone {
    return this.phones[index % this.phones.length]!
  }

  async perform(command: Command): Promise<void> {
    switch (command.do) {
      case 'tap':
        return this.tap(this.phone(command.device), command.park, command.crash)
      case 'search': {
        const phone = this.phone(command.device)
        await recordSearch(phone.device.database, { query: command.query })
        return this.recordOperations(phone)
      }
      case 'clear': {
        const phone = this.phone(command.device)
        await clearHistory(phone.device.database)
        return this.recordOperations(phone)
      }
      case 'submit': {
        const phone = this.phone(command.device)
        const args = {
          parkName: `Park ${++this.submissions}`,
          address: '1 Road',
          suburb: 'Town',
          postcode: '3000',
          state: 'VIC' as const,
          features: [],
        }
        await send(phone.device.database, 'submission', args)
        return this.recordOperations(phone)
      }
      case 'drain':
        return this.drain(this.phone(command.device), [...command.faults])
      case 'two tabs': {
        const phone = this.phone(command.device)
        const { device, owner } = phone
        const other = device.tab()
        const results = await Promise.allSettled([
          device.drain(this.push(owner)),
          device.drain(this.push(owner), { database: other }),
        ])
        other.close()
        for (const result of results)
          if (result.status === 'rejected') this.assertExpectedFault(result.reason)
        return this.updateKnown(phone)
      }
      case 'late arrivals':
        return this.lateArrivals()
      case 'look on':
        return this.observe(command.owner)
      case 'crash':
        this.phone(command.device).device.crash()
        return undefined
      case 'leave': {
        const phone = this.phone(command.device)
        await signOut(phone.device.database, 'keep')
        return this.forgetPerson(phone)
      }
      case 'enter':
        return this.signIn(this.phone(command.device), command.addFavourites)
      case 'back up server':
        this.backup = { image: await this.server.store.image(), applied: new Map(this.applied) }
        return undefined
      case 'restore server':
        if (!this.backup) return undefined
        this.restored = true
        await this.server.store.restore(this.backup.image)
        this.applied = new Map(this.backup.applied)
        if (command.restarted) await this.server.restart()
        return undefined
      case 'back up device': {
        const phone = this.phone(command.device)
        this.updateKnown(phone)
        const { known, made, safe, shown, cursor, owner } = phone
        phone.backup = {
          image: await phone.device.image(),
          known: new Set(known),
          made: new Set(made),
          safe: new Set(safe),
          shown: new Set(shown),
          cursor,
          owner,
        }
        return undefined
      }
      case 'restore device': {
        // From its own backup, or from another device's, which makes it a copy of that device.
        const [phone, { backup }] = [this.phone(command.device), this.phone(command.from)]
        if (!backup) return undefined
        await phone.device.restore(backup.image)
        const { known, made, safe, shown, cursor, owner } = backup
        Object.assign(phone, {
          known: new Set(known),
          made: new Set(made),
          safe: new Set(safe),
          shown: new Set(shown),
          cursor,
          owner,
        })
        return undefined
      }
    }
  }

  private async tap(phone: Phone, park: number, crash: boolean): Promise<void> {
    this.updateKnown(phone)
    const saved = await this.toggle(phone, park)
    this.recordOperations(phone)
    if (crash) phone.device.crash()
    const shown = this.shownOn(phone).includes(park)
    assertThat(
      shown === saved,
      () => `park ${park} was shown as ${saved ? '' : 'not '}saved, and no longer is`,
    )
  }

  /** Presses the heart as the phone shows it. @returns whether that saves the park */
  private async toggle(phone: Phone, park: number): Promise<boolean> {
    const saved = !this.shownOn(phone).includes(park)
    await setFavourite(phone.device.database, park, saved)
    return saved
  }

  private async signIn(phone: Phone, addFavourites: boolean): Promise<void> {
    const { database } = phone.device
    await signIn(database, phone.owner)
    this.updateKnown(phone)
    // Unsent saves on this device are shown at once.
    const choices = phone.device
      .committed('outbox')
      .filter(
        ({ userId, kind, state, again }) =>
          userId === phone.owner && kind === 'favourite' && state === 'pending' && !again,
      )
    const last = new Map(
      choices
        .sort((a, b) => a.seq - b.seq)
        .map(({ parkId, args }) => [parkId!, (args as { saved: boolean }).saved]),
    )
    const seen = this.shownOn(phone)
    assertThat(
      [...last].every(([park, saved]) => !saved || seen.includes(park)),
      () => `a returning person sees ${seen.join()}, without a waiting save`,
    )
    if (!addFavourites) return
    const local = await listLocalFavourites(database)
    await addLocalFavouritesToAccount(database)
    this.recordOperations(phone)
    const shown = await listFavourites(database)
    assertThat(
      local.every((park) => shown.includes(park)),
      () => `parks ${local.join()} were added to the account, which has ${shown.join()}`,
    )
    // A favourite that no save keeps would disappear with the next reply of the server.
    const rows = await database.favourites.bulkGet(local.map((park): [number, number] => [phone.owner, park]))
    assertThat(
      rows.every((row) => row !== undefined && row.here.length > 0),
      () => `one of the added parks ${local.join()} is not sent to the server`,
    )
    assertThat(
      (await listLocalFavourites(database)).length === 0,
      () => 'favourites added to the account are still local',
    )
  }

  /** The favourites a phone would show if it were opened now: those of its person, or the anonymous ones. */
  private shownOn(phone: Phone): number[] {
    const person = this.personOn(phone)
    return phone.device
      .committed('favourites')
      .flatMap(({ userId, saved, parkId }) => (userId === person && saved ? parkId : []))
  }

  /** Account signed in on a phone, 0 for none. */
  private personOn({ device }: Phone): unknown {
    return device.committed('meta').find(({ key }) => key === 'person')?.value ?? 0
  }

  /** Ids of the operations of its owner that a phone stores. */
  private operationsOf({ device, owner }: Phone): string[] {
    return device.committed('outbox').flatMap(({ userId, opId }) => (userId === owner ? opId : []))
  }

  /** Records what a phone reports as safe, and what it shows. */
  private recordReports(phone: Phone): void {
    for (const { userId, held } of phone.device.committed('favourites'))
      if (userId === phone.owner) for (const opId of held) phone.shown.add(opId)
    const rows = new Map(phone.device.committed('outbox').map((row) => [row.opId, row]))
    for (const { opId, state, void: gone } of rows.values()) {
      if (gone !== undefined) phone.made.delete(opId)
      else if (state === 'acknowledged') phone.safe.add(opId)
    }
    for (const opId of phone.made) if (!rows.has(opId)) phone.safe.add(opId)
  }

  /** Updates what a phone's owner can have seen to the state its screen is based on. */
  private updateKnown(phone: Phone): void {
    const cursor =
      phone.device.committed('streams').find(({ userId }) => userId === phone.owner)?.cursor ?? null
    if (cursor === null || cursor === phone.cursor) return
    phone.cursor = cursor
    const own = this.operationsOf(phone)
    phone.known = new Set([...(this.cursors.get(`${phone.owner} ${cursor}`) ?? []), ...own])
  }

  /** Drops what a phone no longer knows after its person has signed out. */
  private forgetPerson(phone: Phone): void {
    phone.cursor = null
    // Acknowledged operations of the person have left the phone, which reports nothing about them any more.
    const anonymous = phone.device
      .committed('outbox')
      .filter(({ userId, state }) => userId === 0 && state === 'acknowledged')
    phone.safe = new Set(anonymous.map(({ opId }) => opId))
    phone.shown = new Set()
    // A discarded operation waits only as a placeholder in the sequence.
    phone.made = new Set(
      phone.device.committed('outbox').flatMap(({ opId, void: gone }) => (gone === undefined ? opId : [])),
    )
    const left = this.operationsOf(phone)
    // The ids of clearings reveal nothing about searches and are kept.
    const clearings = [...phone.known].filter(
      (opId) => this.intentions.get(opId)?.row.kind === 'history-clear',
    )
    phone.known = new Set([...left, ...clearings])
  }

  /**
   * Saves that a phone is sending again to a restored server. Its screen shows their parks, so a removal on it
   * has seen them, also those that another device had undone before the restore.
   */
  private resentSaves({ device, owner }: Phone): string[] {
    return device
      .committed('outbox')
      .flatMap(({ userId, opId, kind, args, state, again }) =>
        userId === owner &&
        kind === 'favourite' &&
        state === 'pending' &&
        again &&
        (args as { saved: boolean }).saved
          ? opId
          : [],
      )
  }

  /** Records the operations made by what a person just did. */
  private recordOperations(phone: Phone): void {
    this.updateKnown(phone)
    this.recordReports(phone)
    const added = phone.device.committed('outbox').filter(({ opId }) => !this.intentions.has(opId))
    for (const row of added.sort((a, b) => a.userId - b.userId || a.seq - b.seq)) {
      const seen = new Set([...this.visible(phone.known), ...this.resentSaves(phone)])
      this.intentions.set(row.opId, { row, seen })
      phone.known.add(row.opId)
      phone.made.add(row.opId)
    }
  }

  /**
   * The known operations that can still be seen. Saves already undone are left out, because the removal that
   * undid them may be lost with a server restore.
   */
  private visible(known: ReadonlySet<string>): ReadonlySet<string> {
    const undone = new Set<string>()
    for (const opId of known) {
      const intention = this.intentions.get(opId)
      for (const seen of intention?.seen ?? []) if (this.isUndoneBy(intention!.row, seen)) undone.add(seen)
    }
    return new Set([...known].filter((opId) => !undone.has(opId)))
  }

  /** Whether this removal, which has seen the save, is by the same person and of the same park. */
  private isUndoneBy({ kind, args, userId, parkId }: OutboxRow, opId: string): boolean {
    const row = this.intentions.get(opId)?.row
    return (
      kind === 'favourite' &&
      !(args as { saved: boolean }).saved &&
      row?.userId === userId &&
      row.parkId === parkId
    )
  }

  /** Clearings that the searches on the server refer to: a restored server learns them from these searches. */
  private clearingsOfSearches(): string[] {
    return [...this.applied].flatMap(([opId, kind]) =>
      kind === 'history' ? (this.intentions.get(opId)?.row.baseRev ?? []) : [],
    )
  }

  /** A push to the server that records what was applied. */
  private push(account: number): Push {
    const push = this.server.pushAs(account)
    return async (request) => {
      const reply = await push(request).catch((error: unknown) => {
        const unread = error instanceof SyncRefused && error.code === 'invalid-input'
        assertThat(!unread, () => `a device sent what the server cannot read: ${String(error)}`)
        throw error
      })
      for (const [position, { opId, kind }] of request.operations.entries()) {
        const outcome = reply.outcomes[position]!
        assertThat(
          outcome.status === 'applied',
          () => `${String(kind)} was refused: ${JSON.stringify(outcome)}`,
        )
        if (!this.applied.has(opId)) this.applied.set(opId, String(kind))
      }
      if (reply.changes)
        this.cursors.set(
          `${request.userId} ${reply.changes.cursor}`,
          new Set([...this.applied.keys(), ...this.clearingsOfSearches()]),
        )
      return reply
    }
  }

  /** A push to a server at which new submissions are over their limit. It refuses as the real one does. */
  private pushWithLimit(account: number): Push {
    const push = this.push(account)
    return async (request) => {
      const { operations } = request
      if (operations.every(({ opId, kind }) => kind !== 'submission' || this.applied.has(opId)))
        return push(request)
      throw operations.length > 1
        ? new SyncRefused(413, 'too-large', 'Send fewer changes at once.')
        : new SyncRefused(429, 'too-many-requests', 'It will be sent later.', RETRY_AFTER_MS, true)
    }
  }

  private assertExpectedFault(error: unknown): void {
    const isExpected =
      error instanceof Lost ||
      (error instanceof SyncRefused && error.status === 503) ||
      (error instanceof Error && error.name === 'DatabaseClosedError')
    if (!isExpected) throw error
  }

  private async drain(phone: Phone, faults: Fault[]): Promise<void> {
    const { device, owner } = phone
    // Not for one request only: the limit lasts longer than sending the outbox.
    const isLimited = faults.includes('submissions over their limit')
    const reliable = isLimited ? this.pushWithLimit(owner) : this.push(owner)
    const faulty: Push = async (request) => {
      this.updateKnown(phone)
      switch (faults.shift() ?? 'none') {
        case 'none':
        case 'submissions over their limit':
          return reliable(request)
        case 'request lost':
          throw new Lost()
        case 'reply lost':
          await reliable(request)
          throw new Lost()
        case 'doubled':
          await reliable(request)
          return reliable(request)
        case 'held back':
          this.held.push({ request, account: owner })
          throw new Lost()
        case 'crash':
          await reliable(request)
          device.crash()
          throw new Lost()
        case 'overtaken':
          return this.beforeReply(reliable, request, async () => {
            const other = device.tab()
            await device
              .drain(this.push(owner), { database: other })
              .catch((error: unknown) => this.assertExpectedFault(error))
            other.close()
          })
        case 'tapped meanwhile':
          return this.beforeReply(reliable, request, async () => {
            await this.toggle(phone, 1)
            this.recordOperations(phone)
          })
        case 'came back meanwhile':
          return this.beforeReply(reliable, request, async () => {
            await signOut(device.database, 'keep')
            this.forgetPerson(phone)
            await signIn(device.database, owner)
          })
        case 'trouble':
          return this.withDatabaseFailure(request, owner)
        case 'signed out':
          return this.push(0)(request)
      }
    }
    await device.drain(faulty).catch((error: unknown) => this.assertExpectedFault(error))
    this.recordReports(phone)
    this.updateKnown(phone)
    // The person signs in again after a session has ended.
    const paused = device.committed('streams').some(({ userId, pause }) => userId === owner && pause !== null)
    if (paused || this.personOn(phone) !== owner)
      await signIn(device.database, owner).catch((error: unknown) => this.assertExpectedFault(error))
  }

  private async beforeReply(
    push: Push,
    request: SyncRequest,
    meanwhile: () => Promise<void>,
  ): Promise<SyncReply> {
    const reply = await push(request)
    await meanwhile()
    return reply
  }

  /** The database fails halfway through the request. */
  private async withDatabaseFailure(request: SyncRequest, account: number): Promise<SyncReply> {
    this.server.store.failAt = 5
    try {
      return await this.push(account)(request)
    } finally {
      this.server.store.failAt = undefined
    }
  }

  /** Delivers the requests that were held back, latest first, and ignores the replies. */
  private async lateArrivals(): Promise<void> {
    for (const { request, account } of this.held.splice(0).reverse()) {
      await this.push(account)(request).catch((error: unknown) => {
        if (!(error instanceof SyncRefused)) throw error
      })
    }
  }

  /** Reads the changes since the last cursor and compares the result with the server's favourites. */
  private async observe(owner: number): Promise<void> {
    const before = this.observers.get(owner) ?? {
      cursor: null,
      favourites: new Map<number, readonly string[]>(),
    }
    const request = {
      protocol: PROTOCOL,
      deviceId: OBSERVER_ID,
      userId: owner,
      acknowledged: 0,
      cursor: before.cursor,
      operations: [],
    }
    const { changes } = await this.server.pushAs(owner)(request)
    const favourites = new Map(changes!.full ? [] : before.favourites)
    for (const { parkId, adds } of changes!.favourites) favourites.set(parkId, adds)
    this.observers.set(owner, { cursor: changes!.cursor, favourites })
    const seen = [...favourites].flatMap(([parkId, adds]) => (adds.length > 0 ? parkId : [])).sort()
    const there = await this.server.favouritesOf(owner)
    assertThat(
      isEqual(seen, there),
      () => `an observer of ${owner} sees ${seen.join()} by the cursor instead of ${there.join()}`,
    )
  }

  /** Without faults, every person signs in on every device and every device receives all changes. */
  async synchronise(): Promise<void> {
    await this.lateArrivals()
    for (const phone of this.phones) await signIn(phone.device.database, phone.owner)
    // Once each to send, with postponed operations, and again to receive later changes; the last device already has
    // them all.
    for (const phone of [...this.phones, ...this.phones.slice(0, -1)]) {
      assertThat(
        (await phone.device.drain(this.push(phone.owner), { asked: true })) === 'done',
        () => 'a stream is paused without a reason',
      )
    }
  }

  async check(): Promise<void> {
    for (const owner of this.observers.keys()) await this.observe(owner)
    for (const owner of new Set(this.phones.map(({ owner }) => owner))) {
      const operations = [...this.applied].flatMap(([opId, kind]) => {
        const intention = this.intentions.get(opId)
        return intention && intention.row.userId === owner && intention.row.kind === kind ? [intention] : []
      })
      await this.checkFavourites(owner, operations)
      await this.checkHistory(owner, operations)
    }
    await this.checkNothingLost()
    const names = (await this.server.rows('park_submissions'))
      .map(({ parkName }) => parkName as string)
      .sort()
    const sent = [...this.applied]
      .filter(([, kind]) => kind === 'submission')
      .map(([opId]) => this.intentions.get(opId)!.row.args as { parkName: string })
    assertThat(
      isEqual(names, sent.map(({ parkName }) => parkName).sort()),
      () => `submissions ${names.join()} instead of one for each one sent`,
    )
    assertThat(
      this.server.failures.length === 0,
      () => `the server failed: ${String(this.server.failures[0])}`,
    )
  }

  /** A park is saved exactly when it has a save that no removal could have seen. */
  private async checkFavourites(owner: number, operations: Intention[]): Promise<void> {
    const choices = operations
      .filter(({ row }) => row.kind === 'favourite')
      .map(({ row, seen }) => ({ row, seen, ...(row.args as { parkId: number; saved: boolean }) }))
    const removals = choices.filter(({ saved }) => !saved)
    const expected = new Set(
      choices
        .filter(
          ({ saved, parkId, row }) =>
            saved && !removals.some((removal) => removal.parkId === parkId && removal.seen.has(row.opId)),
        )
        .map(({ parkId }) => parkId),
    )
    const wanted = [...expected].sort()
    const server = await this.server.favouritesOf(owner)
    assertThat(
      isEqual(server, wanted),
      () => `the server has favourites ${server.join()} of ${owner} instead of ${wanted.join()}`,
    )
    for (const phone of this.phones.filter((phone) => phone.owner === owner)) {
      const shown = (await listFavourites(phone.device.database)).sort()
      assertThat(
        isEqual(shown, wanted),
        () =>
          `device ${this.phones.indexOf(phone)} shows favourites ${shown.join()} instead of ${wanted.join()}`,
      )
    }
  }

  private async checkHistory(owner: number, operations: Intention[]): Promise<void> {
    const entries = (await this.server.rows('history_entries'))
      .filter(({ userId }) => userId === owner)
      .map(({ entryId }) => entryId as string)
      .sort()
    for (const phone of this.phones.filter((phone) => phone.owner === owner)) {
      const rows = await phone.device.database.history.filter(({ userId }) => userId === owner).toArray()
      const shown = rows.map(({ entryId }) => entryId).sort()
      assertThat(
        isEqual(shown, entries),
        () =>
          `device ${this.phones.indexOf(phone)} shows searches ${shown.join()} instead of ${entries.join()}`,
      )
    }
    const clearings = operations.filter(({ row }) => row.kind === 'history-clear')
    const cleared = clearings.flatMap(({ seen }) => entries.filter((id) => seen.has(id)))
    assertThat(cleared.length === 0, () => `searches ${cleared.join()} came back after they were cleared`)
    // A clearing removes every search made without knowledge of it, whichever arrived first.
    const ever = [...this.intentions.values()]
      .filter(({ row }) => row.kind === 'history-clear' && row.userId === owner)
      .map(({ row }) => row.opId)
    const unaware = entries.filter(
      (id) => clearings.length > 0 && !ever.some((clearing) => this.intentions.get(id)!.seen.has(clearing)),
    )
    assertThat(
      unaware.length === 0,
      () => `searches ${unaware.join()} are kept although they knew of no clearing`,
    )
    if (this.restored) return
    const due = operations.filter(
      ({ row, seen }) => row.kind === 'history' && clearings.every((clearing) => seen.has(clearing.row.opId)),
    )
    const kept = new Set(entries.map((id) => searchOf(this.intentions.get(id)!)))
    assertThat(kept.size === entries.length, () => `searches ${entries.join()} are kept twice`)
    const missing = due.filter((intention) => !kept.has(searchOf(intention)))
    assertThat(
      missing.length === 0,
      () => `searches ${missing.map(({ row }) => row.opId).join()} are gone although they were not cleared`,
    )
  }

  /** Everything that a phone reported as safe is on the server, and nothing waits. */
  private async checkNothingLost(): Promise<void> {
    const undone = new Set(
      [...this.intentions.values()].flatMap(({ row, seen }) =>
        [...seen].filter((opId) => this.isUndoneBy(row, opId)),
      ),
    )
    for (const phone of this.phones) {
      const rows = await phone.device.database.outbox.toArray()
      const waiting = rows.filter(
        ({ state, userId }) => state !== 'acknowledged' && (userId === 0 || userId === phone.owner),
      )
      assertThat(
        waiting.length === 0,
        () => `device ${this.phones.indexOf(phone)} still has ${JSON.stringify(waiting[0])}`,
      )
      this.recordReports(phone)
      const lost = [...phone.safe].filter((opId) => !this.applied.has(opId))
      const what = () => JSON.stringify(this.intentions.get(lost[0]!)?.row)
      assertThat(
        lost.length === 0,
        () => `device ${this.phones.indexOf(phone)} reported ${what()} as safe, and the server has lost it`,
      )
      const gone = [...phone.shown].filter((opId) => !this.applied.has(opId) && !undone.has(opId))
      const which = () => `park ${this.intentions.get(gone[0]!)?.row.parkId}`
      assertThat(
        gone.length === 0,
        () =>
          `device ${this.phones.indexOf(phone)} showed ${which()} as saved, it was not removed, and it is gone`,
      )
    }
  }
}
