import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR } from '../../data/model/constants.ts'
import {
  addClientFile,
  clientFilePaths,
  findClientFiles,
  touchClientFiles,
} from '../repositories/client-files.ts'
import type { Store } from '../repositories/store.ts'
import { singleFlight } from '../single-flight.ts'
import type { Storage } from '../storage/storage.ts'
import { createFolder } from '../storage/create-folder.ts'

/** Code files of the builds of all servers. */
export interface SharedFiles {
  /** Adds the files of a build, once an hour at most. @param assets the folder with them */
  share(build: string, assets: string): Promise<void>
  /** Writes a file of another server's build and its compressed forms into a folder. @returns whether it exists */
  fetch(path: string, folder: string): Promise<boolean>
}

/** How long the list of paths is used. Requests for paths that do not exist then cost no query. */
const PATHS_TTL_MS = 2_000
const COMPRESSED = ['.br', '.gz']

/** Where the shared storage has these files, before their paths. */
export const BUILDS = 'builds/'

/**
 * @param store the database that the servers share. It has the paths of all files
 * @param storage the storage that they share, for the bytes; `undefined` if they are in the database, too
 */
export function openSharedFiles(store: Store, storage: Storage | undefined, clock: () => Date): SharedFiles {
  let shared: { build: string; until: number } | undefined
  let paths: { read: Promise<Set<string>>; until: number } | undefined

  const knownPaths = () => {
    const now = performance.now()
    if (paths === undefined || paths.until <= now)
      paths = { read: store.read(clientFilePaths), until: now + PATHS_TTL_MS }
    return paths.read
  }

  async function fetchFile(path: string, folder: string): Promise<boolean> {
    if (!(await knownPaths()).has(path)) return false
    const wanted = [path, ...COMPRESSED.map((suffix) => path + suffix)]
    const files = await store.read((db) => findClientFiles(db, wanted))
    let isThere = false
    // The file itself last: once it is there, so are its compressed forms.
    for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
      const bytes = file.bytes ?? (await storage?.get(BUILDS + file.path))
      if (!bytes) continue
      const target = join(folder, file.path)
      const temporary = `${target}.${randomUUID()}.tmp`
      await createFolder(dirname(target))
      await writeFile(temporary, bytes)
      await rename(temporary, target)
      isThere ||= file.path === path
    }
    return isThere
  }
  /** A new page asks for a file several times at once: it is fetched once. */
  const once = singleFlight<boolean>()

  return {
    async share(build, assets) {
      const now = clock().getTime()
      if (shared?.build === build && now < shared.until) return
      const names = await readdir(assets)
      const known = await store.read(clientFilePaths)
      for (const name of names) {
        const path = `assets/${name}`
        if (known.has(path)) continue
        const bytes = await readFile(join(assets, name))
        // Before its path is known.
        await storage?.put(BUILDS + path, bytes)
        await store.write((db) => addClientFile(db, { path, bytes: storage ? null : bytes }, clock()), {
          of: [],
        })
      }
      const own = names.map((name) => `assets/${name}`)
      await store.write((db) => touchClientFiles(db, own, clock()), { of: [] })
      shared = { build, until: now + HOUR }
    },
    fetch: (path, folder) => once(path, () => fetchFile(path, folder)),
  }
}
