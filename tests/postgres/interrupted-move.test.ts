import { expect, test } from 'vitest'
import { moveToPostgres } from '../../server/repositories/move.ts'
import { configIn, createBlank, seed, startedOn, temporaryFolder } from '../server/harness.ts'
import { administrator, form } from '../server/import/forms.ts'
import { openDatabase } from '../server/sql.ts'

test('a move that was interrupted can be repeated after the old deployment was used again', async () => {
  const { databaseUrl, ...config } = configIn(temporaryFolder())
  const path = await seed(config)
  const running = await startedOn(config)
  const boss = await administrator(running)
  const { payload, headers } = form([
    ['csvFile', { name: 'list.csv', content: 'name,suburb,state\nRosella Run,Carlton North,VIC\n' }],
    ['fileType', 'csv'],
  ])
  const answer = await running.app.inject({
    method: 'POST',
    url: '/api/admin/import-parks',
    payload,
    headers: { ...headers, cookie: [...boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await running.app.close()
  await createBlank({ ...config, databaseUrl: databaseUrl! })
  await expect(
    moveToPostgres(path, databaseUrl!, () => {
      throw new Error('interrupted')
    }),
  ).rejects.toThrow('interrupted')
  const database = openDatabase(path)
  database.exec(`update parks set name = 'Another name' where id = 1`)
  database.close()
  await moveToPostgres(path, databaseUrl!, () => undefined)
})
