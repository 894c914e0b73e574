import { wholeMetresBetween } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import type { GazetteerPlace } from './place.ts'

/** Assumed for places whose population is not known. GeoNames lists those of 1,000 people or more. */
const UNKNOWN_POPULATION = 300
/**
 * Assumed for regions. A name of a region and of a town means the town, so this is less than any known
 * population: Fitzroy is a suburb before it is a region of Queensland. Hamlets come after regions.
 */
const REGION_POPULATION = 900
/** Names such as "Marrickville - Sydenham - Petersham" are for statistics; few people mean them. */
const STATISTICAL_REGION_POPULATION = 100

const assumedPopulation = ({ kind, name }: GazetteerPlace['place']) =>
  kind !== 'region'
    ? UNKNOWN_POPULATION
    : name.includes(' - ')
      ? STATISTICAL_REGION_POPULATION
      : REGION_POPULATION
/** A place this far away has a quarter of its weight. Metres. */
const QUARTER_WEIGHT_METRES = 25_000
/** Of places with the same name, those within this distance come before all others. Metres. */
const NEAR_METRES = 50_000

/**
 * How likely a place is meant by its name: by the people who live there, and less with the square of the
 * distance from the person (or from the park that directions lead to), as in gravity models of travel.
 */
function weightOf({ place, population }: GazetteerPlace, near: LatLng | undefined): number {
  const people = population || assumedPopulation(place)
  if (!near) return people
  return people / (1 + wholeMetresBetween(near, place) / QUARTER_WEIGHT_METRES) ** 2
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

interface Weighted {
  readonly candidate: GazetteerPlace
  readonly isNear: boolean
  readonly weight: number
}

/** Negative if `a` is likelier, 0 if they are equally likely. */
const compareWeighted = (a: Weighted, b: Weighted) =>
  Number(b.candidate.place.kind === 'state') - Number(a.candidate.place.kind === 'state') ||
  Number(b.candidate.capital) - Number(a.candidate.capital) ||
  Number(b.isNear) - Number(a.isNear) ||
  b.weight - a.weight ||
  Number(a.candidate.place.kind === 'region') - Number(b.candidate.place.kind === 'region')

/**
 * Sorts places that a text can mean, likeliest first: states; capital cities, which are meant wherever the
 * person is; of places with one name those near the person; then by weight, localities before regions, and by
 * `tieBreak`. A total order, if `tieBreak` is one.
 */
export function sortByWeight(
  places: readonly GazetteerPlace[],
  near: LatLng | undefined,
  tieBreak: (a: GazetteerPlace, b: GazetteerPlace) => number,
): GazetteerPlace[] {
  const [first] = places
  const haveOneName = places.every(({ place }) => place.name === first!.place.name)
  return places
    .map((candidate): Weighted => ({
      candidate,
      isNear: haveOneName && near !== undefined && wholeMetresBetween(near, candidate.place) <= NEAR_METRES,
      weight: weightOf(candidate, near),
    }))
    .sort((a, b) => compareWeighted(a, b) || tieBreak(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)
}

/** The first place of {@link sortByWeight} with {@link compareNames}, without sorting the others. */
export function heaviest(places: readonly GazetteerPlace[], near: LatLng | undefined): GazetteerPlace {
  let best: Weighted | undefined
  for (const candidate of places) {
    const one: Weighted = { candidate, isNear: false, weight: weightOf(candidate, near) }
    if (!best || (compareWeighted(one, best) || compareNames(candidate, best.candidate)) < 0) best = one
  }
  return best!.candidate
}

/** Shorter names first, then by name, state and postcode. */
export const compareNames = ({ place: a }: GazetteerPlace, { place: b }: GazetteerPlace) =>
  a.name.length - b.name.length ||
  compareText(a.name, b.name) ||
  compareText(a.state, b.state) ||
  compareText(a.postcode ?? '', b.postcode ?? '') ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude
