import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../client/api/admin.ts'

test('the address of an admin list has its parameters in a browser without URLSearchParams.size', () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')!
  onTestFinished(() => void Object.defineProperty(URLSearchParams.prototype, 'size', size))
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  expect(addressOf('users', { page: 2, q: 'a b', role: '', from: undefined })).toBe(
    '/api/admin/users?page=2&q=a+b',
  )
  expect(addressOf('users')).toBe('/api/admin/users')
})
