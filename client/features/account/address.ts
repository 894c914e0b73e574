/** What the address of `/auth` carries. */
export interface AuthAddress {
  tab?: 'register'
  /** The code of why signing in with a provider did not work: {@link sentenceOfCode} has the sentence. */
  error?: string
}

/** Characters of the longest code, and more: what is longer is none. */
const LONGEST = 50

export const readError = ({ error }: Record<string, unknown>): { error?: string } =>
  typeof error === 'string' && error !== '' ? { error: error.slice(0, LONGEST) } : {}

export const readAuthAddress = (raw: Record<string, unknown>): AuthAddress => ({
  ...(raw['tab'] === 'register' ? { tab: 'register' } : {}),
  ...readError(raw),
})
