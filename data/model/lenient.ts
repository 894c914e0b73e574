import * as z from 'zod/mini'

/** Optional. An invalid value counts as absent, so that the rest of an object is still used. */
// oxlint-disable-next-line promise/valid-params -- the catch of a schema, not of a promise
export const lenient = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined)
