import { STORAGE_PREFIX } from '../../data/model/constants.ts'

const KEY = `${STORAGE_PREFIX}:draft`
/** How long to wait after a reload until the form appears. */
const RESTORE_TIMEOUT_MS = 10_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface SavedForm {
  path: string
  /** `option`: the value of a checkbox or radio button, several of which have one name. */
  fields: { form: number; field: string; option?: string; value: string | boolean }[]
}

/** The fields that the user has changed, and whether each was checked before. */
const touched = new Map<Field, boolean>()

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Whether the field belongs to a form other than a search, which is quickly typed again. */
const isFormField = (field: Field) =>
  field.form !== null && field.type !== 'search' && field.closest('[role=search], search') === null

const isFilled = (field: Field) =>
  isCheckable(field) ? field.checked !== touched.get(field) : field.value.trim() !== ''

const filledFields = () =>
  [...touched.keys()].filter((field) => field.isConnected && isFormField(field) && isFilled(field))

/** Records which fields the user changes. Call it once. @returns a function that stops it */
export function watchDrafts(): () => void {
  const onInput = ({ target }: Event) => {
    if (isField(target) && !touched.has(target))
      touched.set(target, target.type === 'checkbox' && isCheckable(target) && !target.checked)
    for (const field of touched.keys()) if (!field.isConnected) touched.delete(field)
  }
  document.addEventListener('input', onInput, true)
  return () => document.removeEventListener('input', onInput, true)
}

/** Whether a form on the screen contains user input. */
export const hasDraft = (): boolean => filledFields().length > 0

const formsOf = () => [...document.forms]
const nameOf = (field: Field) => field.name || String([...field.form!.elements].indexOf(field))
const findField = ({ form, field, option }: SavedForm['fields'][number]): Field | undefined => {
  const elements = formsOf()[form]?.elements
  const named = elements?.namedItem(field) ?? elements?.[Number(field)]
  const found: unknown =
    named instanceof RadioNodeList ? [...named].find((one) => isField(one) && one.value === option) : named
  return isField(found) ? found : undefined
}

/** Saves the user's input to restore it after a reload of this tab. Passwords and files are left out. */
export function saveDraft(): void {
  const fields = filledFields()
    .filter(({ type }) => type !== 'password' && type !== 'file')
    .map((field) => ({
      form: formsOf().indexOf(field.form!),
      field: nameOf(field),
      ...(isCheckable(field) ? { option: field.value } : {}),
      value: isCheckable(field) ? field.checked : field.value,
    }))
  if (fields.length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, fields } satisfies SavedForm))
  } catch {
    // Without storage, the input is lost. Only the user starts a reload.
  }
}

/** Sets a field's value and dispatches the same events as typing. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isCheckable(field) && field.checked !== value) field.click()
    return
  }
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

/** Restores what {@link saveDraft} saved, once the form is on the screen. */
export function restoreDraft(): void {
  let draft: SavedForm
  try {
    const saved = sessionStorage.getItem(KEY)
    if (saved === null) return
    sessionStorage.removeItem(KEY)
    draft = JSON.parse(saved) as SavedForm
  } catch {
    return
  }
  if (draft.path !== location.pathname) return
  const missing = new Set(draft.fields)
  const fillFound = () => {
    for (const saved of missing) {
      const field = findField(saved)
      if (!field) continue
      missing.delete(saved)
      // Forms with a draft of their own have restored it themselves.
      if (isCheckable(field) || field.value === '') fill(field, saved.value)
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
