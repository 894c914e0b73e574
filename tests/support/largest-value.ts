import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { checksOf, definitionOf, limitOf, maximumOf } from './schema-walk.ts'

type Schema = z.core.$ZodType

/** A character of four bytes in UTF-8, the most that one takes. Zod counts code points, so this is one. */
const WIDE = '𠮷'
let created = 0

/** A unique text of exactly `most` characters. */
const text = (most: number, before = '') => {
  const start = `${before}${(created += 1).toString(36)} `.slice(0, most)
  return start + WIDE.repeat(most - start.length)
}

/** The longest text in the format of a schema. */
function textOf(schema: Schema): string {
  const most = maximumOf(schema) ?? 1_000
  const checks = checksOf(schema)
  const format = checks.map(({ format }) => format).find((one) => one !== undefined && one !== 'regex')
  const pattern = String(checks.map(({ pattern }) => pattern).find((one) => one !== undefined))
  if (format === 'email' || /@/.test(pattern)) {
    const ending = '@example.com'
    const start = `${(created += 1).toString(36)}-${randomBytes(4).toString('hex')}`
    return start + 'a'.repeat(Math.min(most, 254) - start.length - ending.length) + ending
  }
  if (format === 'url') return text(most, 'https://example.com/').replaceAll(' ', '/')
  if (format === 'date') return '2026-04-10'
  if (format === 'datetime') return '2026-04-10T10:00:00.0000000000000+10:00'
  const hex = /^\/\^\[0-9a-f\]\{(\d+)\}\$/.exec(pattern)?.[1]
  if (hex !== undefined) return randomBytes(Number(hex) / 2).toString('hex')
  if (pattern.includes(String.raw`\d{4}`)) return '2026'
  return text(most)
}

/** Values to use instead of the largest, by path in the schema; `undefined` leaves the field out. */
export type Overrides = Readonly<Record<string, () => unknown>>

/**
 * The largest value that a schema accepts: every field, full lists, and unique texts of maximum length in the
 * widest characters.
 * @param option which option of a union to use
 */
export function largestOf(schema: Schema, path = '', overrides: Overrides = {}, option = 0): unknown {
  if (Object.hasOwn(overrides, path)) return overrides[path]!()
  const def = definitionOf(schema)
  const inside = (child: unknown, at = path) => largestOf(child as Schema, at, overrides, option)
  switch (def.type) {
    case 'string':
      return textOf(schema)
    case 'number':
      return maximumOf(schema)
    case 'boolean':
      return true
    case 'literal':
      return (def['values'] as unknown[])[0]
    case 'enum':
      return Object.values(def['entries'] as Record<string, string>).reduce((longest, one) =>
        one.length > longest.length ? one : longest,
      )
    case 'array': {
      const values = definitionOf(def['element'] as Schema)
      const all = values.type === 'enum' ? Object.values(values['entries'] as object) : undefined
      const most = maximumOf(schema) ?? 0
      return all?.slice(0, most) ?? Array.from({ length: most }, () => inside(def['element'], `${path}[]`))
    }
    case 'object': {
      const fields = Object.entries(def['shape'] as Record<string, Schema>).map(([name, child]) => [
        name,
        inside(child, path === '' ? name : `${path}.${name}`),
      ])
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    }
    case 'union':
      return inside((def['options'] as Schema[])[option])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return inside(def['innerType'])
    case 'pipe':
      return inside(limitOf(def))
    case 'undefined':
      return undefined
    default:
      throw new Error(`${path}: no largest value is known for a schema of type ${def.type}`)
  }
}

/** The number of options of a union, otherwise 1. */
export function optionsOf(schema: Schema): number {
  const def = definitionOf(schema)
  return def.type === 'union' ? (def['options'] as unknown[]).length : 1
}
