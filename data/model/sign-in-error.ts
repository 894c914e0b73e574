import { PROVIDER_NAMES, PROVIDERS } from './account.ts'
import type { Provider } from './account.ts'

/**
 * The reasons why signing in with a provider, or connecting one, can fail, each with a message for the user.
 */
const MESSAGES = {
  unavailable: (name: string) => `Signing in with ${name} is not available here.`,
  unreachable: (name: string) => `${name} cannot be reached just now. Please try again later.`,
  cancelled: (name: string) => `Signing in with ${name} was cancelled.`,
  failed: (name: string) => `Signing in with ${name} did not work. Please try again.`,
  expired: (name: string) =>
    `Signing in with ${name} took too long, or cookies are blocked. Please try again.`,
  'no-email': (name: string) =>
    `${name} did not tell us your e-mail address, which an account needs. Please register with a password.`,
  known: (name: string) =>
    `There is an account with this email already. Log in to it, then connect ${name} in your profile.`,
  elsewhere: (name: string) => `This ${name} account is connected with another account here.`,
  another: (name: string) => `Another ${name} account is connected already. Disconnect it first.`,
  'too-many': () => 'Too many accounts were made from your network. Please try again in an hour.',
  trouble: () => 'Signing in is not possible just now. Please try again in a moment.',
} as const satisfies Record<string, (name: string) => string>

export type SignInFailure = keyof typeof MESSAGES
export const SIGN_IN_FAILURES = Object.keys(MESSAGES) as SignInFailure[]

/** The message for an unknown code, because a URL can contain anything. */
const UNKNOWN_ERROR = 'Signing in did not work. Please try again.'

export const signInFailureMessage = (provider: Provider, failure: SignInFailure): string =>
  MESSAGES[failure](PROVIDER_NAMES[provider])

/** The `error` parameter in the URL that the user is redirected to, for example `google-cancelled`. */
export const signInErrorCode = (provider: Provider, failure: SignInFailure): string =>
  `${provider}-${failure}`

/** The message for the `error` parameter of a URL. Never contains the parameter itself. */
export function signInErrorMessage(code: string): string {
  for (const provider of PROVIDERS)
    for (const failure of SIGN_IN_FAILURES)
      if (code === signInErrorCode(provider, failure)) return signInFailureMessage(provider, failure)
  return UNKNOWN_ERROR
}
