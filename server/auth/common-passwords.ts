import { PASSWORD_MIN_LENGTH } from '../../data/model/account.ts'

let known: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common']
      .filter((password) => password.length >= PASSWORD_MIN_LENGTH)
      .map((password) => password.toLowerCase()),
  )
}

/**
 * Whether a password is among the most common ones (about 42,700 that are long enough), ignoring case. The
 * list is loaded on the first call.
 */
export async function isCommon(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(password.toLowerCase())
}
