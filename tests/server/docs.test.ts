import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
]
const read = (page: string) => readFileSync(path.join(root, page), 'utf8')

/** A path below one of the project's folders, or the name of a source file. */
const PROJECT_PATH =
  /^(?:(?:client|data|deploy|docs|public|scripts|server|sw|tests|tools)\/[\w@*./-]*|[\w.-]+\.(?:config\.ts|ts|tsx|mjs))$/

/** The paths of the project that a text names in back quotes. `client/features/*` counts as its folder. */
function pathsIn(markdown: string): string[] {
  const quoted = [...markdown.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) => text!.split(/[\s,]+/))
  return quoted.filter((text) => PROJECT_PATH.test(text)).map((text) => text.replace(/\/\*.*$/, ''))
}

test('paths in back quotes are found among other texts', () => {
  expect(
    pathsIn(
      '`server/app.ts`, `node scripts/seed.ts PATH`, `client/features/*`, `a/b`, `GET /api/parks`, `x.ts`',
    ),
  ).toEqual(['server/app.ts', 'scripts/seed.ts', 'client/features', 'x.ts'])
})

test('every project path that a document names exists', () => {
  const named = pages.flatMap((page) => pathsIn(read(page)).map((file) => `${page}: ${file}`))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((line) => !existsSync(path.join(root, line.split(': ')[1]!)))).toEqual([])
})

test('every relative link of a document leads to a file', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => ({
      page,
      target: target!,
    })),
  )
  expect(links.length).toBeGreaterThan(40)
  expect(
    links.filter(({ page, target }) => !existsSync(path.join(root, path.dirname(page), target))),
  ).toEqual([])
})
