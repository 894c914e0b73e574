import type { DirectoryPark } from '../model/park.ts'
import rows from './former-facts.gen.json' with { type: 'json' }

/** Facts of a park that belong together, such as its place and its position, as an earlier seed said them. */
interface FormerFacts {
  id: number
  was: Partial<DirectoryPark>
}

/** What the second seed said of the parks that the third corrects; several rows for a park, if need be. */
export const formerFacts = rows as unknown as readonly FormerFacts[]
