import type { FastifyReply } from 'fastify'
import type * as z from 'zod'

declare const content: unique symbol
/** A T that is already serialized: its JSON. */
export type JsonText<T> = string & { readonly [content]: T }

/** Serializes a value without checking it against a schema. */
export const jsonText = <T>(value: T) => JSON.stringify(value) as JsonText<T>

export const jsonArray = <T>(items: readonly JsonText<T>[]) => `[${items.join(',')}]` as JsonText<T[]>

/**
 * The schema of a reply for a route whose handler serializes it: as a {@link JsonText}, or as its bytes.
 * Fastify sends both unchanged, so the schema only describes the reply (`/api/openapi.json`).
 */
export const serialized = <S extends z.core.$ZodType>(schema: S) =>
  schema as unknown as z.core.$ZodType<JsonText<z.output<S>> | Buffer>

/** Returns the text, for a handler to return, after setting its content type. */
export function sendJson<T>(text: JsonText<T>, reply: FastifyReply): JsonText<T> {
  reply.type('application/json; charset=utf-8')
  return text
}
