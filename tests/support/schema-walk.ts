import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypeDef & Record<string, unknown>

/** A part of a schema that takes a value from outside. */
export interface SchemaPart {
  /** Where it is: `body.operations[].args.term`. */
  path: string
  type: z.core.$ZodTypeDef['type']
  schema: Schema
}

export const definitionOf = (schema: Schema) => {
  const { _zod: internals } = schema
  return internals.def as Definition
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/**
 * Every part of a schema, in depth. Of a pipe only what comes out is a part: what goes in is read again before anything is done with it.
 * @throws Error for a type that is not known here, so that none is passed over
 */
export function* partsOf(schema: Schema, path: string): Generator<SchemaPart> {
  const def = definitionOf(schema)
  const inside = (child: unknown, at = path) => (isSchema(child) ? partsOf(child, at) : [])
  switch (def.type) {
    case 'string':
    case 'number':
    case 'unknown':
    case 'any':
      yield { path, type: def.type, schema }
      return
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'literal':
    case 'enum':
    case 'never':
      return
    case 'array':
      yield { path, type: def.type, schema }
      yield* inside(def['element'], `${path}[]`)
      return
    case 'record':
      yield { path, type: def.type, schema }
      yield* inside(def['keyType'], `${path}{key}`)
      yield* inside(def['valueType'], `${path}{}`)
      return
    case 'object':
      // `strictObject` refuses what it does not name, and `object` leaves it out; a loose object keeps it.
      if (isSchema(def['catchall']) && definitionOf(def['catchall']).type !== 'never')
        yield { path, type: 'record', schema }
      for (const [name, child] of Object.entries(def['shape'] as Record<string, Schema>))
        yield* inside(child, `${path}.${name}`)
      return
    case 'union':
      for (const option of def['options'] as Schema[]) yield* inside(option)
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      yield* inside(def['innerType'])
      return
    case 'pipe':
      yield* inside(def['out'])
      return
    case 'transform':
      return
    default:
      throw new Error(`${path}: a schema of type ${def.type} is not known here`)
  }
}

/** The definitions of the checks of a schema, those of its own format included. */
export function checksOf(schema: Schema): Record<string, unknown>[] {
  const def = definitionOf(schema)
  const checks = ((def['checks'] ?? []) as z.core.$ZodCheck[]).map(({ _zod: internals }) => internals.def)
  return [def as Record<string, unknown>, ...(checks as unknown as Record<string, unknown>[])]
}

/** The maximum that a check says: characters, items, or the number itself. `undefined` when none does. */
export function maximumOf(schema: Schema): number | undefined {
  const name = { string: 'max_length', array: 'max_length', number: 'less_than' }[
    definitionOf(schema).type as string
  ]
  const found = checksOf(schema).flatMap(({ check, maximum, value }) =>
    check === name ? Number(maximum ?? value) : [],
  )
  return found.length === 0 ? undefined : Math.min(...found)
}
