import * as z from 'zod/mini'
import { COORDINATE_SCALE } from '../model/point.ts'

/**
 * A column of texts: the texts themselves or, if they repeat, the distinct texts in order of first appearance
 * and the position of each row's text among them. Neighbouring rows are similar, so columns compress to less
 * than half the size of rows.
 */
export const TextColumn = z.union([
  z.strictObject({ values: z.array(z.nullable(z.string())) }),
  z.strictObject({ distinct: z.array(z.nullable(z.string())), at: z.array(z.int()) }),
])
export type TextColumn = z.infer<typeof TextColumn>

export function packTexts(values: readonly (string | null)[]): TextColumn {
  const position = new Map<string | null, number>()
  const at = values.map((value) => {
    const known = position.get(value)
    if (known !== undefined) return known
    position.set(value, position.size)
    return position.size - 1
  })
  return position.size * 4 > values.length * 3
    ? { values: [...values] }
    : { distinct: [...position.keys()], at }
}

export function unpackTexts(column: TextColumn): (string | null)[] {
  if ('values' in column) return column.values
  const { distinct } = column
  return column.at.map((position) => {
    const value = distinct[position]
    if (value === undefined) throw new RangeError(`column: no text at ${position}`)
    return value
  })
}

/** The distinct values, compared as JSON, and the position of each row's value; -1 for `null`. */
export function packValues<T>(values: readonly (T | null)[]): { distinct: T[]; at: number[] } {
  const position = new Map<string, number>()
  const distinct: T[] = []
  const at = values.map((value) => {
    if (value === null) return -1
    const key = JSON.stringify(value)
    const known = position.get(key)
    if (known !== undefined) return known
    position.set(key, distinct.length)
    return distinct.push(value) - 1
  })
  return { distinct, at }
}

export function unpackValues<T>({
  distinct,
  at,
}: {
  distinct: readonly T[]
  at: readonly number[]
}): (T | null)[] {
  return at.map((position) => {
    if (position === -1) return null
    const value = distinct[position]
    if (value === undefined) throw new RangeError(`column: no value at ${position}`)
    return value
  })
}

/** Encodes integers as the differences from the previous one. */
export function packDeltas(values: readonly number[]): number[] {
  return values.map((value, row) => value - (row === 0 ? 0 : values[row - 1]!))
}

export function unpackDeltas(deltas: readonly number[]): number[] {
  let value = 0
  return deltas.map((delta) => (value += delta))
}

/** Encodes coordinates as integers, each as the difference from the previous one. */
export const packDegrees = (values: readonly number[]) =>
  packDeltas(values.map((value) => Math.round(value * COORDINATE_SCALE)))
export const unpackDegrees = (deltas: readonly number[]) =>
  unpackDeltas(deltas).map((value) => value / COORDINATE_SCALE)
