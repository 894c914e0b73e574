import { expect, test } from 'vitest'
import { startedServer } from '../harness.ts'
import { member, PASSWORD, visitor } from './people.ts'

test('who registers is signed in, and is who they said', async () => {
  const { app } = await startedServer()
  const rex = visitor(app)
  const answer = await rex.send('POST', '/api/register', { username: 'Rex', email: 'Rex.Owner@example.com', password: PASSWORD, fullName: 'Kim Lee', address: '' })
  expect(answer.statusCode, answer.body).toBe(201)
  const account = { id: 1, username: 'Rex', email: 'Rex.Owner@example.com', fullName: 'Kim Lee', address: null, avatarUrl: null, isAdmin: false, hasPassword: true, createdAt: expect.any(String) }
  expect(answer.json()).toEqual(account)
  expect((await rex.get('/api/user')).json()).toEqual(account)
  console.log(answer.headers['set-cookie'])
})

test('login logout', async () => {
  const { app } = await startedServer()
  const { account } = await member(app, { email: 'a@example.com' })
  expect(account.username).toBe('dog-a')
  const again = visitor(app)
  expect((await again.get('/api/user')).statusCode).toBe(401)
  const answer = await again.send('POST', '/api/login', { username: 'A@EXAMPLE.com', password: PASSWORD })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await again.get('/api/user')).statusCode).toBe(200)
  const out = await again.send('POST', '/api/logout')
  expect(out.statusCode, out.body).toBe(204)
  console.log(out.headers['set-cookie'])
  expect((await again.get('/api/user')).statusCode).toBe(401)
})
