import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { ID_MAX, withoutControls } from '../../data/model/bounded.ts'
import { toCsv } from '../../data/export/csv.ts'
import {
  FILE_TOO_LARGE,
  IMPORT_MAX_BYTES,
  IMPORT_PART,
  importFileProblem,
  ImportFileType,
  ImportRecord,
  ImportResult,
  ImportUndone,
  NO_FILE,
  RuleBody,
  UnpublishedPark,
} from '../../data/model/import.ts'
import { ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Directory } from '../directory/directory.ts'
import { ImportBusy } from '../import/service.ts'
import type { Imports } from '../import/service.ts'
import { UnreadableFile } from '../import/table.ts'
import { invalidInput, notFound, ProblemError } from '../http/problems.ts'
import { NoQuery, PageQuery, ParkParams, readFlag } from '../http/queries.ts'
import { recordAdminAct } from '../repositories/admin-log.ts'
import { publishChange } from '../repositories/directory.ts'
import {
  failedRows,
  imports,
  LaterImportExists,
  unpublishedPark,
  unpublishedParks,
} from '../repositories/imports.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { withAccess } from '../import/dog-access.ts'

/** What comes with the file. */
const Told = z.strictObject({
  fileType: ImportFileType,
  dryRun: z.optional(
    z.preprocess((value) => (typeof value === 'string' ? readFlag(value) : value), z.boolean()),
  ),
  source: z.optional(z.string().trim().max(300).check(withoutControls)),
})
const IdParams = z.strictObject({
  id: z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(1).max(ID_MAX),
  ),
})

/** Bytes of the form around the file. */
const FORM = 65_536

const tooLarge = () => new ProblemError({ code: 'too-large', message: FILE_TOO_LARGE })
const busy = () =>
  new ProblemError({ code: 'busy', message: 'Another import is going on. Try again when it is done.' })

/** The file waits in the folder of the database: where no file can be written, the database cannot either. */
const unwritable = (error: unknown) =>
  error instanceof Error && 'syscall' in error
    ? new DatabaseUnavailable(`A file cannot be put beside the database: ${error.message}`, { cause: error })
    : error

interface Upload {
  /** The part it came in. */
  part: string
  name: string
  path: string
}

/**
 * `/api/admin/import-parks` and what follows from it: the imports there were, the rows that failed, undoing, and the parks that wait for somebody
 * to say their rule.
 */
export const adminImportRoutes: FastifyPluginAsyncZod<{
  imports: Imports
  store: Store
  directory: Directory
  clock: () => Date
}> = async (app, { imports: runner, store, directory, clock }) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  const refusals = { 400: Problem, 401: Problem, 403: Problem, 503: Problem }

  /** Writes the file away as it comes and notes what comes with it, in whichever order. */
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
      throw unwritable(error)
    }
    return { upload, fields }
  }

  await app.register(async (forms: typeof app) => {
    // Here alone: every other body of the API is JSON.
    await forms.register(multipart, {
      limits: {
        fileSize: IMPORT_MAX_BYTES,
        files: 1,
        fields: 8,
        parts: 10,
        fieldSize: 2_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
    forms.post(
      '/api/admin/import-parks',
      {
        config: { access: 'admin', upload: true, rateLimit: { max: 60, timeWindow: 60_000 } },
        bodyLimit: IMPORT_MAX_BYTES + FORM,
        schema: {
          summary: 'Takes in a list of parks; with dryRun=true, says what it would change',
          description:
            "multipart/form-data: `csvFile` or `excelFile`, `fileType` ('csv' or 'excel'), optional `dryRun` ('true') and `source` (who published the list).",
          consumes: ['multipart/form-data'],
          querystring: NoQuery,
          response: { 200: ImportResult, ...refusals, 413: Problem, 415: Problem },
        },
      },
      async (request) => {
        if (!request.isMultipart())
          throw new ProblemError({ code: 'invalid-input', message: 'A form with a file is expected here.' })
        const uploads = await runner.uploads().catch((error: unknown) => {
          throw unwritable(error)
        })
        const path = join(uploads, `${randomUUID()}.tmp`)
        try {
          const { upload, fields } = await receive(request, path)
          const told = Told.safeParse(fields)
          if (!told.success) {
            const [issue] = told.error.issues
            const field = issue?.code === 'unrecognized_keys' ? issue.keys[0]! : String(issue?.path[0] ?? '')
            throw invalidInput(
              field,
              issue?.code === 'unrecognized_keys'
                ? `There is no field called ${field} here.`
                : field === 'fileType'
                  ? 'fileType must be one of csv, excel.'
                  : `${field} is not valid.`,
            )
          }
          const { fileType, dryRun = false, source } = told.data
          const expected = IMPORT_PART[fileType]
          const wrong = importFileProblem(
            fileType,
            upload && upload.part === expected ? { name: upload.name, size: 0 } : null,
          )
          if (wrong)
            throw invalidInput(
              expected,
              upload && upload.part !== expected ? `${NO_FILE}: it is expected in ${expected}.` : wrong,
            )
          const fileName = upload!.name
            .replace(/^.*[/\\]/, '')
            .replace(/\p{Cc}/gu, ' ')
            .slice(0, 200)
          // No list is read for a database that cannot take it in just now.
          if (!dryRun) await store.write(async () => undefined)
          const result = await runner
            .run(path, {
              kind: fileType,
              fileName,
              source: source || fileName.replace(/\.[^.]+$/, ''),
              userId: request.user!.id,
              dryRun,
            })
            .catch((error: unknown) => {
              if (error instanceof UnreadableFile) throw invalidInput(expected, error.message)
              throw error instanceof ImportBusy ? busy() : error
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
        summary: 'Imports that were carried out, the latest first',
        querystring: PageQuery,
        response: { 200: z.array(ImportRecord), ...refusals },
      },
    },
    async ({ query: { offset = 0, limit = 100 } }, reply) => {
      const { records, total } = await store.read((db) => imports(db, { offset, limit }))
      reply.header('x-total-count', total)
      return records
    },
  )

  app.get(
    '/api/admin/imports/:id/failures',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Every row of an import that failed, with the reason, as CSV in which nothing is a formula',
        params: IdParams,
        querystring: NoQuery,
        response: {
          200: { description: 'CSV', content: { 'text/csv': { schema: z.unknown() } } },
          ...refusals,
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
        summary: 'Takes an import back as a whole',
        params: IdParams,
        querystring: NoQuery,
        response: { 200: ImportUndone, ...refusals, 404: Problem, 409: Problem },
      },
    },
    async ({ params, user }) => {
      const undone = await runner.undo(params.id, user!.id).catch((error: unknown) => {
        if (error instanceof LaterImportExists) {
          throw new ProblemError({
            code: 'undo-first',
            message: `A later import changed the same parks: undo import ${error.later.id} (${error.later.fileName}) first.`,
          })
        }
        throw error instanceof ImportBusy ? busy() : error
      })
      if (!undone) throw notFound()
      if (undone === 'already')
        throw new ProblemError({ code: 'taken', message: 'This import is undone already.' })
      await directory.refresh()
      const { removed, restored, kept } = undone
      const parks = (count: number) => `${count} ${count === 1 ? 'park' : 'parks'}`
      const changedSince = kept === 0 ? '' : ` Of ${parks(kept)}, what was changed since stays.`
      return {
        ...undone,
        message: `${parks(removed)} removed, ${parks(restored + kept)} restored.${changedSince}`,
      }
    },
  )

  app.get(
    '/api/admin/unpublished-parks',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Parks kept back because their rule for dogs is unknown',
        querystring: PageQuery,
        response: { 200: z.array(UnpublishedPark), ...refusals },
      },
    },
    async ({ query: { offset = 0, limit = 100 } }, reply) => {
      const { parks, total } = await store.read((db) => unpublishedParks(db, { offset, limit }))
      reply.header('x-total-count', total)
      return parks
    },
  )

  app.post(
    '/api/admin/unpublished-parks/:id',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Says the rule for dogs of a park that was kept back: it becomes public',
        params: ParkParams,
        body: RuleBody,
        querystring: NoQuery,
        response: { 200: z.strictObject({ id: ParkId }), ...refusals, 404: Problem },
      },
    },
    async ({ params: { id }, body: { access }, user }) => {
      await directory.write(async (db) => {
        const park = await unpublishedPark(db, id)
        if (!park)
          throw new ProblemError({
            code: 'park-not-found',
            message: `There is no park ${id} that is kept back.`,
          })
        await publishChange(db, { upserts: [withAccess(park, access)] }, clock())
        await recordAdminAct(
          db,
          {
            userId: user!.id,
            act: 'rule-said',
            subject: `park ${id}`,
            details: `${park.name}: ${access.replaceAll('_', ' ')}.`,
          },
          clock(),
        )
      })
      return { id }
    },
  )
}
