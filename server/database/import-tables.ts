import type { ColumnType, Generated } from 'kysely'
import type { AdminAction } from '../../data/model/admin-log.ts'
import type { ImportKind, ImportOutcome } from '../../data/model/import.ts'
import type { LocationAccuracy } from '../../data/model/park.ts'
import type { StateCode } from '../../data/model/state.ts'

type Initially<T> = ColumnType<T, T | undefined, T>

/**
 * The tables of imports and of the admin log. Rows of parks are stored as JSON with the columns of `parks`.
 */
export interface ImportTables {
  admin_acts: {
    id: Generated<number>
    userId: number | null
    username: string | null
    act: AdminAction
    subject: string
    details: string
    createdAt: string
  }
  imports: {
    id: Generated<number>
    kind: ImportKind
    fileName: string
    userId: number | null
    /** `staging` until its rows are in the directory. */
    state: 'staging' | 'done'
    /** JSON list of the file's headers. */
    header: string
    total: number
    failed: number
    created: number
    updated: number
    unchanged: number
    merged: number
    unpublished: number
    createdAt: string
    undoneAt: string | null
    undoneBy: number | null
  }
  import_rows: {
    importId: number
    row: number
    outcome: 'new' | 'updated' | 'failed'
    parkId: number | null
    dataset: string | null
    sourceId: string | null
    pictureUrl: string | null
    /** JSON of the park's columns. `after` is `null` for an 'updated' park that the import lists and does not change. */
    before: string | null
    after: string | null
    /** JSON list of a failed row's cells. */
    cells: string | null
    reason: string | null
  }
  import_jobs: {
    id: Generated<number>
    state: 'running' | 'done' | 'failed'
    /** JSON (`ImportRequest` of server/import/run.ts). */
    request: string
    /** On PostgreSQL the file, until the import has ended; `null` if it is in a shared storage. */
    file: Buffer | null
    /** The server that runs it, and until when it counts as running without a sign of life. */
    server: string
    until: string
    attempt: Generated<number>
    importId: Initially<number | null>
    done: Generated<number>
    total: Generated<number>
    reason: Initially<string | null>
    createdAt: string
    endedAt: Initially<string | null>
    /** The key of the file in the shared storage, until the import has ended. */
    fileKey: Initially<string | null>
  }
  import_reports: {
    id: Generated<number>
    /** `null` for a dry run. */
    importId: number | null
    createdAt: string
  }
  import_report_rows: {
    reportId: number
    row: number
    outcome: ImportOutcome
    /** JSON (`ImportPreviewRow`). */
    report: string
  }
  park_sources: { dataset: string; sourceId: string; parkId: number }
  park_pictures: {
    parkId: number
    importId: number
    url: string
    state: 'waiting' | 'copied' | 'failed'
    tries: Initially<number>
    /** File name of the copy. */
    file: string | null
    reason: string | null
  }
  park_lookups: {
    parkId: number
    question: string
    askedAt: string
    service: string
    /** `null` if nothing better was found. */
    latitude: number | null
    longitude: number | null
    label: string | null
  }
  former_places: {
    parkId: number
    correctedAt: string
    name: string
    city: string
    state: StateCode
    latitude: number
    longitude: number
    accuracy: LocationAccuracy
  }
}
