import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUGS } from './bugs.ts'

/**
 * Loaded with `--import` before anything else: patches one bug, given by its index in the variable PLANTED,
 * into the module as it is loaded. The files on disk do not change.
 */
const { file, right, wrong } = BUGS[Number(process.env['PLANTED'])]!
const url = pathToFileURL(path.join(import.meta.dirname, '..', '..', file)).href
const source = readFileSync(new URL(url), 'utf8')
if (source.split(right).length !== 2)
  throw new Error(
    `${file} contains the text to replace ${source.split(right).length - 1} times instead of once: ${right}`,
  )

registerHooks({
  load(requested, context, next) {
    if (requested !== url) return next(requested, context)
    return { format: 'module-typescript', source: source.replace(right, () => wrong), shortCircuit: true }
  },
})
