import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncodedPart } from '../../data/directory/bundle.ts'
import { DAY } from '../../data/model/constants.ts'
import { toBrotli, toGzip, unpack } from './compression.ts'
import type { Encoding, Representations } from './compression.ts'
import { byteCache } from '../geo/byte-cache.ts'

/** Immutable files under their hash: the directory's parts, of this version and, for devices in the middle of a download, of earlier ones. */
export interface Parts {
  /** The part with this hex SHA-256, in every form that is ready. */
  get(sha256: string): Promise<Representations | undefined>
  /** Takes the parts of the newest version in. They can be served from now on; compressing them follows. */
  keep(parts: readonly EncodedPart[]): void
  /** Resolves when everything taken in so far is compressed. */
  settled(): Promise<void>
  /** Leaves what is not compressed yet for the next start. */
  close(): Promise<void>
}

/** Bytes of earlier versions' parts that are kept in memory once they were read and checked. */
const EARLIER_IN_MEMORY = 32 * 2 ** 20
/** How long the parts of an earlier version are still served. */
const KEPT_FOR = 7 * DAY
const SUFFIXES: Readonly<Record<Encoding, string>> = { identity: '.json', gzip: '.json.gz', br: '.json.br' }

/**
 * @param folder where the files rest, so that a restart compresses nothing twice. It may be lost at any time, and one that cannot be
 *   written costs only that.
 */
export function openParts(folder: string, onTrouble: (error: unknown) => void): Parts {
  const memory = new Map<string, Representations>()
  let newest: ReadonlySet<string> = new Set()
  let work: Promise<void> = Promise.resolve()
  let closed = false

  const pathOf = (sha256: string, form: Encoding) => join(folder, sha256 + SUFFIXES[form])

  /** What rests in the folder may be torn by a power cut; only what unpacks to the hash it is named by is taken. */
  const load = async (sha256: string, form: Encoding): Promise<Buffer | undefined> => {
    const bytes = await readFile(pathOf(sha256, form)).catch(() => undefined)
    const plain = bytes && (await unpack(bytes, form).catch(() => undefined))
    return plain && createHash('sha256').update(plain).digest('hex') === sha256 ? bytes : undefined
  }

  /** A reader finds the whole file or none. */
  const save = async (sha256: string, form: Encoding, bytes: Buffer) => {
    const path = pathOf(sha256, form)
    await mkdir(folder, { recursive: true })
    await writeFile(`${path}.tmp`, bytes)
    await rename(`${path}.tmp`, path)
  }

  const compress = async (sha256: string, form: 'gzip' | 'br') => {
    const part = memory.get(sha256)
    if (closed || !part || part[form]) return
    const known = await load(sha256, form)
    part[form] =
      known ?? (form === 'gzip' ? await toGzip(part.identity, 9) : await toBrotli(part.identity, 11))
    if (!known) await save(sha256, form, part[form]).catch(onTrouble)
  }

  const tidy = async () => {
    const now = new Date()
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (newest.has(name.split('.')[0]!)) await utimes(path, now, now)
      else if (now.getTime() - (await stat(path)).mtimeMs > KEPT_FOR) await unlink(path)
    }
  }

  const storeParts = async (hashes: ReadonlySet<string>) => {
    for (const sha256 of hashes)
      if (!(await load(sha256, 'identity')))
        await save(sha256, 'identity', memory.get(sha256)!.identity).catch(onTrouble)
    // Earlier versions are served from the folder, so they leave the memory only after the folder has had its turn.
    for (const sha256 of memory.keys()) if (!newest.has(sha256)) memory.delete(sha256)
    for (const sha256 of hashes) await compress(sha256, 'gzip')
    for (const sha256 of hashes) await compress(sha256, 'br')
    if (!closed) await tidy()
  }

  const earlier = byteCache<Representations>(EARLIER_IN_MEMORY, ({ identity, br, gzip }) =>
    [identity, br, gzip].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0),
  )
  const coming = new Map<string, Promise<Representations | undefined>>()

  /** Unpacking and hashing a part takes 20 ms of a processor: once for many requests, and once for those of the same moment. */
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
      const known = memory.get(sha256) ?? earlier.get(sha256)
      if (known) return known
      let loading = coming.get(sha256)
      if (!loading) {
        loading = loadEarlier(sha256).finally(() => coming.delete(sha256))
        coming.set(sha256, loading)
      }
      return loading
    },
    keep(parts) {
      const hashes = new Set(parts.map((part) => part.sha256))
      newest = hashes
      for (const { sha256, bytes } of parts) {
        if (!memory.has(sha256))
          memory.set(sha256, { identity: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
      }
      work = work.then(() => (newest === hashes ? storeParts(hashes) : undefined)).catch(onTrouble)
    },
    settled: () => work,
    close() {
      closed = true
      return work
    },
  }
}
