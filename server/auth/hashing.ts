import crypto from 'node:crypto'
import { promisify } from 'node:util'
import { ProblemError } from '../http/problems.ts'

/**
 * Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB of memory, 2 passes, 1 lane. `memory` in KiB, lengths in
 * bytes (RFC 9106 asks for 16 of salt and allows any tag from 4).
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_LENGTH = 16
const TAG_LENGTH = 32

/** Hashes that are made at the same time: the thread pool has four threads, and files and names want some. */
const AT_ONCE = 2
/** How many wait for their turn, a few seconds at most; more are told to come back. */
const WAITING = 40
/** Seconds after which they should. */
const COME_BACK_AFTER = 5

const argon2 = promisify(
  (parameters: crypto.Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
    crypto.argon2('argon2id', parameters, done),
)

interface Hash {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/** The form of https://github.com/P-H-C/phc-string-format, as every implementation of Argon2 writes it. */
const write = ({ memory, passes, parallelism, salt, tag }: Hash) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`

function read(text: string): Hash | undefined {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text)
  if (!parts) return undefined
  const [, memory, passes, parallelism, salt, tag] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
  }
}

interface Verdict {
  matches: boolean
  /** The hash was made with other parameters than hashes are made with now. */
  outdated: boolean
}

/** Makes and checks password hashes, a few at a time: signing in cannot take the machine away from everybody else. */
export interface Hasher {
  /** @throws ProblemError `busy` when too many wait already. */
  hash(password: string): Promise<string>
  /**
   * Against nothing, where there is no hash: that takes as long and never matches.
   * @throws ProblemError `busy` when too many wait already.
   */
  verify(password: string, hash: string | null | undefined): Promise<Verdict>
}

export function openHasher({
  atOnce = AT_ONCE,
  waiting = WAITING,
}: { atOnce?: number; waiting?: number } = {}): Hasher {
  let running = 0
  const queue: (() => void)[] = []

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        throw new ProblemError(
          {
            code: 'busy',
            message: 'Too many people are signing in at this moment. Try again in a few seconds.',
          },
          503,
          COME_BACK_AFTER,
        )
      }
      await new Promise<void>((resolve) => void queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The turn is handed on rather than given back, so that nobody overtakes.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  const tagOf = (password: string, { memory, passes, parallelism, salt, tag }: Hash) =>
    inTurn(() =>
      argon2({ message: password, nonce: salt, memory, passes, parallelism, tagLength: tag.length }),
    )

  const fresh = (): Hash => ({
    ...PARAMETERS,
    salt: crypto.randomBytes(SALT_LENGTH),
    tag: Buffer.alloc(TAG_LENGTH),
  })
  const nobody = fresh()

  return {
    async hash(password) {
      const made = fresh()
      return write({ ...made, tag: await tagOf(password, made) })
    },
    async verify(password, hash) {
      const known = typeof hash === 'string' ? read(hash) : undefined
      const against = known ?? nobody
      const equal = crypto.timingSafeEqual(await tagOf(password, against), against.tag)
      const outdated =
        against.memory !== PARAMETERS.memory ||
        against.passes !== PARAMETERS.passes ||
        against.parallelism !== PARAMETERS.parallelism ||
        against.tag.length !== TAG_LENGTH
      return { matches: equal && known !== undefined, outdated }
    },
  }
}
