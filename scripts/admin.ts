import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { inspect, parseArgs } from 'node:util'
import { RegisterBody } from '../data/model/account.ts'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { passwordWeakness } from '../server/auth/accounts.ts'
import { openHasher } from '../server/auth/hashing.ts'
import { endSessionsOf } from '../server/repositories/sessions.ts'
import { createDatabase, databaseAddress, openStore } from '../server/repositories/store.ts'
import type { Store } from '../server/repositories/store.ts'
import {
  accountOf,
  accountsNamed,
  accountSummary,
  addUser,
  NameTaken,
  setAdmin,
} from '../server/repositories/users.ts'
import type { AccountSummary } from '../server/repositories/users.ts'

const USAGE = `Manages administrators. This is not possible on the web.

  npm run admin -- promote <username or e-mail>             makes an account an administrator; shows the account and asks first
  npm run admin -- demote <username or e-mail>              makes it an ordinary account again
  npm run admin -- sign-out <username or e-mail>            ends all sessions of an account
  npm run admin -- create <e-mail> [--username <username>]  creates an administrator; asks for the password, or reads it from standard input

  --id <number>  the account with this id, instead of a name
  --yes          promotes without asking, for scripts

A name with an @ is looked up among e-mails only, any other among usernames only.
E-mails are not confirmed: anyone can register with any address. Check the id and the date with the person.
`

/** An error that the operator can fix. */
class Refused extends Error {
  override name = 'Refused'
}

/** Where the operator reads and types. */
interface Operator {
  input: Readable & { isTTY?: boolean }
  /** For questions and errors. */
  messages: Writable
}

/** Not an argument, which would stay in the shell's history and be visible in the list of processes. */
async function askPassword({ input, messages }: Operator): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) messages.write('Password: ')
  // Does not show what is typed.
  const output = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input, output, terminal })
  for await (const line of lines) {
    lines.close()
    if (terminal) messages.write('\n')
    return line
  }
  throw new Refused('There is no password on standard input.')
}

async function create(store: Store, email: string, { username, operator }: Options): Promise<string> {
  const input = RegisterBody.safeParse({ email, username, password: await askPassword(operator) })
  if (!input.success) throw new Refused(input.error.issues[0]!.message)
  const weakness = await passwordWeakness(input.data.password, input.data)
  if (weakness) throw new Refused(weakness)
  const password = await openHasher().hash(input.data.password)
  return store.write(async (db) => {
    const id = await addUser(db, {
      username: input.data.username,
      email: input.data.email,
      password,
      isAdmin: true,
    })
    return `${(await accountOf(db, id))!.username} is an administrator.`
  })
}

/**
 * Quotes a text from the database, which may contain control characters for the terminal or the text
 * direction.
 */
const quoted = (text: string) =>
  `"${text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`)}"`

/** Characters beyond ASCII with their code points, because they can look like others. */
const beyondAscii = (text: string) =>
  [...new Set(text)]
    .filter((character) => character > '~')
    .map((character) => `${quoted(character)} U+${character.codePointAt(0)!.toString(16).toUpperCase()}`)

const describe = ({ id, username, email, createdAt }: AccountSummary) =>
  `id ${id}, username ${quoted(username)}, e-mail ${quoted(email)} (not confirmed), created ${createdAt}`

/** The account with a name or id. @throws Refused if there is none, or the name is ambiguous */
async function find(store: Store, { name, id }: Who): Promise<AccountSummary> {
  if (id !== undefined) {
    const account = await store.read((db) => accountSummary(db, id))
    if (!account) throw new Refused(`There is no account with the id ${id}.`)
    return account
  }
  const { matches, lookAlikes } = await store.read((db) => accountsNamed(db, name!))
  if (lookAlikes.length > 0 || matches.length > 1)
    throw new Refused(
      [
        `${quoted(name!)} matches several accounts, or one whose username is no longer allowed. Use --id:`,
        ...[...matches, ...lookAlikes].map((account) => `  ${describe(account)}`),
      ].join('\n'),
    )
  if (!matches[0])
    throw new Refused(
      name!.normalize('NFKC').includes('@')
        ? `No account has the e-mail ${quoted(name!)}.`
        : `No account has the username ${quoted(name!)}.`,
    )
  return matches[0]
}

/** Reads one line: 'y' or 'yes' confirms. */
async function confirms(question: string, { input, messages }: Operator): Promise<boolean> {
  messages.write(question)
  const lines = createInterface({ input, terminal: false })
  for await (const line of lines) {
    lines.close()
    return /^y(es)?$/i.test(line.trim())
  }
  return false
}

async function promote(store: Store, who: Who, { yes, operator }: Options): Promise<string> {
  const account = await find(store, who)
  const unusual = beyondAscii(account.username + account.email)
  const shown = [
    `  id        ${account.id}`,
    `  username  ${quoted(account.username)}`,
    `  e-mail    ${quoted(account.email)} (not confirmed: anyone can register with any address)`,
    `  created   ${account.createdAt}`,
    ...(unusual.length > 0 ? [`  Characters that can look like others: ${unusual.join(', ')}`] : []),
  ].join('\n')
  if (yes) operator.messages.write(`${shown}\n`)
  else if (!(await confirms(`${shown}\nMake this account an administrator? [y/N] `, operator)))
    throw new Refused('Nothing was changed. Answer y, or use --yes in scripts.')
  await store.write((db) => setAdmin(db, account.id, true))
  return `Account ${account.id}, ${quoted(account.username)}, is an administrator.`
}

async function demote(store: Store, who: Who): Promise<string> {
  const { id, username } = await find(store, who)
  await store.write((db) => setAdmin(db, id, false))
  return `Account ${id}, ${quoted(username)}, is no longer an administrator.`
}

async function signOut(store: Store, who: Who): Promise<string> {
  const { id, username } = await find(store, who)
  await store.write((db) => endSessionsOf(db, id))
  return `Account ${id}, ${quoted(username)}, is signed out everywhere.`
}

/** Exactly one of the two is set. */
interface Who {
  name?: string
  id?: number
}
interface Options {
  username: string | undefined
  yes: boolean
  operator: Operator
}

const COMMANDS: Readonly<Record<string, (store: Store, who: Who, options: Options) => Promise<string>>> = {
  promote,
  demote,
  'sign-out': signOut,
  create(store, { name }, options) {
    if (name === undefined) throw new Refused(USAGE)
    return create(store, name, options)
  },
}

async function run(args: string[], environment: NodeJS.ProcessEnv, operator: Operator): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { username: { type: 'string' }, id: { type: 'string' }, yes: { type: 'boolean' } },
  })
  const [command, name, ...rest] = positionals
  const perform = Object.hasOwn(COMMANDS, command ?? '') ? COMMANDS[command!] : undefined
  if (!perform || rest.length > 0 || (name === undefined) === (values.id === undefined))
    throw new Refused(USAGE)
  if (values.id !== undefined && !/^[1-9]\d{0,14}$/.test(values.id)) throw new Refused(USAGE)
  const path = databaseAddress(readConfig(environment))
  await createDatabase(path)
  const store = openStore(path)
  try {
    return await perform(store, name === undefined ? { id: Number(values.id) } : { name }, {
      username: values.username,
      yes: values.yes ?? false,
      operator,
    })
  } finally {
    await store.close()
  }
}

/**
 * @param args as on the command line
 * @param result where what was done is written
 * @returns the exit code
 */
export async function manageAdministrators(
  args: string[],
  environment: NodeJS.ProcessEnv,
  result: Writable,
  operator: Operator,
): Promise<0 | 1> {
  try {
    result.write(`${await run(args, environment, operator)}\n`)
    return 0
  } catch (error) {
    const plain =
      error instanceof Refused ||
      error instanceof ConfigError ||
      error instanceof NameTaken ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    operator.messages.write(`${plain ? (error as Error).message : inspect(error)}\n`)
    return 1
  }
}

if (import.meta.main) {
  createForOwnerOnly()
  process.exitCode = await manageAdministrators(process.argv.slice(2), process.env, process.stdout, {
    input: process.stdin,
    messages: process.stderr,
  })
}
