import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  foldName,
  LoginDialogForm,
  LoginPageForm,
  RegisterBody,
  RegisterDialogForm,
  RegisterPageForm,
} from '../../../data/model/account.ts'

/** What each field says when it is wrong. */
const complaints = (form: z.ZodMiniType, value: object) =>
  Object.fromEntries(
    (form.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

const GOOD = {
  username: 'Biscuit',
  email: 'kim@example.com',
  password: 'kelpie at the creek',
  confirmPassword: 'kelpie at the creek',
  fullName: '',
  address: '',
}

describe('the messages of the forms are the specification’s (section 5)', () => {
  test.each<[string, z.ZodMiniType, object, object]>([
    [
      'login page',
      LoginPageForm,
      { username: 'ab', password: '12345' },
      {
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 6 characters',
      },
    ],
    ['login page', LoginPageForm, { username: 'abc', password: '123456' }, {}],
    [
      'login dialog',
      LoginDialogForm,
      { username: '', password: '' },
      { username: 'Username is required', password: 'Password is required' },
    ],
    ['login dialog', LoginDialogForm, { username: 'a', password: 'b' }, {}],
    ['register page', RegisterPageForm, GOOD, {}],
    ['register page', RegisterPageForm, { ...GOOD, username: '' }, {}],
    [
      'register page',
      RegisterPageForm,
      { ...GOOD, username: 'ab', email: 'x', password: '12345', confirmPassword: '123456' },
      {
        username: 'Dog Name must be at least 3 characters',
        email: 'Please enter a valid email',
        password: 'Password must be at least 6 characters',
        confirmPassword: "Passwords don't match",
      },
    ],
    [
      'register page',
      RegisterPageForm,
      { ...GOOD, confirmPassword: '' },
      { confirmPassword: "Passwords don't match" },
    ],
    ['register dialog', RegisterDialogForm, GOOD, {}],
    [
      'register dialog',
      RegisterDialogForm,
      { ...GOOD, username: 'ab', email: 'x', password: '12345', confirmPassword: '12345' },
      {
        username: 'Dog Name must be at least 3 characters',
        email: 'Invalid email address',
        password: 'Password must be at least 6 characters',
      },
    ],
  ])('%s', (_where, form, value, expected) => {
    expect(complaints(form, value)).toEqual(expected)
  })
})

test('what a form sends is what the server takes: the confirmation stays behind, empty fields count as left out', () => {
  const { confirmPassword: _confirmation, ...body } = RegisterPageForm.parse(GOOD)
  expect(body).toEqual({
    username: 'Biscuit',
    email: 'kim@example.com',
    password: 'kelpie at the creek',
    fullName: undefined,
    address: undefined,
  })
  expect(RegisterBody.parse(JSON.parse(JSON.stringify(body)))).toEqual({
    username: 'Biscuit',
    email: 'kim@example.com',
    password: 'kelpie at the creek',
  })
})

test('names that differ only in case or form are the same', () => {
  expect(foldName(' Žofie ')).toBe(foldName('ŽOFIE'))
  expect(foldName('Ｒｅｘ')).toBe('rex')
  expect(foldName('cafe\u0301')).toBe(foldName('CAF\u00c9'))
  expect(foldName('Rex')).not.toBe(foldName('Rexx'))
})
