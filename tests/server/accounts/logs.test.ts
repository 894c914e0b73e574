import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { configIn, createEmpty, environmentOf } from '../harness.ts'

test('the log contains no secret and no personal data, even at trace level', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-logs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = configIn(folder)
  await createEmpty(config)
  const environment = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    ...environmentOf(config),
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'http://127.0.0.1',
    GOOGLE_CLIENT_ID: 'our-client',
    GOOGLE_CLIENT_SECRET: 'our-client-secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  }
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], { env: environment })
  let log = ''
  const address = await new Promise<string>((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`the server stopped with ${code}: ${log}`)))
    server.stderr.on('data', (text: Buffer) => void (log += text.toString()))
    server.stdout.on('data', (text: Buffer) => {
      log += text.toString()
      const listening = /listening at (http:\/\/127\.0\.0\.1:\d+)/i.exec(log)
      if (listening) resolve(listening[1]!)
    })
  })
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'user-agent': 'their-user-agent',
  }
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, ...more },
    })
  const person = {
    username: 'myusername',
    email: 'mymailbox@my.example',
    password: 'my password',
    fullName: 'My Fullname',
    address: 'my street',
  }
  const registered = await post('/api/register', person)
  expect(registered.status).toBe(201)
  const cookie = registered.headers.getSetCookie()[0]!.split(';', 1)[0]!
  await post('/api/login', { username: person.username, password: 'my wrong password' })
  await post('/api/login', { username: person.username, password: person.password })
  await post('/api/register', { ...person, password: { wrong: 'my password' } })
  await post('/api/profile/password', { currentPassword: person.password, newPassword: '123456' }, { cookie })
  await fetch(`${address}/api/user`, { headers: { cookie } })
  await fetch(`${address}/api/auth/google?returnTo=/my-place`, { redirect: 'manual' })
  await fetch(`${address}/api/auth/google/callback?code=their-code&state=their-state`, {
    redirect: 'manual',
  })
  await fetch(`${address}/api/login?password=my-query-password`, {
    method: 'POST',
    body: '{"password": "my password"',
    headers,
  })
  await post('/api/logout', {}, { 'sec-fetch-site': 'cross-site' })
  server.removeAllListeners('exit')
  const stopped = new Promise((resolve) => void server.on('exit', resolve))
  server.kill('SIGTERM')
  await stopped

  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter((line) => line.msg === 'signed in').map(({ user, by }) => [user, by])).toEqual([
    [1, 'password'],
    [1, 'password'],
  ])
  expect(lines.filter((line) => line.msg === 'refused').map(({ user, refused }) => [user, refused])).toEqual([
    [null, 'wrong-credentials'],
    [null, 'cross-site'],
  ])
  expect(lines.every(({ time, level }) => typeof time === 'number' && typeof level === 'number')).toBe(true)
  const secrets = [
    ...Object.values(person),
    'my wrong password',
    cookie.split('=')[1]!,
    'our-client-secret',
    'their-code',
    'their-state',
    'my-place',
    'my-query-password',
    'argon2',
    'their-user-agent',
  ]
  expect(secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
})
