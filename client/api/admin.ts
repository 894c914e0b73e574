import * as z from 'zod/mini'
import { ADMIN_ROWS_PER_REPLY, INBOX_ITEMS_PER_REPLY } from '../../data/model/admin-lists.ts'
import { AdminLogEntry } from '../../data/model/admin-log.ts'
import {
  ParkVisitRow,
  SearchDay,
  SearchFeatureRow,
  SearchPlace,
  SearchTermRow,
  UserAnalyticsRow,
} from '../../data/model/analytics.ts'
import { AgedPark, CouncilFreshness } from '../../data/model/freshness.ts'
import {
  ImportJob,
  ImportPreviewRow,
  ImportRecord,
  ImportUndone,
  UnpublishedCouncil,
  UnpublishedPark,
} from '../../data/model/import.ts'
import type { RulesBody } from '../../data/model/import.ts'
import { InboxCounts, ReportDetails, SubmissionDetails } from '../../data/model/inbox.ts'
import type { InboxItemKind, ParkFacts, ReportAcceptance } from '../../data/model/inbox.ts'
import { ReceivedMessage, ReceivedReport, ReceivedSubmission } from '../../data/model/submission.ts'
import { read } from './request.ts'
import { write } from './write.ts'

// API calls for administrators. Errors: see client/api/request.ts.

/** Some rows of a list, and the total number of rows. */
export interface Listed<T> {
  rows: T[]
  total: number
}

/** Query parameters. `undefined` and '' are left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>

export const addressOf = (path: string, parameters: Parameters = {}) => {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `/api/admin/${path}${query === '' ? '' : `?${query}`}`
}

const readRows = async <T>(
  address: string,
  row: z.ZodMiniType<T>,
  signal: AbortSignal,
): Promise<Listed<T>> => {
  const { data, headers } = await read(address, z.array(row), signal)
  return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) }
}

/** A list that changes while it is read is read again, this often at most. */
const MAX_READINGS = 3

/**
 * Reads a page of a list or, if the `limit` of the address is more than `most`, the server's maximum, that many
 * rows from the start, in several requests. Each but the first starts with the last row known: if that is
 * another row now, the list has changed, and rows would be missing or there twice.
 */
const list =
  <T>(row: z.ZodMiniType<T>, most = ADMIN_ROWS_PER_REPLY) =>
  async (address: string, signal: AbortSignal): Promise<Listed<T>> => {
    const [path, query] = address.split('?')
    const parameters = new URLSearchParams(query)
    const wanted = Number(parameters.get('limit'))
    if (wanted <= most) return readRows(address, row, signal)
    for (let reading = 1; ; reading += 1) {
      const rows: T[] = []
      for (;;) {
        const last = rows.pop()
        const limit = Math.min(most, wanted - rows.length)
        parameters.set('offset', String(rows.length))
        parameters.set('limit', String(limit))
        const next = await readRows(`${path}?${parameters.toString()}`, row, signal)
        const hasChanged = last !== undefined && JSON.stringify(next.rows[0]) !== JSON.stringify(last)
        if (hasChanged && reading < MAX_READINGS) break
        rows.push(...next.rows)
        if (next.rows.length < limit || rows.length === wanted) return { rows, total: next.total }
      }
    }
  }
const one =
  <T>(schema: z.ZodMiniType<T>) =>
  async (address: string, signal: AbortSignal): Promise<T> =>
    (await read(address, schema, signal)).data

export const readUsers = list(UserAnalyticsRow)
export const readVisits = list(ParkVisitRow)
export const readTerms = list(SearchTermRow)
export const readFeatures = list(SearchFeatureRow)
export const readDays = list(SearchDay)
export const readPlaces = list(SearchPlace)
export const readImports = list(ImportRecord)
export const readImportJobs = one(z.array(ImportJob))
export const readImportReport = list(ImportPreviewRow)
export const readUnpublished = list(UnpublishedPark)
export const readUnpublishedCouncils = one(z.array(UnpublishedCouncil))
export const readFreshness = one(z.array(CouncilFreshness))
export const readAgedParks = list(AgedPark)
export const readLog = list(AdminLogEntry)
export const readSubmissions = list(ReceivedSubmission, INBOX_ITEMS_PER_REPLY)
export const readReports = list(ReceivedReport, INBOX_ITEMS_PER_REPLY)
export const readMessages = list(ReceivedMessage, INBOX_ITEMS_PER_REPLY)
export const readInbox = one(InboxCounts)
export const readSubmission = one(SubmissionDetails)
export const readReport = one(ReportDetails)
export const readMessage = one(ReceivedMessage)

const Updated = z.object({ id: z.int() })
const Published = z.object({ id: z.int(), parkId: z.int() })

export const acceptSubmission = async ({ id, facts }: { id: number; facts: ParkFacts }) =>
  (await write('POST', `/api/admin/submissions/${id}/accept`, facts, Published))!.parkId
export const acceptReport = ({ id, acceptance }: { id: number; acceptance: ReportAcceptance }) =>
  write('POST', `/api/admin/reports/${id}/accept`, acceptance, Updated)
export const acceptMessage = ({ id, note }: { id: number; note: string }) =>
  write('POST', `/api/admin/messages/${id}/accept`, { note }, Updated)
export const reject = ({ kind, id, note }: { kind: InboxItemKind; id: number; note: string }) =>
  write('POST', `/api/admin/${kind}/${id}/reject`, { note }, Updated)
export const undoImport = async (id: number) =>
  (await write('POST', `/api/admin/imports/${id}/undo`, undefined, ImportUndone))!
/** Records that a park was checked today and is unchanged. */
export const markChecked = (id: number) =>
  write('POST', `/api/admin/freshness/parks/${id}`, undefined, Updated)
/**
 * Sets the dog rule of parks without one; `no_dogs` only takes them off the list. Returns the changed parks'
 * ids.
 */
export const setRules = async (body: RulesBody) =>
  (await write('POST', '/api/admin/unpublished-parks', body, z.object({ ids: z.array(z.int()) })))!.ids
