import { ABBREVIATIONS, nameKey, wordsOf } from '../places/text.ts'

/** Abbreviations of the words that begin with `prefix`: "sain" → st. */
export function shortSpellings(prefix: string): string[] {
  if (prefix.length < 2) return []
  return [...ABBREVIATIONS].filter(([long]) => long.startsWith(prefix)).map(([, short]) => short)
}

const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:['’‘ʼ`´-][\p{L}\p{N}]+)+/gu
const JOINTS = /['’‘ʼ`´-]/

/**
 * Additional words under which a name with hyphens or apostrophes is found: "Off-leash" also as "offleash",
 * "O'Connor" also as "o", "connor". Does not repeat the words that {@link wordsOf} returns.
 */
export function compoundWords(text: string): string[] {
  if (!JOINTS.test(text)) return []
  const words = (text.match(COMPOUND) ?? []).flatMap((compound) => {
    const parts = compound.split(JOINTS)
    return [
      nameKey(compound),
      ...parts.filter((part) => part.length > 1 || parts[0] === part).flatMap(wordsOf),
      parts.map(nameKey).join(''),
    ]
  })
  return [...new Set(words)]
}
