import type { StorageConfig } from '../../fastify.config.ts'

export type { StorageConfig } from '../../fastify.config.ts'

/** A file in the storage. */
export interface StoredFile {
  key: string
  bytes: number
  modifiedAt: Date
}

/**
 * Files by their keys, such as `pictures/0123….webp`: a folder, or a bucket of an object store. A file that is
 * not completely written cannot be seen. Every method waits for a limited time, except for copying a file of any
 * size to or from a folder that does not answer, and may be called again after it has failed.
 * @throws StorageUnavailable from every method; TypeError for a key that is not allowed
 */
export interface Storage {
  /** Stores bytes under a key. Replaces what is there. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a file; `undefined` if there is none. For files that fit in memory. */
  get(key: string): Promise<Buffer | undefined>
  /** Stores a file of any size. */
  putFile(key: string, path: string): Promise<void>
  /** Writes a file of any size to a path; returns false if there is none. */
  getFile(key: string, path: string): Promise<boolean>
  /** Its size in bytes; `undefined` if there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Deletes a file, if there is one. */
  delete(key: string): Promise<void>
  /** All files whose keys begin with a prefix, such as `pictures/`, ordered by key. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Resolves if the storage can be used. */
  check(): Promise<void>
}

/** The storage cannot be used at the moment, or refuses this server. The message says why. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/**
 * The beginnings of keys of files that cannot be made again and belong in a backup: their sources may no longer
 * exist.
 */
export const KEPT_FOLDERS = ['pictures/']

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/
const LONGEST_KEY = 400

/** Whether a text is a plain relative path, which a folder and a bucket name in the same way. */
export const isKey = (text: string): boolean => KEY.test(text) && text.length <= LONGEST_KEY

/** @throws TypeError unless the key is a plain relative path */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`'${key}' is not allowed as the key of a file.`)
}

/** The name of a configuration in messages. */
export const storageName = (config: StorageConfig): string =>
  config.kind === 'folder'
    ? config.path
    : `s3://${config.bucket}${config.prefix && `/${config.prefix}`} at ${config.endpoint}`
