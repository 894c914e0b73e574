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
import type { Drained, Push } from '../../client/store/drain.ts'

/** What is in a device's database, table by table. */
export type Image = Record<string, unknown[]>

interface Rows {
  favourites: FavouriteRow
  history: HistoryRow
  meta: MetaRow
  outbox: OutboxRow
  streams: StreamRow
}

/** How fake-indexeddb keeps what is committed. */
interface Disk {
  _databases: Map<
    string,
    { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> }
  >
}

/** A phone: a browser's database, and the app on it in one tab or several. */
export class Device {
  private indexedDB = new IDBFactory()
  database: OffleadDatabase = this.tab()

  /** Another tab of the same app. */
  tab(): OffleadDatabase {
    return createDatabase(() => undefined, 'offlead', { indexedDB: this.indexedDB, IDBKeyRange })
  }

  /** Whatever the app is in the middle of ends; it is opened again. */
  crash(): void {
    this.database.close({ disableAutoOpen: true })
    this.database = this.tab()
  }

  /**
   * The rows of a table as they are on the disk, by ascending key. Read past the app: whoever looks on takes no transaction of it. The rows
   * are the disk's own, not to be changed.
   */
  disk<T extends keyof Rows>(table: T): Rows[T][] {
    const { _databases: databases } = this.indexedDB as unknown as Disk
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

  /** The phone as it was, from a backup of it, or another phone made from one. */
  async putBack(image: Image): Promise<void> {
    this.database.close({ disableAutoOpen: true })
    this.indexedDB = new IDBFactory()
    this.database = this.tab()
    await this.database.transaction('rw', this.database.tables, () =>
      Promise.all(this.database.tables.map((table) => table.bulkAdd(image[table.name] ?? []))),
    )
  }

  /** Sends what waits, without a lock. */
  drain(push: Push, database = this.database): Promise<Drained> {
    return drainOutbox({ database, push, exclusively: (work) => work() })
  }
}
