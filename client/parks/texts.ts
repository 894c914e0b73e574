import type { DistanceUnit } from '../../data/model/directions.ts'
import { formatCount } from '../platform/number.ts'
import { KM_PER_MILE } from './distance.ts'

/** Texts about parks that several screens use. Those that the specification fixes are verbatim. */
export const PARK_TEXTS = {
  openInMaps: 'Open in Maps',

  list: {
    loading: 'Looking for parks',
    count: (count: number) => (count === 1 ? '1 park' : `${formatCount(count)} parks`),
    maybe: (count: number) => `${formatCount(count)} more might match (not confirmed)`,
    hideMaybe: 'Confirmed matches only',
    hoursUnknown: (count: number) => `${formatCount(count)} with unknown hours`,
    hideHoursUnknown: 'Only parks known to be open',
    emptyFilters: 'No park is confirmed to match all of your filters. Try removing some.',
    pageSize: 'Parks per page',
  },

  filters: {
    title: 'Filter Parks',
    features: 'Features',
    more: (count: number) => `View more filters (${count})`,
    fewer: 'Show fewer filters',
    reset: 'Reset',
    apply: 'Apply Filters',
    chosen: (count: number) => (count === 1 ? '1 filter selected' : `${count} filters selected`),
    about: (label: string) => `About ${label}`,
    distance: 'Distance',
    anyDistance: 'Any distance',
    within: (miles: number, unit: DistanceUnit) =>
      unit === 'km'
        ? `Within ${Number((miles * KM_PER_MILE).toPrecision(2))} km`
        : miles === 1
          ? 'Within 1 mile'
          : `Within ${miles} miles`,
    size: 'Size',
    anySize: 'Any size',
    sizeNote: 'Parks whose size is unknown are counted separately.',
    rating: 'Rating',
    anyRating: 'Any rating',
    atLeast: (stars: number) => (stars === 1 ? '1 star or more' : `${stars} stars or more`),
    ratingNote: 'Parks without a rating stay in the list.',
    nothingRated: 'No park has been rated yet, so this changes nothing.',
    distanceNeedsPlace: 'Distance from where? Search for a suburb, or',
    fromLocation: 'use your location',
    noPlaceYet: (distance: string) => `${distance} (choose a place)`,
    chosenList: 'Filters',
    remove: (label: string) => `Remove filter: ${label}`,
    units: { miles: 'Show miles', km: 'Show kilometres' },
    opening: 'Opening times',
    openings: { now: 'Open Now first', only: 'Open only', any: 'Any time' },
    openingNote: 'Parks that are closed now come last. Parks with unknown hours keep their place.',
  },

  card: {
    viewDetails: 'View Details',
    noImage: 'No image available',
    accuracies: { near: 'within about 500 m', suburb: 'approximate location' },
    hoursUnknown: 'Hours not known',
    asPublished: (text: string) => `As published: “${text}”`,
    checked: (source: string, when: string) => `${source}, ${when}. Check the signs.`,
    checkedOn: (day: string) => `checked on ${day}`,
    undated: (source: string) => `${source}, undated. Check the signs.`,
    twoSources: (first: string, second: string) => `${first} and ${second}`,
    moreSources: (first: string, more: number) => `${first} and ${more} more`,
    add: (name: string) => `Add ${name} to favourites`,
    remove: (name: string) => `Remove ${name} from favourites`,
    added: 'Added to favourites',
    removed: 'Removed from favourites',
    notSaved: 'Error adding favorite',
    notRemoved: 'Error removing favorite',
    savedHere: (name: string) => `${name} is saved on this device.`,
    unsavedHere: (name: string) => `${name} is no longer in your favourites.`,
    rating: (rating: string) => `Rated ${rating} out of 5`,
    directions: 'Directions',
    directionsTo: (name: string) => `Directions to ${name} (opens in a new tab)`,
  },
} as const
