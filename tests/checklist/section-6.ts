import type { Entries } from './entry.ts'

/** Section 6 of the specification: Directions and maps. */
export const SECTION_6: Entries = {
  '6.1': [
    'browser/directions: the form has the field, the four travel modes and the buttons of the specification',
    'browser/directions: a granted position becomes the start',
  ],
  '6.2': [
    'browser/directions: the form has the field, the four travel modes and the buttons of the specification',
  ],
  '6.3': [
    'browser/directions: the form has the field, the four travel modes and the buttons of the specification',
  ],
  '6.4': [
    'browser/directions: a route has distance, duration, numbered steps and alternatives',
    'browser/directions: a route prints on one page with its map, from the page and from the dialog',
  ],
  '6.5': ['browser/directions: a route has distance, duration, numbered steps and alternatives'],
  '6.6': ['browser/directions: a route has distance, duration, numbered steps and alternatives'],
  '6.7': [
    'server/geo/directions: the reply is its route with instructions, and the alternatives',
    'browser/directions: a route has distance, duration, numbered steps and alternatives',
    'browser/directions: the form has the field, the four travel modes and the buttons of the specification',
  ],
  '6.8': [
    'browser/directions: a route is an estimate and says so',
    'server/geo/directions: the reply is a straight line marked as an estimate',
  ],
  '6.9': [
    'browser/directions: a park known only by its suburb is routed to by name, without compass or exact point',
    'server/geo/directions: to a park known only by its suburb uses its name and suburb',
  ],
  '6.10': [
    'browser/other-hosts: a visit to every screen makes no request to another host and violates no content security policy',
  ],
  '6.11': [
    'browser/first-screen: the home page has its header, search box and parks from the server, and keyboard focus keeps its place when the app takes over',
  ],
  '6.12': ['browser/maps: a map whose code fails to load says so and loads on another try'],
  '6.13': [
    'server/geo/product: has a static map of every place, directions to every park, and a built-in map',
    'browser/maps: after a restart the map is drawn with its names and the static maps seen before',
  ],
  '6.14': [
    'browser/results-map: marks the park hovered in the list, and the list marks the park picked on the map',
  ],
  '6.15': ['ui/map-compass: is never announced for a park that is only within about 500 m of its position'],
  '6.17': ['browser/finding: say where they start, and lead back to the field to change it'],
  '6.16': [
    'data/search/places: a text is a guess unless all of it is the place or an address in it: "%s" is %s',
    'browser/finding: ask which place is meant where the name is far away and has namesakes',
    'browser/finding: ask about a text that is no place, instead of leading from a similar one',
    'data/search/places: means the place near the park that directions lead to',
  ],
  '6.18': [
    'browser/streets: a downloaded area has its streets and directions on foot without a network',
    'store/vector-tiles: is served from its pack without a network, whatever version the page asks for',
  ],
  '6.19': [
    'browser/streets: a downloaded area has its streets and directions on foot without a network',
    'data/routing/walk: name each street and turn, with distances and times that add up',
  ],
  '6.20': [
    'server/map/build: of both places has tiles by the schema and a pack for every tile, and leaves no other files',
    'server/map/vector-maps: appear, are replaced and disappear while the server runs',
  ],
  '6.21': [
    'browser/results-map: is painted in the light, dark and high-contrast colours',
    'browser/map-tiles: are drawn with their names, the parks and their attribution, as in a static map of the server',
    'data/map/style: draws or names every kind of thing in the schema',
  ],
  '6.22': [
    'browser/map-tiles: are drawn with their names, the parks and their attribution, as in a static map of the server',
    'browser/map-tiles: that cannot be read are missing, and the map says so',
  ],
  '6.23': [
    'browser/map-tiles: around the user’s position are shown with a circle of its accuracy, and no more of them is kept than a screen needs',
  ],
  '6.24': [
    'data/map/tiles: are listed with kind, distance and direction, nearest first',
    'browser/streets: a downloaded area has its streets and directions on foot without a network',
  ],
  '6.25': [
    'browser/outlines: the outline of a park is drawn, measured and arrived in without a network',
    'browser/outlines: the map of results draws the outlines of its parks close up, and not far away',
    'server/geo/static-map: has the outline of the park at its position, in every theme, also where there are no streets',
  ],
  '6.26': [
    'browser/outlines: the outline of a park is drawn, measured and arrived in without a network',
    'server/import/outlines: never replaces a size that a list states by the one that follows from its outline',
  ],
  '6.27': [
    'ui/map-compass: is announced in the outline of a park, and not outside of it, however near the point is',
    'data/geo/outline: is in an outline of several polygons and holes exactly if turf says so',
  ],
  '6.28': [
    'store/search-worker: are fetched after everything else, and the page then asks again',
    'store/search-worker: that cannot be fetched do not hold up the directory, and are fetched with the next update',
    'store/search-worker: answer after a restart without network, and cost nothing while they are the same',
    'server/directory: are a bundle of their own, and the parts of the parks do not grow',
  ],
  '6.29': [
    'server/import/outlines: gives a park its outline and the size that follows, and the differences say so',
    'server/import/outlines: changes nothing if it is imported again, and a changed outline is named and changes the size',
  ],
  '6.30': [
    'browser/directions: on a phone, the result and the compass come into view, and the result takes the focus',
  ],
  '6.31': ['browser/directions: each travel mode asks the server once'],
  '6.32': ['browser/directions: the suggestions do not cover the button, and stay closed after a choice'],
  '6.33': ["browser/park-page: opens in the phone's own map app with one tap"],
  '6.34': [
    'browser/layout: show the part of the map that has its names, with nothing over it, at %d px',
    'server/geo/signposts: signposts around %s are inside the part of a picture that cards show',
    'data/map/labels: are inside the part of a picture that is shown',
  ],
  '6.35': ['browser/layout: have different pictures for two parks of one suburb that have the same map'],
  '6.36': ['browser/layout: on a phone are low enough for two of them between header and bottom bar'],
  '6.37': ["browser/layout: say 'Off-leash Area' once"],
  '6.38': ['browser/layout: show the part of the map that has its names, with nothing over it, at %d px'],
  '6.39': [
    'browser/connection-notices: says that our server is not responding while the device has a network',
    'browser/connection-notices: disappears when the network is back and our server answers',
  ],
  '6.40': [
    'browser/connection-notices: says that there is no signal, and nothing about our server, without a network',
  ],
  '6.41': [
    'browser/connection-notices: a change that our server does not take shows a sentence without a code',
  ],
  '6.42': [
    'browser/accounts: returns to the profile, which sends an anonymous visitor to /auth, after logging in or registering on the way to it',
  ],
  '6.43': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '6.44': ['server/import/report: has the id of a park that the import created'],
  '6.45': [
    'browser/layout: does not reach over the edge on %s',
    'browser/layout: cuts off no option of a select on %s',
  ],
  '6.46': ['browser/layout: has the heading of %s at its edge'],
  '6.47': ['browser/streets: a downloaded area has its streets and directions on foot without a network'],
  '6.48': [
    'ui/map: leave out a direction where a name is on the map, also between two zooms',
    'server/geo/signposts: signposts in %s do not cover the circle of an approximate place',
    'browser/results-map: has signposts to places beyond its edges that keep clear of the attribution',
  ],
  '6.49': [
    'browser/map-tiles: that the operator builds again replace those of a page that is open',
    'server/map/vector-maps: get 204 where there is no tile, 404 at other zooms, and the current version if the address has another',
  ],
  '6.50': [
    'browser/other-browsers: shows the parks that the server has written, and says that it is too old',
    'browser/other-browsers: has the header and footer on a screen that the server does not write',
    'browser/other-browsers: can read the script that tells it so',
    'browser/other-browsers: a browser without JavaScript shows the parks and the page of a park',
  ],
  '6.51': [
    'browser/other-browsers: says so beside favourites without an account and beside the storage of areas, on %s',
    'browser/other-browsers: is not any other browser',
  ],
  '6.52': [
    'store/lock: work runs without the lock when another tab does not release it in time',
    'store/session-lock: a tab that was frozen while it logged in keeps no other tab from logging in or asking who is',
  ],
  '6.54': [
    'server/ready: a server is ready while it can reach its database, and healthy as long as it runs',
    'server/ready: a server that stops is not ready, and still answers requests',
    'server/ready: a server that has not read the directory is not ready',
    'postgres/shared-storage: while the object store is down, an import is refused with the reason and not begun, and readiness says it',
  ],
  '6.55': [
    'browser/admin: an import of another server is shown with its progress and its end, and a failed one with the reason',
    'server/import/jobs: the list of imports from the web shows how they ended, but no dry runs',
    'postgres/takeover: an import whose server is killed is finished by another one, which shows its progress',
  ],
  '6.56': [
    'postgres/takeover: an import whose server is killed is finished by another one, which shows its progress',
    'postgres/shared-storage: an import that a dead server has begun is continued by another one, with the file of the object store',
    'postgres/shared-storage: a picture that one server has copied is sent by the other, also while the object store is down',
    'postgres/shared-storage: the code of the servers’ builds is in the object store, and each sends that of the other',
    'postgres/deployments: during a deployment each server serves the code of the other one’s pages',
  ],
  '6.53': ['browser/other-browsers: pulling down reloads the page in a browser tab but not an installed app'],
  '6.57': [
    'contract/sync: of more searches than are kept, the server and every device keep the latest made, not the latest sent',
    'contract/sync: a search that is repeated does not remove others, on the server and every device',
  ],
  '6.58': [
    'postgres/store: after the promotion of a standby that may lag, all epochs are new, ids continue after a gap, and sessions continue',
    'contract/sync: after the server is restored to yesterday’s backup, the devices send again what it lost',
  ],
  '6.59': [
    'store/suspension: a page in the back/forward cache leaves its tables to other pages, and has not saved',
    'store/suspension: a page in the back/forward cache begins no transaction until it is shown again',
    'browser/other-browsers: has had no search worker meanwhile, and searches on the device again',
    'store/personal: a store whose opening is interrupted by leaving the page is opened again, and not in memory',
    'store/personal: in a browser %s Background Sync, a page that is hidden looks for unsent changes %d times',
  ],
  '6.60': ['store/sources: leaves the question to the server after five seconds'],
  '6.61': [
    'browser/other-browsers: a browser without Background Sync, idle time and persistent storage saves, and sends when it is online',
  ],
  '6.62': [
    'store/api: a read without a network is not retried',
    'browser/offline: a park that is not on the device is read when the network returns',
  ],
  '6.63': ["browser/account-sync: searches reach the person's other device, and clearing them clears both"],
  '6.64': [
    'browser/connection-notices: a tab with an older version that keeps the database open is named, and the app continues when it is closed',
    'store/database: an app blocked by an older tab reports it and opens once that tab closes its connection',
    'store/background-work: pages are told that an older tab blocks the database when only the service worker waits for it',
  ],
  '6.65': [
    'ui/map-compass: is corrected from magnetic to true north',
    'browser/directions: the compass shows direction and distance until the person arrives',
  ],
}
