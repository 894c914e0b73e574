import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from '../../support/product.ts'
import { databasePath } from '../../../server/repositories/store.ts'
import { temporaryFolder } from '../harness.ts'
import { openDatabase } from '../sql.ts'

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
})

test('npm run import makes the copying of pictures wait while it writes, but not with --dry-run', async () => {
  const folder = temporaryFolder()
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  await runScript('scripts/seed.ts', env)
  const list = join(folder, 'parks.csv')
  writeFileSync(list, 'Name,Suburb,State\nQuartz Lawn,Carlton North,VIC\n')
  const database = openDatabase(databasePath(env.DATA_DIR))
  database.exec(`create table noted (work text);
    create trigger note after insert on runners begin insert into noted values (new.work); end;
    create trigger note_park after insert on parks begin
      insert into noted select 'written during ' || work from runners; end`)
  const noted = () => database.prepare('select work from noted').pluck().all()
  await runScript('scripts/import.ts', env, [list, '--dry-run'])
  expect(noted()).toEqual([])
  await runScript('scripts/import.ts', env, [list])
  expect(noted()).toEqual(['import', 'written during import'])
  database.close()
})
