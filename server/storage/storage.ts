import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'
import type { Storage, StorageConfig } from './files.ts'

export { StorageUnavailable } from './files.ts'
export type { Storage, StorageConfig } from './files.ts'

/** Opens the storage of this configuration. Nothing is asked of it yet. */
export const openStorage = (config: StorageConfig): Storage =>
  config.kind === 's3' ? s3Storage(config) : folderStorage(config.path)

/** Where the server keeps files that cannot be made again: `STORAGE_URL`, or its data folder. */
export const storageConfig = ({
  dataDir,
  storage,
}: {
  dataDir: string
  storage?: StorageConfig
}): StorageConfig => storage ?? { kind: 'folder', path: dataDir }
