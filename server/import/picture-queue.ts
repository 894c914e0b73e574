import { createHash } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepPictures, nextPictures } from '../repositories/pictures.ts'
import type { PictureFound } from '../repositories/pictures.ts'
import type { Store } from '../repositories/store.ts'
import { fetchPicture, PictureRefused, tidyPicture } from './picture.ts'

/** Pictures of one version of the directory; asked for so many at once. */
const BATCH = 24
const AT_ONCE = 4

export type PictureFetch = (url: string, userAgent: string) => Promise<Buffer>

/**
 * Copies the pictures that wait into `folder`, each under its hash, and gives them to their parks. Resolves when none waits any more.
 * @returns how many were copied.
 */
export async function copyPictures(
  store: Store,
  folder: string,
  userAgent: string,
  fetch: PictureFetch = fetchPicture,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  let copied = 0
  for (;;) {
    const waiting = await store.read((db) => nextPictures(db, BATCH))
    if (waiting.length === 0) return copied
    const found: PictureFound[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        found.push(await copy(next, folder, userAgent, fetch))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await store.write((db) => keepPictures(db, found))
    copied += found.filter(({ file }) => file !== null).length
  }
}

async function copy(
  wanted: { parkId: number; url: string },
  folder: string,
  userAgent: string,
  fetch: PictureFetch,
): Promise<PictureFound> {
  try {
    const bytes = await tidyPicture(await fetch(wanted.url, userAgent))
    const file = `${createHash('sha256').update(bytes).digest('hex')}.webp`
    const path = join(folder, file)
    if (!(await stat(path).catch(() => undefined))) {
      // A reader finds the whole picture or none.
      await writeFile(`${path}.${wanted.parkId}.tmp`, bytes, { flush: true })
      await rename(`${path}.${wanted.parkId}.tmp`, path)
    }
    return { ...wanted, file, reason: null, again: false }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return { ...wanted, file: null, reason: error.message, again: error.again }
  }
}
