import type { Entries } from './entry.ts'

/** Section 9 of the specification: Accounts. */
export const SECTION_9: Entries = {
  '9.1': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '9.2': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '9.3': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.4': [
    'browser/accounts: shows the sentence of an error code from a provider, and no text of the address',
  ],
  '9.5': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.6': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: shows that login is in progress and that the password is wrong',
  ],
  '9.7': ['browser/accounts: says that password reset is coming soon'],
  '9.8': [
    'server/accounts/password-reset: sets a new password once, and signs out on every device',
    'server/accounts/password-reset: is valid for 30 minutes',
    'server/accounts/password-reset: the reply to a request for an e-mail is the same with and without an account',
    'browser/signing-in: is replaced with the link in an e-mail',
  ],
  '9.9': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.10': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '9.11': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.12': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.13': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '9.14': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: signs in to a new account although the first response was lost',
  ],
  '9.15': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.16': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
  ],
  '9.17': [
    'browser/header-and-footer: offers Login and Create Account when logged out, each opening the dialog at its tab',
  ],
  '9.18': ['browser/accounts: creates an account and moves the focus to the account menu'],
  '9.19': [
    'browser/header-and-footer: offers Login and Create Account when logged out, each opening the dialog at its tab',
    'browser/accounts: shows progress while creating an account, welcomes by the given name and does not send the password confirmation',
  ],
  '9.20': ['browser/accounts: creates an account and moves the focus to the account menu'],
  '9.21': ['browser/header-and-footer: closes the login dialog when the person logs in in another tab'],
  '9.22': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'server/accounts/oidc: %s: creates an account the first time, signs in to it the second, and returns to the previous page',
    'server/accounts/oidc: Apple’s cross-site form uses a single-use cookie, and the session cookie stays SameSite=Lax',
  ],
  '9.23': [
    'server/accounts/sign-in: accepts the name as %j',
    'server/accounts/sign-in: a %s that is taken is refused in any case: %j',
  ],
  '9.24': [
    'server/accounts/sign-in: derives a username from the e-mail %s: %s',
    'server/accounts/sign-in: derives a unique username from each e-mail',
  ],
  '9.25': ['server/accounts/oidc: requests only the needed scopes, with new state, nonce and PKCE each time'],
  '9.26': [
    'server/accounts/oidc: an e-mail from a provider never opens an existing account',
    'server/accounts/oidc: the same subject from another issuer is another account',
  ],
  '9.27': [
    'server/accounts/oidc: %s: a provider that is not configured returns to the sign-in page with a message',
    'browser/accounts: returns with a message from a provider that is not set up',
  ],
  '9.28': [
    'server/accounts/sign-in: refuses a password that is easy to guess',
    'server/accounts/guessing: after ten wrong passwords from one network, even the right one is refused for 15 minutes',
  ],
  '9.29': [
    'server/accounts/guessing: uses Argon2id with OWASP’s parameters, a new salt each time and the standard format',
  ],
  '9.30': [
    'server/accounts/sessions: ends after ninety days without use',
    'server/accounts/sessions: ends after a year even if it is used',
  ],
  '9.31': [
    'server/accounts/sessions: is bound to this host and to https when https is known from %s',
    'server/accounts/sessions: has no prefix and is not Secure on plain http, and its id has 256 bits',
  ],
  '9.32': ['browser/profile: the username and the email can be changed, each only with the password'],
  '9.33': ['browser/profile: the profile stores, edits and removes dogs'],
  '9.34': [
    'browser/signing-in: a provider is connected from the profile with the password, and disconnected',
  ],
  '9.35': [
    'browser/offline: can be read from the device when not open yet, and lists waiting changes',
    'browser/account-sync: a change refused by the server is shown with its reason and can be retried',
  ],
  '9.36': [
    'browser/profile: the profile exports the data, and deletes the account only when its name is typed',
    'server/accounts/profile: is exported as a file, complete, without data of others and without secrets',
  ],
  '9.37': [
    'browser/profile: the profile exports the data, and deletes the account only when its name is typed',
    'server/accounts/profile: deletes personal data, and keeps searches and messages without the user',
    'browser/account-sync: a device whose account was deleted on another can save favourites without it',
  ],
}
