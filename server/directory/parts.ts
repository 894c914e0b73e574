import { createHash } from 'node:crypto'
import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { EncodedPart } from '../../data/directory/bundle.ts'
import { DAY } from '../../data/model/constants.ts'
import { decompress, toBrotli, toGzip } from './compression.ts'
import type { Encoding, Representations } from './compression.ts'
import { singleFlight } from '../single-flight.ts'
import { createFolder } from '../storage/create-folder.ts'

/** The directory's parts, by their hash: of this version and, for downloads in progress, of earlier ones. */
export interface Parts {
  /** The part with this hex SHA-256, in every encoding that is ready. */
  get(sha256: string): Promise<Representations | undefined>
  /** Adds the parts of the newest version. They can be served at once, and are compressed afterwards. */
  keep(parts: readonly EncodedPart[]): void
  /** Resolves when all parts added so far are compressed. */
  settled(): Promise<void>
  /** Stops; the next start compresses the rest. */
  close(): Promise<void>
}

/** Size of the memory cache for parts of earlier versions. */
const EARLIER_CACHE_BYTES = 32 * 2 ** 20
/** How long the parts of an earlier version are still served. */
const EARLIER_KEPT_MS = 7 * DAY
const SUFFIXES: Readonly<Record<Encoding, string>> = { identity: '.json', gzip: '.json.gz', br: '.json.br' }

/**
 * @param folder where the files are stored, so that they are not compressed again after a restart. It may be
 * deleted at any time, and need not be writable.
 */
export function openParts(folder: string, onError: (error: unknown) => void): Parts {
  const memory = new Map<string, Representations>()
  let newest: ReadonlySet<string> = new Set()
  let work: Promise<void> = Promise.resolve()
  let closed = false

  const pathOf = (sha256: string, encoding: Encoding) => join(folder, sha256 + SUFFIXES[encoding])

  /** A power cut may have left an incomplete file, so its content is checked against the hash in its name. */
  const load = async (sha256: string, encoding: Encoding): Promise<Buffer | undefined> => {
    const bytes = await readFile(pathOf(sha256, encoding)).catch(() => undefined)
    const plain = bytes && (await decompress(bytes, encoding).catch(() => undefined))
    return plain && createHash('sha256').update(plain).digest('hex') === sha256 ? bytes : undefined
  }

  /** Readers never see an incomplete file. */
  const save = async (sha256: string, encoding: Encoding, bytes: Buffer) => {
    const path = pathOf(sha256, encoding)
    await createFolder(folder)
    await writeFile(`${path}.tmp`, bytes)
    await rename(`${path}.tmp`, path)
  }

  const compress = async (sha256: string, encoding: 'gzip' | 'br') => {
    const part = memory.get(sha256)
    if (closed || !part || part[encoding]) return
    const known = await load(sha256, encoding)
    part[encoding] =
      known ?? (encoding === 'gzip' ? await toGzip(part.identity, 9) : await toBrotli(part.identity, 11))
    if (!known) await save(sha256, encoding, part[encoding]).catch(onError)
  }

  const deleteExpired = async () => {
    const now = new Date()
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (newest.has(name.split('.')[0]!)) await utimes(path, now, now)
      else if (now.getTime() - (await stat(path)).mtimeMs > EARLIER_KEPT_MS) await unlink(path)
    }
  }

  const storeParts = async (hashes: ReadonlySet<string>) => {
    for (const sha256 of hashes)
      if (!(await load(sha256, 'identity')))
        await save(sha256, 'identity', memory.get(sha256)!.identity).catch(onError)
    // The next version is waiting. This one only had to be written, for downloads in progress.
    if (newest !== hashes) return
    // Earlier versions are served from the folder: they are dropped from memory only once that is written.
    for (const sha256 of memory.keys()) if (!hashes.has(sha256)) memory.delete(sha256)
    for (const sha256 of hashes) await compress(sha256, 'gzip')
    for (const sha256 of hashes) await compress(sha256, 'br')
    if (!closed) await deleteExpired()
  }

  const earlier = new LRUCache<string, Representations>({
    maxSize: EARLIER_CACHE_BYTES,
    sizeCalculation: ({ identity, br, gzip }) =>
      [identity, br, gzip].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0),
  })
  const once = singleFlight<Representations | undefined>()

  /** Decompressing and hashing a part takes 20 ms of processor time: simultaneous requests share it. */
  const loadEarlier = async (sha256: string): Promise<Representations | undefined> => {
    const identity = await load(sha256, 'identity')
    if (!identity) return undefined
    const [br, gzip] = await Promise.all([load(sha256, 'br'), load(sha256, 'gzip')])
    const part = { identity, ...(br && { br }), ...(gzip && { gzip }) }
    earlier.set(sha256, part)
    return part
  }

  return {
    async get(sha256) {
      return memory.get(sha256) ?? earlier.get(sha256) ?? once(sha256, () => loadEarlier(sha256))
    },
    keep(parts) {
      const hashes = new Set(parts.map((part) => part.sha256))
      newest = hashes
      for (const { sha256, bytes } of parts) {
        if (!memory.has(sha256))
          memory.set(sha256, { identity: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
      }
      work = work.then(() => storeParts(hashes)).catch(onError)
    },
    settled: () => work,
    close() {
      closed = true
      return work
    },
  }
}
