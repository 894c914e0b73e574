import * as z from 'zod/mini'
import { withoutControls } from './bounded.ts'
import { STORAGE_PREFIX } from './constants.ts'
import { line, NAME_MAX_LENGTH } from './profile.ts'

/** Minimum length of a user name, in characters (specification 15.7). */
export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 50
/** Minimum length of a password, in characters: a rule of the product (specification 15.7). */
export const PASSWORD_MIN_LENGTH = 6
/**
 * Characters. Long enough for passphrases and password managers, and short enough to limit the cost of
 * hashing.
 */
export const PASSWORD_MAX_LENGTH = 128
/**
 * Maximum length of an e-mail address in SMTP, in octets (RFC 5321, section 4.5.3.1.3, as corrected by
 * erratum 1690).
 */
export const EMAIL_MAX_LENGTH = 254
const ADDRESS_MAX_LENGTH = 200
/** Maximum length of a picture as a data URL, in characters. A square of 256 pixels is well below. */
export const AVATAR_MAX_LENGTH = 40_000

/** The identity providers that a person can sign in with instead of a password. */
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

/**
 * Characters that a user name must not contain: invisible ones, including fillers, variation selectors and
 * the empty Braille cell, and ones without a standard appearance (private use, unassigned).
 */
const NOT_IN_A_USERNAME = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Alphabets with letters that look like letters of another. A name that mixes them may imitate another name.
 */
const LOOK_ALIKE_ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** An optional field; an empty text counts as missing. */
const optionalUnlessBlank = <S extends z.core.$ZodType>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
      z.optional(schema),
    ),
  )

/** Removes the variation selectors after emoji, which do not distinguish names. */
const normaliseUsername = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\ufe0e\ufe0f]/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/**
 * A user name, normalised to the compatibility form (NFKC) with single spaces. The checks apply to the
 * normalised form, because for example U+FF20 becomes '@'.
 */
const username = (tooShort: string) =>
  z.string().check(
    z.overwrite(normaliseUsername),
    z.maxLength(USERNAME_MAX_LENGTH, `Username cannot exceed ${USERNAME_MAX_LENGTH} characters`),
    z.minLength(USERNAME_MIN_LENGTH, tooShort),
    z.refine((text: string) => !NOT_IN_A_USERNAME.test(text), 'Username has characters that cannot be shown'),
    // A name like an e-mail address could be mistaken for that of another person.
    z.refine((text: string) => !text.includes('@'), 'Username cannot contain @'),
    z.refine(
      (text: string) => LOOK_ALIKE_ALPHABETS.filter((alphabet) => alphabet.test(text)).length <= 1,
      'Username cannot mix alphabets',
    ),
  )

/** Whether a stored user name follows the current rules. Earlier versions allowed more. */
export const isUsername = (text: string) => Username.safeParse(text).data === text

const email = (invalid: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(EMAIL_MAX_LENGTH, { message: invalid, abort: true }),
      z.regex(z.regexes.email, invalid),
      withoutControls,
    )

/** A new password, used exactly as typed, including whitespace. */
const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, MESSAGES.password),
    z.maxLength(PASSWORD_MAX_LENGTH, MESSAGES.passwordTooLong),
  )

/**
 * A password entered to sign in or confirm. It only has to be correct, so the rules for new passwords do not
 * apply.
 */
const enteredPassword = z
  .string()
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX_LENGTH, MESSAGES.passwordTooLong))

const fullName = optionalUnlessBlank(line('Full Name', NAME_MAX_LENGTH))
const address = optionalUnlessBlank(line('Home Address', ADDRESS_MAX_LENGTH))

/** `POST /api/login`. `username`: the user name or the e-mail address, in any case. */
export const LoginBody = z.strictObject({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Username is required'),
      z.maxLength(EMAIL_MAX_LENGTH, 'Username is too long'),
    ),
  password: enteredPassword,
})
export type LoginBody = z.infer<typeof LoginBody>

/** `POST /api/register`. Without a user name, one is created from the e-mail address. */
export const RegisterBody = z.strictObject({
  username: optionalUnlessBlank(username(MESSAGES.dogName)),
  email: email(MESSAGES.email),
  password: newPassword,
  fullName,
  address,
})
export type RegisterBody = z.infer<typeof RegisterBody>

// The forms, each with the messages of its page or dialog (specification 15.7 and 15.14). They send one of
// the bodies above.

export const LoginPageForm = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(USERNAME_MIN_LENGTH, MESSAGES.username)),
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH, MESSAGES.password)),
})
export const LoginDialogForm = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1, 'Username is required')),
  password: z.string().check(z.minLength(1, 'Password is required')),
})

/**
 * The check of a form with a new password, `name`, and its confirmation. It is made even if other fields are
 * invalid.
 */
export const passwordsMatch = <Name extends 'password' | 'newPassword'>(name: Name) =>
  z.refine<Readonly<Record<Name | 'confirmPassword', string>>>(
    (form) => form[name] === form.confirmPassword,
    {
      message: MESSAGES.mismatch,
      path: ['confirmPassword'],
      when: () => true,
    },
  )

const registerForm = (invalidEmail: string) =>
  z
    .strictObject({
      username: optionalUnlessBlank(username(MESSAGES.dogName)),
      email: email(invalidEmail),
      password: newPassword,
      confirmPassword: z.string(),
      fullName,
      address,
    })
    .check(passwordsMatch('password'))
export const RegisterPageForm = registerForm(MESSAGES.email)
export const RegisterDialogForm = registerForm(MESSAGES.emailInDialog)

/**
 * The current password, required for any change of who can sign in. Left out by accounts without a password.
 */
const currentPassword = z.optional(enteredPassword)

const AVATAR = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** The first characters of the three file formats, in base64. */
const AVATAR_SIGNATURES = { png: 'iVBORw0KGgo', jpeg: '/9j/', webp: 'UklGR' } as const

/** A small picture as a data URL, so that nothing is loaded from other sites. */
const Avatar = z.string().check(
  z.maxLength(AVATAR_MAX_LENGTH, { message: 'This picture is too large', abort: true }),
  z.refine((text: string) => {
    const kind = /^data:image\/(png|jpeg|webp);/.exec(text)?.[1] as keyof typeof AVATAR_SIGNATURES | undefined
    return (
      kind !== undefined &&
      AVATAR.test(text) &&
      text.slice(text.indexOf(',') + 1).startsWith(AVATAR_SIGNATURES[kind])
    )
  }, 'This is not a PNG, JPEG or WebP picture'),
)

/** The user name of an account, as it can be changed. */
export const Username = username(MESSAGES.username)
/** The e-mail address of an account, as it can be changed. */
export const Email = email(MESSAGES.email)

/**
 * `PATCH /api/profile`. Fields that are left out do not change; `null` removes a value. A new user name or
 * e-mail address requires the current password.
 */
export const ProfileChange = z.strictObject({
  username: z.optional(Username),
  email: z.optional(Email),
  fullName: z.optional(z.nullable(line('Full Name', NAME_MAX_LENGTH))),
  address: z.optional(z.nullable(line('Home Address', ADDRESS_MAX_LENGTH))),
  avatarUrl: z.optional(z.nullable(Avatar)),
  currentPassword,
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** `POST /api/profile/password`. */
export const PasswordChange = z.strictObject({ currentPassword, newPassword })
export type PasswordChange = z.infer<typeof PasswordChange>

/** `GET /api/sign-in-options`: what the sign-in page may offer on this server. */
export const SignInOptions = z.strictObject({
  /** The identity providers that are configured. */
  providers: z.array(Provider),
  /** Whether a password can be reset by e-mail. */
  passwordReset: z.boolean(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** `POST /api/password-reset`. */
export const PasswordResetRequest = z.strictObject({ email: email(MESSAGES.email) })
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

/** `POST /api/password-reset/complete`. `token`: from the address in the e-mail. */
export const PasswordReset = z.strictObject({
  token: z.string().check(z.maxLength(100), z.regex(/^\P{Cc}+$/u)),
  newPassword,
})
export type PasswordReset = z.infer<typeof PasswordReset>

/** The beginning of the fragment of the address in the e-mail; the token follows. */
export const RESET_HASH = '#reset='

/** The form that sends {@link PasswordReset}. */
export const NewPasswordForm = z
  .strictObject({ newPassword, confirmPassword: z.string() })
  .check(passwordsMatch('newPassword'))

/** `POST /api/profile/delete` and other requests that only need the current password. */
export const Confirmation = z.strictObject({ currentPassword })
export type Confirmation = z.infer<typeof Confirmation>

/** An identity provider in the profile. */
export const LinkedProvider = z.strictObject({
  provider: Provider,
  /** Whether the provider is configured on this server. */
  available: z.boolean(),
  linked: z.boolean(),
  /** The e-mail address that the provider gave when it was connected. */
  email: z.nullable(z.string()),
})
export type LinkedProvider = z.infer<typeof LinkedProvider>

/** A signed-in device. */
export const SignedInDevice = z.strictObject({
  /** Identifies the session in this list. It is not the session's secret. */
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
 * The form in which user names or e-mail addresses are compared: the compatibility form (NFKC) without case,
 * so that 'ß' equals 'ss' and the dotless 'ı' equals 'i'. Case is removed by converting to lower, upper and lower
 * case, which equals full Unicode case folding (CaseFolding.txt) except for a few historic letters. Upper case alone
 * would keep the capital 'ẞ', whose lower case is 'ß'.
 */
export const foldName = (text: string) =>
  normaliseUsername(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** The comparison that earlier versions used, needed to find names that they stored. */
export const formerFoldName = (text: string) => folded(text.trim())

/** Words related to the product, which are easy to guess as passwords. */
const OWN_WORDS = [STORAGE_PREFIX, 'dogpark']

/**
 * Whether a password is easy to guess for this person: a name, the e-mail address, the product's name, or one
 * or two repeated characters.
 */
export function isGuessable(
  password: string,
  person: { username?: string | undefined; email: string; fullName?: string | null | undefined },
): boolean {
  const entered = folded(password)
  if (new Set(entered).size < 3) return true
  const letters = entered.replace(/[^\p{L}]/gu, '')
  const names = [person.username, person.email, person.email.split('@', 1)[0], person.fullName].flatMap(
    (name) => (name ? [folded(name)] : []),
  )
  return (
    names.some(
      (name) =>
        entered === name ||
        (name.length >= USERNAME_MIN_LENGTH && letters === name.replace(/[^\p{L}]/gu, '') && letters !== ''),
    ) || OWN_WORDS.some((word) => letters === word)
  )
}
