import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { Problem } from '../../data/model/problem.ts'
import type { ErrorCode } from '../../data/model/problem.ts'
import type { UpstreamError } from '../geo/upstream.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import { StorageUnavailable } from '../storage/storage.ts'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  'invalid-input': 400,
  'park-not-found': 404,
  'place-not-found': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'too-many-requests': 429,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'not-allowed': 403,
  'cross-site': 403,
  'confirm-again': 403,
  taken: 409,
  'last-way-in': 409,
  'sequence-gap': 409,
  'device-cloned': 409,
  'other-protocol': 409,
  'other-user': 403,
  'review-not-found': 404,
  'undo-first': 409,
  'limit-reached': 409,
  'database-unavailable': 503,
  busy: 503,
  internal: 500,
  'no-route': 404,
  'engine-unavailable': 502,
}

/** The errors that every route for administrators may reply with, by status. */
export const ADMIN_PROBLEMS = { 400: Problem, 401: Problem, 403: Problem, 503: Problem }

/** `Retry-After` while the database is unavailable; the server itself checks more often. */
const DEFAULT_RETRY_AFTER_S = '1'

/** An error reply. May be thrown anywhere while a request is handled; its message is for the person. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  /** The code's usual status, unless HTTP has a more specific one. */
  readonly statusCode: number
  /** Seconds; `undefined` for the default, or if retrying does not help. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, statusCode = STATUS[problem.code], retryAfter?: number) {
    super(problem.message)
    this.problem = problem
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }
}

export const invalidInput = (field: string, message: string) =>
  new ProblemError({ code: 'invalid-input', message, field })

export const notSignedIn = () => new ProblemError({ code: 'not-signed-in', message: 'Sign in first.' })

/** For missing files and unknown URLs. */
export const notFound = () =>
  new ProblemError({ code: 'not-found', message: 'There is nothing at this address.' })

/** @param successor the park it was merged into, if any */
export const parkNotFound = (id: number, successor: number | null = null) =>
  new ProblemError({
    code: 'park-not-found',
    message: `There is no park ${id}.`,
    ...(successor !== null && { successor }),
  })

interface Issue {
  keyword: string
  instancePath: string
  message?: string
  params: Record<string, unknown>
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
}

/** What is wrong with a field, as the end of a sentence that starts with its name. */
function complaint({ keyword, params, message }: Issue, value: unknown, context: string | undefined): string {
  if (value === undefined && keyword !== 'custom') return 'is missing.'
  const inclusive = params.inclusive !== false
  switch (keyword) {
    case 'invalid_type':
      if (Array.isArray(value) && params.expected !== 'array' && context !== 'body')
        return 'may be given only once.'
      return `must be ${TYPE_NAMES[String(params.expected)] ?? 'a text'}.`
    case 'too_small':
      if (params.origin === 'string' && params.minimum === 1) return 'must not be empty.'
      if (params.origin === 'string') return `must have at least ${String(params.minimum)} characters.`
      return `must be ${inclusive ? 'at least' : 'more than'} ${String(params.minimum)}.`
    case 'too_big':
      if (params.origin === 'string') return `may have at most ${String(params.maximum)} characters.`
      return `must be ${inclusive ? 'at most' : 'less than'} ${String(params.maximum)}.`
    case 'invalid_value':
      return `must be one of ${(params.values as unknown[]).join(', ')}.`
    case 'invalid_format':
      return params.pattern === String(/^\d{4}$/)
        ? 'must have four digits.'
        : 'is not in the form that is asked for.'
    default:
      return message ?? 'is not valid.'
  }
}

/** zod's default messages. Our own messages start with a capital if they are whole sentences. */
const DEFAULT_MESSAGES = /^(Too (small|big)|Invalid|Unrecognized)\b/

/** Characters of an unknown field's name that are repeated in the reply. */
const SHOWN_NAME_LENGTH = 100

/** The first thing wrong with the input, as a sentence that names the field. */
function describe(issue: Issue, input: unknown, context: string | undefined): ProblemError {
  if (issue.keyword === 'unrecognized_keys') {
    // The client chose the name: it may be of any length.
    const field = String((issue.params.keys as unknown[])[0]).slice(0, SHOWN_NAME_LENGTH)
    return invalidInput(field, `There is no field called ${field} here.`)
  }
  const field = issue.instancePath.split('/')[1] ?? ''
  const value =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[field] : undefined
  if (field === '')
    return new ProblemError({ code: 'invalid-input', message: 'A JSON object is expected here.' })
  const { message = '' } = issue
  if (value !== undefined && /^[A-Z]/.test(message) && !DEFAULT_MESSAGES.test(message))
    return invalidInput(field, message)
  return invalidInput(field, `${field} ${complaint(issue, value, context)}`)
}

function toProblem(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof DatabaseUnavailable) {
    return new ProblemError({
      code: 'database-unavailable',
      message: 'The directory cannot be reached just now.',
      errorType: 'DatabaseConnectionError',
    })
  }
  if (error instanceof StorageUnavailable)
    return new ProblemError({
      code: 'busy',
      message: 'Files cannot be stored or read just now. Try again in a minute.',
    })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const inputs: Record<string, unknown> = {
      querystring: request.query,
      params: request.params,
      body: request.body,
      headers: request.headers,
    }
    return describe(
      error.validation[0]! as unknown as Issue,
      inputs[error.validationContext ?? ''],
      error.validationContext,
    )
  }
  const status = error.statusCode ?? 500
  if (status === 413)
    return new ProblemError({ code: 'too-large', message: 'What was sent is larger than this takes.' })
  if (status === 429)
    return new ProblemError({
      code: 'too-many-requests',
      message: 'That was too many requests from one address. Wait a little.',
    })
  if (status === 408 || error.code === 'FST_ERR_HANDLER_TIMEOUT')
    return new ProblemError({ code: 'busy', message: 'That took too long. Try again.' })
  // 403 comes only from the file server, for files it does not serve.
  if (status === 403 || status === 404) return notFound()
  if (status >= 400 && status < 500)
    return new ProblemError({ code: 'invalid-input', message: 'The request could not be read.' }, status)
  return new ProblemError({ code: 'internal', message: 'Something went wrong here. It has been noted.' })
}

/** The problem for a map, address or route service that failed. */
export function serviceProblem(
  error: UpstreamError,
  { busy, unavailable }: { busy: string; unavailable: string },
): ProblemError {
  if (error.failure === 'overloaded') return new ProblemError({ code: 'busy', message: busy })
  return new ProblemError(
    { code: 'engine-unavailable', message: unavailable },
    error.failure === 'slow' ? 504 : 502,
  )
}

/** Refusals that are logged: requests without permission, or too many of them. */
const LOGGED_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'wrong-credentials',
  'not-allowed',
  'cross-site',
  'confirm-again',
  'too-many-requests',
])

/** Sends every error as a `Problem`, without internal details, and logs the server's own errors. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, statusCode, retryAfter } = toProblem(error, request)
  if (problem.code === 'internal') request.log.error({ err: error }, 'a request failed')
  else if (problem.code === 'database-unavailable')
    request.log.warn({ err: error }, 'the database is unavailable')
  else if (error instanceof StorageUnavailable)
    request.log.warn({ err: error }, 'the file storage cannot be used')
  else if (LOGGED_REFUSALS.has(problem.code))
    request.log.info({ refused: problem.code, user: request.user?.id ?? null }, 'refused')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  else if (statusCode === 503) reply.header('retry-after', DEFAULT_RETRY_AFTER_S)
  return reply
    .code(statusCode)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

/**
 * Counts a request against the limit of its IP address. @throws the rate limiter's error when it is used up
 */
export type RequestCount = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Replies 405, with the allowed methods, for every path that exists with other methods only. Call after all
 * routes are declared, with the methods that {@link collectMethods} has recorded.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  count: RequestCount,
): void {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  // The routes added here call the same hook, so the lists are copied first.
  const declared = Array.from(methods, ([url, allowed]) => ({ url, allowed: [...allowed] }))
  for (const { url, allowed } of declared) {
    app.route({
      url,
      method: all.filter((method) => !allowed.includes(method)),
      schema: { hide: true },
      config: { access: 'public', refused: true },
      // Before a body is read.
      onRequest: async (request, reply) => {
        await count(request, reply)
        reply.header('allow', allowed.join(', '))
        throw new ProblemError({
          code: 'method-not-allowed',
          message: `This address takes ${allowed.join(', ')} only.`,
        })
      },
      handler: () => undefined,
    })
  }
}

/** Records the methods of each URL as the routes are declared. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return methods
}
