import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    dependencies: object
    devDependencies: object
    license?: string | { type: string }
  }

/** Packages whose package.json does not name the licence. */
const LICENCES_IN_FILE: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

test('every dependency is listed once in docs/dependencies.md, with its licence', () => {
  const { dependencies, devDependencies } = read('package.json')
  const tools = Object.keys(read('tools/package.json').devDependencies)
  const [catalogue] = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8').split(
    '## Left out on purpose',
  )
  const listed = new Map<string, string>()
  for (const [, names, licences] of catalogue!.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)) {
    const packages = [...names!.matchAll(/`([^`]+)`/g)]
      .map(([, name]) => name!)
      .filter((name) => name !== 'zod/mini')
    const each = licences!.split(', ')
    packages.forEach((name, at) => {
      expect(listed.has(name), name).toBe(false)
      listed.set(name, (each.length === packages.length ? each[at] : each[0])!.trim())
    })
  }
  const installed = [...Object.keys(dependencies), ...Object.keys(devDependencies), ...tools]
  expect(installed.filter((name) => !listed.has(name))).toEqual([])
  expect([...listed.keys()].filter((name) => !installed.includes(name))).toEqual([])
  const wrong = installed.flatMap((name) => {
    if (tools.includes(name) && !existsSync(join(root, 'node_modules', name))) return []
    const { license } = read(`node_modules/${name}/package.json`)
    const licence = LICENCES_IN_FILE[name] ?? (typeof license === 'string' ? license : license?.type)
    return licence === listed.get(name) ? [] : [`${name}: ${licence}, not ${listed.get(name)}`]
  })
  expect(wrong).toEqual([])
})

const PRODUCT = '{client,sw,data,server,scripts}/**/*.{ts,tsx}'
const SERVER_SIDE = '{server,scripts,data/import}/**/*.ts'

/**
 * The packages that the specification names (docs/specification.md, 1.20), and where each is imported.
 */
const NAMED_PACKAGES: Readonly<Record<string, string>> = {
  react: PRODUCT,
  'react-dom': PRODUCT,
  '@tanstack/react-router': PRODUCT,
  'workbox-window': PRODUCT,
  'vite-plugin-pwa': 'vite.config.ts',
  dexie: PRODUCT,
  'dexie-react-hooks': 'client/queries/*.{ts,tsx}',
  fastify: PRODUCT,
  '@fastify/session': PRODUCT,
  '@fastify/multipart': PRODUCT,
  'better-sqlite3': PRODUCT,
  '@turf/turf': SERVER_SIDE,
  leaflet: PRODUCT,
  'react-leaflet': PRODUCT,
  zod: PRODUCT,
  vitest: 'tests/**/*.test.{ts,tsx}',
}

/** The packages that a file imports when it runs, without imports of types only. */
function packagesImportedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = text.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return Array.from(specifiers, ([, from, dynamic]) => from ?? dynamic!)
    .filter((specifier) => /^[@a-z]/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
}

test('each package that the specification names is a dependency and is imported where it is for', () => {
  const { dependencies, devDependencies } = read('package.json')
  const declared = { ...devDependencies, ...dependencies }
  const importsOf = new Map<string, Set<string>>()
  for (const pattern of new Set(Object.values(NAMED_PACKAGES)))
    importsOf.set(pattern, new Set(globSync(pattern, { cwd: root }).flatMap(packagesImportedBy)))
  const missing = Object.entries(NAMED_PACKAGES).flatMap(([name, pattern]) => [
    ...(name in declared ? [] : [`${name} is not in package.json`]),
    ...(importsOf.get(pattern)!.has(name) ? [] : [`${name} is not imported by ${pattern}`]),
  ])
  expect(missing).toEqual([])
})

test('what the product runs with is not a development dependency only', () => {
  const { dependencies } = read('package.json')
  const forDevelopment = new Set(['vite-plugin-pwa', 'vitest'])
  expect(
    Object.keys(NAMED_PACKAGES).filter((name) => !forDevelopment.has(name) && !(name in dependencies)),
  ).toEqual([])
})

test('the driver for PostgreSQL is loaded only to connect to one', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--no-warnings',
      '--input-type=module',
      '--eval',
      `const { createRequire } = await import('node:module')
      const { cache } = createRequire(import.meta.url)
      const print = () => console.log(Object.keys(cache).some((file) => /node_modules.pg.lib/.test(file)))
      const { openStore } = await import('./server/repositories/store.ts')
      await import('./server/start.ts')
      print()
      await openStore('postgres://127.0.0.1:1/none').read(async () => 1).catch(() => undefined)
      print()`,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stdout).toBe('false\ntrue\n')
})
