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
  '9.8': { untested: 'not built yet: the product sends no mail' },
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
    'server/accounts/oidc: %s: makes an account the first time, enters it the second, and returns to where the person was',
    'server/accounts/oidc: Apple posts back from its own site: the cookie for that goes along, is good once, and the session is ours again',
  ],
  '9.23': [
    'server/accounts/sign-in: as %j',
    'server/accounts/sign-in: %s that is taken is refused, whatever the case: %j',
  ],
  '9.24': [
    'server/accounts/sign-in: %s without a name gets one from it: %s',
    'server/accounts/sign-in: a name made from an e-mail is nobody else’s, however many there are',
  ],
  '9.25': [
    'server/accounts/oidc: asks for no more than it takes, with state, nonce and PKCE that are new each time',
  ],
  '9.26': [
    "server/accounts/oidc: somebody else's e-mail opens nothing: an account is entered by who the provider says it is, never by an address",
    'server/accounts/oidc: the same subject from another issuer is somebody else',
  ],
  '9.27': [
    'server/accounts/oidc: %s: one that is not set up goes back to the sign-in page and says so',
    'browser/accounts: returns with a message from a provider that is not set up',
  ],
  '9.28': [
    'server/accounts/sign-in: a password that anyone would try first is refused',
    'server/accounts/guessing: ten wrong passwords for an account from one place, then a wait of a quarter of an hour; also the right one waits',
  ],
  '9.29': [
    'server/accounts/guessing: is Argon2id with the parameters of OWASP, salted anew each time, in the form every implementation reads',
  ],
  '9.30': [
    'server/accounts/sessions: ends after ninety days without use, and lives on where it is used',
    'server/accounts/sessions: ends after a year in any case',
  ],
  '9.31': [
    'server/accounts/sessions: on https, %s, it is bound to this host and to https',
    'server/accounts/sessions: on plain http it has no prefix and is not Secure; its id has 256 bits',
  ],
  '9.32': ['browser/profile: the username and the email can be changed, each only with the password'],
  '9.33': ['browser/profile: the profile stores, edits and removes dogs'],
  '9.34': ['browser/providers: a provider is connected from the profile with the password, and disconnected'],
  '9.35': [
    'browser/offline: says when not open yet that there is no network, and lists waiting changes',
    'browser/account-sync: a change refused by the server is shown with its reason and can be retried',
  ],
  '9.36': [
    'browser/profile: the profile exports the data, and deletes the account only when its name is typed',
    'server/accounts/profile: comes as a file, all of it and nobody else’s, without what is secret',
  ],
  '9.37': [
    'browser/profile: the profile exports the data, and deletes the account only when its name is typed',
    'server/accounts/profile: takes all that is one’s own; what was searched stays, without them',
  ],
}
