import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reload } from '../../client/platform/app-update.ts'
import { watchFormInput } from '../../client/platform/form-input.ts'
import { keepFormInput } from '../../client/platform/kept-form-input.ts'

/** As much of a text field in a form as is read when its input is saved. */
class TextField {
  isConnected = true
  form = { elements: [] }
  closest = () => null
  name = ''
  type = ''
  autocomplete = ''
  value = ''
}
class OtherField {
  form = null
}
const textField = (name: string, type: string, autocomplete: string, value: string) =>
  Object.assign(new TextField(), { name, type, autocomplete, value })
/** What was stored for a reload. */
let stored: string
let type: (field: TextField) => void

beforeEach(() => {
  stored = ''
  vi.stubGlobal('HTMLInputElement', TextField)
  for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement']) vi.stubGlobal(name, OtherField)
  vi.stubGlobal('document', {
    forms: [],
    addEventListener: (_: string, onInput: (event: { target: TextField }) => void) => {
      type = (target) => onInput({ target })
    },
  })
  vi.stubGlobal('location', { pathname: '/auth', reload: () => undefined })
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: (_: string, value: string) => (stored = value),
  })
  watchFormInput()
  keepFormInput()
})
afterEach(() => vi.unstubAllGlobals())

test('input that is saved for a reload contains no password, even one that is shown', () => {
  type(textField('email', 'email', 'email', 'rex@example.org'))
  type(textField('password', 'password', 'new-password', 'kelpie at the creek'))
  // 'Show' makes it a text field.
  type(textField('currentPassword', 'text', 'section-blue current-password', 'heeler by the river'))
  reload()
  expect(JSON.parse(stored)).toMatchObject({
    fields: [{ field: 'email', value: 'rex@example.org' }],
  })
  expect(stored).not.toMatch(/kelpie|heeler/)
})

test('a field that was emptied is saved, too', () => {
  type(textField('fullName', 'text', 'name', ''))
  reload()
  expect(JSON.parse(stored)).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ field: 'fullName', value: '' })]),
  })
})
