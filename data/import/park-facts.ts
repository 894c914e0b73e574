import type { DirectoryPark, DogAccess } from '../model/park.ts'
import { readFeatureWords } from './features.ts'
import { capitalised } from '../model/text.ts'
import { addRules, readHours } from './hours.ts'
import { readAreaWords } from './size.ts'
import { readSources } from './sources.ts'

/** The facts about a park in the wording of a list. */
export interface ListedFacts {
  access: DogAccess
  /** Words separated by `;`. */
  features: string
  hours: string
  /** An area or a length with its unit. */
  size: string
  /** Who published the facts, in the words of the list: see `readSources`. */
  source: string
  /** A year, 'c.2016', 'undated' or ''. */
  asOf: string
}

/**
 * Converts the listed facts to the directory's fields: mapped where the catalogue has an equivalent, added to
 * the leash hours if they state a rule, otherwise kept as a sentence of the description.
 */
export function readFacts(
  listed: ListedFacts,
): Pick<
  DirectoryPark,
  | 'access'
  | 'features'
  | 'lacks'
  | 'size'
  | 'openingHours'
  | 'leashHours'
  | 'description'
  | 'sources'
  | 'asOf'
> {
  const { features, lacks, rest: words } = readFeatureWords(listed.features, listed.access, listed.source)
  const hours = readHours(listed.hours)
  const { leashHours, rest } = addRules(hours.leashHours, words)
  const area = readAreaWords(listed.size)
  const asOf = /\d/.test(listed.asOf) ? listed.asOf.trim() : null
  const sentence = rest.length === 0 ? null : `${capitalised(rest.join('; '))}.`
  return {
    access: listed.access,
    features,
    lacks,
    size: area.size,
    openingHours: hours.openingHours,
    leashHours,
    description: [sentence, area.text].filter((text) => text !== null).join(' ') || null,
    sources: readSources(listed.source, asOf),
    asOf,
  }
}
