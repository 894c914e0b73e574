import { describe, expect, test } from 'vitest'
import { foldName } from '../../../data/model/account.ts'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import { openDatabase } from '../sql.ts'

const register = async (username: string) => {
  const { app } = await emptyServer()
  const answer = await visitor(app).send('POST', '/api/register', {
    username,
    email: 'dog@example.com',
    password: PASSWORD,
  })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

describe('a username', () => {
  test.each([
    ['a full-width @ (U+FF20)', 'boss＠council.example'],
    ['a small @ (U+FE6B)', 'boss﹫council.example'],
    ['a plain @', 'boss@council.example'],
    ['a zero-width space', 'bo\u200bss'],
    ['a right-to-left override', 'bo\u202ess'],
    ['a Hangul filler', 'bo\u3164ss'],
    ['a combining grapheme joiner', 'bo\u034fss'],
    ['an empty Braille cell', 'bo\u2800ss'],
    ['a NUL', 'bo\u0000ss'],
    ['a line feed', 'bo\nss'],
    ['a private-use character', 'bo\ue000ss'],
    ['Cyrillic letters among Latin ones', 'b\u043ess'],
    ['Greek letters among Latin ones', 'b\u03bfss'],
  ])('with %s is refused', async (_what, username) => {
    expect(await register(username)).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', field: 'username', message: expect.stringMatching(/^Username /) },
    })
  })

  test.each([
    ['Ｒｅｘ', 'Rex'],
    ['Kelpie', 'Kelpie'],
    ['Rex\u00a0\u2003the  Great', 'Rex the Great'],
    ['Žofie', 'Žofie'],
    ['Шарик', 'Шарик'],
    ['Rex ❤️', 'Rex ❤'],
  ])('%s is stored as %s', async (username, stored) => {
    expect(await register(username)).toMatchObject({ status: 201, body: { username: stored } })
  })

  test('that differs only in compatibility form, case or spaces is taken', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Strasse 9' })
    for (const username of ['ＳＴＲＡＳＳＥ ９', 'straße 9', 'STRAẞE 9', 'Strasse  9', 'ſtraſſe ⑨']) {
      const answer = await visitor(app).send('POST', '/api/register', {
        username,
        email: 'other@example.com',
        password: PASSWORD,
      })
      expect([username, answer.statusCode, answer.json().field]).toEqual([username, 409, 'username'])
    }
  })

  test('folded twice is the same as folded once', () => {
    for (const name of ['ΣΊΣΥΦΟΣ', 'straße', 'STRAẞE', 'ı', 'İ', 'ŉ', 'ﬀ', 'ǰ', 'ΐ'])
      expect([name, foldName(foldName(name))]).toEqual([name, foldName(name)])
  })

  test.each([
    ['Straße', 'STRAßE'],
    ['STRAẞE', 'STRAẞE'],
    ['STRAẞE', 'straße'],
  ])('%s from an earlier version still works for signing in as %s', async (stored, typed) => {
    const { app, path } = await emptyServer()
    const { account } = await member(app, { username: 'Rex' })
    const database = openDatabase(path)
    database.prepare('update users set username = ? where id = ?').run(stored, account.id)
    database.prepare("update sign_in_names set name = ? where kind = 'username'").run('straße')
    database.close()
    const answer = await visitor(app).send('POST', '/api/login', { username: typed, password: PASSWORD })
    expect(answer.statusCode).toBe(200)
  })
})
