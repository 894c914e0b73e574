import type { PointMethod } from '../../../data/model/placed-point.ts'

/** Texts for placing a point in the forms. */
export const POINT_TEXTS = {
  title: 'Where exactly is it? (optional)',
  lead: 'A point helps us put the park in the right place.',
  here: "I'm at the park now",
  locating: 'Finding your location...',
  onMap: 'Place it on the map',
  hideMap: 'Hide the map',
  hint: 'Tap the map where the park is. Drag to move the map.',
  didYouMean: 'Did you mean:',
  named: (name: string, suburb: string) => `${name}, ${suburb}?`,
  placed: {
    map: () => 'Point placed on the map',
    device: () => 'Using your position',
    'named-park': (name = '') => `The position of ${name} is used`,
  } satisfies Record<PointMethod, (name?: string) => string>,
  accuracy: (metres: number) => `accurate to about ${metres.toLocaleString('en-AU')} m`,
  remove: 'Remove the point',
  refused: 'Point not placed',
  notInAustralia: 'This place is not in Australia.',
  source: (publishers: readonly string[]) => `Names from ${publishers.join(', ')}`,
} as const
