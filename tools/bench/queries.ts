import type { FeatureId } from '../../data/model/feature.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'

/**
 * A query for every engine. `words` are from the names of parks; `place` is a suburb; all `features` are
 * required.
 */
export interface BenchQuery {
  words: string
  place?: Locality
  position?: { latitude: number; longitude: number }
  features: FeatureId[]
}

export const QUERY_KINDS = [
  'text',
  'text + features',
  'position + features',
  'place + text',
  'text + position + features',
  'typing',
] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

const FEATURE_SETS: readonly FeatureId[][] = [
  ['off-leash'],
  ['fenced'],
  ['water', 'shade'],
  ['off-leash', 'parking'],
]

/**
 * Generates queries; the same seed gives the same ones. Words are taken from parks, so that there are
 * results.
 */
export function benchQueries(
  kind: QueryKind,
  count: number,
  parks: readonly DirectoryPark[],
  localities: readonly Locality[],
  seed: number,
): BenchQuery[] {
  const random = mulberry32(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const words = () => {
    const name = pick(parks).name.split(' ')
    const start = Math.floor(random() * Math.max(1, name.length - 1))
    return name.slice(start, start + 1 + Math.floor(random() * 2)).join(' ')
  }
  // Positions are near parks, because users are, too.
  const position = () => {
    const { latitude, longitude } = pick(parks)
    return { latitude: latitude + (random() - 0.5) / 10, longitude: longitude + (random() - 0.5) / 10 }
  }
  const result: BenchQuery[] = []
  while (result.length < count) {
    if (kind === 'text') result.push({ words: words(), features: [] })
    else if (kind === 'text + features') result.push({ words: words(), features: pick(FEATURE_SETS) })
    else if (kind === 'position + features')
      result.push({ words: '', position: position(), features: pick(FEATURE_SETS) })
    else if (kind === 'place + text')
      result.push({ words: words().split(' ')[0]!, place: pick(localities), features: [] })
    else if (kind === 'text + position + features')
      result.push({ words: words(), position: position(), features: pick(FEATURE_SETS) })
    else {
      const name = pick(parks).name
      for (let end = 1; end <= Math.min(name.length, 12); end++)
        if (name[end - 1] !== ' ') result.push({ words: name.slice(0, end), features: [] })
    }
  }
  return result.slice(0, count)
}
