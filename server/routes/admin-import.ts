import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { withoutControls } from '../../data/model/bounded.ts'
import { toCsv } from '../../data/export/csv.ts'
import {
  ASSIGNED_COLUMNS_MAX,
  AssignedColumn,
  FILE_TOO_LARGE,
  IMPORT_MAX_BYTES,
  IMPORT_PART,
  importFileProblem,
  ImportFileType,
  ImportJob,
  ImportRecord,
  ImportResult,
  ImportUndone,
  NO_FILE,
} from '../../data/model/import.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Directory } from '../directory/directory.ts'
import type { Imports } from '../import/service.ts'
import { UnreadableFile } from '../import/table.ts'
import { noStore } from '../http/caching.ts'
import { ADMIN_PROBLEMS, invalidInput, notFound, ProblemError } from '../http/problems.ts'
import { Flag, IdParams, NoQuery, PageQuery } from '../http/queries.ts'
import { ImportBusy, latestJobs } from '../repositories/import-jobs.ts'
import { failedRows, imports, LaterImportExists } from '../repositories/imports.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'

/** The form fields sent with the file. */
const FormFields = z.strictObject({
  fileType: ImportFileType,
  dryRun: z.optional(Flag),
  source: z.optional(z.string().trim().max(300).check(withoutControls)),
  /** JSON: columns assigned by hand. */
  columns: z.optional(
    z
      .string()
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown
        } catch {
          context.addIssue({ code: 'custom', message: 'not JSON' })
          return z.NEVER
        }
      })
      .pipe(z.array(AssignedColumn).max(ASSIGNED_COLUMNS_MAX)),
  ),
})
const LATEST_JOBS = 20
/** Bytes of the form besides the file. */
const FORM_OVERHEAD = 65_536

const tooLarge = () => new ProblemError({ code: 'too-large', message: FILE_TOO_LARGE })
const busy = ({ message }: ImportBusy) =>
  new ProblemError({
    code: 'busy',
    message: message || 'Another import is running. Try again when it has finished.',
  })

/** The upload is written to the database's folder: if that fails, the database cannot be written either. */
const asUnavailable = (error: unknown) =>
  error instanceof Error && 'syscall' in error
    ? new DatabaseUnavailable(`A file cannot be written beside the database: ${error.message}`, {
        cause: error,
      })
    : error

/** @throws ProblemError that names the first field that is wrong */
function readForm(fields: Record<string, string>): z.infer<typeof FormFields> {
  const { data, error } = FormFields.safeParse(fields)
  if (data) return data
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [field] = issue.keys
    throw invalidInput(field!, `There is no field called ${field} here.`)
  }
  const field = String(issue?.path[0] ?? '')
  throw invalidInput(
    field,
    field === 'fileType' ? 'fileType must be one of csv, excel.' : `${field} is not valid.`,
  )
}

interface Upload {
  /** Name of its form field. */
  part: string
  name: string
  path: string
}

/**
 * The name of the uploaded file, without its folders.
 * @throws ProblemError if there is no file, or it is not one of this type in the form field for it
 */
function fileNameOf(upload: Upload | undefined, fileType: ImportFileType): string {
  const expected = IMPORT_PART[fileType]
  if (upload && upload.part !== expected)
    throw invalidInput(expected, `${NO_FILE}: it is expected in ${expected}.`)
  const problem = importFileProblem(fileType, upload ? { name: upload.name, size: 0 } : null)
  if (problem) throw invalidInput(expected, problem)
  return upload!.name
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
}

/**
 * `/api/admin/import-parks`, the list of imports, their failed rows, and undo.
 */
export const adminImportRoutes: FastifyPluginAsyncZod<{
  imports: Imports
  store: Store
  directory: Directory
}> = async (app, { imports: runner, store, directory }) => {
  app.addHook('onRequest', noStore)

  /** Writes the file to disk as it arrives and collects the form fields, in any order. */
  const receive = async (
    request: FastifyRequest,
    path: string,
  ): Promise<{ upload: Upload | undefined; fields: Record<string, string> }> => {
    let upload: Upload | undefined
    const fields: Record<string, string> = {}
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          if (typeof part.value === 'string') fields[part.fieldname] = part.value
          continue
        }
        await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        if (part.file.truncated) throw tooLarge()
        upload = { part: part.fieldname, name: part.filename, path }
      }
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
      if (
        code?.startsWith('FST_') ||
        (error instanceof Error && !('syscall' in error) && !(error instanceof ProblemError))
      ) {
        throw new ProblemError({ code: 'invalid-input', message: 'The form could not be read.' })
      }
      throw asUnavailable(error)
    }
    return { upload, fields }
  }

  await app.register(async (forms: typeof app) => {
    // Only in this scope: every other body of the API is JSON.
    await forms.register(multipart, {
      limits: {
        fileSize: IMPORT_MAX_BYTES,
        files: 1,
        fields: 8,
        parts: 10,
        fieldSize: 20_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
    forms.post(
      '/api/admin/import-parks',
      {
        config: { access: 'admin', upload: true, rateLimit: { max: 60, timeWindow: 60_000 } },
        bodyLimit: IMPORT_MAX_BYTES + FORM_OVERHEAD,
        schema: {
          summary: 'Import a list of parks; with dryRun=true, return only what it would change',
          description:
            "multipart/form-data: `csvFile` or `excelFile`, `fileType` ('csv' or 'excel'), optional `dryRun` ('true') " +
            '`source` (who published the list) and `columns` (JSON: columns assigned by hand).',
          consumes: ['multipart/form-data'],
          querystring: NoQuery,
          response: { 200: ImportResult, ...ADMIN_PROBLEMS, 413: Problem, 415: Problem },
        },
      },
      async (request) => {
        if (!request.isMultipart())
          throw new ProblemError({ code: 'invalid-input', message: 'A form with a file is expected here.' })
        const uploads = await runner.uploads().catch((error: unknown) => {
          throw asUnavailable(error)
        })
        const path = join(uploads, `${randomUUID()}.tmp`)
        try {
          const { upload, fields } = await receive(request, path)
          const { fileType, dryRun = false, source, columns = [] } = readForm(fields)
          const fileName = fileNameOf(upload, fileType)
          // Fail before reading the list if the database cannot be written.
          if (!dryRun) await store.write(async () => undefined)
          const result = await runner
            .run(path, {
              kind: fileType,
              fileName,
              source: source || fileName.replace(/\.[^.]+$/, ''),
              userId: request.user!.id,
              dryRun,
              columns,
            })
            .catch((error: unknown) => {
              if (error instanceof UnreadableFile) throw invalidInput(IMPORT_PART[fileType], error.message)
              throw error instanceof ImportBusy ? busy(error) : error
            })
          if (!dryRun) await directory.refresh()
          return result
        } finally {
          await rm(path, { force: true })
        }
      },
    )
  })

  app.get(
    '/api/admin/imports',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Completed imports, latest first',
        querystring: PageQuery,
        response: { 200: z.array(ImportRecord), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query: { offset = 0, limit = 100 } }, reply) => {
      const { records, total } = await store.read((db) => imports(db, { offset, limit }))
      reply.header('x-total-count', total)
      return records
    },
  )

  app.get(
    '/api/admin/import-jobs',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'The import that is running on any server, and how the latest ones ended, latest first',
        querystring: NoQuery,
        response: { 200: z.array(ImportJob), ...ADMIN_PROBLEMS },
      },
    },
    () => store.read((db) => latestJobs(db, LATEST_JOBS)),
  )

  app.get(
    '/api/admin/imports/:id/failures',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'The failed rows of an import, with the reason, as CSV, safe from formulas',
        params: IdParams,
        querystring: NoQuery,
        response: {
          200: { description: 'CSV', content: { 'text/csv': { schema: z.unknown() } } },
          ...ADMIN_PROBLEMS,
          404: Problem,
        },
      },
    },
    async ({ params }, reply) => {
      const found = await store.read((db) => failedRows(db, params.id))
      if (!found) throw notFound()
      const csv = toCsv(
        ['Row', 'Reason', ...found.header],
        found.rows.map(({ row, reason, cells }) => [row, reason, ...cells]),
      )
      reply.header('content-disposition', `attachment; filename="import-${params.id}-failed-rows.csv"`)
      return reply.type('text/csv; charset=utf-8').send(csv)
    },
  )

  app.post(
    '/api/admin/imports/:id/undo',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Undo an import',
        params: IdParams,
        querystring: NoQuery,
        response: { 200: ImportUndone, ...ADMIN_PROBLEMS, 404: Problem, 409: Problem },
      },
    },
    async ({ params, user }) => {
      const undone = await runner.undo(params.id, user!.id).catch((error: unknown) => {
        if (error instanceof LaterImportExists) {
          throw new ProblemError({
            code: 'undo-first',
            message: `A later import has the same parks: undo import ${error.later.id} (${error.later.fileName}) first.`,
          })
        }
        throw error instanceof ImportBusy ? busy(error) : error
      })
      if (!undone) throw notFound()
      if (undone === 'already')
        throw new ProblemError({ code: 'taken', message: 'This import has already been undone.' })
      await directory.refresh()
      const { removed, restored, kept } = undone
      const parks = (count: number) => `${count} ${count === 1 ? 'park' : 'parks'}`
      const changedSince = kept === 0 ? '' : ` Later changes to ${parks(kept)} were kept.`
      return {
        ...undone,
        message: `${parks(removed)} removed, ${parks(restored + kept)} restored.${changedSince}`,
      }
    },
  )
}
