import type { DogAccess } from '../../data/model/park.ts'

/** The dog rule of a park in words. */
export const ACCESS_TEXTS: Readonly<Record<DogAccess, string>> = {
  off_leash: 'Off-leash area',
  off_leash_timed: 'Off-leash at certain times',
  fenced_dog_park: 'Fenced dog park',
  dog_park: 'Dog park',
  dogs_allowed: 'Dogs allowed. Leash rule not known.',
  on_leash: 'On leash',
}
