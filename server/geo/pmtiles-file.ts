import { open } from 'node:fs/promises'
import { SharedPromiseCache } from 'pmtiles'
import type { Cache } from 'pmtiles'

/**
 * A file that is not a PMTiles archive, or whose tiles are of another kind. The message continues a sentence
 * that begins with the file name.
 */
export class PmtilesError extends Error {
  override name = 'PmtilesError'
}

/**
 * Limit on a single read and on a decompressed tile, in bytes: larger than any directory or tile, and a
 * protection against a corrupt file.
 */
export const MAX_READ_BYTES = 16 * 2 ** 20

/** An open file: the bytes at an offset, fewer at its end. */
export interface PmtilesFile {
  /** @throws RangeError if there are none, or too many are wanted */
  bytes(offset: number, length: number): Promise<ArrayBuffer>
  close(): Promise<void>
}

/**
 * Opens a file read-only, and closes it again if `read` fails.
 * @throws PmtilesError
 */
export async function openPmtilesFile<Content>(
  path: string,
  read: (file: PmtilesFile) => Promise<Content>,
): Promise<Content> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new PmtilesError('cannot be opened', { cause })
  })
  try {
    const { size } = await file.stat()
    return await read({
      async bytes(offset, length) {
        const wanted = Math.min(length, size - offset)
        if (!(wanted > 0) || wanted > MAX_READ_BYTES)
          throw new RangeError(`no ${length} bytes can be read from ${offset}`)
        const data = new ArrayBuffer(wanted)
        await file.read(new Uint8Array(data), 0, wanted, offset)
        return data
      },
      close: () => file.close(),
    })
  } catch (cause) {
    await file.close()
    throw cause instanceof PmtilesError ? cause : new PmtilesError('is not a PMTiles file', { cause })
  }
}

/**
 * A cache of an archive's header and directories. That of the library keeps a failed read too, and every later read of
 * the same directory would fail. So after a failure it is replaced, and what is needed is read again.
 */
export function openDirectoryCache(): Cache {
  let current = new SharedPromiseCache()
  async function read<Value>(from: (cache: Cache) => Promise<Value>): Promise<Value> {
    const used = current
    try {
      return await from(used)
    } catch (error) {
      if (current === used) current = new SharedPromiseCache()
      throw error
    }
  }
  return {
    getHeader: (source) => read((cache) => cache.getHeader(source)),
    getDirectory: (...directory) => read((cache) => cache.getDirectory(...directory)),
    invalidate: (source) => read((cache) => cache.invalidate(source)),
  }
}
