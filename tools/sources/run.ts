import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/root.ts'
import { localitiesSource } from './localities.ts'
import { typefaceFile } from './typeface.ts'

/**
 * `npm run sources -- NAME…` writes generated files from the packages they come from. `npm run
 * verify:sources` writes nothing and fails if a generated file differs from what its package gives.
 */
const SOURCES: Readonly<Record<string, { file: string; bytes: () => Buffer | Promise<Buffer> }>> = {
  localities: { file: 'data/sources/localities.gen.json', bytes: localitiesSource },
  typeface: { file: 'client/app/styles/typeface.gen.woff2', bytes: typefaceFile },
}

const [command, ...names] = process.argv.slice(2)
const usage = `usage: npm run sources -- ${Object.keys(SOURCES).join(' | ')}`
if (command === 'write' && names.length === 0) throw new Error(usage)
const chosen = names.length > 0 ? names : Object.keys(SOURCES)
for (const name of chosen) {
  const source = SOURCES[name]
  if (source === undefined) throw new Error(usage)
  const [file, bytes] = [path.join(root, source.file), await source.bytes()]
  if (command === 'write') {
    writeFileSync(file, bytes)
    console.log(`${source.file}: ${bytes.length} bytes`)
  } else {
    const same = readFileSync(file).equals(bytes)
    console.log(`${source.file}: ${same ? 'as generated' : 'DIFFERS from what its source gives'}`)
    if (!same) process.exitCode = 1
  }
}
