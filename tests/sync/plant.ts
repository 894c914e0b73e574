import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUGS } from './bugs.ts'

/** To be loaded before anything else: the process runs with one bug, named by its number in PLANTED. The files stay as they are. */
const { file, right, wrong } = BUGS[Number(process.env['PLANTED'])]!
const url = pathToFileURL(path.join(import.meta.dirname, '..', '..', file)).href
const source = readFileSync(new URL(url), 'utf8')
if (source.split(right).length !== 2)
  throw new Error(
    `the place of the bug is in ${file} ${source.split(right).length - 1} times instead of once: ${right}`,
  )

registerHooks({
  load(asked, context, next) {
    if (asked !== url) return next(asked, context)
    return { format: 'module-typescript', source: source.replace(right, () => wrong), shortCircuit: true }
  },
})
