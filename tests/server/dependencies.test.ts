import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    dependencies: object
    devDependencies: object
    license?: string | { type: string }
  }

/** Says its licence only in a file beside its code. */
const IN_A_FILE: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

test('every dependency stands in the catalogue once, with the licence it has', () => {
  const { dependencies, devDependencies } = read('package.json')
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
  const installed = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
  expect(installed.filter((name) => !listed.has(name))).toEqual([])
  expect([...listed.keys()].filter((name) => !installed.includes(name))).toEqual([])
  const wrong = installed.flatMap((name) => {
    const { license } = read(`node_modules/${name}/package.json`)
    const said = IN_A_FILE[name] ?? (typeof license === 'string' ? license : license?.type)
    return said === listed.get(name) ? [] : [`${name}: ${said}, not ${listed.get(name)}`]
  })
  expect(wrong).toEqual([])
})
