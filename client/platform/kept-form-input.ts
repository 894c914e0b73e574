import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { saveBeforeReload } from './app-update.ts'
import { type Field, isCheckable, isField, touchedFields } from './form-input.ts'

/** Session storage key of the user's input during a reload, a {@link SavedForm}. */
const FORM_INPUT_KEY = `${STORAGE_PREFIX}:draft`

interface SavedForm {
  path: string
  /** `option`: the value of a checkbox or radio button, several of which have one name. */
  fields: { form: number; field: string; option?: string; value: string | boolean }[]
}

/** How long to wait after a reload until the form appears: on a slow phone, long after the page. */
const RESTORE_TIMEOUT_MS = 60_000

const formsOf = () => [...document.forms]
const nameOf = (field: Field) => field.name || String([...field.form!.elements].indexOf(field))

/** Saves the user's input to restore it after a reload of this tab. Passwords and files are left out. */
function saveFormInput(): void {
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

const findField = ({ form, field, option }: SavedForm['fields'][number]): Field | undefined => {
  const elements = formsOf()[form]?.elements
  const named = elements?.namedItem(field) ?? elements?.[Number(field)]
  const found: unknown =
    named instanceof RadioNodeList ? [...named].find((one) => isField(one) && one.value === option) : named
  return isField(found) ? found : undefined
}

/** Sets a field's value and dispatches the same events as typing, if it has another value. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isCheckable(field) && field.checked !== value) field.click()
    return
  }
  if (field.value === value) return
  const type =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement
      : field instanceof HTMLSelectElement
        ? HTMLSelectElement
        : HTMLInputElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Whether its form has restored a draft itself, which another tab may have changed since. */
const hasOwnDraft = (field: Field) => field.form?.dataset['draft'] !== undefined

/** Restores what {@link saveFormInput} saved, once the form is on the screen. */
function restoreFormInput(): void {
  let form: SavedForm
  try {
    const saved = sessionStorage.getItem(FORM_INPUT_KEY)
    if (saved === null) return
    sessionStorage.removeItem(FORM_INPUT_KEY)
    form = JSON.parse(saved) as SavedForm
  } catch {
    return
  }
  if (form.path !== location.pathname) return
  const missing = new Set(form.fields)
  const fillFound = () => {
    for (const saved of missing) {
      const field = findField(saved)
      // A form that is disabled without a network is drawn again when there is one.
      if (!field || field.matches(':disabled')) continue
      missing.delete(saved)
      if (isCheckable(field) || field.value === '' || !hasOwnDraft(field)) fill(field, saved.value)
    }
    if (missing.size === 0) stop()
  }
  const observer = new MutationObserver(fillFound)
  const timer = setTimeout(() => observer.disconnect(), RESTORE_TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  fillFound()
}

/** Keeps the user's input over a reload with a new version. Call it once. */
export function keepFormInput(): void {
  restoreFormInput()
  saveBeforeReload(saveFormInput)
}
