/** What the address of `/auth` carries. */
export interface AuthAddress {
  tab?: 'register'
  /** Why signing in with a provider did not work, for people. */
  error?: string
}

/** Longest error that is shown: anybody can write an address. */
const LONGEST = 300

export const readError = ({ error }: Record<string, unknown>): { error?: string } =>
  typeof error === 'string' && error !== '' ? { error: error.slice(0, LONGEST) } : {}

export const readAuthAddress = (raw: Record<string, unknown>): AuthAddress => ({
  ...(raw['tab'] === 'register' ? { tab: 'register' } : {}),
  ...readError(raw),
})
