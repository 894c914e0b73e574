import { FEATURE_IDS, FEATURE_LABELS } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { ImportField } from '../../data/model/import.ts'
import {
  areSomeDays,
  hasUnreadDays,
  inBrackets,
  isLimitedInBrackets,
  isNotCurrent,
  namesDays,
} from './header-words.ts'

/** Headers used by councils, without spaces, case and punctuation; most specific first. */
const SPELLINGS: Readonly<Record<Exclude<ImportField, 'feature'>, readonly string[]>> = {
  name: [
    'name',
    'parkname',
    'nameofpark',
    'nameofreserve',
    'nameofsite',
    'nameofarea',
    'nameofbeach',
    'dogparkname',
    'reservename',
    'parkreservename',
    'offleashareaname',
    'dogoffleashareaname',
    'dolaname',
    'areaname',
    'zonename',
    'sitename',
    'facilityname',
    'placename',
    'locationname',
    'openspacename',
    'beachname',
    'ovalname',
    'venuename',
    'assetname',
    'park',
    'parkreserve',
    'dogpark',
    'reserve',
    'offleasharea',
    'offleashareas',
    'offleadareas',
    'dogoffleashareas',
    'dogoffleadareas',
    'designateddogoffleashareas',
    'designateddogoffleadareas',
    'dogexerciseareas',
    'dogparks',
    'parks',
    'reserves',
    'facility',
    'site',
    'venue',
    'place',
    'beach',
    'title',
    'label',
  ],
  address: [
    'address',
    'streetaddress',
    'fulladdress',
    'parkaddress',
    'siteaddress',
    'physicaladdress',
    'addressline1',
    'address1',
    'addr',
    'street',
    'streetname',
    'roadname',
    'location',
  ],
  suburb: [
    'suburb',
    'suburbname',
    'suburbtown',
    'townsuburb',
    'suburblocality',
    'localitysuburb',
    'locality',
    'localityname',
    'parksuburb',
    'addresssuburb',
    'neighbourhood',
  ],
  city: [
    'city',
    'cityname',
    'citytown',
    'town',
    'towncity',
    'council',
    'councilarea',
    'councilname',
    'lga',
    'lganame',
    'localgovernmentarea',
    'municipality',
    'area',
  ],
  state: ['state', 'statecode', 'statename', 'stateterritory', 'stateorterritory', 'territory', 'province'],
  postcode: ['postcode', 'postalcode', 'postcodes', 'pcode', 'zipcode', 'zip'],
  latitude: [
    'latitude',
    'lat',
    'gpslatitude',
    'gpslat',
    'latitudewgs84',
    'latitudegda94',
    'latitudegda2020',
    'decimallatitude',
    'latitudedd',
    'latdd',
    'centroidlat',
    'centroidlatitude',
    'ycoordinate',
    'ycoord',
    'pointy',
    'y',
  ],
  longitude: [
    'longitude',
    'long',
    'lng',
    'lon',
    'gpslongitude',
    'gpslong',
    'gpslng',
    'gpslon',
    'longitudewgs84',
    'longitudegda94',
    'longitudegda2020',
    'decimallongitude',
    'longitudedd',
    'longdd',
    'centroidlong',
    'centroidlon',
    'centroidlongitude',
    'xcoordinate',
    'xcoord',
    'pointx',
    'x',
  ],
  coordinates: [
    'coordinates',
    'coordinate',
    'coords',
    'latlong',
    'latlng',
    'latlon',
    'longlat',
    'lonlat',
    'lnglat',
    'latitudelongitude',
    'longitudelatitude',
    'geopoint',
    'geopoint2d',
    'geolocation',
    'gpscoordinates',
    'gps',
    'wkt',
    'thegeom',
    'geom',
    'geometry',
    'geojson',
    'point',
    'centroid',
    'position',
  ],
  accuracy: ['locationaccuracy', 'positionaccuracy', 'accuracy'],
  access: [
    'dogaccess',
    'dogrule',
    'dogrules',
    'dogstatus',
    'leashrule',
    'leashrules',
    'leashstatus',
    'leashtype',
    'leash',
    'leashed',
    'dogleash',
    'onoffleash',
    'offonleash',
    'onoroffleash',
    'dogareatype',
    'dogsallowed',
    'dogspermitted',
    'dogallowed',
    'dogpermitted',
    'dogfriendly',
    'dogs',
    'access',
  ],
  features: [
    'features',
    'parkfeatures',
    'facilities',
    'parkfacilities',
    'amenities',
    'attributes',
    'equipment',
    'dogfeatures',
  ],
  openingHours: [
    'openinghours',
    'openhours',
    'openingtimes',
    'opentimes',
    'hoursofoperation',
    'operatinghours',
    'operationalhours',
    'parkhours',
  ],
  leashHours: [
    'leashhours',
    'offleashhours',
    'offleashtimes',
    'offleashtime',
    'dogoffleashhours',
    'dogoffleashtimes',
    'offleadhours',
    'offleadtimes',
    'offleadtime',
    'leashtimes',
    'timesoffleash',
    'timesofflead',
    'dogtimes',
    'doghours',
    'dogaccesstimes',
    'dogaccesshours',
    'dogexercisetimes',
    'exercisetimes',
    'unleashedtimes',
    'unleashedhours',
    'offleashperiod',
    'offleashperiods',
    'timesharehours',
    'timesharetimes',
    'timedoffleashhours',
    'timedoffleashtimes',
    'timerestrictions',
    'timerestriction',
  ],
  hours: [
    'hours',
    'times',
    'time',
    'accesshours',
    'accesstimes',
    'hoursofaccess',
    'permittedhours',
    'permittedtimes',
    'allowedhours',
    'allowedtimes',
    'schedule',
    'daysandtimes',
    'when',
  ],
  size: [
    'size',
    'parksize',
    'areaha',
    'areahectares',
    'areainhectares',
    'hectares',
    'sizeha',
    'sizehectares',
    'aream2',
    'areasqm',
    'areasqmetres',
    'areasquaremetres',
    'sizem2',
    'sizesqm',
    'landarea',
    'extent',
  ],
  description: [
    'description',
    'parkdescription',
    'longdescription',
    'overview',
    'about',
    'details',
    'summary',
    'notes',
    'note',
    'comments',
    'comment',
    'remarks',
    'information',
    'info',
  ],
  phone: ['phone', 'phonenumber', 'telephone', 'contactphone', 'contactnumber', 'tel'],
  website: ['website', 'webpage', 'weburl', 'websiteurl', 'url', 'link', 'moreinfo', 'web'],
  rating: ['rating', 'stars', 'averagerating', 'score'],
  imageUrl: [
    'imageurl',
    'image',
    'photourl',
    'photo',
    'pictureurl',
    'picture',
    'imagelink',
    'photolink',
    'img',
    'thumbnail',
  ],
  source: ['source', 'datasource', 'sourcename', 'publisher', 'provider', 'attribution'],
  sourceId: [
    'sourceid',
    'parkid',
    'id',
    'assetid',
    'siteid',
    'facilityid',
    'featureid',
    'recordid',
    'uniqueid',
    'globalid',
    'osmid',
    'parknumber',
    'assetnumber',
    'reference',
    'ref',
    'objectid',
  ],
  asOf: [
    'asof',
    'asat',
    'lastchecked',
    'lastupdated',
    'dateupdated',
    'updated',
    'lastmodified',
    'surveydate',
    'datadate',
    'year',
    'date',
  ],
}

const FEATURE_HEADERS: Readonly<Partial<Record<FeatureId, readonly string[]>>> = {
  'on-leash': ['onleash', 'onlead', 'dogsonleash', 'dogonleash', 'onleasharea'],
  'off-leash': [
    'offleash',
    'offlead',
    'leashfree',
    'dogoffleash',
    'dogsoffleash',
    'offleashallowed',
    'unleashed',
    'offleasharea',
    'dogoffleasharea',
    'offleashdogarea',
    'dogexercisearea',
    'dogexercise',
  ],
  fenced: [
    'fenced',
    'fence',
    'fencing',
    'fullyfenced',
    'fencedarea',
    'fencedstatus',
    'fencestatus',
    'fencingstatus',
    'fencingtype',
    'fencetype',
    'enclosed',
    'isfenced',
  ],
  water: [
    'water',
    'drinkingwater',
    'watertap',
    'tap',
    'taps',
    'dogwater',
    'dogwaterbowl',
    'waterbowl',
    'drinkingfountain',
    'drinkingfountains',
    'watersource',
    'bubbler',
  ],
  shade: ['shade', 'shaded', 'shadedarea', 'shadedareas', 'shadesail'],
  parking: ['parking', 'carpark', 'carparking', 'parkingavailable'],
  toilets: [
    'toilet',
    'toilets',
    'publictoilet',
    'publictoilets',
    'restroom',
    'restrooms',
    'toiletsrestrooms',
  ],
  'waste-bins': ['bin', 'bins', 'wastebin', 'wastebins', 'rubbishbin', 'rubbishbins', 'dogbin', 'dogbins'],
  walk: [
    'walk',
    'walkingpath',
    'walkingpaths',
    'path',
    'paths',
    'walkingtrack',
    'walkingtracks',
    'walkingtrail',
    'walkingtrails',
  ],
  bbq: ['bbq', 'bbqs', 'barbecue', 'barbecues', 'barbeque', 'barbeques', 'bbqfacilities'],
  seating: ['seat', 'seats', 'seating', 'bench', 'benches', 'seatingbenches'],
  bags: [
    'bag',
    'bags',
    'dogbags',
    'poobags',
    'poopbags',
    'wastebags',
    'dogwastebags',
    'bagdispenser',
    'dogbagdispenser',
    'poopbagsprovided',
  ],
  safe: ['lighting', 'lights', 'lit', 'safety', 'safetyfeatures', 'doublegate', 'doublegates'],
  lake: ['lake'],
  beach: ['beach', 'dogbeach'],
}

/**
 * Reduces a header to lower-case letters and digits; text in brackets is ignored unless there is nothing
 * else.
 */
export function headerKey(header: string): string {
  const bare = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  return bare(header.replace(/\([^()]*\)/g, ' ')) || bare(header)
}

const FIELD_OF = new Map(
  (Object.entries(SPELLINGS) as [ImportField, readonly string[]][]).flatMap(([field, spellings]) =>
    spellings.map((spelling, score) => [spelling, { field, score }] as const),
  ),
)
const FEATURE_OF = new Map<string, FeatureId>(
  FEATURE_IDS.flatMap((id) =>
    [id, FEATURE_LABELS[id], ...(FEATURE_HEADERS[id] ?? [])].map(
      (spelling) => [headerKey(spelling), id] as const,
    ),
  ).filter(([, id]) => id !== 'dog-friendly'),
)

/**
 * Text in brackets that says how the cells of a feature are filled in, or that adds nothing. Other text may say the
 * opposite of the header, such as 'partial', or what a number measures, such as 'm to nearest'.
 */
const PLAIN_BRACKETS = new RegExp(
  `^(?:${[
    String.raw`y|x|✓|tick|yes|y ?[/,|]? ?n|yes ?(?:[/,|]|or) ?no|t ?\/ ?f|true ?\/ ?false|1 ?\/ ?0|0 ?\/ ?1`,
    String.raw`#|no\.?|number|count|qty|quantity|how many`,
    'full|fully|public|dogs?|for dogs|drinking|accessible',
  ].join('|')})\\??$`,
  'i',
)

/** Whether the text in brackets of a header leaves its meaning as it is. */
const hasPlainBrackets = (header: string) => inBrackets(header).every((text) => PLAIN_BRACKETS.test(text))

const HOURS: ReadonlySet<ImportField> = new Set(['openingHours', 'leashHours', 'hours'])
/** The number that Excel adds to a header that a table has twice: 'Opening hours2'. */
const REPEATED = /(?<=\D)[2-9]$/
const isHours = (header: string) => {
  const known = FIELD_OF.get(headerKey(header))
  return known !== undefined && HOURS.has(known.field)
}

/** Words. No header of hours has more; a cell that is searched for headers may have thousands. */
const HOURS_HEADER_MAX = 12

/** The parts of a header of hours on some days: 'Off-leash times (summer)'. `undefined` for other headers. */
function hoursHeaderOf(header: string): { name: string; days: string } | undefined {
  if (!namesDays(header)) return undefined
  const words = header
    .replace(/[_()[\]:,]+|\s-+\s/g, ' ')
    .trim()
    .split(/\s+/)
  if (words.length > HOURS_HEADER_MAX) return undefined
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    if (isHours(first) && areSomeDays(second)) return { name: first, days: second }
    if (isHours(second) && areSomeDays(first)) return { name: second, days: first }
  }
  return undefined
}

/** The days that the hours in a column are for, by its header; `undefined` if it names none. */
export const daysOfHours = (header: string) => hoursHeaderOf(header)?.days

/** Whether a header is of times at which dogs may be off the leash. */
export const isOffLeashTimes = (header: string) =>
  fieldOf(header)?.field === 'leashHours' &&
  /off(?:leash|lead)/.test(headerKey(hoursHeaderOf(header)?.name ?? header))

const repeatedHours = (key: string) => {
  const first = FIELD_OF.get(key.replace(REPEATED, ''))
  return first && HOURS.has(first.field) ? first : undefined
}

/** The field of a header, and its place among the spellings of that field. */
export function fieldOf(header: string): { field: ImportField; score: number } | undefined {
  const key = headerKey(header)
  const known =
    FIELD_OF.get(key) ?? FIELD_OF.get(key.replace(/(?:yn|yesno|yesorno)$/, '')) ?? repeatedHours(key)
  if (known?.field === 'access' && (isNotCurrent(header) || isLimitedInBrackets(header))) return undefined
  if (known !== undefined && !HOURS.has(known.field)) return known
  const onSomeDays = hoursHeaderOf(header)
  if (onSomeDays === undefined) return known && hasUnreadDays(header) ? undefined : known
  // 'Summer hours' may be those of the park or those off the leash.
  const named = FIELD_OF.get(headerKey(onSomeDays.name))
  return named?.field === 'hours' ? undefined : named
}

/** The feature of a header such as 'Has Toilets?', 'Fenced Y/N' or 'BBQ (yes/no)'. */
export function featureOf(header: string): FeatureId | undefined {
  if (!hasPlainBrackets(header) || isNotCurrent(header)) return undefined
  const key = headerKey(header)
  return (
    FEATURE_OF.get(key) ??
    FEATURE_OF.get(
      key.replace(/^(?:has|is|are)/, '').replace(/(?:yn|yesno|available|provided|present|flag)$/, ''),
    )
  )
}
