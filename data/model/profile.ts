import * as z from 'zod/mini'

export const NAME_MAX_LENGTH = 100
export const DOGS_MAX = 20

/**
 * Invisible characters: control and format characters, line and paragraph separators. Names that look the
 * same must be the same.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** One line of text without leading and trailing whitespace. */
export const line = (name: string, maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, `${name} cannot exceed ${maxLength} characters`),
    z.refine((text: string) => !INVISIBLE.test(text), `${name} has characters that cannot be shown`),
  )

/** The signed-in person's own account. */
export const Account = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** A picture as a data URL; `null` to show initials. */
  avatarUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** False for accounts that only use identity providers. */
  hasPassword: z.boolean(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof Account>

export const DogFields = z.strictObject({
  name: line('Name', NAME_MAX_LENGTH).check(z.minLength(1, 'Name is required')),
  breed: line('Breed', NAME_MAX_LENGTH).check(z.minLength(1, 'Breed is required')),
})
export type DogFields = z.infer<typeof DogFields>
export const Dog = z.strictObject({ id: z.int(), ...DogFields.shape, createdAt: z.string() })
export type Dog = z.infer<typeof Dog>
