import { STORAGE_PREFIX } from '../../data/model/constants.ts'

const KEY = `${STORAGE_PREFIX}:draft`
/** How long a screen may take to show the form again. Milliseconds. */
const PATIENCE = 10_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Draft {
  path: string
  fields: { form: number; field: string; value: string | boolean }[]
}

const touched = new Set<Field>()

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** A search is typed again in a moment; a form is work. */
const isWork = (field: Field) =>
  field.form !== null && field.type !== 'search' && field.closest('[role=search], search') === null

const isFilled = (field: Field) =>
  isBox(field) ? field.checked !== field.defaultChecked : field.value.trim() !== ''

const inWork = () => [...touched].filter((field) => field.isConnected && isWork(field) && isFilled(field))

/** Notes what a person types and ticks. To be called once. @returns stops */
export function watchDrafts(): () => void {
  const note = ({ target }: Event) => {
    if (isField(target)) touched.add(target)
    for (const field of touched) if (!field.isConnected) touched.delete(field)
  }
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Whether a form on the screen holds what somebody has typed. */
export const hasDraft = (): boolean => inWork().length > 0

const formsOf = () => [...document.forms]
const nameOf = (field: Field) => field.name || String([...field.form!.elements].indexOf(field))
const findField = (form: number, name: string): Field | undefined => {
  const elements = formsOf()[form]?.elements
  const found = elements?.namedItem(name) ?? elements?.[Number(name)]
  return isField(found) ? found : undefined
}

/** Keeps what is typed, to be put back when this tab has loaded again. Never a password, and no file, which cannot be put back. */
export function saveDraft(): void {
  const fields = inWork()
    .filter(({ type }) => type !== 'password' && type !== 'file')
    .map((field) => ({
      form: formsOf().indexOf(field.form!),
      field: nameOf(field),
      value: isBox(field) ? field.checked : field.value,
    }))
  if (fields.length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, fields } satisfies Draft))
  } catch {
    // Without room for it the form is lost; it was the person who asked to reload.
  }
}

/** As if typed: whoever listens to the field hears of it. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (isBox(field) && field.checked !== value) field.click()
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

/** Puts back what {@link saveDraft} kept, once the form is there. */
export function restoreDraft(): void {
  let draft: Draft
  try {
    const kept = sessionStorage.getItem(KEY)
    if (kept === null) return
    sessionStorage.removeItem(KEY)
    draft = JSON.parse(kept) as Draft
  } catch {
    return
  }
  if (draft.path !== location.pathname) return
  const waiting = new Set(draft.fields)
  const look = () => {
    for (const one of waiting) {
      const field = findField(one.form, one.field)
      if (!field) continue
      waiting.delete(one)
      // A form that kept its own draft has put it back itself.
      if (isBox(field) || field.value === '') fill(field, one.value)
    }
    if (waiting.size === 0) stop()
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => observer.disconnect(), PATIENCE)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
}
