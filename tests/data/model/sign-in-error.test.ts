import { expect, test } from 'vitest'
import { PROVIDER_NAMES, PROVIDERS } from '../../../data/model/account.ts'
import { signInErrorMessage, SIGN_IN_FAILURES, signInErrorCode } from '../../../data/model/sign-in-error.ts'

test('every sign-in error code has a sentence of its own', () => {
  const codes = PROVIDERS.flatMap((provider) =>
    SIGN_IN_FAILURES.map((failure) => signInErrorCode(provider, failure)),
  )
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) {
    expect(signInErrorMessage(code)).toMatch(/^[A-Z].*\.$/)
    expect([code, signInErrorMessage(code)]).not.toEqual([code, signInErrorMessage('unknown')])
  }
  expect(signInErrorMessage('apple-cancelled')).toContain(PROVIDER_NAMES.apple)
})

test.each(['', 'Call 1900 555 555', 'google-', 'google-toString', 'google-cancelled ', '__proto__-failed'])(
  'the code %j of an address gets the general sentence',
  (code) => {
    expect(signInErrorMessage(code)).toBe('Signing in did not work. Please try again.')
  },
)
