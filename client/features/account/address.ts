import { safeReturn } from '../../../data/model/return-to.ts'

/**
 * Query parameters of `/auth`. What is refused is `undefined` and not absent, because the router keeps the raw text of a
 * parameter that is absent here.
 */
export interface AuthAddress {
  tab?: 'register' | undefined
  /** Error code of a failed sign-in with a provider. {@link signInErrorMessage} returns its message. */
  error?: string | undefined
  /** The page to open after signing in. Home, if it is missing. */
  returnTo?: string | undefined
}

/** Longer values are cut; no error code is this long. */
const CODE_MAX_LENGTH = 50

export const readError = ({ error }: Record<string, unknown>): { error?: string | undefined } => ({
  error: typeof error === 'string' ? error.slice(0, CODE_MAX_LENGTH) : undefined,
})

/** Anything that could lead to another site is dropped. */
function readReturnTo({ returnTo }: Record<string, unknown>): string | undefined {
  const path = safeReturn(typeof returnTo === 'string' ? returnTo : undefined)
  return path === '/' ? undefined : path
}

export const readAuthAddress = (raw: Record<string, unknown>): AuthAddress => ({
  tab: raw['tab'] === 'register' ? 'register' : undefined,
  ...readError(raw),
  returnTo: readReturnTo(raw),
})
