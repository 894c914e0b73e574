import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBuilds } from '../../server/pages/builds.ts'

test('two servers that keep the same build in one folder at once keep all of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'builds-'))
  try {
    const incomplete: string[] = []
    const errors: unknown[] = []
    for (let round = 0; round < 20; round++) {
      const client = join(folder, `client-${round}`)
      const names = Array.from({ length: 60 }, (_, index) => `file-${round}-${index}.js`)
      await mkdir(join(client, 'assets'), { recursive: true })
      for (const name of names) await writeFile(join(client, 'assets', name), 'x'.repeat(20_000))
      const kept = join(folder, `kept-${round}`)
      const open = () => openBuilds(client, kept, (error) => errors.push(error))
      await Promise.all([open().keep(), sleep(round * 2).then(() => open().keep())])
      const builds = (await readdir(kept)).filter((name) => /^\d{8}-/.test(name))
      for (const build of builds) {
        const files = await readdir(join(kept, build, 'assets')).catch(() => [])
        if (files.length !== names.length) incomplete.push(`${round}: ${files.length} of ${names.length}`)
      }
      if (builds.length === 0) incomplete.push(`${round}: none`)
    }
    expect({ incomplete, errors }).toEqual({ incomplete: [], errors: [] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a build that is saved while its files are replaced does not take the place of one of the two before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'builds-'))
  try {
    const assets = join(folder, 'client', 'assets')
    await mkdir(assets, { recursive: true })
    const builds = openBuilds(join(folder, 'client'), join(folder, 'kept'), (error) => {
      throw error
    })
    const names = (build: number) => ['first', 'second', 'third'].map((name) => `${name}-${build}.js`)
    for (const build of [1, 2, 3, 4, 5]) {
      // A request for a page or the service worker may come after each change of a file.
      for (const name of await readdir(assets)) {
        await rm(join(assets, name))
        await builds.keep()
      }
      for (const name of names(build)) {
        await writeFile(join(assets, name), name)
        await builds.keep()
      }
      const kept = await Promise.all(
        [1, 2, 3, 4, 5].map((other) =>
          Promise.all(names(other).map((name) => builds.folderOf(`assets/${name}`))),
        ),
      )
      expect(kept.map((folders) => folders.every((folder) => folder !== undefined))).toEqual(
        [1, 2, 3, 4, 5].map((other) => other <= build && other > build - 3),
      )
    }
    const saved = (await readdir(join(folder, 'kept'))).filter((name) => /^\d{8}-/.test(name))
    // Three builds, and of the third and the fourth what was saved with two files and with one.
    expect(saved.length).toBe(7)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
