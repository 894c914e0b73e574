import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const FOLDER = path.join('client', 'first-screen')

const sources = ['client', 'sw', 'server', 'data']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /\.(tsx?|css)$/.test(file))

/** Attributes, classes and globals with which the first screen is prepared and replaced. */
const INTERNAL =
  /data-(transient|own|signed-out-only|default-unit-only|mark)\b|\.(signed-in|other-unit|arriving|unscrolled)\b|\bearlyInput\b/

test('only client/first-screen knows how a first screen is prepared and replaced', () => {
  const found = sources.filter((file) => INTERNAL.test(readFileSync(path.join(root, file), 'utf8')))
  expect(found.some((file) => file.startsWith(FOLDER))).toBe(true)
  expect(found.filter((file) => !file.startsWith(FOLDER))).toEqual([])
})
