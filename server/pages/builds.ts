import { createHash, randomUUID } from 'node:crypto'
import { cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../../data/model/constants.ts'
import type { SharedFiles } from './shared-files.ts'
import { createFolder } from '../storage/create-folder.ts'

/**
 * The current build and the two before it: a page that is still open loads files of the build it came with.
 */
const KEPT_BUILDS = 3
/** The folder, beside those of builds, for files of other servers' builds. */
const OTHERS = 'others'
/** Start of the names of folders that are being filled, each by one server. */
const INCOMPLETE = 'coming'
/** Pause before a build that could not be shared with the other servers is shared again. */
const RETRY_PAUSE_MS = 10_000
const FOLDER_NAME = /^(\d{8})-([0-9a-f]{16})$/

/** Files of earlier builds of the client. */
export interface Builds {
  /**
   * Saves the build in the client's folder, unless it is already the latest. Reports errors instead of
   * throwing.
   */
  keep(): Promise<void>
  /** The folder of an earlier build, or of another server's build, that has this file. `path`: as in its URL, from the client's root. */
  folderOf(path: string): Promise<string | undefined>
}

interface KeptBuild {
  number: number
  id: string
  folder: string
}

/**
 * @param clientDir the built client
 * @param folder where builds are saved; created when needed
 * @param report called when saving fails
 * @param shared the files of other servers' builds, if there are any
 */
export function openBuilds(
  clientDir: string,
  folder: string,
  report: (error: unknown) => void,
  shared?: SharedFiles,
): Builds {
  const assets = join(clientDir, 'assets')
  let keeping: Promise<void> = Promise.resolve()

  /** Latest first. */
  async function listBuilds(): Promise<KeptBuild[]> {
    const names = await readdir(folder).catch(() => [])
    return names
      .flatMap((name) => {
        const [, number, id] = FOLDER_NAME.exec(name) ?? []
        return number === undefined || id === undefined
          ? []
          : [{ number: Number(number), id, folder: join(folder, name) }]
      })
      .sort((a, b) => b.number - a.number)
  }

  /** Deletes what servers have left that were stopped while they filled a folder. */
  async function deleteAbandoned(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.startsWith(INCOMPLETE)) continue
      const path = join(folder, name)
      const changed = await stat(path).catch(() => undefined)
      if (changed && Date.now() - changed.mtimeMs > HOUR) await rm(path, { recursive: true, force: true })
    }
  }

  /**
   * The builds that need not be kept beside the latest, which has these files. A build that was saved while a
   * deployment replaced its files has only some of another's: it must not take the place of one of those kept.
   */
  async function findOutdated(latest: string[], before: KeptBuild[]): Promise<KeptBuild[]> {
    const kept = [new Set(latest)]
    const outdated: KeptBuild[] = []
    let count = 1
    for (const build of before) {
      const files = new Set(await readdir(join(build.folder, 'assets')).catch(() => []))
      const isPart = kept.some((other) => isPartOf(files, other))
      const hasPart = kept.some((other) => isPartOf(other, files))
      if (isPart || (!hasPart && count === KEPT_BUILDS)) outdated.push(build)
      else {
        kept.push(files)
        if (!hasPart) count++
      }
    }
    return outdated
  }

  async function saveBuild(): Promise<void> {
    const files = await readdir(assets).catch(() => [])
    if (files.length === 0) return
    // File names contain a hash of the content, so the list of names identifies the build.
    const id = createHash('sha256').update(files.sort().join('\n')).digest('hex').slice(0, 16)
    // Before this server sends a page of the build.
    await shared?.share(id, assets).catch((error: unknown) => {
      report(error)
      setTimeout(() => void keep(), RETRY_PAUSE_MS).unref()
    })
    const before = await listBuilds()
    if (before[0]?.id === id) return
    const next = join(folder, `${String((before[0]?.number ?? 0) + 1).padStart(8, '0')}-${id}`)
    await createFolder(folder)
    await deleteAbandoned()
    // Another server may be keeping the same build in this folder, for example while one replaces the other.
    const incomplete = join(folder, `${INCOMPLETE}-${randomUUID()}`)
    try {
      await cp(assets, join(incomplete, 'assets'), { recursive: true })
      await rename(incomplete, next)
    } catch (error) {
      await rm(incomplete, { recursive: true, force: true })
      if ((await listBuilds())[0]?.id === id) return
      throw error
    }
    const outdated = await findOutdated(files, before)
    await Promise.all(
      [...outdated.map((build) => build.folder), join(folder, OTHERS)].map((old) =>
        rm(old, { recursive: true, force: true }),
      ),
    )
  }

  function keep(): Promise<void> {
    keeping = keeping.then(saveBuild).catch(report)
    return keeping
  }

  return {
    keep,
    async folderOf(path) {
      if (!/^assets\/[\w.-]+$/.test(path)) return undefined
      await keeping
      const others = join(folder, OTHERS)
      for (const known of [...(await listBuilds()).map((build) => build.folder), others])
        if (await isFile(join(known, path))) return known
      const isFetched = await shared?.fetch(path, others).catch(() => false)
      return isFetched ? others : undefined
    },
  }
}

const isPartOf = (files: Set<string>, all: Set<string>) => [...files].every((name) => all.has(name))

export const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
