import { createHash } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { savePictures, nextPictures } from '../repositories/pictures.ts'
import type { PictureResult } from '../repositories/pictures.ts'
import type { Store } from '../repositories/store.ts'
import { fetchPicture, PictureRefused, reencodePicture } from './picture.ts'

/** Pictures published in one version of the directory, and pictures downloaded at once. */
const BATCH_SIZE = 24
const CONCURRENCY = 4

export type PictureFetch = (url: string, userAgent: string) => Promise<Buffer>

/**
 * Copies all queued pictures into `folder`, each named by its hash, and assigns them to their parks. Resolves
 * when the queue is empty.
 * @returns the number of pictures copied
 */
export async function copyPictures(
  store: Store,
  folder: string,
  userAgent: string,
  fetch: PictureFetch = fetchPicture,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const queue = new PQueue({ concurrency: CONCURRENCY })
  let copied = 0
  for (;;) {
    const waiting = await store.read((db) => nextPictures(db, BATCH_SIZE))
    if (waiting.length === 0) return copied
    const found = await queue.addAll(waiting.map((next) => () => copy(next, folder, userAgent, fetch)))
    await store.write((db) => savePictures(db, found))
    copied += found.filter(({ file }) => file !== null).length
  }
}

async function copy(
  wanted: { parkId: number; url: string },
  folder: string,
  userAgent: string,
  fetch: PictureFetch,
): Promise<PictureResult> {
  try {
    const bytes = await reencodePicture(await fetch(wanted.url, userAgent))
    const file = `${createHash('sha256').update(bytes).digest('hex')}.webp`
    const path = join(folder, file)
    if (!(await stat(path).catch(() => undefined))) {
      // Readers see either the whole picture or none.
      await writeFile(`${path}.${wanted.parkId}.tmp`, bytes, { flush: true })
      await rename(`${path}.${wanted.parkId}.tmp`, path)
    }
    return { ...wanted, file, reason: null, again: false }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return { ...wanted, file: null, reason: error.message, again: error.again }
  }
}
