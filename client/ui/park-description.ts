import * as z from 'zod/mini'

/** A field of another kind than expected is as if it were not there; the rest of the description stands. */
// oxlint-disable-next-line promise/valid-params -- the catch of a schema, not of a promise
const lenient = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined)

const Text = z.pipe(
  z.string(),
  z.transform((text) => text.trim() || undefined),
)
const Texts = z.pipe(
  z.array(z.unknown()),
  z.transform((list) => list.filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[]),
)

/** The JSON form of a park's description (specification, section 3). */
const Structured = z.object({
  overview: lenient(Text),
  shortLocation: lenient(Text),
  street: lenient(Text),
  city: lenient(Text),
  state: lenient(Text),
  postCode: lenient(Text),
  phone: lenient(Text),
  features: lenient(Texts),
  reviews: lenient(z.coerce.number().check(z.int(), z.gte(0))),
  images: lenient(Texts),
  businessStatus: lenient(Text),
  streetViewUrl: lenient(Text),
})

export type ParkDescription = z.infer<typeof Structured>

/** Pictures of our own origin only: a path, never another host and never a protocol-relative address. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}

/**
 * Reads a park's description: JSON when it is a JSON object, else plain text, which becomes the overview.
 * Whatever stands in it is text and is drawn as text.
 */
export function readDescription(text: string | null): ParkDescription {
  if (text === null || text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { overview: text }
  }
  if (typeof value === 'string') return { overview: value }
  const read =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Structured.safeParse(value) : null
  return read?.success ? read.data : { overview: text }
}

/** OPERATIONAL is shown as Open, anything else as it is. */
export function sayBusinessStatus(status: string): string {
  return status === 'OPERATIONAL' ? 'Open' : status
}
