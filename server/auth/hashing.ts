import crypto from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'
import type { HashCost } from '../../fastify.config.ts'
import { ProblemError } from '../http/problems.ts'

/** Of Argon2id, in OWASP's Password Storage Cheat Sheet: 19 MiB of memory, 2 passes, 1 lane. */
const RECOMMENDED: HashCost = { memory: 19_456, passes: 2 }
const PARALLELISM = 1
/** Lengths in bytes. RFC 9106 recommends 16 for the salt and allows any tag from 4. */
const SALT_LENGTH = 16
const TAG_LENGTH = 32

/** Hashes computed at the same time: the thread pool has four threads, which file access and DNS need too. */
const MAX_RUNNING = 2
/** Hashes that may wait, a few seconds at most; further requests are refused as busy. */
const MAX_WAITING = 40
const RETRY_AFTER_S = 5

const argon2 = promisify(
  (parameters: crypto.Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
    crypto.argon2('argon2id', parameters, done),
)

interface Hash extends HashCost {
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const unpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/** The PHC string format: https://github.com/P-H-C/phc-string-format */
const format = ({ memory, passes, parallelism, salt, tag }: Hash) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`

function parse(text: string): Hash | undefined {
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
  /** The hash was made with other parameters than today's. */
  outdated: boolean
}

/** Makes and checks password hashes, a few at a time so that other requests are still served. */
export interface Hasher {
  /** @throws ProblemError `busy` when too many are waiting */
  hash(password: string): Promise<string>
  /**
   * Without a hash it takes as long and never matches.
   * @throws ProblemError `busy` when too many are waiting
   */
  verify(password: string, hash: string | null | undefined): Promise<Verdict>
}

export function openHasher({
  maxRunning = MAX_RUNNING,
  maxWaiting = MAX_WAITING,
  cost = RECOMMENDED,
}: { maxRunning?: number; maxWaiting?: number; cost?: HashCost | undefined } = {}): Hasher {
  const queue = new PQueue({ concurrency: maxRunning })

  const tagOf = async (password: string, { memory, passes, parallelism, salt, tag }: Hash) => {
    if (queue.size >= maxWaiting) {
      throw new ProblemError(
        {
          code: 'busy',
          message: 'Too many people are signing in at this moment. Try again in a few seconds.',
        },
        503,
        RETRY_AFTER_S,
      )
    }
    return queue.add(() =>
      argon2({ message: password, nonce: salt, memory, passes, parallelism, tagLength: tag.length }),
    )
  }

  const newHash = (): Hash => ({
    ...cost,
    parallelism: PARALLELISM,
    salt: crypto.randomBytes(SALT_LENGTH),
    tag: Buffer.alloc(TAG_LENGTH),
  })
  const decoy = newHash()

  return {
    async hash(password) {
      const made = newHash()
      return format({ ...made, tag: await tagOf(password, made) })
    },
    async verify(password, hash) {
      const known = typeof hash === 'string' ? parse(hash) : undefined
      const against = known ?? decoy
      const equal = crypto.timingSafeEqual(await tagOf(password, against), against.tag)
      const outdated =
        against.memory !== cost.memory ||
        against.passes !== cost.passes ||
        against.parallelism !== PARALLELISM ||
        against.tag.length !== TAG_LENGTH
      return { matches: equal && known !== undefined, outdated }
    },
  }
}
