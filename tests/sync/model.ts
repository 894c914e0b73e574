import fc from 'fast-check'
import { SyncRefused } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import type { OutboxRow } from '../../client/store/database.ts'
import {
  adoptLocalFavourites,
  listFavourites,
  listLocalFavourites,
  setFavourite,
} from '../../client/store/favourites.ts'
import { clearHistory, recordSearch } from '../../client/store/history.ts'
import { send } from '../../client/store/outbox.ts'
import { enter, leave } from '../../client/store/person.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { Device } from './device.ts'
import type { Image } from './device.ts'
import { startSyncServer } from './server.ts'
import type { SyncServer } from './server.ts'

/** What happens to one request on its way. */
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
  | { do: 'enter'; device: number; adopt: boolean }
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('enter' as const), device, adopt: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'back up server' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restore server' as const), restarted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back up device' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore device' as const), device, from: device }) },
)

/** The same with more of what is rare: people who come and go, servers that are put back, requests that cross. */
const trouble: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: command },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), device }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('enter' as const), device, adopt: fc.constant(true) }),
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

/** What only several things in a row bring about: a server that is put back to before what somebody has told it. */
const putBack: fc.Arbitrary<Command[]> = fc
  .record({
    teller: device,
    other: device,
    parks: fc.shuffledSubarray([1, 2, 3], { minLength: 2, maxLength: 2 }),
    afterwards: fc.constantFrom<'leaves' | 'is overtaken'>('leaves', 'is overtaken'),
    restarted: fc.boolean(),
  })
  .map(({ teller, other, parks: [told, next], afterwards, restarted }) => {
    const tap = (device: number, park: number): Command => ({ do: 'tap', device, park, crash: false })
    const drain = (device: number): Command => ({ do: 'drain', device, faults: [] })
    const before: Command[] = [{ do: 'back up server' }, tap(teller, told!), drain(teller)]
    const restore: Command = { do: 'restore server', restarted }
    // Nobody but the one who has heard of it can tell it again; or another tells something new first, under the same numbers.
    return afterwards === 'leaves'
      ? [...before, drain(other), { do: 'leave', device: teller }, restore]
      : [...before, { do: 'look on', owner: 1 }, restore, tap(other, next!), drain(other)]
  })

/** Single things, and several in a row. */
const plotted: fc.Arbitrary<Command[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: command.map((one) => [one]) }, { weight: 1, arbitrary: putBack }), {
    minLength: 1,
    maxLength: 16,
    size: 'max',
  })
  .map((parts) => parts.flat())

const people = (least: number, most: number) =>
  fc.array(fc.constantFrom(1, 1, 1, 2), { minLength: least, maxLength: most })

/** 2 to 6 devices of one or two people, mostly few, and what happens to them. */
export const story = fc.record({
  owners: fc.oneof({ weight: 4, arbitrary: people(2, 3) }, { weight: 1, arbitrary: people(4, 6) }),
  commands: fc.oneof(
    ...[command, trouble].map((arbitrary) =>
      fc.array(arbitrary, { minLength: 1, maxLength: 40, size: 'max' }),
    ),
    plotted,
  ),
})
export type Story = { owners: number[]; commands: Command[] }

class Lost extends Error {}

/** What was meant by an operation, noted when it was made. */
interface Intention {
  row: OutboxRow
  /** Acts of saving, and clearings, that whoever did this could know of. */
  seen: ReadonlySet<string>
}

/** A phone with what its owner could know. */
interface Phone {
  owner: number
  device: Device
  /** Acts of saving and clearings its screen stands on. */
  known: Set<string>
  /** Where it had read to when `known` was true. */
  cursor: string | null
  /** Operations of deeds on it that were not taken back. */
  made: Set<string>
  /** Operations its owner was told are safe: those that wait no longer. */
  safe: Set<string>
  /** Acts of saving, whoever’s, that hold a park its screen has shown. */
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

/** What somebody shows who follows a person’s favourites by the cursor, and by nothing else. */
interface Onlooker {
  cursor: string | null
  favourites: Map<number, readonly string[]>
}

/** Operations the server has taken in, as it stands now, by what was asked for. */
type Taken = Map<string, string>

/** Asks, and never tells. */
const ONLOOKER = 'f'.repeat(32)

export class ModelFailure extends Error {}

const insist = (condition: boolean, message: () => string) => {
  if (!condition) throw new ModelFailure(message())
}
const same = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b)

/** Plays a story to its end, lets everybody meet, and checks that nothing is lost, doubled or brought back. */
export async function play({ owners, commands }: Story): Promise<void> {
  const world = new World(await startSyncServer(), owners)
  try {
    await world.begin()
    for (const command of commands) await world.act(command)
    await world.meet()
    await world.check()
  } finally {
    await world.end()
  }
}

class World {
  private readonly phones: Phone[]
  private readonly intentions = new Map<string, Intention>()
  private taken: Taken = new Map()
  private backup: { image: Buffer; taken: Taken } | undefined
  private restored = false
  private held: { request: SyncRequest; account: number }[] = []
  /** What was taken in when a person was given a cursor. */
  private readonly cursors = new Map<string, Set<string>>()
  private readonly onlookers = new Map<number, Onlooker>()
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

  async begin(): Promise<void> {
    for (const { device, owner } of this.phones) await enter(device.database, owner)
  }

  async end(): Promise<void> {
    for (const { device } of this.phones) device.database.close()
    await this.server.close()
  }

  private phone(index: number): Phone {
    return this.phones[index % this.phones.length]!
  }

  async act(command: Command): Promise<void> {
    switch (command.do) {
      case 'tap':
        return this.tap(this.phone(command.device), command.park, command.crash)
      case 'search': {
        const phone = this.phone(command.device)
        await recordSearch(phone.device.database, { query: command.query })
        return this.note(phone)
      }
      case 'clear': {
        const phone = this.phone(command.device)
        await clearHistory(phone.device.database)
        return this.note(phone)
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
        return this.note(phone)
      }
      case 'drain':
        return this.drain(this.phone(command.device), [...command.faults])
      case 'two tabs': {
        const phone = this.phone(command.device)
        const { device, owner } = phone
        const other = device.tab()
        const results = await Promise.allSettled([
          device.drain(this.push(owner)),
          device.drain(this.push(owner), other),
        ])
        other.close()
        for (const result of results) if (result.status === 'rejected') this.mustBeFault(result.reason)
        return this.look(phone)
      }
      case 'late arrivals':
        return this.lateArrivals()
      case 'look on':
        return this.lookOn(command.owner)
      case 'crash':
        this.phone(command.device).device.crash()
        return undefined
      case 'leave': {
        const phone = this.phone(command.device)
        await leave(phone.device.database, 'keep')
        return this.forget(phone)
      }
      case 'enter':
        return this.enter(this.phone(command.device), command.adopt)
      case 'back up server':
        this.backup = { image: this.server.store.image(), taken: new Map(this.taken) }
        return undefined
      case 'restore server':
        if (!this.backup) return undefined
        this.restored = true
        this.server.store.putBack(this.backup.image)
        this.taken = new Map(this.backup.taken)
        if (command.restarted) await this.server.restart()
        return undefined
      case 'back up device': {
        const phone = this.phone(command.device)
        this.look(phone)
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
        // From its own backup, or from another's: then there are two of one.
        const [phone, { backup }] = [this.phone(command.device), this.phone(command.from)]
        if (!backup) return undefined
        await phone.device.putBack(backup.image)
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
    this.look(phone)
    const saved = await this.turnOver(phone, park)
    this.note(phone)
    if (crash) phone.device.crash()
    const shown = this.shownOn(phone).includes(park)
    insist(shown === saved, () => `park ${park} was shown as ${saved ? '' : 'not '}saved, and then it is not`)
  }

  /** Presses the heart the phone shows. @returns whether that saves the park */
  private async turnOver(phone: Phone, park: number): Promise<boolean> {
    const saved = !this.shownOn(phone).includes(park)
    await setFavourite(phone.device.database, park, saved)
    return saved
  }

  private async enter(phone: Phone, adopt: boolean): Promise<void> {
    const { database } = phone.device
    await enter(database, phone.owner)
    this.look(phone)
    // What somebody has saved here, and nobody has heard of, is there at once.
    const choices = phone.device
      .disk('outbox')
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
    insist(
      [...last].every(([park, saved]) => !saved || seen.includes(park)),
      () => `who comes back sees ${seen.join()}, and what waits is not among it`,
    )
    if (!adopt) return
    const local = await listLocalFavourites(database)
    await adoptLocalFavourites(database)
    this.note(phone)
    const shown = await listFavourites(database)
    insist(
      local.every((park) => shown.includes(park)),
      () => `parks ${local.join()} were to be the account’s, which has ${shown.join()}`,
    )
    // One that no act of saving holds would go with the next word of the server.
    const rows = await database.favourites.bulkGet(local.map((park): [number, number] => [phone.owner, park]))
    insist(
      rows.every((row) => row !== undefined && row.here.length > 0),
      () => `of parks ${local.join()} one became the account’s and is told to nobody`,
    )
    insist((await listLocalFavourites(database)).length === 0, () => 'adopted favourites are still local')
  }

  /** The favourites of whoever is signed in on a phone, or of nobody, as it would show them if it were opened now. */
  private shownOn(phone: Phone): number[] {
    const person = this.personOn(phone)
    return phone.device
      .disk('favourites')
      .flatMap(({ userId, saved, parkId }) => (userId === person && saved ? parkId : []))
  }

  /** Who is signed in on a phone, 0 for nobody. */
  private personOn({ device }: Phone): unknown {
    return device.disk('meta').find(({ key }) => key === 'person')?.value ?? 0
  }

  /** Names of the operations of its person that a phone holds. */
  private operationsOf({ device, owner }: Phone): string[] {
    return device.disk('outbox').flatMap(({ userId, opId }) => (userId === owner ? opId : []))
  }

  /** Notes what a phone says is safe, and what it shows. */
  private hear(phone: Phone): void {
    for (const { userId, held } of phone.device.disk('favourites'))
      if (userId === phone.owner) for (const opId of held) phone.shown.add(opId)
    const rows = new Map(phone.device.disk('outbox').map((row) => [row.opId, row]))
    for (const { opId, state, void: gone } of rows.values()) {
      if (gone !== undefined) phone.made.delete(opId)
      else if (state === 'acknowledged') phone.safe.add(opId)
    }
    for (const opId of phone.made) if (!rows.has(opId)) phone.safe.add(opId)
  }

  /** Brings what a phone’s owner can know up to what its screen stands on. */
  private look(phone: Phone): void {
    const cursor = phone.device.disk('streams').find(({ userId }) => userId === phone.owner)?.cursor ?? null
    if (cursor === null || cursor === phone.cursor) return
    phone.cursor = cursor
    const own = this.operationsOf(phone)
    phone.known = new Set([...(this.cursors.get(`${phone.owner} ${cursor}`) ?? []), ...own])
  }

  /** What is left of it after somebody has signed out. */
  private forget(phone: Phone): void {
    phone.cursor = null
    // What was safe has left the phone, which can say no more of it.
    const nobodys = phone.device
      .disk('outbox')
      .filter(({ userId, state }) => userId === 0 && state === 'acknowledged')
    phone.safe = new Set(nobodys.map(({ opId }) => opId))
    phone.shown = new Set()
    // What its owner has taken back before anybody heard of it waits only as a place in the sequence.
    phone.made = new Set(
      phone.device.disk('outbox').flatMap(({ opId, void: gone }) => (gone === undefined ? opId : [])),
    )
    const left = this.operationsOf(phone)
    // Which clearings there were says nothing of anybody's searches, and stays.
    const clearings = [...phone.known].filter(
      (opId) => this.intentions.get(opId)?.row.kind === 'history-clear',
    )
    phone.known = new Set([...left, ...clearings])
  }

  /** Notes the operations that a person’s deed has made. */
  private note(phone: Phone): void {
    this.look(phone)
    this.hear(phone)
    const news = phone.device.disk('outbox').filter(({ opId }) => !this.intentions.has(opId))
    for (const row of news.sort((a, b) => a.userId - b.userId || a.seq - b.seq)) {
      this.intentions.set(row.opId, { row, seen: this.standing(phone.known) })
      phone.known.add(row.opId)
      phone.made.add(row.opId)
    }
  }

  /** What can be seen of what is known: not what somebody else has taken back already, who may be forgotten with a server that is put back. */
  private standing(known: ReadonlySet<string>): ReadonlySet<string> {
    const takenBack = new Set<string>()
    for (const opId of known) {
      const intention = this.intentions.get(opId)
      for (const seen of intention?.seen ?? [])
        if (this.isTakenBackBy(intention!.row, seen)) takenBack.add(seen)
    }
    return new Set([...known].filter((opId) => !takenBack.has(opId)))
  }

  /** Whether a removal that saw an act of saving is of the same person and park: nobody takes back what is somebody else's. */
  private isTakenBackBy({ kind, args, userId, parkId }: OutboxRow, opId: string): boolean {
    const row = this.intentions.get(opId)?.row
    return (
      kind === 'favourite' &&
      !(args as { saved: boolean }).saved &&
      row?.userId === userId &&
      row.parkId === parkId
    )
  }

  /** The way to the server, which writes down what came in. */
  private push(account: number): Push {
    const push = this.server.pushAs(account)
    return async (request) => {
      const reply = await push(request).catch((error: unknown) => {
        const unread = error instanceof SyncRefused && error.code === 'invalid-input'
        insist(!unread, () => `a device sent what the server cannot read: ${String(error)}`)
        throw error
      })
      for (const [position, { opId, kind }] of request.operations.entries()) {
        const outcome = reply.outcomes[position]!
        insist(outcome.status === 'applied', () => `${String(kind)} was refused: ${JSON.stringify(outcome)}`)
        if (!this.taken.has(opId)) this.taken.set(opId, String(kind))
      }
      if (reply.changes)
        this.cursors.set(`${request.userId} ${reply.changes.cursor}`, new Set(this.taken.keys()))
      return reply
    }
  }

  private mustBeFault(error: unknown): void {
    const passing =
      error instanceof Lost ||
      (error instanceof SyncRefused && error.status === 503) ||
      (error instanceof Error && error.name === 'DatabaseClosedError')
    if (!passing) throw error
  }

  private async drain(phone: Phone, faults: Fault[]): Promise<void> {
    const { device, owner } = phone
    const open = this.push(owner)
    const troubled: Push = async (request) => {
      this.look(phone)
      switch (faults.shift() ?? 'none') {
        case 'none':
          return open(request)
        case 'request lost':
          throw new Lost()
        case 'reply lost':
          await open(request)
          throw new Lost()
        case 'doubled':
          await open(request)
          return open(request)
        case 'held back':
          this.held.push({ request, account: owner })
          throw new Lost()
        case 'crash':
          await open(request)
          device.crash()
          throw new Lost()
        case 'overtaken':
          return this.whileOpen(open, request, async () => {
            const other = device.tab()
            await device.drain(this.push(owner), other).catch((error: unknown) => this.mustBeFault(error))
            other.close()
          })
        case 'tapped meanwhile':
          return this.whileOpen(open, request, async () => {
            await this.turnOver(phone, 1)
            this.note(phone)
          })
        case 'came back meanwhile':
          return this.whileOpen(open, request, async () => {
            await leave(device.database, 'keep')
            this.forget(phone)
            await enter(device.database, owner)
          })
        case 'trouble':
          return this.inTrouble(request, owner)
        case 'signed out':
          return this.push(0)(request)
      }
    }
    await device.drain(troubled).catch((error: unknown) => this.mustBeFault(error))
    this.hear(phone)
    this.look(phone)
    // A session that has ended is begun again by the person.
    const paused = device.disk('streams').some(({ userId, pause }) => userId === owner && pause !== null)
    if (paused || this.personOn(phone) !== owner)
      await enter(device.database, owner).catch((error: unknown) => this.mustBeFault(error))
  }

  private async whileOpen(
    open: Push,
    request: SyncRequest,
    meanwhile: () => Promise<void>,
  ): Promise<SyncReply> {
    const reply = await open(request)
    await meanwhile()
    return reply
  }

  /** The database is away half of the way through. */
  private async inTrouble(request: SyncRequest, account: number): Promise<SyncReply> {
    this.server.store.failAt = 7
    try {
      return await this.push(account)(request)
    } finally {
      this.server.store.failAt = undefined
    }
  }

  /** What was held back arrives after all, the latest first. Nobody waits for the answers. */
  private async lateArrivals(): Promise<void> {
    for (const { request, account } of this.held.splice(0).reverse()) {
      await this.push(account)(request).catch((error: unknown) => {
        if (!(error instanceof SyncRefused)) throw error
      })
    }
  }

  /** Asks what has happened since the last time, with the cursor that was given then. */
  private async lookOn(owner: number): Promise<void> {
    const before = this.onlookers.get(owner) ?? {
      cursor: null,
      favourites: new Map<number, readonly string[]>(),
    }
    const request = {
      protocol: PROTOCOL,
      deviceId: ONLOOKER,
      userId: owner,
      acknowledged: 0,
      cursor: before.cursor,
      operations: [],
    }
    const { changes } = await this.server.pushAs(owner)(request)
    const favourites = new Map(changes!.full ? [] : before.favourites)
    for (const { parkId, adds } of changes!.favourites) favourites.set(parkId, adds)
    this.onlookers.set(owner, { cursor: changes!.cursor, favourites })
    const seen = [...favourites].flatMap(([parkId, adds]) => (adds.length > 0 ? parkId : [])).sort()
    const there = await this.server.favouritesOf(owner)
    insist(
      same(seen, there),
      () => `who follows ${owner} by the cursor sees ${seen.join()} instead of ${there.join()}`,
    )
  }

  /** The network is well, everybody signs in and hears of everybody. */
  async meet(): Promise<void> {
    await this.lateArrivals()
    for (const phone of this.phones) await enter(phone.device.database, phone.owner)
    // Once each to tell; and again, all but the last who has heard it all, to hear of who came after.
    for (const phone of [...this.phones, ...this.phones.slice(0, -1)]) {
      insist(
        (await phone.device.drain(this.push(phone.owner))) === 'done',
        () => 'a stream is paused for no reason',
      )
    }
  }

  async check(): Promise<void> {
    for (const owner of this.onlookers.keys()) await this.lookOn(owner)
    for (const owner of new Set(this.phones.map(({ owner }) => owner))) {
      const operations = [...this.taken].flatMap(([opId, kind]) => {
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
    const sent = [...this.taken]
      .filter(([, kind]) => kind === 'submission')
      .map(([opId]) => this.intentions.get(opId)!.row.args as { parkName: string })
    insist(
      same(names, sent.map(({ parkName }) => parkName).sort()),
      () => `submissions ${names.join()} instead of one for each sent`,
    )
    insist(this.server.failures.length === 0, () => `the server failed: ${String(this.server.failures[0])}`)
  }

  /** A park is saved exactly when somebody saved it whom no removal could have seen. */
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
    insist(
      same(server, wanted),
      () => `the server has favourites ${server.join()} of ${owner} instead of ${wanted.join()}`,
    )
    for (const phone of this.phones.filter((phone) => phone.owner === owner)) {
      const shown = (await listFavourites(phone.device.database)).sort()
      insist(
        same(shown, wanted),
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
      insist(
        same(shown, entries),
        () =>
          `device ${this.phones.indexOf(phone)} shows searches ${shown.join()} instead of ${entries.join()}`,
      )
    }
    const clearings = operations.filter(({ row }) => row.kind === 'history-clear')
    const cleared = clearings.flatMap(({ seen }) => entries.filter((id) => seen.has(id)))
    insist(cleared.length === 0, () => `searches ${cleared.join()} came back after they were cleared`)
    // Clearing wins over a search that did not know of it, whichever came first.
    const ever = [...this.intentions.values()]
      .filter(({ row }) => row.kind === 'history-clear' && row.userId === owner)
      .map(({ row }) => row.opId)
    const unaware = entries.filter(
      (id) => clearings.length > 0 && !ever.some((clearing) => this.intentions.get(id)!.seen.has(clearing)),
    )
    insist(
      unaware.length === 0,
      () => `searches ${unaware.join()} are there, though they knew of no clearing`,
    )
    if (this.restored) return
    const due = operations.filter(
      ({ row, seen }) => row.kind === 'history' && clearings.every((clearing) => seen.has(clearing.row.opId)),
    )
    const missing = due.filter(({ row }) => !entries.includes(row.opId))
    insist(
      missing.length === 0,
      () => `searches ${missing.map(({ row }) => row.opId).join()} are gone, though nobody cleared them`,
    )
  }

  /** Whatever a phone was told is safe, or holds back, is on the server. */
  private async checkNothingLost(): Promise<void> {
    const takenBack = new Set(
      [...this.intentions.values()].flatMap(({ row, seen }) =>
        [...seen].filter((opId) => this.isTakenBackBy(row, opId)),
      ),
    )
    for (const phone of this.phones) {
      const rows = await phone.device.database.outbox.toArray()
      const waiting = rows.filter(
        ({ state, userId }) => state !== 'acknowledged' && (userId === 0 || userId === phone.owner),
      )
      insist(
        waiting.length === 0,
        () => `device ${this.phones.indexOf(phone)} still holds ${JSON.stringify(waiting[0])}`,
      )
      this.hear(phone)
      const lost = [...phone.safe].filter((opId) => !this.taken.has(opId))
      const what = () => JSON.stringify(this.intentions.get(lost[0]!)?.row)
      insist(
        lost.length === 0,
        () =>
          `device ${this.phones.indexOf(phone)} was told that ${what()} is safe, and the server has lost it`,
      )
      const gone = [...phone.shown].filter((opId) => !this.taken.has(opId) && !takenBack.has(opId))
      const which = () => `park ${this.intentions.get(gone[0]!)?.row.parkId}`
      insist(
        gone.length === 0,
        () =>
          `device ${this.phones.indexOf(phone)} showed ${which()} as saved, nobody took it back, and it is gone`,
      )
    }
  }
}
