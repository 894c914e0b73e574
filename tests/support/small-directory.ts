import { localities } from '../../data/sources/localities.ts'

/** Few parks, for a quick start: nothing depends on their number. */
export const PARK_COUNT = 200

export const fewPlaces = () =>
  localities().filter(({ state, name }) => state === 'VIC' && name.startsWith('C'))
