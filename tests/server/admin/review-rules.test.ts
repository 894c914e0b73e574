import { expect, test } from 'vitest'
import { importingServer } from '../import/forms.ts'

test('the route for one park does not publish a park without dogs', async () => {
  const { take, boss, find } = await importingServer()
  await take(`Name,Suburb,State,Postcode,Latitude,Longitude,Access
Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,
`)
  const [{ id }] = (await boss.get('/api/admin/unpublished-parks')).json() as [{ id: number }]
  await boss.send('POST', '/api/admin/unpublished-parks', { ids: [id], access: 'no_dogs' })
  const answer = await boss.send('POST', `/api/admin/unpublished-parks/${id}`, { access: 'off_leash' })
  expect(answer.statusCode, answer.body).toBe(404)
  expect(await find('Rosella Run')).toEqual([])
})
