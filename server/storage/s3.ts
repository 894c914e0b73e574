import { openAsBlob } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { checkKey, isKey, storageName, StorageUnavailable } from './files.ts'
import type { Storage, StorageConfig } from './files.ts'

/** For a request with a small file, with its reply. Shorter than a proxy's and a browser's time limit. */
const SMALL_TIMEOUT_MS = 6_000
const SMALL_BYTES = 2 ** 20
/** For a request with a larger file, or one piece of it. */
const PIECE_TIMEOUT_MS = 20_000
const PIECE_BYTES = 8 * 2 ** 20
/** For the question whether the bucket is there. */
const CHECK_TIMEOUT_MS = 2_000
/** Before a request that failed is repeated, once. */
const RETRY_PAUSE_MS = 150
/** After a request without any reply, further ones fail at once for this long, so that none of them waits. */
const PAUSE_AFTER_NO_REPLY_MS = 1_000
const KEYS_PER_LIST = 1_000
/** Statuses for a request that is signed for another region than the bucket's: moved, or a bad request. */
const OTHER_REGION = new Set([301, 400])

/** A request that may succeed if it is repeated: no connection, or an error of the service. */
const isTemporary = (error: unknown) =>
  error instanceof S3NetworkError ||
  error instanceof TypeError ||
  (error instanceof S3ServiceError && (error.status >= 500 || error.status === 429))

/** No reply within the time limit. */
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'it did not reply in time'
  if (error instanceof S3ServiceError) return error.message
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** A storage in a bucket of an object store with the API of Amazon S3. The bucket must exist. */
export function s3Storage(config: Extract<StorageConfig, { kind: 's3' }>): Storage {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = config
  const clientWith = (requestAbortTimeout: number) =>
    new S3mini({
      endpoint: `${endpoint}/${bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      requestAbortTimeout,
      minPartSize: PIECE_BYTES,
    })
  const small = clientWith(SMALL_TIMEOUT_MS)
  const large = clientWith(PIECE_TIMEOUT_MS)
  const checking = clientWith(CHECK_TIMEOUT_MS)
  const start = prefix === '' ? '' : `${prefix}/`
  const objectOf = (key: string) => {
    checkKey(key)
    return start + key
  }

  const unavailable = (error: unknown) =>
    new StorageUnavailable(`${storageName(config)} cannot be used: ${reasonOf(error)}.`, { cause: error })
  let pausedUntil = -Infinity
  let lastFailure: unknown

  /** All requests may be repeated: the same file under the same key. */
  async function attempt<T>(work: () => Promise<T>, { repeat = true } = {}): Promise<T> {
    if (performance.now() < pausedUntil) throw unavailable(lastFailure)
    for (let retried = !repeat; ; retried = true) {
      try {
        return await work()
      } catch (error) {
        if (!retried && isTemporary(error)) {
          await sleep(RETRY_PAUSE_MS)
          continue
        }
        if (isTimeout(error) || (isTemporary(error) && !(error instanceof S3ServiceError))) {
          lastFailure = error
          pausedUntil = performance.now() + PAUSE_AFTER_NO_REPLY_MS
        }
        throw unavailable(error)
      }
    }
  }

  const size = (key: string) => {
    const object = objectOf(key)
    return attempt(() =>
      small.getContentLength(object).catch((error: unknown) => {
        // The client wraps what was thrown.
        const cause = error instanceof Error ? error.cause : error
        if (cause instanceof S3ServiceError && cause.status === 404) return undefined
        throw cause
      }),
    )
  }

  return {
    size,
    async put(key, bytes) {
      const object = objectOf(key)
      await attempt(() => (bytes.length > SMALL_BYTES ? large : small).putObject(object, bytes))
    },
    async get(key) {
      const object = objectOf(key)
      const found = await attempt(() => small.getObjectArrayBuffer(object))
      return found === null ? undefined : Buffer.from(found)
    },
    async putFile(key, path) {
      const object = objectOf(key)
      // Read piece by piece while it is sent.
      const blob = await openAsBlob(path)
      // The client repeats each piece, so the whole is not repeated.
      await attempt(() => large.putAnyObject(object, blob), { repeat: false })
      // A service may begin its reply before it has put the pieces together, and then report an error in it.
      if ((await size(key)) !== blob.size) throw unavailable(new Error('it has not stored the whole file'))
    },
    async getFile(key, path) {
      const object = objectOf(key)
      const bytes = await size(key)
      if (bytes === undefined) return false
      const file = await open(path, 'w')
      try {
        for (let from = 0; from < bytes; from += PIECE_BYTES) {
          const to = Math.min(bytes, from + PIECE_BYTES)
          const piece = await attempt(async () =>
            Buffer.from(await (await large.getObjectRaw(object, false, from, to)).arrayBuffer()),
          )
          if (piece.length !== to - from) throw unavailable(new Error('it sent a part of the file only'))
          await file.writeFile(piece)
        }
        await file.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
      return true
    },
    async delete(key) {
      const object = objectOf(key)
      await attempt(() => small.deleteObject(object))
    },
    async *list(below) {
      let token: string | undefined
      do {
        const page = await attempt(() => small.listObjectsPaged('/', start + below, KEYS_PER_LIST, token))
        if (!page?.objects) throw unavailable(new Error('there is no such bucket'))
        for (const { Key, Size, LastModified } of page.objects) {
          const key = Key.slice(start.length)
          // Consoles of object stores create an empty object 'pictures/' for a folder.
          if (isKey(key)) yield { key, bytes: Number(Size), modifiedAt: new Date(LastModified) }
        }
        token = page.nextContinuationToken
      } while (token !== undefined)
    },
    async check() {
      const exists = await checking.bucketExists().catch((error: unknown) => {
        // The reply has no body that would say it.
        if (error instanceof S3ServiceError && OTHER_REGION.has(error.status))
          throw unavailable(new Error(`the region of the bucket is probably not ${region}`))
        throw unavailable(error)
      })
      if (!exists) throw unavailable(new Error('there is no such bucket, or its keys are wrong'))
    },
  }
}
