import { forEachEdit } from './typos.ts'

/**
 * Words that fit every park or only connect others. They never exclude a park, but a name that contains them
 * matches more exactly.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'dog',
  'dogs',
  'park',
  'parks',
  'friendly',
  'near',
  'nearby',
  'nearest',
  'closest',
  'close',
  'around',
  'in',
  'at',
  'of',
  'by',
  'to',
  'for',
  'with',
  'and',
  'the',
  'a',
  'me',
  'my',
  'find',
  'here',
  'cbd',
  'suburb',
  'postcode',
  'australia',
])

/** Stop words that so many texts have that a word one edit away is likelier a typo than a word of its own. */
const FREQUENT_STOP_WORDS: ReadonlySet<string> = new Set(
  'dog dogs park parks friendly near nearby nearest closest'.split(' '),
)

/** Shorter words are one edit away from too many others. */
const MIN_MISTYPED_LETTERS = 3

/** The frequent stop word in which the word is a typo: "prak" → park; `undefined` if there is none. */
export function mistypedStopWord(word: string): string | undefined {
  let meant: string | undefined
  if (word.length >= MIN_MISTYPED_LETTERS)
    forEachEdit(word, (text) => {
      if (FREQUENT_STOP_WORDS.has(text)) meant ??= text
    })
  return meant
}

/**
 * Words that exclude no park either, but that names of parks and places contain or begin with: "Pooch Park",
 * "New Farm", "Little Bay", "Nowra". Sizes are among them, because the size of most parks is not known, and
 * "small dog park" may be about the dogs.
 */
const STOP_WORDS_OF_NAMES: ReadonlySet<string> = new Set(
  [
    'pup pups puppy puppies pooch pooches doggy doggie doggies doggo doggos canine canines pet pets dogpark dogparks',
    'furry friend friends family kid kids children owner owners lover lovers',
    'best top good great nice lovely beautiful pretty cool fun amazing awesome perfect ideal favourite favorite popular',
    'recommended free cheap quiet quieter quietest peaceful calm busy clean safest new local public nr open now',
    'big bigger biggest large larger largest huge massive small smaller smallest little tiny medium extra spacious',
    'size sized breed breeds',
    'area areas zone zones exercise run runs yard yards places spot spots location locations city',
    'day days out trip trips visit play things map maps list guide rules laws hour hours times',
    'where what which how there are is do does have has can could may i we you your our us go take bring from that',
    'any some allowed permitted welcome only this',
    'whats wheres thats theres im it its show tell give get want need needs looking searching search please nearme',
    'council councils shire region regional municipality greater',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a word only connects others, and is not in a name that the gazetteer may not have: "New York", "Little Italy". */
export const isConnectingWord = (word: string) => STOP_WORDS.has(word)

/** What the search reads instead of the words for a time. No name contains it, because words have no spaces. */
export const ANY_TIME = 'any time'
/** The same for a distance. */
export const ANY_DISTANCE = 'any distance'

export const isStopWord = (word: string) =>
  STOP_WORDS.has(word) || STOP_WORDS_OF_NAMES.has(word) || word === ANY_TIME || word === ANY_DISTANCE

/**
 * Ordinary words that are also the name of a small place. They mean it only as the whole text, with the state or
 * its capital, or after a word such as "near".
 */
const ORDINARY_NAMES: ReadonlySet<string> = new Set(
  'bulldog city field forest fountain grassy nationalpark parklands price senior short sunset'.split(' '),
)

/** @param name the words of the name without spaces */
export const isOrdinaryName = (name: string) => ORDINARY_NAMES.has(name)

/**
 * Ordinary words for what is in a park or around it, or what a park is near to. They are no beginning of a name and no
 * typo in one: "river" is not Rivervale, and "ponds" are not Ponde. With one more letter, or another word of the name, the
 * place is meant.
 */
const ORDINARY_THINGS: ReadonlySet<string> = new Set(
  [
    'bowl bowls bush bushland canal coast common creek creeks dam foreshore garden gardens grass island',
    'lagoon light lights parkland parklands pier pond ponds reserve river rivers square station tree trees weir',
    'cafe cafes coffee home house school shop shops town work',
  ].flatMap((line) => line.split(' ')),
)

export const isOrdinaryThing = (word: string) => ORDINARY_THINGS.has(word)

/** Ordinary words that would otherwise be corrected: "training" to Trayning, "rated" to "gated". */
const NEVER_MISTYPED: ReadonlySet<string> = new Set(
  [
    'ball care grass meet meetup mountain mountains rated running rural summer tables training up walker walkers',
    'winery wineries',
  ].flatMap((line) => line.split(' ')),
)

export const canBeMistyped = (word: string) =>
  !isStopWord(word) && !isOrdinaryName(word) && !NEVER_MISTYPED.has(word)

const PLACE_PREPOSITIONS: ReadonlySet<string> = new Set(
  'in at near nr around nearby nearest closest close to'.split(' '),
)

export const isPlacePreposition = (word: string) => PLACE_PREPOSITIONS.has(word)

/** Shorter words begin too many others. */
const MIN_PREPOSITION_LETTERS = 3

/** The preposition that begins with the letters: "nea" → near. `undefined` for fewer than three letters. */
export const placePrepositionBeginning = (start: string): string | undefined =>
  start.length < MIN_PREPOSITION_LETTERS
    ? undefined
    : [...PLACE_PREPOSITIONS].find((word) => word.startsWith(start))

const WORDS_BEFORE_PLACES: ReadonlySet<string> = new Set(
  'park parks dogpark dogparks area areas zone zones run runs place places spot spots location locations now'.split(
    ' ',
  ),
)

/** Whether the name of a place may follow the word: "near Newtown", "dog parks Newtown". */
export const isBeforePlace = (word: string) => isPlacePreposition(word) || WORDS_BEFORE_PLACES.has(word)

/** Whether the word can be the beginning of a name. Also holds for some stop words. */
export const canBeginName = (word: string) => !STOP_WORDS.has(word)

/**
 * Words that mark the text before a place as an address: "12 Smith St, Collingwood". Given in their short
 * spelling.
 */
const STREET_WORDS: ReadonlySet<string> = new Set([
  'st',
  'rd',
  'ave',
  'av',
  'lane',
  'ln',
  'drive',
  'dr',
  'court',
  'ct',
  'crescent',
  'cres',
  'parade',
  'pde',
  'terrace',
  'tce',
  'highway',
  'hwy',
  'boulevard',
  'blvd',
  'close',
  'place',
  'pl',
  'grove',
  'gr',
  'way',
  'circuit',
  'cct',
  'esplanade',
])

export const isStreetWord = (word: string) => STREET_WORDS.has(word)
