import type { SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import type { DatabaseServer } from './database-pair.ts'

/** Number of parks in each imported list: all or none must be in the database. */
export const PARKS_PER_LIST = 25

/** A change that was sent: an operation, by its id, or an imported list, by its name. */
interface Entry {
  kind: 'favourite' | 'removal' | 'visit' | 'submission' | 'search' | 'import'
  /** What to look for in the database. */
  marks: readonly string[]
}

const MARKS: Readonly<Record<string, (opId: string, args: never, baseRev: readonly string[]) => Entry>> = {
  favourite: (opId, { saved }: { saved: boolean }, baseRev) =>
    saved ? { kind: 'favourite', marks: [opId] } : { kind: 'removal', marks: baseRev },
  visit: (_opId, { duration }: { duration: number }) => ({ kind: 'visit', marks: [String(duration)] }),
  submission: (_opId, { parkName }: { parkName: string }) => ({ kind: 'submission', marks: [parkName] }),
  // Only the latest searches are kept, so the outcome has to do.
  history: () => ({ kind: 'search', marks: [] }),
}

/** What was sent and what was acknowledged, and when. */
export class Ledger {
  readonly sent = new Map<string, Entry>()
  readonly acknowledged = new Set<string>()
  private lastWriteAt = performance.now()
  /** The longest time without an acknowledged exchange with operations, in milliseconds. */
  longestGap = 0
  /** When the longest time ended, and what was reported last before that. */
  longestGapAfter = ''
  private lastEvent = 'the start'

  sendOperations({ operations }: SyncRequest): void {
    for (const { opId, kind, args, baseRev } of operations) {
      if (this.sent.has(opId)) continue
      const entry = MARKS[String(kind)]?.(opId, args as never, baseRev as readonly string[])
      if (entry) this.sent.set(opId, entry)
    }
  }

  /** @throws Error for an operation that was refused */
  acknowledgeOperations({ outcomes }: SyncReply): void {
    for (const outcome of outcomes) {
      if (outcome.status !== 'applied') throw new Error(`refused: ${JSON.stringify(outcome)}`)
      if (this.sent.has(outcome.opId)) this.acknowledged.add(outcome.opId)
    }
    if (outcomes.length > 0) this.recordWrite()
  }

  sendImport(list: string): void {
    this.sent.set(list, { kind: 'import', marks: [list] })
  }

  acknowledgeImport(list: string): void {
    this.acknowledged.add(list)
  }

  /** Names what happens, for {@link longestGapAfter}. */
  event(what: string): void {
    this.lastEvent = what
  }

  /** Begins to measure the time without writes now. */
  restartClock(): void {
    this.longestGap = 0
    this.lastWriteAt = performance.now()
  }

  private recordWrite(): void {
    const now = performance.now()
    if (now - this.lastWriteAt > this.longestGap) {
      this.longestGap = now - this.lastWriteAt
      this.longestGapAfter = this.lastEvent
    }
    this.lastWriteAt = now
  }

  summary(): string {
    const kinds = new Map<string, number>()
    for (const name of this.acknowledged) {
      const { kind } = this.sent.get(name)!
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    const counts = Array.from(kinds, ([kind, count]) => `${count} ${kind}`)
    return `${this.acknowledged.size} changes acknowledged of ${this.sent.size} sent (${counts.join(', ')})`
  }
}

/** The differences between a ledger and a database. */
export interface Difference {
  /** Acknowledged changes that are not there. */
  lost: string[]
  /** Changes that are there more than once, or partly. */
  doubled: string[]
  /** What contradicts itself in the database. */
  inconsistent: string[]
  epochs: number
}

/** Compares a database with a ledger. */
export async function compare(database: DatabaseServer, ledger: Ledger): Promise<Difference> {
  const counts = new Map<string, number>()
  const take = async (kind: string, query: string) => {
    for (const { mark, count } of await database.query<{ mark: string; count: string }>(query))
      counts.set(`${kind} ${mark}`, Number(count))
  }
  await take('favourite', 'select "addId" as mark, count(*) as count from favourite_adds group by 1')
  await take(
    'removal',
    'select "addId" as mark, count(*) as count from favourite_adds where undone = 1 group by 1',
  )
  await take('visit', 'select cast(duration as text) as mark, count(*) as count from park_visits group by 1')
  await take('submission', 'select "parkName" as mark, count(*) as count from park_submissions group by 1')
  await take('outcome', 'select "opId" as mark, count(*) as count from sync_outcomes group by 1')
  await take(
    'import',
    `select split_part(name, ' No ', 1) as mark, count(*) / ${PARKS_PER_LIST}.0 as count from parks where name like 'List %' group by 1`,
  )
  const found: Difference = { lost: [], doubled: [], inconsistent: [], epochs: 0 }
  for (const [name, { kind, marks }] of ledger.sent) {
    const needed = [
      ...marks.map((mark) => `${kind} ${mark}`),
      ...(kind === 'import' ? [] : [`outcome ${name}`]),
    ]
    for (const key of needed) {
      const count = counts.get(key) ?? 0
      if (count === 0 && ledger.acknowledged.has(name)) found.lost.push(name)
      if (count !== 0 && count !== 1) found.doubled.push(`${key}: ${count} times`)
    }
  }
  found.lost = [...new Set(found.lost)]
  const [totals] = await database.query<{ total: string; outcomes: string; epochs: string }>(
    `select (select max(total) from sync_epochs) as total, (select count(*) from sync_outcomes) as outcomes,
      (select count(*) from sync_epochs) as epochs`,
  )
  found.epochs = Number(totals!.epochs)
  if (totals!.total !== totals!.outcomes)
    found.inconsistent.push(
      `${totals!.total} operations are counted, but ${totals!.outcomes} outcomes are stored`,
    )
  const [visits] = await database.query<{ visited: string; counted: string }>(
    `select (select count(*) from (select distinct "userId", "parkId" from park_visits) as each) as visited,
      (select coalesce(sum("parksVisited"), 0) from user_analytics) as counted`,
  )
  if (visits!.visited !== visits!.counted)
    found.inconsistent.push(`${visits!.visited} parks visited, and ${visits!.counted} counted`)
  const staged = await database.query(
    `select split_part(name, ' No ', 1) as list from parks where name like 'List %' group by 1 having count(*) <> ${PARKS_PER_LIST}`,
  )
  if (staged.length > 0) found.inconsistent.push(`${staged.length} lists are imported partly`)
  return found
}
