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
  'cbd',
  'suburb',
  'postcode',
  'australia',
])

/**
 * Words that exclude no park either, but that names of places begin with: "New Farm", "Top Ryde", "Nowra",
 * "Spotswood".
 */
const STOP_WORDS_OF_NAMES: ReadonlySet<string> = new Set([
  'best',
  'top',
  'good',
  'great',
  'new',
  'local',
  'nr',
  'open',
  'now',
  'area',
  'areas',
  'zone',
  'exercise',
  'run',
  'places',
  'spot',
  'spots',
  'where',
  'are',
  'is',
  'allowed',
  'can',
  'i',
  'go',
  'take',
])

export const isStopWord = (word: string) => STOP_WORDS.has(word) || STOP_WORDS_OF_NAMES.has(word)

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
