import type { ErrorCode } from '../../data/model/problem.ts'
import { ApiError } from './error.ts'
import { isTransient } from './retry.ts'

/**
 * Returns a function that makes a call. If a reply was lost, the next call may be refused because the first
 * one succeeded.
 * @param code of such a refusal
 * @param recover called with the refusal, to return what the lost reply would have said or to throw
 */
export function afterLostReply<V, R>(
  call: (value: V) => Promise<R>,
  code: ErrorCode,
  recover: (value: V, refusal: ApiError) => Promise<R>,
): (value: V) => Promise<R> {
  let isReplyLost = false
  return async (value) => {
    try {
      return await call(value)
    } catch (error) {
      if (isReplyLost && error instanceof ApiError && error.code === code) return recover(value, error)
      // A gateway that gave up waiting (502, 503, 504) loses the reply too.
      isReplyLost ||= isTransient(error)
      throw error
    }
  }
}
