export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

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

/** The fields of forms on the screen that the user has changed, if they are wanted. */
export const touchedFields = (isWanted: (field: Field) => boolean) =>
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
