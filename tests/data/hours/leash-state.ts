import { leashAt } from '../../../data/hours/index.ts'
import type { LeashState } from '../../../data/hours/leash.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { at, SYDNEY } from './places.ts'

/** Whether dogs are off the leash in a park at a time with its offset: `'2026-01-14T09:00+11:00'`. */
export const leashState = (
  text: string | null,
  access: DogAccess,
  time: string,
  place = SYDNEY,
): LeashState => leashAt(text, access, place, at(time)).state
