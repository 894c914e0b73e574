import type { Entries } from './entry.ts'

/** Section 9 of the specification: Accounts. */
export const SECTION_9: Entries = {
  '9.1': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '9.2': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '9.3': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.4': ['browser/accounts: shows the error a provider sent somebody back with, as text'],
  '9.5': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.6': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says that a password is wrong, and what is pending',
  ],
  '9.7': ['browser/accounts: a forgotten password is coming soon'],
  '9.8': { untested: 'not built yet: the product sends no mail' },
  '9.9': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.10': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
  ],
  '9.11': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.12': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.13': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
  ],
  '9.14': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: an account whose first answer was lost on its way is entered all the same',
  ],
  '9.15': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.16': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  '9.17': [
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
  ],
  '9.18': ['browser/accounts: makes an account and gives the focus to what stands in its place'],
  '9.19': [
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
    'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself',
  ],
  '9.20': ['browser/accounts: makes an account and gives the focus to what stands in its place'],
  '9.21': ['browser/frame: closes the dialog when somebody turns out to be logged in already'],
  '9.22': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
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
    'browser/accounts: a provider that is not set up leads back with words',
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
  '9.32': ['browser/profile: changes name and e-mail, the latter only with the password'],
  '9.33': ['browser/profile: keeps dogs'],
  '9.34': [
    'browser/providers: a provider is connected from inside the profile with the password, and disconnected',
  ],
  '9.35': [
    'browser/offline: the profile that was not open says where everything is, and what waits',
    'browser/one-account: a change the server will not take is shown with its reason, tried again, or let go',
  ],
  '9.36': [
    'browser/profile: lists devices, hands out the data, and deletes the account only for who types its name',
    'server/accounts/profile: comes as a file, all of it and nobody else’s, without what is secret',
  ],
  '9.37': [
    'browser/profile: lists devices, hands out the data, and deletes the account only for who types its name',
    'server/accounts/profile: takes all that is one’s own; what was searched stays, without them',
  ],
}
