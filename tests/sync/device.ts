import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createDatabase } from '../../client/store/database.ts'
import type {
  FavouriteRow,
  HistoryRow,
  MetaRow,
  OffleadDatabase,
  OutboxRow,
  StreamRow,
} from '../../client/store/database.ts'
import { drainOutbox } from '../../client/store/drain.ts'
import type { DrainResult, Push } from '../../client/store/drain.ts'

/** The rows of a device's database by table. */
export type Image = Record<string, unknown[]>

interface Rows {
  favourites: FavouriteRow
  history: HistoryRow
  meta: MetaRow
  outbox: OutboxRow
  streams: StreamRow
}

/** The internal structure in which fake-indexeddb keeps committed rows. */
interface CommittedData {
  _databases: Map<
    string,
    { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> }
  >
}

/** A browser's database, with the app open in one or more tabs. */
export class Device {
  private indexedDB = new IDBFactory()
  database: OffleadDatabase = this.tab()

  /** Another tab of the same app. */
  tab(): OffleadDatabase {
    return createDatabase(() => undefined, 'offlead', { indexedDB: this.indexedDB, IDBKeyRange })
  }

  /** Aborts everything the app is doing and opens it again. */
  crash(): void {
    this.database.close({ disableAutoOpen: true })
    this.database = this.tab()
  }

  /**
   * The committed rows of a table by ascending key, read without a transaction so that the app is not
   * affected. They are the stored objects themselves: do not change them.
   */
  committed<T extends keyof Rows>(table: T): Rows[T][] {
    const { _databases: databases } = this.indexedDB as unknown as CommittedData
    return Array.from(
      databases.get('offlead')!.rawObjectStores.get(table)!.records.values(),
      ({ value }) => value as Rows[T],
    )
  }

  async image(): Promise<Image> {
    await this.database.open()
    return Object.fromEntries(
      await Promise.all(
        this.database.tables.map(async (table) => [table.name, await table.toArray()] as const),
      ),
    )
  }

  /** Replaces the database by a backup of this device or of another one. */
  async restore(image: Image): Promise<void> {
    this.database.close({ disableAutoOpen: true })
    this.indexedDB = new IDBFactory()
    this.database = this.tab()
    await this.database.transaction('rw', this.database.tables, () =>
      Promise.all(this.database.tables.map((table) => table.bulkAdd(image[table.name] ?? []))),
    )
  }

  /** Sends the outbox without a lock, with postponed operations if the user `asked` for it. */
  drain(push: Push, { database = this.database, asked = false } = {}): Promise<DrainResult> {
    return drainOutbox({ database, push, asked, exclusively: (work) => work() })
  }
}
