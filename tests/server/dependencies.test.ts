import { existsSync, readFileSync } from 'node:fs'
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
