import type { FeatureId } from '../../data/model/feature.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { mulberry32 } from '../support/scale-set.ts'

/** One question put to every engine. `words` are of parks' names; `place` is a suburb's name; features are all wanted. */
export interface Question {
  words: string
  place?: Locality
  position?: { latitude: number; longitude: number }
  features: FeatureId[]
}

export const QUESTION_KINDS = [
  'text',
  'text + features',
  'position + features',
  'place + text',
  'text + position + features',
  'typing',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

const WANTED: readonly FeatureId[][] = [
  ['off-leash'],
  ['fenced'],
  ['water', 'shade'],
  ['off-leash', 'parking'],
]

/** The same questions for the same seed. Texts are taken from the parks, so that there is something to find. */
export function questions(
  kind: QuestionKind,
  count: number,
  parks: readonly DirectoryPark[],
  localities: readonly Locality[],
  seed: number,
): Question[] {
  const random = mulberry32(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const words = () => {
    const name = pick(parks).name.split(' ')
    const start = Math.floor(random() * Math.max(1, name.length - 1))
    return name.slice(start, start + 1 + Math.floor(random() * 2)).join(' ')
  }
  // People stand where parks are, not in the middle of the desert.
  const position = () => {
    const { latitude, longitude } = pick(parks)
    return { latitude: latitude + (random() - 0.5) / 10, longitude: longitude + (random() - 0.5) / 10 }
  }
  const made: Question[] = []
  while (made.length < count) {
    if (kind === 'text') made.push({ words: words(), features: [] })
    else if (kind === 'text + features') made.push({ words: words(), features: pick(WANTED) })
    else if (kind === 'position + features')
      made.push({ words: '', position: position(), features: pick(WANTED) })
    else if (kind === 'place + text')
      made.push({ words: words().split(' ')[0]!, place: pick(localities), features: [] })
    else if (kind === 'text + position + features')
      made.push({ words: words(), position: position(), features: pick(WANTED) })
    else {
      const name = pick(parks).name
      for (let end = 1; end <= Math.min(name.length, 12); end++)
        if (name[end - 1] !== ' ') made.push({ words: name.slice(0, end), features: [] })
    }
  }
  return made.slice(0, count)
}
