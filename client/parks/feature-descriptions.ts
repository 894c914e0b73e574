import type { FeatureId } from '../../data/model/feature.ts'

/** What each filter by a feature means. */
export const FEATURE_DESCRIPTIONS: Readonly<Record<FeatureId, string>> = {
  'on-leash': 'Dogs are welcome here on a leash.',
  'off-leash': 'Dogs can run off the leash here, at least at some times. The park page says when.',
  fenced: "Fenced all the way round. Good for puppies and dogs that don't come when called.",
  water: 'A tap, bubbler or bowl where your dog can drink.',
  shade: 'Trees or shelters to get out of the sun.',
  parking: 'Somewhere to leave the car at or beside the park.',
  toilets: 'Toilets for people at or beside the park.',
  'waste-bins': 'Bins for dog waste.',
  council: 'The council publishes information about this park.',
  walk: 'Paths or tracks for a proper walk.',
  bbq: 'Barbecues you can use.',
  seating: 'Benches or tables to sit at.',
  bags: 'Waste bags, in case you forget yours.',
  safe: 'Double gates, lighting or other safety features.',
  lake: 'A lake, pond or river at the park.',
  beach: 'A beach at the park.',
  'dog-friendly': 'Dogs are allowed here.',
}
