import { CARD_TAGS } from '../../data/model/constants.ts'
import { FEATURE_LABELS, type FeatureId } from '../../data/model/feature.ts'
import { featureTags, type Park } from '../../data/model/park.ts'

/** The features that matter most for a visit come first, because a card shows only four. */
const TAG_ORDER: readonly FeatureId[] = [
  'off-leash',
  'fenced',
  'water',
  'beach',
  'lake',
  'on-leash',
  'shade',
  'toilets',
  'parking',
]

function FeatureTag({ id }: { id: FeatureId }) {
  return (
    <li data-tag={id} className="tag rounded-full px-3 py-0.5 text-s font-semibold">
      {FEATURE_LABELS[id]}
    </li>
  )
}

/** At most `CARD_TAGS` tags: those of `TAG_ORDER` first, the rest in catalogue order. */
export function cardTags(park: Pick<Park, 'id' | 'name' | 'features'>): FeatureId[] {
  const rank = (id: FeatureId) => (TAG_ORDER.includes(id) ? TAG_ORDER.indexOf(id) : TAG_ORDER.length)
  return featureTags(park)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, CARD_TAGS)
}

export function FeatureTags({ ids }: { ids: readonly FeatureId[] }) {
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {ids.map((id) => (
        <FeatureTag key={id} id={id} />
      ))}
    </ul>
  )
}
