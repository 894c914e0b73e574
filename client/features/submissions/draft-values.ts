import type { Draft } from '../../store/drafts.ts'

/** Values by field, not validated: a draft, or the arguments of a change. */
export type Stored = Readonly<Record<string, unknown>>

/** The stored values of the fields that this version of the form has. */
export const valuesOf = <V extends Draft>(empty: V, stored: Stored): V =>
  Object.fromEntries(
    Object.entries(empty).map(([name, initial]) => {
      const value = stored[name]
      const fits = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial)
      return [name, fits ? value : initial]
    }),
  ) as V

/** The values that differ from those of the empty form. */
export function filledIn<V extends Draft>(empty: V, values: V): Partial<V> {
  // A group of radio buttons without a choice has the value `null`, which is replaced here.
  const fields = Object.entries(valuesOf(empty, values))
  return Object.fromEntries(
    fields.filter(([name, value]) => String(value) !== String(empty[name])),
  ) as Partial<V>
}

export const isEmpty = <V extends Draft>(empty: V, values: V) =>
  Object.keys(filledIn(empty, values)).length === 0

/** Whether the fields of both have the same values. */
export const isSame = <V extends Draft>(empty: V, one: V, other: V) =>
  JSON.stringify(filledIn(empty, one)) === JSON.stringify(filledIn(empty, other))

/**
 * Replaces control characters by spaces, except line ends: they are invisible, and the server refuses them. Pasted
 * text may have a tab of a spreadsheet or a page break of a document.
 */
export const replaceControls = <V extends Draft>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/[^\P{Cc}\n\r]/gu, ' ') : value,
    ]),
  ) as V
