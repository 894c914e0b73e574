import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypeDef & Record<string, unknown>

/** A part of a schema. */
export interface SchemaPart {
  /** For example `body.operations[].args.term`. */
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
 * Every part of a schema, depth first. Of a pipe only the side that limits the input counts: the output, or the
 * input if the output is a transformation, which validates nothing.
 * @throws Error for an unknown type, so that none is overlooked
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
      // `strictObject` refuses other properties and `object` drops them; only a loose object keeps them.
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
      yield* inside(limitOf(def))
      return
    case 'transform':
      return
    default:
      throw new Error(`${path}: unknown schema type ${def.type}`)
  }
}

/** The side of a pipe that limits its input. */
export const limitOf = ({ in: input, out }: Definition) =>
  definitionOf(out as Schema).type === 'transform' ? input : out

/** The definitions of a schema's checks, including its own format. */
export function checksOf(schema: Schema): Record<string, unknown>[] {
  const def = definitionOf(schema)
  const checks = ((def['checks'] ?? []) as z.core.$ZodCheck[]).map(({ _zod: internals }) => internals.def)
  return [def as Record<string, unknown>, ...(checks as unknown as Record<string, unknown>[])]
}

/** The maximum of a schema in characters, items or as a number; `undefined` if it has none. */
export function maximumOf(schema: Schema): number | undefined {
  const name = { string: 'max_length', array: 'max_length', number: 'less_than' }[
    definitionOf(schema).type as string
  ]
  const found = checksOf(schema).flatMap(({ check, maximum, value }) =>
    check === name ? Number(maximum ?? value) : [],
  )
  return found.length === 0 ? undefined : Math.min(...found)
}
