import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { IMPORT_WORK, isImporting } from '../repositories/import-jobs.ts'
import {
  countTries,
  giveUpPictures,
  picturesToRetry,
  savePictures,
  untriedPictures,
} from '../repositories/pictures.ts'
import type { PictureResult, QueuedPicture } from '../repositories/pictures.ts'
import { leaveWork, takeWork } from '../repositories/runners.ts'
import type { Store } from '../repositories/store.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { fetchPicture, PictureRefused, reencodePicture } from './picture.ts'
import { pictureKey } from './picture-files.ts'

/** Pictures published in one version of the directory, and pictures downloaded at once. */
const BATCH_SIZE = 24
const CONCURRENCY = 4
/** How often a running import is looked for, while pictures wait for its end. */
const IMPORT_CHECK_MS = 500

/**
 * How long pictures wait at most for a process that imports without a job, which may die. Twice that if the clock is set
 * back.
 */
const PAUSE_MS = 600_000

/** Runs an import that is no job of a server, such as one of the command line. Pictures wait for its end. */
export async function withPicturesPaused<Result>(store: Store, run: () => Promise<Result>): Promise<Result> {
  const name = randomUUID()
  await store.write((db) => takeWork(db, IMPORT_WORK, name, PAUSE_MS), { of: [] })
  try {
    return await run()
  } finally {
    await store.write((db) => leaveWork(db, IMPORT_WORK, name), { of: [] }).catch(() => undefined)
  }
}

export type PictureFetch = (url: string, userAgent: string) => Promise<Buffer>

/**
 * Copies all queued pictures into the storage, each named by its hash, and assigns them to their parks.
 * Resolves when each has been tried once, those queued meanwhile included; the next call tries failed ones
 * again. Waits while an import is running, because each version that is published
 * meanwhile makes the import begin its plan again.
 * @returns the number of pictures copied
 * @throws StorageUnavailable, DatabaseUnavailable
 */
export async function copyPictures(
  store: Store,
  storage: Storage,
  userAgent: string,
  fetch: PictureFetch = fetchPicture,
): Promise<number> {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  await store.write(giveUpPictures, { of: [] })
  const retries = await store.read(picturesToRetry)
  let copied = 0
  for (;;) {
    while (await store.read((db) => isImporting(db, PAUSE_MS))) await sleep(IMPORT_CHECK_MS)
    const untried = await store.read((db) => untriedPictures(db, BATCH_SIZE))
    // Few at once: one that ends the process takes the others of its batch with it.
    const retried = () =>
      retries.together.length > 0 ? retries.together.splice(0, CONCURRENCY) : retries.alone.splice(0, 1)
    const batch = untried.length > 0 ? untried : retried()
    if (batch.length === 0) return copied
    await store.write((db) => countTries(db, batch), { of: [] })
    const found = await queue
      .addAll(batch.map((next) => () => copy(next, storage, userAgent, fetch)))
      .catch(async (error: unknown) => {
        if (error instanceof StorageUnavailable)
          await store.write((db) => countTries(db, batch, -1), { of: [] })
        throw error
      })
    await store.write((db) => savePictures(db, found))
    copied += found.filter(({ file }) => file !== null).length
  }
}

async function copy(
  wanted: QueuedPicture,
  storage: Storage,
  userAgent: string,
  fetch: PictureFetch,
): Promise<PictureResult> {
  try {
    const bytes = await reencodePicture(await fetch(wanted.url, userAgent))
    const file = `${createHash('sha256').update(bytes).digest('hex')}.webp`
    // Before the park refers to it.
    if ((await storage.size(pictureKey(file))) === undefined) await storage.put(pictureKey(file), bytes)
    return { ...wanted, file, reason: null, again: false }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return { ...wanted, file: null, reason: error.message, again: error.again }
  }
}
