import Database from 'better-sqlite3'

/**
 * A record of what was sent to a server and what it acknowledged. `name` identifies one change: the id of an
 * operation, an e-mail address, or the name of an imported list.
 */
export interface Entry {
  name: string
  kind: 'favourite' | 'removal' | 'visit' | 'submission' | 'registration' | 'import'
  /**
   * The value to look for in the database: the id of the favourite that is removed, the minutes of a visit,
   * the name of a park.
   */
  mark: string
}

export class Ledger {
  readonly sent = new Map<string, Entry>()
  readonly acknowledged = new Set<string>()

  send(entry: Entry): void {
    this.sent.set(entry.name, entry)
  }
  acknowledge(name: string): void {
    if (!this.sent.has(name)) throw new Error(`${name} was acknowledged and never sent`)
    this.acknowledged.add(name)
  }
}

/** Number of parks in each imported list: all or none must be in the database. */
export const PARKS_PER_LIST = 25

/** How often each change is in the database, by its name in the ledger. */
function countsIn(database: Database.Database): Map<string, number> {
  const counts = new Map<string, number>()
  const take = (query: string) => {
    for (const [name, count] of database.prepare(query).raw().all() as [string, number][])
      counts.set(name, count)
  }
  take(`select 'favourite ' || addId, count(*) from favourite_adds group by addId`)
  take(`select 'removal ' || addId, count(*) from favourite_adds where undone = 1 group by addId`)
  take(`select 'visit ' || duration, count(*) from park_visits group by duration`)
  take(`select 'submission ' || parkName, count(*) from park_submissions group by parkName`)
  take(`select 'registration ' || email, count(*) from users group by email`)
  take(
    `select 'import ' || substr(name, 1, instr(name, ' No') - 1), count(*) / ${PARKS_PER_LIST}.0 from parks where name like 'List %' group by 1`,
  )
  return counts
}

/**
 * Compares a database with a ledger.
 * @param acknowledged changes that must exist exactly once; all others that were sent may exist once at most
 * @returns the differences, one sentence each
 */
export function compare(
  path: string,
  ledger: Ledger,
  acknowledged: ReadonlySet<string> = ledger.acknowledged,
): string[] {
  const differences: string[] = []
  const database = new Database(path, { fileMustExist: true, timeout: 2_000 })
  try {
    const integrity = database.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') differences.push(`integrity_check: ${String(integrity)}`)
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
      differences.push('rows refer to missing rows')
    const counts = countsIn(database)
    for (const { name, kind, mark } of ledger.sent.values()) {
      const count = counts.get(`${kind} ${mark}`) ?? 0
      if (acknowledged.has(name) ? count !== 1 : count !== 0 && count !== 1) {
        differences.push(
          `${kind} ${mark}: ${acknowledged.has(name) ? 'acknowledged' : 'not acknowledged'}, and there ${count} times`,
        )
      }
    }
    // Operations and their outcomes must be written together.
    const valueOf = (query: string) => database.prepare(query).pluck().get() as number
    const [done, outcomes] = [
      valueOf('select max(total) from sync_epochs'),
      valueOf('select count(*) from sync_outcomes'),
    ]
    if (done !== outcomes)
      differences.push(`${done} operations are counted, but ${outcomes} outcomes are stored`)
    const epochs = valueOf('select count(*) from sync_epochs')
    if (epochs !== 1)
      differences.push(`the server has treated the database as a restored one ${epochs - 1} times`)
    const [visited, counted] = [
      valueOf('select count(*) from (select distinct userId, parkId from park_visits)'),
      valueOf('select coalesce(sum(parksVisited), 0) from user_analytics'),
    ]
    if (visited !== counted) differences.push(`${visited} parks visited, and ${counted} counted`)
  } finally {
    database.close()
  }
  return differences
}
