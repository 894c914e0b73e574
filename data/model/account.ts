import * as z from 'zod/mini'
import { withoutControls } from './bounded.ts'
import { STORAGE_PREFIX } from './constants.ts'

/** The least characters of a user name (specification 15.7). */
export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 50
/** The least characters of a password: a rule of the product (specification 15.7). */
export const PASSWORD_MIN_LENGTH = 6
/** Characters. Long enough for any phrase and any generator, short enough that nobody has the server hash a book. */
export const PASSWORD_MAX_LENGTH = 128
/** Octets of an address in SMTP (RFC 5321, section 4.5.3.1.3, as corrected by erratum 1690). */
export const EMAIL_MAX_LENGTH = 254
const NAME_MAX_LENGTH = 100
const ADDRESS_MAX_LENGTH = 200
export const DOGS_MAX = 20
/** Characters of a picture as a data address; a square of 256 pixels is well below. */
export const AVATAR_MAX_LENGTH = 40_000

/** Who an account can be entered through besides its password. */
export const PROVIDERS = ['google', 'apple', 'microsoft'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  microsoft: 'Microsoft',
}

const MESSAGES = {
  username: `Username must be at least ${USERNAME_MIN_LENGTH} characters`,
  dogName: `Dog Name must be at least ${USERNAME_MIN_LENGTH} characters`,
  password: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
  passwordTooLong: `Password cannot exceed ${PASSWORD_MAX_LENGTH} characters`,
  email: 'Please enter a valid email',
  emailInDialog: 'Invalid email address',
  mismatch: "Passwords don't match",
} as const

/** What cannot be seen: control characters, marks of direction, joiners. Two names that look the same are the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** One line of text as a person types it, without the blanks around it. */
const line = (name: string, longest: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(longest, `${name} cannot exceed ${longest} characters`),
    z.refine((text: string) => !INVISIBLE.test(text), `${name} has characters that cannot be shown`),
  )

/**
 * What a user name may not contain: what is not shown, also fillers, variation selectors and the empty Braille cell, and what no two devices
 * show alike (private use, unassigned).
 */
const NOT_IN_A_USERNAME = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Alphabets with letters that look like each other's. A name in one of them is a name; one that mixes them imitates another. */
const LOOK_ALIKE_ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** A field that was left empty counts as one that is not there. */
const unlessBlank = <S extends z.core.$ZodType>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
      z.optional(schema),
    ),
  )

/** Emoji may be followed by a selector of how they are drawn, which distinguishes no names. */
const keptUsername = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\ufe0e\ufe0f]/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** A user name as it is kept: in the compatibility form (NFKC), with single spaces. It is checked in that form, because U+FF20 becomes '@'. */
const username = (tooShort: string) =>
  z.string().check(
    z.overwrite(keptUsername),
    z.maxLength(USERNAME_MAX_LENGTH, `Username cannot exceed ${USERNAME_MAX_LENGTH} characters`),
    z.minLength(USERNAME_MIN_LENGTH, tooShort),
    z.refine((text: string) => !NOT_IN_A_USERNAME.test(text), 'Username has characters that cannot be shown'),
    // A name that looks like an e-mail address could be taken for another person's.
    z.refine((text: string) => !text.includes('@'), 'Username cannot contain @'),
    z.refine(
      (text: string) => LOOK_ALIKE_ALPHABETS.filter((alphabet) => alphabet.test(text)).length <= 1,
      'Username cannot mix alphabets',
    ),
  )

/** Whether a user name that is in the database may still be chosen. Earlier versions allowed more. */
export const isUsername = (text: string) => username(MESSAGES.username).safeParse(text).data === text

const email = (invalid: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(EMAIL_MAX_LENGTH, { message: invalid, abort: true }),
      z.regex(z.regexes.email, invalid),
      withoutControls,
    )

/** A password as it is chosen: taken as it was typed, blanks and all. */
const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, MESSAGES.password),
    z.maxLength(PASSWORD_MAX_LENGTH, MESSAGES.passwordTooLong),
  )

/** A password as it is told: whatever it is, it is right or wrong. */
const toldPassword = z
  .string()
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX_LENGTH, MESSAGES.passwordTooLong))

const fullName = unlessBlank(line('Full Name', NAME_MAX_LENGTH))
const address = unlessBlank(line('Home Address', ADDRESS_MAX_LENGTH))

/** `POST /api/login`. `username` is the user name or the e-mail, in any case. */
export const LoginBody = z.strictObject({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Username is required'),
      z.maxLength(EMAIL_MAX_LENGTH, 'Username is too long'),
    ),
  password: toldPassword,
})
export type LoginBody = z.infer<typeof LoginBody>

/** `POST /api/register`. Without a user name one is made from the e-mail. */
export const RegisterBody = z.strictObject({
  username: unlessBlank(username(MESSAGES.dogName)),
  email: email(MESSAGES.email),
  password: newPassword,
  fullName,
  address,
})
export type RegisterBody = z.infer<typeof RegisterBody>

// The forms, each with the messages its place has (specification 15.7 and 15.14). What they send is a body above.

export const LoginPageForm = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(USERNAME_MIN_LENGTH, MESSAGES.username)),
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH, MESSAGES.password)),
})
export const LoginDialogForm = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1, 'Username is required')),
  password: z.string().check(z.minLength(1, 'Password is required')),
})

const registerForm = (invalidEmail: string) =>
  z
    .strictObject({
      username: unlessBlank(username(MESSAGES.dogName)),
      email: email(invalidEmail),
      password: newPassword,
      confirmPassword: z.string(),
      fullName,
      address,
    })
    .check(
      z.refine((form) => form.password === form.confirmPassword, {
        message: MESSAGES.mismatch,
        path: ['confirmPassword'],
        when: () => true,
      }),
    )
export const RegisterPageForm = registerForm(MESSAGES.email)
export const RegisterDialogForm = registerForm(MESSAGES.emailInDialog)

/** The person who is signed in, as they see themselves. */
export const Account = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** A picture as a data address; `null` for the initials. */
  avatarUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** False when the account is entered through another provider only. */
  hasPassword: z.boolean(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof Account>

/** Proof that it is the person themselves, asked for before anything that changes who can get in. Left out by accounts without a password. */
const proof = z.optional(toldPassword)

const AVATAR = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** How the files of the three kinds begin, in base64. */
const AVATAR_BEGINNINGS = { png: 'iVBORw0KGgo', jpeg: '/9j/', webp: 'UklGR' } as const

/** A small picture of one's own, as a data address: nothing is ever fetched from anywhere else. */
const Avatar = z.string().check(
  z.maxLength(AVATAR_MAX_LENGTH, { message: 'This picture is too large', abort: true }),
  z.refine((text: string) => {
    const kind = /^data:image\/(png|jpeg|webp);/.exec(text)?.[1] as keyof typeof AVATAR_BEGINNINGS | undefined
    return (
      kind !== undefined &&
      AVATAR.test(text) &&
      text.slice(text.indexOf(',') + 1).startsWith(AVATAR_BEGINNINGS[kind])
    )
  }, 'This is no PNG, JPEG or WebP picture'),
)

/** `PATCH /api/profile`. What is left out stays; `null` takes it away. Another username or e-mail needs the password. */
export const ProfileChange = z.strictObject({
  username: z.optional(username(MESSAGES.username)),
  email: z.optional(email(MESSAGES.email)),
  fullName: z.optional(z.nullable(line('Full Name', NAME_MAX_LENGTH))),
  address: z.optional(z.nullable(line('Home Address', ADDRESS_MAX_LENGTH))),
  avatarUrl: z.optional(z.nullable(Avatar)),
  currentPassword: proof,
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** `POST /api/profile/password`. */
export const PasswordChange = z.strictObject({ currentPassword: proof, newPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

/** `POST /api/profile/delete` and whatever else asks only for the proof. */
export const Confirmation = z.strictObject({ currentPassword: proof })
export type Confirmation = z.infer<typeof Confirmation>

export const DogFields = z.strictObject({
  name: line('Name', NAME_MAX_LENGTH).check(z.minLength(1, 'Name is required')),
  breed: line('Breed', NAME_MAX_LENGTH).check(z.minLength(1, 'Breed is required')),
})
export type DogFields = z.infer<typeof DogFields>
export const Dog = z.strictObject({ id: z.int(), ...DogFields.shape, createdAt: z.string() })
export type Dog = z.infer<typeof Dog>

/** A provider as the profile shows it. */
export const LinkedProvider = z.strictObject({
  provider: Provider,
  /** Whether the operator has set it up. */
  available: z.boolean(),
  linked: z.boolean(),
  /** The e-mail the provider told when it was connected. */
  email: z.nullable(z.string()),
})
export type LinkedProvider = z.infer<typeof LinkedProvider>

/** A device that is signed in. */
export const SignedInDevice = z.strictObject({
  /** Names the session in this list; it opens nothing. */
  id: z.string(),
  /** 'Chrome on Android'. */
  device: z.string(),
  createdAt: z.string(),
  lastSeen: z.string(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * The form in which two user names, or two e-mails, are compared: the compatibility form (NFKC) without case, so that 'ß' is 'ss' and the
 * dotless 'ı' is 'i'. The case is folded by way of capitals, which is the full case folding of Unicode (CaseFolding.txt) but for a few
 * historic letters.
 */
export const foldName = (text: string) =>
  keptUsername(text).toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** How names were compared in databases that an earlier version began; they are still found by it. */
export const formerFoldName = (text: string) => folded(text.trim())

/** Words that say nothing about anybody who uses this product, in passwords. */
const OWN_WORDS = [STORAGE_PREFIX, 'dogpark']

/**
 * Whether a password is what anyone would try first for this person: their names, their e-mail, the product's name, one or two
 * characters over and over.
 */
export function isGuessable(
  password: string,
  person: { username?: string | undefined; email: string; fullName?: string | null | undefined },
): boolean {
  const told = folded(password)
  if (new Set(told).size < 3) return true
  const letters = told.replace(/[^\p{L}]/gu, '')
  const names = [person.username, person.email, person.email.split('@', 1)[0], person.fullName].flatMap(
    (name) => (name ? [folded(name)] : []),
  )
  return (
    names.some(
      (name) =>
        told === name ||
        (name.length >= USERNAME_MIN_LENGTH && letters === name.replace(/[^\p{L}]/gu, '') && letters !== ''),
    ) || OWN_WORDS.some((word) => letters === word)
  )
}
