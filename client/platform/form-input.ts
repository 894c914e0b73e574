import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** Session storage key of the user's input during a reload, a {@link SavedForm}. */
export const FORM_INPUT_KEY = `${STORAGE_PREFIX}:draft`

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export interface SavedForm {
  path: string
  /** `option`: the value of a checkbox or radio button, several of which have one name. */
  fields: { form: number; field: string; option?: string; value: string | boolean }[]
}

/** The fields that the user has changed, and whether each was checked before. */
const touched = new Map<Field, boolean>()

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

export const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Whether the field belongs to a form other than a search, which is quickly typed again. */
const isFormField = (field: Field) =>
  field.form !== null && field.type !== 'search' && field.closest('[role=search], search') === null

const isFilled = (field: Field) =>
  isCheckable(field) ? field.checked !== touched.get(field) : field.value.trim() !== ''

const touchedFields = (isWanted: (field: Field) => boolean) =>
  [...touched.keys()].filter((field) => field.isConnected && isFormField(field) && isWanted(field))

/** Records which fields the user changes. Call it once. @returns a function that stops it */
export function watchFormInput(): () => void {
  const onInput = ({ target }: Event) => {
    if (isField(target) && !touched.has(target))
      touched.set(target, target.type === 'checkbox' && isCheckable(target) && !target.checked)
    for (const field of touched.keys()) if (!field.isConnected) touched.delete(field)
  }
  document.addEventListener('input', onInput, true)
  return () => document.removeEventListener('input', onInput, true)
}

/** Whether a form on the screen contains user input. */
export const hasFormInput = (): boolean => touchedFields(isFilled).length > 0

export const formsOf = () => [...document.forms]
const nameOf = (field: Field) => field.name || String([...field.form!.elements].indexOf(field))

/** Saves the user's input to restore it after a reload of this tab. Passwords and files are left out. */
export function saveFormInput(): void {
  const fields = touchedFields(
    // A password that is shown is in a text field.
    ({ type, autocomplete }) => type !== 'password' && type !== 'file' && !autocomplete.includes('password'),
  ).map((field) => ({
    form: formsOf().indexOf(field.form!),
    field: nameOf(field),
    ...(isCheckable(field) ? { option: field.value } : {}),
    value: isCheckable(field) ? field.checked : field.value,
  }))
  if (fields.length === 0) return
  try {
    sessionStorage.setItem(
      FORM_INPUT_KEY,
      JSON.stringify({ path: location.pathname, fields } satisfies SavedForm),
    )
  } catch {
    // Without storage, the input is lost. Only the user starts a reload.
  }
}
