import type { DogAccess } from '../../data/model/park.ts'

/**
 * Rules that allow dogs off the leash at all hours, from the one that says most. Leash hours can only restrict them.
 */
export const OFF_LEASH: readonly DogAccess[] = ['fenced_dog_park', 'dog_park', 'off_leash']
export const isAlwaysOffLeash = (rule: DogAccess | null) => rule !== null && OFF_LEASH.includes(rule)

/** How much a rule permits: of two rules, the one with the higher number permits more. */
export const PERMISSION: Readonly<Record<DogAccess, number>> = {
  on_leash: 1,
  dogs_allowed: 2,
  off_leash_timed: 3,
  off_leash: 4,
  dog_park: 4,
  fenced_dog_park: 4,
}

/** The meaning of a cell about dogs. `forbidden`: dogs are not allowed. `unknown`: not understood. */
export type AccessReading = { kind: 'known'; access: DogAccess } | { kind: 'forbidden' } | { kind: 'unknown' }

const WORDS: Readonly<Record<DogAccess | 'forbidden', readonly string[]>> = {
  off_leash: [
    'off leash area',
    'dog off leash area',
    'off leash dog area',
    'off leash exercise area',
    'off leash dog exercise area',
    'dog off leash exercise area',
    'dog exercise area off leash',
    'dog exercise off leash',
    'off leash beach',
    'off leash dog beach',
    'dog off leash beach',
    'off leash unfenced',
    'unfenced off leash area',
    'off leash park',
    'unleashed',
    'leash free',
    'leash free area',
    'leash free zone',
    'off leash zone',
    'leash optional',
    'off leash allowed',
    'off leash permitted',
    'off',
    'free run',
  ],
  off_leash_timed: [
    'off leash timed',
    'timed off leash',
    'timed',
    'off leash times',
    'off leash at times',
    'off leash at certain times',
    'off leash at designated times',
    'off leash at set times',
    'off leash with time restrictions',
    'time restricted',
    'time restrictions',
    'time restrictions apply',
    'timeshare',
    'time share',
    'shared',
    'off leash restricted times',
    'off leash part time',
    'off leash time share',
    'off leash timeshare',
  ],
  fenced_dog_park: [
    'fenced dog park',
    'enclosed dog park',
    'fenced off leash',
    'off leash fenced',
    'off leash fully fenced',
    'off leash enclosed',
    'fenced off leash area',
    'fenced off leash park',
    'enclosed off leash area',
    'fully fenced dog park',
    'fully fenced off leash area',
    'fenced dog off leash area',
    'fenced',
  ],
  dog_park: ['dog park', 'dog exercise area', 'dog exercise park', 'dog run', 'dog area', 'dog beach'],
  dogs_allowed: [
    'yes',
    'y',
    'true',
    '1',
    'allowed',
    'dogs allowed',
    'dog allowed',
    'permitted',
    'dogs permitted',
    'dog friendly',
    'dogs welcome',
    'welcome',
  ],
  on_leash: [
    'leashed',
    'leashed dogs',
    'leashed dogs only',
    'leashed dogs allowed',
    'leashed dogs permitted',
    'leash',
    'leash required',
    'leash only',
    'on leash area',
    'dog on leash area',
    'on leash dog area',
    'on',
  ],
  forbidden: [
    'no',
    'n',
    'false',
    '0',
    'no dogs',
    'no dogs allowed',
    'dogs prohibited',
    'prohibited',
    'dog prohibited',
    'prohibited area',
    'dog prohibited area',
    'not allowed',
    'dogs not allowed',
    'not permitted',
    'dogs not permitted',
    'forbidden',
  ],
}

const ACCESS_OF_WORDS = new Map<string, DogAccess | 'forbidden'>(
  (Object.keys(WORDS) as (DogAccess | 'forbidden')[]).flatMap((access) =>
    [access.replaceAll('_', ' '), ...WORDS[access]].map((word) => [word, access] as const),
  ),
)

/** Words that change no rule: "No dogs at any time", "Off leash area 24/7". */
const ALWAYS = / (?:(?:at )?(?:all times|any time)|24 (?:hours|7))$|^24 hours? /g
/** A rule that is only about the leash: "off lead", "Yes - on leash", "Dogs must be on a leash". */
const ONLY_LEASH =
  /^(?:yes )?(?:dogs? )?(?:(?:are )?(?:allowed|permitted|welcome) |(?:must|to) be )?(on|off) (?:a )?leash(?: only)?$/

/** A question, or a sign of a footnote, which may limit the rule: 'Off leash?', 'Off leash*'. */
const IN_DOUBT = /[?*†‡§#^¹²³⁴⁵⁶⁷⁸⁹]/

/** Reads a rule for dogs. Only explicit rules are accepted: a park is never made public by a guess. */
export function readAccess(text: string): AccessReading {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\blead\b/g, 'leash')
    .replace(/^designated /, '')
    .replace(ALWAYS, '')
  const leash = ONLY_LEASH.exec(words)?.[1]
  const meaning =
    ACCESS_OF_WORDS.get(words) ?? (leash === 'on' ? 'on_leash' : leash === 'off' ? 'off_leash' : undefined)
  if (meaning === 'forbidden') return { kind: 'forbidden' }
  const isKnown = meaning === 'on_leash' || (meaning !== undefined && !IN_DOUBT.test(text))
  return isKnown ? { kind: 'known', access: meaning } : { kind: 'unknown' }
}
