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

/** The error message of each field. */
const errorMessages = (form: z.ZodMiniType, value: object) =>
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

describe('the form messages match specification 15.7 to 15.19', () => {
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
    expect(errorMessages(form, value)).toEqual(expected)
  })
})

test('the register form without its confirmation is a valid request body, and empty fields are omitted', () => {
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

test('foldName ignores case, width and Unicode normal form', () => {
  expect(foldName(' Žofie ')).toBe(foldName('ŽOFIE'))
  expect(foldName('Ｒｅｘ')).toBe('rex')
  expect(foldName('cafe\u0301')).toBe(foldName('CAF\u00c9'))
  expect(foldName('Rex')).not.toBe(foldName('Rexx'))
})
