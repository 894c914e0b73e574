import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { RegisterBody } from '../data/model/account.ts'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { weakness } from '../server/auth/accounts.ts'
import { openHasher } from '../server/auth/hashing.ts'
import { endSessionsOf } from '../server/repositories/sessions.ts'
import { createDatabase, databasePath, openStore } from '../server/repositories/store.ts'
import type { Store } from '../server/repositories/store.ts'
import { accountOf, addUser, credentialsOf, NameTaken, setAdmin } from '../server/repositories/users.ts'

const USAGE = `Who may administer this product. Nothing on the web can say so.

  npm run admin -- promote <username or e-mail>             makes an administrator of somebody who has an account
  npm run admin -- demote <username or e-mail>              takes that back
  npm run admin -- sign-out <username or e-mail>            ends all sessions of somebody
  npm run admin -- create <e-mail> [--username <username>]  makes an administrator; the password is asked for, or read from the standard input
`

/** Something the person at the terminal can put right. */
class Refused extends Error {
  override name = 'Refused'
}

/** Never from the command line, where it would stay in the shell's history and be seen by whoever lists processes. */
async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write('Password: ')
  // What is typed is not shown.
  const output = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal })
  for await (const line of lines) {
    lines.close()
    if (terminal) process.stderr.write('\n')
    return line
  }
  throw new Refused('There is no password on the standard input.')
}

async function create(store: Store, email: string, username: string | undefined): Promise<string> {
  const told = RegisterBody.safeParse({ email, username, password: await askPassword() })
  if (!told.success) throw new Refused(told.error.issues[0]!.message)
  const weak = await weakness(told.data.password, told.data)
  if (weak) throw new Refused(weak)
  const password = await openHasher().hash(told.data.password)
  return store.write(async (db) => {
    const id = await addUser(db, {
      username: told.data.username,
      email: told.data.email,
      password,
      isAdmin: true,
    })
    return `${(await accountOf(db, id))!.username} is an administrator.`
  })
}

const nobody = (name: string) => new Refused(`Nobody has the username or e-mail ${name}.`)

async function set(store: Store, name: string, isAdmin: boolean): Promise<string> {
  if (!(await store.write((db) => setAdmin(db, name, isAdmin)))) throw nobody(name)
  return isAdmin ? `${name} is an administrator.` : `${name} is no administrator any more.`
}

async function signOut(store: Store, name: string): Promise<string> {
  const account = await store.read((db) => credentialsOf(db, name))
  if (!account) throw nobody(name)
  await store.write((db) => endSessionsOf(db, account.userId))
  return `${name} is signed out everywhere.`
}

const COMMANDS: Readonly<
  Record<string, (store: Store, name: string, username: string | undefined) => Promise<string>>
> = {
  promote: (store, name) => set(store, name, true),
  demote: (store, name) => set(store, name, false),
  'sign-out': signOut,
  create,
}

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { username: { type: 'string' } },
  })
  const [command, name, ...rest] = positionals
  const perform = Object.hasOwn(COMMANDS, command ?? '') ? COMMANDS[command!] : undefined
  if (name === undefined || rest.length > 0 || !perform) throw new Refused(USAGE)
  const path = databasePath(readConfig().dataDir)
  await createDatabase(path)
  const store = openStore(path)
  try {
    return await perform(store, name, values.username)
  } finally {
    await store.close()
  }
}

try {
  console.log(await run())
} catch (error) {
  const plain =
    error instanceof Refused ||
    error instanceof ConfigError ||
    error instanceof NameTaken ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(plain ? (error as Error).message : error)
  process.exitCode = 1
}
