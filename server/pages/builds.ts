import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The build that is served and the two before it: an app that was left open goes on with the code it came with. */
const KEPT = 3
const NUMBERED = /^(\d{8})-([0-9a-f]{16})$/

/** Pieces of the client's code that newer builds no longer have. */
export interface Builds {
  /** Takes the build in the client's folder in, unless it is the latest one already. Never fails: what cannot be kept is reported. */
  keep(): Promise<void>
  /** The folder to serve a piece from when the present build does not have it; `path` as in an address, from the client's root. */
  folderOf(path: string): Promise<string | undefined>
}

interface Kept {
  number: number
  id: string
  folder: string
}

/**
 * @param clientDir the built client
 * @param folder where builds are kept; made when needed
 * @param report told when that fails
 */
export function openBuilds(clientDir: string, folder: string, report: (error: unknown) => void): Builds {
  const assets = join(clientDir, 'assets')
  let keeping: Promise<void> = Promise.resolve()

  /** The latest first. */
  async function kept(): Promise<Kept[]> {
    const names = await readdir(folder).catch(() => [])
    return names
      .flatMap((name) => {
        const [, number, id] = NUMBERED.exec(name) ?? []
        return number === undefined || id === undefined
          ? []
          : [{ number: Number(number), id, folder: join(folder, name) }]
      })
      .sort((a, b) => b.number - a.number)
  }

  async function takeIn(): Promise<void> {
    const pieces = await readdir(assets).catch(() => [])
    if (pieces.length === 0) return
    // Pieces are named by their content, so their names say which build this is.
    const id = createHash('sha256').update(pieces.sort().join('\n')).digest('hex').slice(0, 16)
    const before = await kept()
    if (before[0]?.id === id) return
    const next = join(folder, `${String((before[0]?.number ?? 0) + 1).padStart(8, '0')}-${id}`)
    const coming = join(folder, 'coming')
    await rm(coming, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await cp(assets, join(coming, 'assets'), { recursive: true })
    await rename(coming, next)
    const stays = new Set(before.filter((build) => build.id !== id).slice(0, KEPT - 1))
    const goes = before.filter((build) => !stays.has(build))
    await Promise.all(goes.map((build) => rm(build.folder, { recursive: true, force: true })))
  }

  return {
    keep() {
      keeping = keeping.then(takeIn).catch(report)
      return keeping
    },
    async folderOf(path) {
      if (!/^assets\/[\w.-]+$/.test(path)) return undefined
      await keeping
      for (const build of await kept()) {
        if (
          await stat(join(build.folder, path)).then(
            (found) => found.isFile(),
            () => false,
          )
        )
          return build.folder
      }
      return undefined
    },
  }
}
