import type { FastifyReply } from 'fastify'
import type * as z from 'zod'
import { yieldBetween } from '../yielding.ts'
import { compressedFor } from './compression.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

declare const content: unique symbol
/** A T that is already serialized: its JSON. */
export type JsonText<T> = string & { readonly [content]: T }

/** Serializes a value without checking it against a schema. */
export const jsonText = <T>(value: T) => JSON.stringify(value) as JsonText<T>

/** Longer lists are serialized with pauses: this many parks take a millisecond, or 50 if their texts are the longest. */
const SHORT_LIST = 50

/**
 * The bytes of a JSON array, and the place in them at which each item starts. Serialized with pauses, because 20,000
 * parks at once would block other requests.
 */
export async function jsonArrayBytes<Item>(
  items: readonly Item[],
  toText: (item: Item) => string,
): Promise<{ bytes: Buffer; starts: number[] }> {
  const pieces = [Buffer.from('[')]
  const starts: number[] = []
  const pause = yieldBetween()
  let at = 1
  for (const [index, item] of items.entries()) {
    await pause()
    const separator = index > 0 ? ',' : ''
    const piece = Buffer.from(`${separator}${toText(item)}`)
    starts.push(at + separator.length)
    at += piece.length
    pieces.push(piece)
  }
  const bytes = Buffer.concat([...pieces, Buffer.from(']')])
  return { bytes, starts }
}

/**
 * The schema of a reply for a route whose handler serializes it: as a {@link JsonText}, or as its bytes.
 * Fastify sends both unchanged, so the schema only describes the reply (`/api/openapi.json`).
 */
export const serialized = <S extends z.core.$ZodType>(schema: S) =>
  schema as unknown as z.core.$ZodType<JsonText<z.output<S>> | Buffer>

/** Returns the text, for a handler to return, after setting its content type. */
export function sendJson<T>(text: JsonText<T>, reply: FastifyReply): JsonText<T> {
  reply.type(JSON_TYPE)
  return text
}

/** Returns the items as a JSON array, for a handler to return. A long list is serialized with pauses. */
export function sendJsonArray<T, Item>(
  items: readonly Item[],
  toText: (item: Item) => JsonText<T>,
  reply: FastifyReply,
): JsonText<T[]> | Promise<Buffer> {
  if (items.length <= SHORT_LIST) return sendJson(`[${items.map(toText).join(',')}]` as JsonText<T[]>, reply)
  reply.type(JSON_TYPE)
  return jsonArrayBytes(items, toText).then(({ bytes }) => compressedFor(reply.request, reply, bytes))
}
