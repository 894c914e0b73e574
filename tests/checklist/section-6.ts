import type { Entries } from './entry.ts'

/** Section 6 of the specification: Directions and maps. */
export const SECTION_6: Entries = {
  '6.1': [
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
    'browser/directions: a position that is given is the start',
  ],
  '6.2': [
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  '6.3': [
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  '6.4': [
    'browser/directions: the way has distance, duration, numbered steps and others to choose from',
    'browser/directions: printed, from the page and from the dialog, the way is one page with its map',
  ],
  '6.5': ['browser/directions: the way has distance, duration, numbered steps and others to choose from'],
  '6.6': ['browser/directions: the way has distance, duration, numbered steps and others to choose from'],
  '6.7': [
    'server/geo/directions: the reply is its route with instructions, and the alternatives',
    'browser/directions: the way has distance, duration, numbered steps and others to choose from',
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  '6.8': [
    'browser/directions: a way is an estimate, and says so',
    'server/geo/directions: the reply is a straight line marked as an estimate',
  ],
  '6.9': [
    'browser/directions: a park known only by its suburb is gone to by name: no compass, and nothing exact',
    'server/geo/directions: to a park known only by its suburb uses its name and suburb',
  ],
  '6.10': [
    'browser/maps: a walk through the whole product, maps and directions, asks nothing of anyone else, and breaks no rule of the page',
    'browser/find-a-park: nothing is asked of any other host',
  ],
  '6.11': [
    'browser/first-screen: the home page has its header, its search and parks, as the server knows them',
  ],
  '6.12': ['browser/maps: a map whose code cannot be had says so, and comes when it can'],
  '6.13': [
    'server/geo/product: has a static map of every place, directions to every park, and a built-in map',
    'browser/maps: after a restart the map is drawn, names and all, with the pictures that were seen',
  ],
  '6.14': [
    'browser/maps: keep step: what is pointed at in the list is marked on the map, and what is picked on the map in the list',
  ],
}
