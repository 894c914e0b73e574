import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../../support/product.ts'
import { configIn, environmentOf, seed, temporaryFolder } from '../harness.ts'
import { openDatabase } from '../sql.ts'

/** A database that notes the work that a runner begins, and what is written meanwhile. */
async function notingDatabase() {
  const config = configIn(temporaryFolder())
  const database = openDatabase(await seed(config))
  onTestFinished(() => database.close())
  database.exec(`create table noted (work text);
    create trigger note after insert on runners begin insert into noted values (new.work); end;
    create trigger note_park after insert on parks begin
      insert into noted select 'written during ' || work from runners; end`)
  return {
    noted: () => database.prepare('select work from noted').pluck().all(),
    importList(content: string, ...args: string[]) {
      const list = join(config.dataDir, 'list.csv')
      writeFileSync(list, content)
      return runScript('scripts/import.ts', environmentOf(config), [list, ...args])
    },
  }
}

test('npm run import -- --dry-run lists the opening hours that it did not understand, by row and column, and does not make the copying of pictures wait', async () => {
  const { noted, importList } = await notingDatabase()
  const output = await importList(
    'Name,Suburb,State,Opening hours\nQuartz Lawn,Carlton North,VIC,whenever the ranger is here\nOnyx Lawn,Carlton North,VIC,6am-8pm\n',
    '--dry-run',
  )
  expect(output).toContain('Would import 2 parks out of 2 entries')
  expect(output.split('\n').filter((line) => line.includes('not understood'))).toEqual([
    '  row 2, Opening hours: not understood, shown as published: whenever the ranger is here',
  ])
  expect(noted()).toEqual([])
})

test('npm run import makes the copying of pictures wait while it writes', async () => {
  const { noted, importList } = await notingDatabase()
  await importList('Name,Suburb,State\nQuartz Lawn,Carlton North,VIC\n')
  expect(noted()).toEqual(['import', 'written during import'])
})
