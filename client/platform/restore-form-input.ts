import { FORM_INPUT_KEY, type Field, formsOf, isCheckable, isField, type SavedForm } from './form-input.ts'

/** How long to wait after a reload until the form appears: on a slow phone, long after the page. */
const RESTORE_TIMEOUT_MS = 60_000

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

/** Restores what `saveFormInput` saved, once the form is on the screen. */
export function restoreFormInput(): void {
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
