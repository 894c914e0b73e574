import type * as z from 'zod/mini'
import { NoAnswerError } from './error.ts'
import { answerTo, OTHER_ANSWER, parseReply } from './request.ts'

/**
 * Sends a change to the server. Throws the same errors as `read`.
 * @param schema schema of the reply; `null` for a reply without a body
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object | undefined,
  schema: z.ZodMiniType<T> | null,
): Promise<T | null> {
  const init = {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }
  return answerTo(
    path,
    undefined,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
    (text, headers) => {
      if (schema !== null) return parseReply(text, headers, schema).data
      if (text !== '') throw new NoAnswerError(OTHER_ANSWER)
      return null
    },
  )
}
