import { sql, type Kysely } from 'kysely'
import {
  foldName,
  formerFoldName,
  isUsername,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from '../../data/model/account.ts'
import type { Provider } from '../../data/model/account.ts'
import type { Account } from '../../data/model/profile.ts'
import type { Tables } from '../database/tables.ts'

/** Another account has this name or e-mail address. */
export class NameTaken extends Error {
  override name = 'NameTaken'
  readonly field: 'username' | 'email'

  constructor(field: 'username' | 'email') {
    super(`Another account has this ${field}.`)
    this.field = field
  }
}

export interface NewUser {
  /** Derived from the e-mail address if missing. */
  username?: string | undefined
  email: string
  /** Hashed; `null` for an account that is used with providers only. */
  password: string | null
  fullName?: string | null | undefined
  address?: string | null | undefined
  provider?: Provider | null
  isAdmin?: boolean
}

/** The data to check a sign-in with. */
export interface Credentials {
  userId: number
  /** Hashed; `null` if the account has none. */
  password: string | null
}

const PROVIDER_COLUMNS = { google: 'googleId', apple: 'appleId', microsoft: 'microsoftId' } as const

/** Numbers tried after a name that is taken, before a random one. */
const NUMBERED_NAMES = 20

/** The account with this user name or e-mail. Also finds names stored in the form of an earlier version. */
async function userOfName(db: Kysely<Tables>, name: string): Promise<number | undefined> {
  for (const form of new Set([foldName(name), formerFoldName(name)])) {
    const row = await db
      .selectFrom('sign_in_names')
      .select('userId')
      .where('name', '=', form)
      .executeTakeFirst()
    if (row) return row.userId
  }
  return undefined
}

/** The credentials of the account with this user name or e-mail, ignoring case. */
export async function credentialsOf(db: Kysely<Tables>, name: string): Promise<Credentials | undefined> {
  const userId = await userOfName(db, name)
  if (userId === undefined) return undefined
  return db
    .selectFrom('users')
    .select(['id as userId', 'password'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** An account as it is shown to an operator. */
export interface AccountSummary {
  id: number
  username: string
  email: string
  createdAt: string
  isAdmin: boolean
}

const SUMMARY_COLUMNS = ['id', 'username', 'email', 'createdAt', 'isAdmin'] as const

const summaryOf = (row: {
  id: number
  username: string | null
  email: string
  createdAt: string
  isAdmin: number
}): AccountSummary => ({ ...row, username: row.username ?? '', isAdmin: row.isAdmin === 1 })

export async function accountSummary(db: Kysely<Tables>, id: number): Promise<AccountSummary | undefined> {
  const row = await db.selectFrom('users').select(SUMMARY_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && summaryOf(row)
}

/**
 * The accounts that an operator may mean by a name. Searches all accounts rather than the table of sign-in
 * names. `matches` have it as their e-mail if it looks like one, else as their user name. `lookAlikes` have a
 * user name that folds to it but is not allowed any more, or is another account's e-mail.
 */
export async function accountsNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<{ matches: AccountSummary[]; lookAlikes: AccountSummary[] }> {
  const wanted = foldName(name)
  const isEmail = wanted.includes('@')
  const matches: AccountSummary[] = []
  const lookAlikes: AccountSummary[] = []
  for (const row of await db.selectFrom('users').select(SUMMARY_COLUMNS).orderBy('id').execute()) {
    const account = summaryOf(row)
    const hasName = foldName(account.username) === wanted
    if (isEmail && foldName(account.email) === wanted) matches.push(account)
    else if (hasName && !isEmail && isUsername(account.username)) matches.push(account)
    else if (hasName) lookAlikes.push(account)
  }
  return { matches, lookAlikes }
}

export async function passwordOf(db: Kysely<Tables>, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst()
  return row?.password ?? null
}

/**
 * Candidate names for an account without one: the e-mail's local part, then numbered, then with a random
 * number.
 */
function* namesFrom(email: string): Generator<string> {
  const local = email
    .split('@', 1)[0]!
    .split('+', 1)[0]!
    .slice(0, USERNAME_MAX_LENGTH - 10)
  const base = local.length >= USERNAME_MIN_LENGTH ? local : `dog-${local}`
  yield base
  for (let number = 2; number <= NUMBERED_NAMES; number += 1) yield `${base}${number}`
  for (;;) yield `${base}-${Math.floor(Math.random() * 1e8)}`
}

async function findFreeName(db: Kysely<Tables>, email: string): Promise<string> {
  for (const name of namesFrom(email)) if ((await userOfName(db, name)) === undefined) return name
  throw new Error('unreachable: there is always another number')
}

/**
 * Adds an account with its sign-in names and counters. Call inside a transaction.
 * @throws NameTaken; the user name is checked first, so that a reply about an e-mail address needs an
 * otherwise complete registration
 */
export async function addUser(db: Kysely<Tables>, user: NewUser): Promise<number> {
  if (user.username !== undefined && (await userOfName(db, user.username)) !== undefined)
    throw new NameTaken('username')
  if ((await userOfName(db, user.email)) !== undefined) throw new NameTaken('email')
  const username = user.username ?? (await findFreeName(db, user.email))
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      email: user.email,
      password: user.password,
      fullName: user.fullName ?? null,
      address: user.address ?? null,
      provider: user.provider ?? null,
      isAdmin: user.isAdmin ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sign_in_names')
    .values([
      { name: foldName(username), userId: id, kind: 'username' },
      { name: foldName(user.email), userId: id, kind: 'email' },
    ])
    .execute()
  await db
    .insertInto('user_analytics')
    .values({ userId: id, lastActive: null })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return id
}

export async function accountOf(db: Kysely<Tables>, userId: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'fullName',
      'address',
      'avatarUrl',
      'isAdmin',
      'password',
      'createdAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { password, isAdmin, username, ...account } = row
  return { ...account, username: username ?? '', isAdmin: isAdmin === 1, hasPassword: password !== null }
}

const NO_RESET_TOKEN = { resetToken: null, resetTokenExpiry: null } as const

/**
 * Stores the hash of a token to reset a password, unless the e-mail or the password has changed since they were
 * read; an earlier token becomes invalid.
 */
export async function addResetToken(
  db: Kysely<Tables>,
  { userId, email, password }: { userId: number; email: string; password: string },
  tokenHash: string,
  expiry: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ resetToken: tokenHash, resetTokenExpiry: expiry.toISOString() })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('password', '=', password)
    .execute()
}

/** The account that a valid token belongs to. */
export async function userOfResetToken(
  db: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('resetToken', '=', tokenHash)
    .where('resetTokenExpiry', '>', now.toISOString())
    .executeTakeFirst()
  return row?.id
}

export async function emailOf(db: Kysely<Tables>, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email
}

export interface AccountChange {
  username?: string | undefined
  email?: string | undefined
  fullName?: string | null | undefined
  address?: string | null | undefined
  avatarUrl?: string | null | undefined
}

/**
 * Changes the given fields, and the sign-in names with them. Call inside a transaction.
 * @throws NameTaken
 */
export async function changeAccount(
  db: Kysely<Tables>,
  userId: number,
  change: AccountChange,
): Promise<void> {
  for (const kind of ['username', 'email'] as const) {
    const name = change[kind]
    if (name === undefined) continue
    const owner = await userOfName(db, name)
    if (owner !== undefined && owner !== userId) throw new NameTaken(kind)
    await db.deleteFrom('sign_in_names').where('userId', '=', userId).where('kind', '=', kind).execute()
    await db
      .insertInto('sign_in_names')
      .values({ name: foldName(name), userId, kind })
      .execute()
  }
  const { username, email, fullName, address, avatarUrl } = change
  const values = {
    ...(username === undefined ? {} : { username }),
    // Whoever reads the previous mailbox must not set a password.
    ...(email === undefined ? {} : { email, ...NO_RESET_TOKEN }),
    ...(fullName === undefined ? {} : { fullName }),
    ...(address === undefined ? {} : { address }),
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
  }
  if (Object.keys(values).length > 0)
    await db.updateTable('users').set(values).where('id', '=', userId).execute()
}

/**
 * Replaces a password, unless it has changed since `before` was read; false then. A token to reset it becomes
 * invalid.
 */
export async function replacePassword(
  db: Kysely<Tables>,
  userId: number,
  before: string | null,
  after: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password: after, ...NO_RESET_TOKEN })
    .where('id', '=', userId)
    .where('password', before === null ? 'is' : '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes an account. Foreign keys delete its data (specification 13.61 and 13.69); its searches stay in the
 * statistics without the account. Reviews lose its votes. Call inside a write transaction that no other runs
 * beside.
 */
export async function removeUser(db: Kysely<Tables>, userId: number): Promise<void> {
  await sql`update park_reviews set helpful = (
      select count(*) from review_helpful_votes as votes
      where votes."reviewId" = park_reviews.id and votes."isHelpful" = 1 and votes."userId" <> ${userId})
    where id in (select "reviewId" from review_helpful_votes where "userId" = ${userId})`.execute(db)
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

/** False if there is no such account. */
export async function setAdmin(db: Kysely<Tables>, userId: number, isAdmin: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ isAdmin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets the provider's column in `users`, so that it agrees with the identities. */
export async function setProviderId(
  db: Kysely<Tables>,
  userId: number,
  provider: Provider,
  id: string | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ [PROVIDER_COLUMNS[provider]]: id })
    .where('id', '=', userId)
    .execute()
  if (id === null)
    await db
      .updateTable('users')
      .set({ provider: null })
      .where('id', '=', userId)
      .where('provider', '=', provider)
      .execute()
}
