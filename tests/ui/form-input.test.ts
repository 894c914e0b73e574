import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORM_INPUT_KEY, saveFormInput, watchFormInput } from '../../client/platform/form-input.ts'

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
let saved: Map<string, string>
let type: (field: TextField) => void

beforeEach(() => {
  saved = new Map()
  vi.stubGlobal('HTMLInputElement', TextField)
  for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement']) vi.stubGlobal(name, OtherField)
  vi.stubGlobal('document', {
    forms: [],
    addEventListener: (_: string, onInput: (event: { target: TextField }) => void) => {
      type = (target) => onInput({ target })
    },
  })
  vi.stubGlobal('location', { pathname: '/auth' })
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => saved.set(key, value) })
})
afterEach(() => vi.unstubAllGlobals())

test('input that is saved for a reload contains no password, even one that is shown', () => {
  watchFormInput()
  type(textField('email', 'email', 'email', 'rex@example.org'))
  type(textField('password', 'password', 'new-password', 'kelpie at the creek'))
  // 'Show' makes it a text field.
  type(textField('currentPassword', 'text', 'section-blue current-password', 'heeler by the river'))
  saveFormInput()
  expect(JSON.parse(saved.get(FORM_INPUT_KEY)!)).toMatchObject({
    fields: [{ field: 'email', value: 'rex@example.org' }],
  })
  expect(saved.get(FORM_INPUT_KEY)).not.toMatch(/kelpie|heeler/)
})

test('a field that was emptied is saved, too', () => {
  watchFormInput()
  type(textField('fullName', 'text', 'name', ''))
  saveFormInput()
  expect(JSON.parse(saved.get(FORM_INPUT_KEY)!)).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ field: 'fullName', value: '' })]),
  })
})
