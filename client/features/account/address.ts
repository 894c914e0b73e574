import { safeReturn } from '../../../data/model/return-to.ts'

/** Query parameters of `/auth`. */
export interface AuthAddress {
  tab?: 'register'
  /** Error code of a failed sign-in with a provider. {@link signInErrorMessage} returns its message. */
  error?: string
  /** The page to open after signing in. Home, if it is missing. */
  returnTo?: string
}

/** Longer values are cut; no error code is this long. */
const CODE_MAX_LENGTH = 50

export const readError = ({ error }: Record<string, unknown>): { error?: string } =>
  typeof error === 'string' && error !== '' ? { error: error.slice(0, CODE_MAX_LENGTH) } : {}

/** Anything that could lead to another site is dropped. */
function readReturnTo({ returnTo }: Record<string, unknown>): { returnTo?: string } {
  const path = safeReturn(typeof returnTo === 'string' ? returnTo : undefined)
  return path === '/' ? {} : { returnTo: path }
}

export const readAuthAddress = (raw: Record<string, unknown>): AuthAddress => ({
  ...(raw['tab'] === 'register' ? { tab: 'register' } : {}),
  ...readError(raw),
  ...readReturnTo(raw),
})
