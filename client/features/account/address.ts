/** Query parameters of `/auth`. */
export interface AuthAddress {
  tab?: 'register'
  /** Error code of a failed sign-in with a provider. {@link signInErrorMessage} returns its message. */
  error?: string
}

/** Longer values are cut; no error code is this long. */
const CODE_MAX_LENGTH = 50

export const readError = ({ error }: Record<string, unknown>): { error?: string } =>
  typeof error === 'string' && error !== '' ? { error: error.slice(0, CODE_MAX_LENGTH) } : {}

export const readAuthAddress = (raw: Record<string, unknown>): AuthAddress => ({
  ...(raw['tab'] === 'register' ? { tab: 'register' } : {}),
  ...readError(raw),
})
