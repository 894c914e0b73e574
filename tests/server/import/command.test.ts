import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from '../../support/product.ts'
import { temporaryFolder } from '../harness.ts'

test('npm run import lists the opening hours that it did not understand, by row and column', async () => {
  const folder = temporaryFolder()
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  await runScript('scripts/seed.ts', env)
  const list = join(folder, 'hours.csv')
  writeFileSync(
    list,
    'Name,Suburb,State,Opening hours\nQuartz Lawn,Carlton North,VIC,whenever the ranger is here\nOnyx Lawn,Carlton North,VIC,6am-8pm\n',
  )
  const output = await runScript('scripts/import.ts', env, [list, '--dry-run'])
  expect(output).toContain('Would import 2 parks out of 2 entries')
  expect(output.split('\n').filter((line) => line.includes('not understood'))).toEqual([
    '  row 2, Opening hours: not understood, shown as published: whenever the ranger is here',
  ])
}, 60_000)
