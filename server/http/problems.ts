import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, Problem } from '../../data/model/problem.ts'
import type { UpstreamError } from '../geo/upstream.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'

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

/** Seconds after which a client may ask again when the database is away; it is looked for more often than that. */
const RETRY_AFTER_TROUBLE = '1'

/** An answer that is an error. Thrown anywhere while a request is handled; what it says is meant for the person who asked. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  /** Differs from the code's usual status only where HTTP has a finer one. */
  readonly statusCode: number
  /** Seconds after which asking again makes sense; `undefined` when waiting helps nobody, or the usual moment will do. */
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

/** For files that are not there, and for anything else nobody answers. */
export const nothingHere = () =>
  new ProblemError({ code: 'not-found', message: 'There is nothing at this address.' })

interface Issue {
  keyword: string
  instancePath: string
  message?: string
  params: Record<string, unknown>
}

/** What is wrong with a field, as the end of a sentence that begins with its name. */
function complaint({ keyword, params, message }: Issue, value: unknown, context: string | undefined): string {
  if (value === undefined && keyword !== 'custom') return 'is missing.'
  const inclusive = params.inclusive !== false
  switch (keyword) {
    case 'invalid_type':
      if (Array.isArray(value) && params.expected !== 'array' && context !== 'body')
        return 'may be given only once.'
      return `must be ${{ number: 'a number', int: 'a whole number', boolean: 'true or false', array: 'a list' }[String(params.expected)] ?? 'a text'}.`
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

/** The library's own words for what is wrong. A schema's own message begins otherwise, and with a capital when it is a whole sentence. */
const WORDS_OF_THE_LIBRARY = /^(Too (small|big)|Invalid|Unrecognized)\b/

/** Characters of an unknown field's name that are told. */
const SHOWN_OF_NAME = 100

/** The first thing wrong with the input, as a sentence that names the field. */
function describe(issue: Issue, input: unknown, context: string | undefined): ProblemError {
  if (issue.keyword === 'unrecognized_keys') {
    // The name is the caller's own, of any length.
    const field = String((issue.params.keys as unknown[])[0]).slice(0, SHOWN_OF_NAME)
    return invalidInput(field, `There is no field called ${field} here.`)
  }
  const field = issue.instancePath.split('/')[1] ?? ''
  const value =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[field] : undefined
  if (field === '')
    return new ProblemError({ code: 'invalid-input', message: 'A JSON object is expected here.' })
  const { message = '' } = issue
  if (value !== undefined && /^[A-Z]/.test(message) && !WORDS_OF_THE_LIBRARY.test(message))
    return invalidInput(field, message)
  return invalidInput(field, `${field} ${complaint(issue, value, context)}`)
}

function problemOf(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof DatabaseUnavailable) {
    return new ProblemError({
      code: 'database-unavailable',
      message: 'The directory cannot be reached just now.',
      errorType: 'DatabaseConnectionError',
    })
  }
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
  // Only the file server forbids, and what it forbids is not there for anybody.
  if (status === 403 || status === 404) return nothingHere()
  if (status >= 400 && status < 500)
    return new ProblemError({ code: 'invalid-input', message: 'The request could not be read.' }, status)
  return new ProblemError({ code: 'internal', message: 'Something went wrong here. It has been noted.' })
}

/** What to say of a map, address or route service that failed. */
export function serviceProblem(
  error: UpstreamError,
  { busy, away }: { busy: string; away: string },
): ProblemError {
  if (error.failure === 'overloaded') return new ProblemError({ code: 'busy', message: busy })
  return new ProblemError({ code: 'engine-unavailable', message: away }, error.failure === 'slow' ? 504 : 502)
}

/** Refusals that an operator wants to see: somebody tries what they may not, or tries too often. */
const NOTEWORTHY: ReadonlySet<ErrorCode> = new Set([
  'wrong-credentials',
  'not-allowed',
  'cross-site',
  'confirm-again',
  'too-many-requests',
])

/** Every error leaves as a `Problem`, and nothing of the inside with it. What is our fault is logged. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, statusCode, retryAfter } = problemOf(error, request)
  if (problem.code === 'internal') request.log.error({ err: error }, 'a request failed')
  else if (problem.code === 'database-unavailable') request.log.warn({ err: error }, 'the database is away')
  else if (NOTEWORTHY.has(problem.code))
    request.log.info({ refused: problem.code, user: request.user?.id ?? null }, 'refused')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  else if (statusCode === 503) reply.header('retry-after', RETRY_AFTER_TROUBLE)
  return reply
    .code(statusCode)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

/** Counts a request against the limit of its address. @throws the limiter's error when that is used up */
export type RequestCount = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Answers 405, naming what is allowed, for every path that exists under other methods. To be called after all routes: it counts those that
 * {@link collectMethods} has seen.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  count: RequestCount,
): void {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  // The routes made here are declared like any other and noted, too; the lists are closed before.
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

/** Notes which methods each address of the API takes, as its routes are declared. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return methods
}
