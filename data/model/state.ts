import * as z from 'zod/mini'

/** The eight states and territories, in the order of specification 13.76. */
export const STATE_CODES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const

export const StateCode = z.enum(STATE_CODES)
export type StateCode = z.infer<typeof StateCode>

export const STATE_NAMES: Readonly<Record<StateCode, string>> = {
  NSW: 'New South Wales',
  VIC: 'Victoria',
  QLD: 'Queensland',
  SA: 'South Australia',
  WA: 'Western Australia',
  TAS: 'Tasmania',
  NT: 'Northern Territory',
  ACT: 'Australian Capital Territory',
}

/** Reads a state by its code in any case or by its full name; `undefined` for other texts. */
export function readState(text: string): StateCode | undefined {
  const wanted = text.trim().toLowerCase()
  return STATE_CODES.find(
    (code) => code.toLowerCase() === wanted || STATE_NAMES[code].toLowerCase() === wanted,
  )
}
