import { describe, expect, test } from 'vitest'
import type { FeatureId } from '../../../data/model/feature.ts'
import { featureTags } from '../../../data/model/park.ts'
import type { DirectoryPark } from '../../../data/model/park.ts'
import type { Place } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { buildEngine, buildGazetteer } from '../../../data/search/index.ts'
import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { wholeMetresBetween } from '../../../data/model/point.ts'
import { placeLabel } from '../../../data/places/label.ts'
import { wordsOf } from '../../../data/places/text.ts'

const gazetteer = buildGazetteer(localities(), councils())
const engine = buildEngine(seedParks(), () => gazetteer)

const label = (place: Place | null) =>
  place ? [place.kind, place.name, place.state, place.postcode ?? '-'].join(' ') : 'nothing'
const ask = (query: string, request: SearchRequest = {}) => {
  const answer = engine.search({ query, ...request })
  return {
    ...answer,
    place: label(answer.understood.place),
    parks: answer.hits.map((hit) => engine.park(hit.id)!),
  }
}
/** Names of those places that a search for the name and the state does not find. */
const notFoundByName = (places: readonly { name: string; state: string }[]) =>
  places
    .filter(({ name, state }) => ask(`${name} ${state}`, { limit: 1 }).understood.place?.name !== name)
    .map(({ name }) => name)
const SYDNEY = { latitude: -33.8688, longitude: 151.2093 }
const MELBOURNE = { latitude: -37.8136, longitude: 144.9631 }
const LAUNCESTON = { latitude: -41.4332, longitude: 147.1441 }
/** 2 am in Sydney, when no park of the ACT is known to be open. */
const NIGHT = Date.parse('2026-01-13T15:00:00Z')
const HOBART = { latitude: -42.8821, longitude: 147.3272 }

describe('a postcode of the Northern Territory without its first zero', () => {
  test.each(['800', '822', '872'])('is meant by the text %s', (text) => {
    expect(ask(text)).toEqual(ask(`0${text}`))
    expect(ask(text).place).toBe(`postcode 0${text} NT 0${text}`)
    expect(engine.suggest(text)[0]).toMatchObject({ kind: 'place', label: `0${text} NT` })
  })
  test.each([
    ['a number of no postcode', '899'],
    ['a number of another state', '200'],
    ['a house number', '800 Smith Street'],
  ])('is not meant by %s, %s', (_, text) => {
    expect(ask(text).place).not.toMatch(/^postcode/)
  })
})

test('a filter counts no park far away as one that might match, where there are enough near the place', () => {
  for (const query of ['fitzroy vic', 'bondi', 'vic', 'act']) {
    const all = ask(query).parks.map(({ id }) => id)
    for (const feature of ['off-leash', 'fenced', 'water'] as const) {
      const filter = { features: [feature] }
      const { total } = ask(query, filter)
      for (const { id, name } of ask(query, { ...filter, unsure: true }).parks.slice(total))
        expect(all, `${name}, ${feature} in ${query}`).toContain(id)
    }
  }
})

describe('words about when a park is open exclude no park', () => {
  const all = ask('dog park').total
  test.each([
    '24 hour dog park',
    '24 hours dog park',
    '24-hour dog park',
    '24hr dog park',
    '24/7 dog park',
    '24/7',
    'open 24/7',
    'open 24 hours',
    'dog park open 24 hrs',
    'open now',
    'late night dog park',
    'late night dog parks',
    'dog park open late',
    'dog park open late at night',
    'dog park open at night',
    'dog park opening hours',
    'dog parks open today',
    'open tomorrow',
    'dog park open sunday',
    'dog park open on sunday',
    'dog park on weekends',
    'dog park this weekend',
    'dog park weekends',
    'dog park open early',
    'dog park public holiday',
    'dog park before 10am',
    'dog park before 9:30 am',
    'dog park 6am to 10am',
    'dog park between 6am and 10 am',
    'dog park after sunset',
    'top 10 dog parks',
    '10 best dog parks',
  ])('"%s" has all parks', (query) => {
    expect(ask(query)).toMatchObject({ place: 'nothing', total: all, understood: { corrected: false } })
  })

  test.each([
    '24 hour dog park sydney',
    'sydney 24/7 dog park',
    'dog park sydney open 24 hours',
    'open now dog park sydney',
    'late night dog park sydney',
    'dog park in sydney open late',
    'dog park opening hours sydney',
    'dog park sydney open on saturday',
    'open today dog park sydney',
    'dog park after 5pm sydney',
  ])('"%s" has the parks of Sydney', (query) => {
    const { hits, place, understood } = ask('dog park sydney')
    expect(ask(query)).toMatchObject({ hits, place, understood })
  })

  test('features beside them count', () => {
    expect(ask('24 hour fenced dog park').total).toBe(ask('fenced dog park').total)
    expect(ask('dogs off leash before 10am').total).toBe(ask('off leash').total)
    expect(ask('off leash after 5pm melbourne')).toMatchObject({
      hits: ask('off leash melbourne').hits,
      understood: ask('off leash melbourne').understood,
    })
    expect(ask('fenced dog park').total).toBeLessThan(all)
  })

  test('they are ordinary words in an address or a name', () => {
    expect(ask('24/7 Smith Street, Fitzroy')).toMatchObject({ place: 'locality Fitzroy VIC 3065' })
    expect(ask('24 Smith St Fitzroy').hits).toEqual(ask('24 smith street fitzroy').hits)
    expect(ask('12 Amaroo St').place).toContain('Amaroo')
    expect(ask('Nightcliff').place).toContain('Nightcliff')
    expect(ask('night').place).toContain('Nightcliff')
    expect(ask('Good Night QLD').place).toContain('Good Night QLD')
    expect(ask('No 7 Dam').parks[0]!.name).toBe('No 7 Dam')
  })
})

describe('a text is read as the place it names', () => {
  test.for([
    ['Fitzroy VIC', 'locality Fitzroy VIC 3065'],
    ['fitzroy, victoria', 'locality Fitzroy VIC 3065'],
    ['VIC Fitzroy', 'locality Fitzroy VIC 3065'],
    ['Bondi NSW 2026', 'locality Bondi NSW 2026'],
    ['2026 bondi', 'locality Bondi NSW 2026'],
    ['  bONDI  ', 'locality Bondi NSW 2026'],
    ['Melbourne', 'locality Melbourne VIC -'],
    ['Melbourne 3004', 'locality Melbourne VIC 3004'],
    ['Melbourne CBD', 'locality Melbourne VIC -'],
    ['Sydney', 'locality Sydney NSW 2000'],
    ['brisbane', 'locality Brisbane QLD 4000'],
    ['Canberra', 'locality Canberra ACT -'],
    ['3121', 'postcode 3121 VIC 3121'],
    ['0810', 'postcode 0810 NT 0810'],
    ['Richmond, Victoria, Australia', 'locality Richmond VIC 3121'],
    ['vic', 'state Victoria VIC -'],
    ['Western Australia', 'state Western Australia WA -'],
    ['Victoria Park', 'locality Victoria Park WA 6100'],
    ['Gold Coast', 'region Gold Coast QLD -'],
    ['gold coast qld', 'region Gold Coast QLD -'],
    ['Gold Coast Hinterland', 'region Gold Coast Hinterland QLD -'],
    ['Cocos (Keeling) Islands', 'region Cocos (Keeling) Islands WA -'],
    ['Illawarra', 'region Illawarra NSW -'],
    ['Inner West', 'region Sydney - Inner West NSW -'],
    ['inner west sydney', 'region Sydney - Inner West NSW -'],
    ['eastern suburbs sydney', 'region Sydney - Eastern Suburbs NSW -'],
    ['Sunshine Coast', 'region Sunshine Coast QLD -'],
    ['dog parks near Dubbo', 'locality Dubbo NSW 2830'],
  ])('"%s" is %s', ([query, place]) => {
    const answer = ask(query!)
    expect(answer.place).toBe(place)
    expect(answer.understood.corrected).toBe(false)
    expect(answer.total).toBeGreaterThan(0)
  })

  test.for([
    ['St Kilda VIC', 'Saint Kilda Vic', 'locality St Kilda VIC 3182'],
    ['Mount Eliza', 'Mt Eliza', 'locality Mount Eliza VIC 3930'],
    ["O'Connor ACT", 'oconnor act', "locality O'Connor ACT 2602"],
    ["O'Connor ACT", 'O’Connor ACT', "locality O'Connor ACT 2602"],
    ["O'Connor ACT", 'O Connor ACT', "locality O'Connor ACT 2602"],
    ['Brighton-Le-Sands', 'brighton le sands', 'locality Brighton-Le-Sands NSW 2216'],
    ['Kippa-Ring', 'KIPPA RING', 'locality Kippa-Ring QLD 4021'],
    ['Glenelg SA', 'Glénelg SA', 'locality Glenelg SA 5045'],
    ['North Bondi', 'Nth Bondi', 'locality North Bondi NSW 2026'],
  ])('"%s" and "%s" are the same place', ([one, other, place]) => {
    expect(ask(one!).place).toBe(place)
    expect(ask(other!)).toEqual(ask(one!))
  })
})

describe('a suburb with a direction in its name', () => {
  test.for([
    ['North Fitzroy', 'locality Fitzroy North VIC 3068'],
    ['nth fitzroy', 'locality Fitzroy North VIC 3068'],
    ['East Brunswick', 'locality Brunswick East VIC 3057'],
    ['North Carlton', 'locality Carlton North VIC 3054'],
    ['east malvern', 'locality Malvern East VIC 3145'],
    ['north balwyn vic', 'locality Balwyn North VIC 3104'],
    ['south caulfield', 'locality Caulfield South VIC 3162'],
    ['east kew', 'locality Kew East VIC 3102'],
    ['west chatswood', 'locality Chatswood West NSW 2067'],
    ['East St Kilda', 'locality St Kilda East VIC 3183'],
    ['melbourne north', 'locality North Melbourne VIC 3051'],
    ['north fitz', 'locality Fitzroy North VIC 3068'],
    ['fenced east brunswick', 'locality Brunswick East VIC 3057'],
  ])('is found with the direction at the other end: "%s" is %s', ([query, place]) => {
    expect(ask(query!)).toMatchObject({ place, understood: { corrected: false } })
    expect(engine.suggest(query!.replace('fenced ', ''))[0]!.label).toBe(place!.replace('locality ', ''))
  })
  test('is found by its official name, even if another suburb has that name reversed', () => {
    const directions = localities().filter(({ name }) =>
      /^(north|south|east|west|upper|lower) | (north|south|east|west|upper|lower)$/i.test(name),
    )
    expect(directions.length).toBeGreaterThan(500)
    expect(notFoundByName(directions)).toEqual([])
  })
})

describe('a name that begins with Point or Port', () => {
  test.for([
    ['pt cook', 'locality Point Cook VIC 3030'],
    ['pt melb', 'locality Port Melbourne VIC 3207'],
    ['pt adelaide', 'locality Port Adelaide SA 5015'],
    ['pt lonsdale', 'locality Point Lonsdale VIC 3225'],
    ['pt macquarie nsw', 'locality Port Macquarie NSW 2444'],
    ['fenced pt melbourne', 'locality Port Melbourne VIC 3207'],
  ])('is found with Pt: "%s" is %s', ([query, place]) =>
    expect(ask(query!)).toMatchObject({ place, understood: { corrected: false } }),
  )
})

describe('a city and its suburbs', () => {
  test.for([
    ['melb off leash', 'locality Melbourne VIC -'],
    ['dog parks syd', 'locality Sydney NSW 2000'],
    ['freo dog beach', 'locality Fremantle WA 6160'],
    ['fenced bris', 'locality Brisbane QLD 4000'],
    ['sth melb beach', 'locality South Melbourne VIC 3205'],
    ['fenced port melb', 'locality Port Melbourne VIC 3207'],
  ])('are found by what people call the city: "%s" is %s', ([query, place]) =>
    expect(ask(query!)).toMatchObject({ place, understood: { corrected: false } }),
  )
})

describe('a name shared by several places', () => {
  const richmonds = (query: string, request?: SearchRequest) => ask(query, request).place

  test('is resolved by a state or postcode in the text', () => {
    expect(richmonds('Richmond VIC')).toBe('locality Richmond VIC 3121')
    expect(richmonds('Richmond NSW')).toBe('locality Richmond NSW 2753')
    expect(richmonds('richmond 3121')).toBe('locality Richmond VIC 3121')
    expect(richmonds('Richmond 7025')).toBe('locality Richmond TAS 7025')
    expect(richmonds('Richmond 4822')).toBe('locality Richmond QLD 4822')
    expect(ask('Richmond VIC').understood.others).toEqual([])
  })
  test('is resolved by the postcode of a neighbouring suburb', () =>
    expect(richmonds('Bondi 2027')).toBe('locality Bondi NSW 2026'))
  test('is resolved by a city in the text', () => {
    expect(richmonds('Richmond Melbourne')).toBe('locality Richmond VIC 3121')
    expect(richmonds('Paddington, Brisbane')).toBe('locality Paddington QLD 4064')
    expect(richmonds('Paddington Sydney')).toBe('locality Paddington NSW 2021')
  })
  test('is resolved by the state filter', () =>
    expect(richmonds('Richmond', { state: 'TAS' })).toBe('locality Richmond TAS 7025'))
  test('without other clues means the place nearest to the user', () => {
    expect(richmonds('Richmond', SYDNEY)).toBe('locality Richmond NSW 2753')
    expect(richmonds('Richmond', MELBOURNE)).toBe('locality Richmond VIC 3121')
    expect(richmonds('Richmond', HOBART)).toBe('locality Richmond TAS 7025')
  })
  test('with a state in the text ignores the position', () =>
    expect(richmonds('Richmond VIC', HOBART)).toBe('locality Richmond VIC 3121'))
  test.for([
    ['Fitzroy', 'locality Fitzroy VIC 3065'],
    ['Ashfield', 'locality Ashfield NSW 2131'],
    ['Manly', 'locality Manly NSW 2095'],
    ['Richmond', 'locality Richmond VIC 3121'],
  ])('without a position means the place with the most people: %s is %s', ([query, place]) => {
    expect(ask(query!).place).toBe(place)
    expect(gazetteer.readPlaces(query!).place).toEqual(ask(query!).understood.place)
  })
  test('means the place near the park that directions lead to', () => {
    const fitzroyGardens = { latitude: -34.9, longitude: 138.59 }
    expect(label(gazetteer.readPlaces('12 Smith St Fitzroy', fitzroyGardens).place)).toBe(
      'locality Fitzroy SA 5082',
    )
    expect(label(gazetteer.readPlaces('12 Smith St Fitzroy', MELBOURNE).place)).toBe(
      'locality Fitzroy VIC 3065',
    )
  })
  test('lists the other places, likeliest first', () => {
    expect(ask('Richmond', HOBART).understood.others.map(label)[0]).toBe('locality Richmond VIC 3121')
    expect(ask('Richmond', HOBART).understood.others).toHaveLength(5)
    expect(ask('Paddington').understood.others.map(label)).toEqual(
      ['locality Paddington QLD 4064', 'locality Paddington NSW 2021'].filter(
        (other) => other !== ask('Paddington').place,
      ),
    )
  })
  test('means the capital city wherever the user is', () => {
    expect(richmonds('Perth', LAUNCESTON)).toBe('locality Perth WA 6000')
    expect(richmonds('Perth TAS')).toBe('locality Perth TAS 7300')
  })
  test('with a state that has no such place is found by its name alone', () =>
    expect(ask('Bondi VIC').place).toBe('locality Bondi NSW 2026'))
})

describe('a text that is not finished', () => {
  test.for([
    ['marri', 'locality Marrickville NSW 2204'],
    ['hawth', 'locality Hawthorn VIC 3122'],
    ['leich', 'locality Leichhardt NSW 2040'],
    ['parra', 'locality Parramatta NSW 2150'],
    ['subi', 'locality Subiaco WA 6008'],
    ['richmond v', 'locality Richmond VIC 3121'],
    ['marri nsw', 'locality Marrickville NSW 2204'],
    ['marri 2204', 'locality Marrickville NSW 2204'],
    ['best hunter valley dog parks', 'region Hunter Valley exc Newcastle NSW -'],
    ['hunter valley dog park', 'region Hunter Valley exc Newcastle NSW -'],
    ['near marri', 'locality Marrickville NSW 2204'],
    ['fitzroy nor', 'locality Fitzroy North VIC 3068'],
    ['st hele', 'locality St Helens Park NSW 2560'],
    ['12 smith st fitz', 'locality Fitzroy VIC 3065'],
    ['12 smith st surry hi', 'locality Surry Hills NSW 2010'],
  ])('"%s" is the place that begins with it, %s, before any other spelling', ([query, place]) => {
    expect(ask(query!)).toMatchObject({ place, understood: { corrected: false } })
    expect(gazetteer.readPlaces(query!).place).toEqual(ask(query!).understood.place)
  })
  test.for([
    '12 Smith Street',
    '123 George Street',
    '5 King Street',
    '5 King St',
    'King St',
    'Victoria Street',
    'Victoria St',
    'Park Street',
    '5 Bridge Rd',
    '42 Wallaby Way',
    '1 South Terrace',
    '12 Smith St dog park',
    '12 Smith Street Court',
  ])('is no place if it ends with a street: "%s"', (query) => {
    expect(ask(query, SYDNEY).place).toBe('nothing')
    expect(ask(query).place).toBe('nothing')
    expect(engine.suggest(query).filter(({ kind }) => kind === 'place')).toEqual([])
    expect(label(gazetteer.readPlaces(query).place)).toBe('nothing')
  })
  test.for([
    ['st', 'St Albans'],
    ['st ki', 'St Kilda'],
    ['st alb', 'St Albans'],
    ['mount st', 'Mount Stuart'],
    ['12 smith st st ki', 'St Kilda'],
    ['12 smith st grov', 'Grovedale'],
    ['12 smith st lane cove', 'Lane Cove'],
  ])('can contain a word for a street: "%s" is %s', ([query, name]) =>
    expect(ask(query!).understood).toMatchObject({ place: { name }, corrected: false }),
  )
  test('offers only other places of the same name', () => {
    const { place, others } = ask('hawth').understood
    expect(new Set([place!, ...others].map(({ name }) => name))).toEqual(new Set(['Hawthorn']))
  })
  test('is not the beginning of a place if it is a feature or the full name of a park', () => {
    expect(ask('beach').place).toBe('nothing')
    const park = seedParks().find(({ name }) => name === 'Bardon Park')!
    expect(ask('bardon park').understood.parkName).toBe(true)
    expect(ask('bardon park').parks[0]).toEqual(park)
  })
})

describe('a place that is not finished', () => {
  test.for([
    ['off leash beach near manl', 'off leash beach near manly'],
    ['fenced newto', 'fenced newtown'],
    ['fenced near marri nsw', 'fenced marrickville nsw'],
  ])('is read with the features before it: "%s" is "%s"', ([query, known]) => {
    const { place, otherWords } = ask(known!).understood
    expect(ask(query!).understood).toMatchObject({ place, otherWords, corrected: false })
    expect(ask(query!).hits).toEqual(ask(known!).hits)
  })
  test.for(['off leash oval', 'fenced reserve', 'off leash beech', 'lights at night', 'no dogs'])(
    'is not assumed if parks have the word, if it may be a feature, or without a feature: "%s"',
    (query) => expect(ask(query).place).toBe('nothing'),
  )
})

describe('a council area', () => {
  test.for([
    ['monash council', 'VIC Monash'],
    ['Monash City Council', 'VIC Monash'],
    ['city of mitcham', 'SA Mitcham'],
    ['fenced dog park city of monash', 'VIC Monash'],
    ['sutherland shire', 'NSW Sutherland'],
    ['the hills shire council', 'NSW The Hills'],
    ['hills shire', 'NSW The Hills'],
    ['town of victoria park', 'WA Victoria Park'],
    ['clarence council dog beach', 'TAS Clarence'],
    ['kingston city council sa', 'SA Kingston'],
    ['district council of mount barker', 'SA Mount Barker'],
    ['rural city of wangaratta', 'VIC Wangaratta'],
    ['moreton bay regional council', 'QLD Moreton Bay'],
    ['brisbane lga', 'QLD Brisbane'],
    ['logan', 'QLD Logan'],
    ['kangaroo island dog beach', 'SA Kangaroo Island'],
  ])('is meant by "%s"', ([query, council]) => {
    const [state, ...name] = council!.split(' ')
    expect(ask(query!).place).toBe(`region ${name.join(' ')} council ${state} -`)
  })
  test.for([
    ['monash', 'locality Monash ACT 2904'],
    ['byron', 'locality Byron Bay NSW 2481'],
    ['victoria park', 'locality Victoria Park WA 6100'],
    ['sydney', 'locality Sydney NSW 2000'],
    ['clarence valley', 'region Clarence Valley NSW -'],
    ['newtown city', 'locality Newtown NSW 2042'],
  ])('is not meant by "%s"', ([query, place]) => expect(ask(query!).place).toBe(place))
  test('has the parks in it and no others', () => {
    for (const { code, name, state } of councils()) {
      const own = engine.all().filter((park) => park.council === code)
      if (own.length === 0 || /Government|Unincorporated/.test(name)) continue
      const ids = ask(`${name} council ${state}`).hits.map((hit) => hit.id)
      expect([name, ids.sort((a, b) => a - b)]).toEqual([name, own.map((park) => park.id)])
    }
  })
  test('has its parks although a statistical region has its name and other borders', () => {
    const ofCouncil = ask('clarence valley council').parks
    expect(ofCouncil.length).toBeGreaterThan(5)
    expect(ask('clarence valley').parks).toEqual(expect.arrayContaining(ofCouncil))
  })
  test('is found by its label, and suggested while its title is typed', () => {
    const titles = councils().flatMap(({ name, state, centre }) =>
      state && centre && !/Government|Unincorp/.test(name) ? [{ name: `${name} council`, state }] : [],
    )
    expect(titles.length).toBeGreaterThan(530)
    expect(notFoundByName(titles)).toEqual([])
    expect(engine.suggest('monash cou')).toMatchObject([{ kind: 'place', label: 'Monash council VIC' }])
  })
  test('is one of the other places if its name is that of a place in another state', () => {
    expect(ask('logan').understood.others.map(placeLabel)).toContain('Logan VIC 3475')
    expect(ask('kingston').understood.others.map(placeLabel)).toContain('Kingston council SA')
  })
})

describe('words that exclude no park', () => {
  test.for([
    ['new dog park', 'nothing'],
    ['dog exercise area', 'nothing'],
    ['dog run', 'nothing'],
    ['dog exercise area brunswick', 'locality Brunswick VIC 3056'],
    ['where are dogs allowed newtown', 'locality Newtown NSW 2042'],
    ['where can I take my dog in Newtown', 'locality Newtown NSW 2042'],
    ['top dog parks', 'nothing'],
    ['dog park open now', 'nothing'],
    ['best dog parks sydney', 'locality Sydney NSW 2000'],
    ['best dog park in melbourne', 'locality Melbourne VIC -'],
    ['open now newtown', 'locality Newtown NSW 2042'],
    ['fenced nr newtown', 'locality Newtown NSW 2042'],
    ['dog beach qld', 'state Queensland QLD -'],
    ['dog beach wa', 'state Western Australia WA -'],
  ])('"%s" is %s', ([query, place]) => {
    const answer = ask(query!)
    expect(answer).toMatchObject({ place, understood: { corrected: false } })
    expect(answer.total).toBeGreaterThan(10)
  })
  test.for([
    ['fenced nr newtown', 'fenced'],
    ['parks in Fitzroy with a fence', 'fence'],
    ['bondi fully fenced off leash', 'fenced off leash'],
    ['dog beach qld', 'beach'],
    ['fenced newtown sydney', 'fenced'],
    ['off leash beach manly sydney', 'off leash beach'],
    ['off leash area brunswick', 'off leash'],
    ['dog parks near bondi', undefined],
    ['open now newtown', undefined],
    ['hyde park perth', undefined],
    ['fenced', undefined],
  ])('of "%s" parks near the place must match the words: %s', ([query, words]) =>
    expect(ask(query!).understood.otherWords).toBe(words),
  )
  test('that are features count the parks apart of which that is not known', () => {
    const text = ask('bondi fenced')
    const filter = ask('bondi', { features: ['fenced'] })
    expect([text.total, text.maybe]).toEqual([filter.total, filter.maybe])
    expect(text.understood.namesFeatures).toBe(true)
    expect(ask('bondi fenced', { unsure: true }).total).toBe(text.total + text.maybe)
    expect(ask('smith bondi').maybe).toBe(0)
    expect(ask('bondi').understood.namesFeatures).toBeUndefined()
  })
  test.for([
    ['bondi fenced reserve', 'bondi reserve', 'fenced'],
    ['bondi reserve fenced', 'bondi reserve', 'fenced'],
    ['off leash oval', 'oval', 'off-leash'],
  ] as const)(
    'that are features beside other words count such parks apart, too: "%s" is "%s" with %s',
    ([query, other, feature]) => {
      const text = ask(query)
      const filter = ask(other, { features: [feature] })
      expect(text.maybe).toBeGreaterThan(0)
      expect([text.total, text.maybe]).toEqual([filter.total, filter.maybe])
    },
  )
  test('that are the name of a park count no other parks', () => {
    expect(ask('lake ginninderra')).toMatchObject({ total: 1, maybe: 0 })
    expect(ask('main beach anglesea').maybe).toBe(0)
  })
  test.for([
    'puppy park',
    'small dog park',
    'large dog park',
    'park for big dogs',
    'doggy day out',
    'nice dog parks around here',
    'best parks for puppies',
    'family friendly dog park',
    'what parks are good for my dog',
  ])('are also those about dogs, sizes and praise: "%s" has all parks', (query) =>
    expect(ask(query)).toMatchObject({
      place: 'nothing',
      total: engine.all().length,
      understood: { corrected: false },
    }),
  )
  test.for([
    "what's the nearest dog park",
    "where's a good dog park please",
    'show me the dog parks in this area',
    'I need a dog park',
    'dog parks nearme',
    'small dogs only',
  ])('are also those of a question or a wish: "%s" has all parks', (query) =>
    expect(ask(query)).toMatchObject({
      place: 'nothing',
      total: engine.all().length,
      understood: { corrected: false },
    }),
  )
  test.for([
    ['best dog beach', 'dog beach'],
    ['can i take my dog to the beach', 'beach'],
    ['off leash beach for puppies', 'off leash beach.'],
    ['large fenced park sydney', 'fenced sydney'],
    ['small dog park newtown', 'newtown'],
    ['newtown city', 'newtown'],
    ['newcastle region', 'newcastle.'],
    ["dog park that's fenced", 'fenced'],
    ['looking for a fenced dog park in geelong', 'fenced geelong'],
    ['show me dog parks in cairns', 'cairns.'],
  ])('leave the other words as they are: "%s" is "%s"', ([query, known]) => {
    const { hits, total, maybe, understood } = ask(known!)
    expect(ask(query!)).toMatchObject({ total, maybe, understood })
    expect(new Set(ask(query!).hits)).toEqual(new Set(hits))
  })
  test('put the park first whose name has them', () => {
    expect(ask('small dog park').parks[0]!.name).toBe('Happy Home Reserve Small Dog Park')
    expect(ask('pooch park').parks[0]!.name).toBe('Pooch Park')
  })
  test('"dog beach qld" finds only parks in Queensland', () =>
    expect(ask('dog beach qld').parks.filter(({ state }) => state !== 'QLD')).toEqual([]))
  test('"24 hour dog park" is not the town of Parkes', () =>
    expect(ask('24 hour dog park').place).toBe('nothing'))
  test.for([
    ['new', 'Newcastle NSW'],
    ['new f', 'New Farm QLD'],
    ['new to', 'New Town TAS'],
    ['new farm', 'New Farm QLD'],
    ['new town', 'Newtown NSW'],
    ['now', 'Nowra NSW'],
    ['good', 'Goodna QLD'],
    ['top ryde', 'Ryde NSW'],
    ['new norfolk', 'New Norfolk TAS'],
    ['good night qld', 'Good Night QLD'],
    ['great western', 'Great Western VIC'],
    ['new lambton newcastle', 'New Lambton NSW'],
  ])('begin a name: "%s" is %s', ([query, wanted]) => {
    const { place, corrected } = ask(query!).understood
    expect([`${place?.name} ${place?.state}`, corrected]).toEqual([wanted, false])
  })
  test.for([
    ['dog parks nea', 'dog parks near'],
    ['off leash beach nea', 'off leash beach near'],
    ['dog park in the morning', 'dog park'],
    ['off leash in the evening', 'off leash '],
  ])('may be half-typed or say when: "%s" is "%s"', ([query, known]) => {
    const { total, maybe, understood } = ask(known!)
    expect(ask(query!)).toMatchObject({ total, maybe, understood })
  })
  test('begin a name if they are half-typed and the only word', () => {
    expect(ask('nea').place).toBe('locality Nea NSW 2381')
    expect(ask('neat').place).toBe('locality Neath NSW 2326')
    expect(ask('dog parks neat').place).toBe('locality Neath NSW 2326')
  })
  test('are found as part of the name of every place', () => {
    const begins = localities().filter(({ name }) =>
      /^(best|big|cool|day|give|good|great|little|local|lovely|need|new|now|nr|open|peaceful|pretty|shire|top|want|welcome)/i.test(
        name,
      ),
    )
    expect(begins.length).toBeGreaterThan(100)
    expect(notFoundByName(begins)).toEqual([])
  })
})

describe('an ordinary word', () => {
  test.for([
    'dog training',
    'training',
    'winery',
    'meet up',
    'dog park with lights',
    'dog park with a pool',
    'dog park with grass',
    'football field',
    'french bulldog',
    'dog wash',
    'dog walkers',
    'ball dog park',
    'grass dog park',
    'running dog park',
    'summer dog park',
    'doggy day care dog park',
    'western suburbs',
    'calm water',
    'drinking fountain',
    'creek',
    'river',
    'dog park river',
    'fenced pond',
    'lights',
    'ponds',
    'foreshore',
    'reserve',
  ])('is not read as a place with that or a similar name: "%s"', (query) =>
    expect(ask(query).place).toBe('nothing'),
  )
  test.for([
    ['fountain', 'Fountain SA'],
    ['dog parks in field', 'Field SA'],
    ['fenced forest tas', 'Forest TAS'],
    ['field 5265', 'Field SA'],
    ['waterfall dog park', 'Waterfall NSW'],
    ['city', 'City ACT'],
    ['city canberra', 'Canberra ACT'],
    ['things to do with dogs newtown', 'Newtown NSW'],
    ['riverv', 'Rivervale WA'],
    ['lightsv', 'Lightsview SA'],
    ['creek vi', 'Creek View VIC'],
    ['garden sub', 'Garden Suburb NSW'],
  ])('is the place if the text says so: "%s" is %s', ([query, wanted]) => {
    const { place } = ask(query!).understood
    expect(`${place?.name} ${place?.state}`).toBe(wanted)
  })
})

describe('a word that no park has', () => {
  test('is ignored beside a place, and the answer says so', () => {
    expect(ask('qwxyz melbourne')).toMatchObject({
      place: 'locality Melbourne VIC -',
      understood: { corrected: true },
    })
    expect(ask('qwxyz melbourne').hits[0]).toEqual(ask('melbourne').hits[0])
    expect(ask('the qwxyz of all the other xyzzyw melbourne').place).toBe('locality Melbourne VIC -')
  })
  test.for([
    ['Hyde Park Perth', 'Perth'],
    ['manly dam', 'Manly'],
    ['fitzroy library', 'Fitzroy'],
    ['burleigh gold coast', 'Gold Coast'],
  ])('is ignored beside a place even if parks far away have it: "%s" is %s', ([query, place]) => {
    const answer = ask(query!)
    expect(answer).toMatchObject({ place: ask(place!).place, understood: { corrected: true } })
    expect(answer.hits[0]).toEqual(ask(place!).hits[0])
    expect(answer.understood.near).toBeUndefined()
  })
  test.for([
    ['surf beach canberra', 'beach canberra'],
    ['dog swimming beach perth', 'beach perth'],
    ['floodlit fenced park sydney', 'fenced sydney'],
    ['floodlit beach vic', 'beach vic'],
    ['water bowls', 'water.'],
    ['off leash beach with qwxyz', 'off leash beach.'],
    ['hiking trail', 'trail'],
  ])('is ignored beside features, near a place or not: "%s" is "%s"', ([query, known]) => {
    const answer = ask(query!)
    const expected = ask(known!)
    expect(answer.understood).toEqual({ ...expected.understood, corrected: true })
    expect([answer.total, answer.maybe, answer.hits[0]]).toEqual([
      expected.total,
      expected.maybe,
      expected.hits[0],
    ])
  })
  test('finds nothing beside a state', () => expect(ask('qwxyz vic').total).toBe(0))
  test('and one that some park has beside a feature find nothing if no park has both', () => {
    expect(ask('hyde').total).toBeGreaterThan(0)
    expect(ask('hyde bbq')).toMatchObject({ total: 0, maybe: 1, understood: { corrected: false } })
  })
})

describe('a typo', () => {
  test.for([
    ['Fitzory VIC', 'locality Fitzroy VIC 3065'],
    ['Melborne', 'locality Melbourne VIC -'],
    ['Parramata', 'locality Parramatta NSW 2150'],
    ['Wollongnog', 'locality Wollongong NSW 2500'],
    ['Surry Hils', 'locality Surry Hills NSW 2010'],
    ['Toowomba 4350', 'locality Toowoomba QLD 4350'],
    ['wooloongong', 'locality Wollongong NSW 2500'],
    ['beach Fremantel', 'locality Fremantle WA 6160'],
    ['norjh geelong', 'locality North Geelong VIC 3215'],
  ])('in "%s" is corrected to %s and reported', ([query, place]) => {
    expect(ask(query!)).toMatchObject({ place, understood: { corrected: true } })
    expect(ask(query!).total).toBeGreaterThan(0)
  })
  test('is not assumed in the beginning of a name', () => {
    expect(ask('Melbourn')).toMatchObject({
      place: 'locality Melbourne VIC -',
      understood: { corrected: false },
    })
  })
  test('in the words of a park is corrected', () => {
    const answer = ask('Diddams Clsoe')
    expect(answer.parks.map((park) => park.name)).toEqual(['Diddams Close Dog Park'])
    expect(answer.understood.corrected).toBe(true)
  })
  test.for([
    ['dog prak', 'dog park'],
    ['nearset dog park', 'dog park'],
    ['dgo beach', 'dog beach'],
    ['fenced dog parl newtown', 'fenced dog park newtown'],
    ['dogpark neer parramata', 'dogpark near parramatta'],
  ])('in a word that fits every park is corrected: "%s" to "%s"', ([typed, meant]) => {
    const { total, understood } = ask(typed!)
    expect(total).toBeGreaterThan(0)
    expect({ total, understood }).toEqual({
      total: ask(meant!).total,
      understood: { ...ask(meant!).understood, corrected: true },
    })
  })
  test.for([
    ['cliftno park', 'clifton park'],
    ['edinburgh gradens', 'edinburgh gardens'],
    ['jadith st reserve', 'judith st reserve'],
    ['william sareet reserve', 'william street reserve'],
    ['rainbw park', 'rainbow park'],
  ])('in the name of a park is corrected, even if it is like a place: "%s" to "%s"', ([typed, meant]) => {
    const { parks, understood } = ask(typed!)
    expect(wordsOf(parks[0]!.name)).toEqual(expect.arrayContaining(wordsOf(meant!)))
    expect(parks).toEqual(ask(meant!).parks)
    expect(understood.corrected).toBe(true)
  })
  test('in the name of a place is not corrected to a part of the name of a park', () =>
    expect(ask('melborne park')).toMatchObject({ place: 'locality Melbourne VIC -' }))
  test('is not assumed in a word that some park has, though it is like one that fits every park', () =>
    expect(ask('pask reserve').understood.corrected).toBe(false))
  test('is not assumed twice in words that a name would join: "yarra bend" is not Yarrabin', () => {
    expect(ask('yarra bend park')).toMatchObject({ place: 'region Yarra VIC -' })
    expect(ask('coffs harber dog park')).toMatchObject({ place: 'locality Coffs Harbour NSW 2450' })
  })
  test('in a postcode is not corrected', () =>
    expect(ask('9121')).toMatchObject({ place: 'nothing', total: 0 }))
  test('is not assumed if the text matches a name as typed', () => {
    expect(ask('Fitzroy VIC').understood.corrected).toBe(false)
    expect(ask('Diddams Close').understood.corrected).toBe(false)
  })
})

describe('a text without a meaning', () => {
  test.for(['asdfghjkl', 'zzzz', '公園', '!!!', '🐕', "'", 'xq9 7h', 'park qwxyz', '3'.repeat(200)])(
    '%s has no results',
    (query) => {
      expect(engine.search({ query, ...SYDNEY })).toEqual({
        hits: [],
        total: 0,
        maybe: 0,
        understood: { place: null, others: [], corrected: false },
      })
    },
  )
  test('finds every park if it is blank', () =>
    expect(engine.search({ query: '   ' }).total).toBe(engine.all().length))
})

describe('parks near the place', () => {
  const near = (parks: readonly DirectoryPark[], place: Place) =>
    parks.map((park) => wholeMetresBetween(park, place))

  test('come nearest first, with the distance from the place and not from the person', () => {
    const answer = ask('Marrickville NSW', { ...MELBOURNE, limit: 30 })
    const distances = near(answer.parks, answer.understood.place!)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(answer.hits.map((hit) => hit.distanceMetres)).toEqual(distances)
  })
  test('are all parks within 25 km if there are ten', () => {
    const answer = ask('Ashfield NSW')
    const within = seedParks().filter((park) => wholeMetresBetween(park, answer.understood.place!) <= 25_000)
    expect(answer.total).toBeGreaterThanOrEqual(within.length)
    expect(new Set(answer.hits.slice(0, within.length).map((hit) => hit.id))).toEqual(
      new Set(within.map((park) => park.id)),
    )
  })
  test('are the nearest ten for a town without a park', () => {
    const answer = ask('Birdsville')
    expect(answer.total).toBe(10)
    expect(Math.min(...near(answer.parks, answer.understood.place!))).toBeGreaterThan(25_000)
  })
  test('are the nearest ten that pass the filters if few do', () => {
    const answer = ask('Birdsville', { features: ['fenced'] })
    expect(answer.total).toBeGreaterThanOrEqual(10)
    expect(answer.parks.every((park) => park.features.includes('fenced'))).toBe(true)
  })
  test('are limited to the distance filter, even if none is left', () => {
    expect(ask('Birdsville', { distance: 5 })).toMatchObject({
      total: 0,
      place: 'locality Birdsville QLD 4482',
    })
    const answer = ask('Glebe NSW', { distance: 2 })
    expect(answer.total).toBeGreaterThan(0)
    expect(Math.max(...answer.hits.map((hit) => hit.distanceMetres!))).toBeLessThanOrEqual(2 * 1609.344)
  })
  test.for([
    ['Victoria', MELBOURNE],
    ['Victoria', SYDNEY],
    ['Tasmania', SYDNEY],
  ] as const)(
    'of %s within 5 miles of the person at %j are in that state or have its name',
    ([query, at]) => {
      const answer = ask(query, { ...at, distance: 5 })
      const { state } = answer.understood.place!
      const own = seedParks().filter(
        (park) => park.state === state && wholeMetresBetween(park, at) <= 5 * 1609.344,
      )
      const named = answer.parks.filter((park) => park.state !== state)
      expect(named.map(({ name }) => name).filter((name) => !name.includes(query))).toEqual([])
      expect(answer.total).toBe(own.length + named.length)
      expect(answer.understood.near?.count ?? answer.total).toBe(own.length)
    },
  )
  test('of a state are the parks of the state', () => {
    const answer = ask('Tasmania')
    expect(answer.total).toBe(seedParks().filter((park) => park.state === 'TAS').length)
    expect(answer.parks.every((park) => park.state === 'TAS')).toBe(true)
    expect(answer.hits.every((hit) => hit.distanceMetres === null)).toBe(true)
    const distances = ask('Tasmania', HOBART).hits.map((hit) => hit.distanceMetres!)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  })
  test.for<[string, SearchRequest]>([
    ['ACT', { open: 'only', now: NIGHT }],
    ['Northern Territory', { features: ['bbq'] }],
    ['Goulburn - Yass NSW', {}],
    ['Barossa', { features: ['beach'] }],
  ])('of a state or region without any are counted as elsewhere: %s %j', ([query, request]) => {
    const { understood, hits, parks, total } = ask(query, request)
    const [next] = near(parks, understood.place!).toSorted((a, b) => a - b)
    expect(total).toBeGreaterThan(0)
    expect(understood.near).toMatchObject({ count: 0, nextMetres: next })
    expect(hits.map((hit) => hit.distanceMetres)).toEqual(near(parks, understood.place!))
  })
  test('of a state whose own parks may match are counted apart from those elsewhere', () => {
    const request = { open: 'only', now: NIGHT, unsure: true } as const
    const { understood, parks } = ask('ACT', request)
    const own = parks.filter(({ state }) => state === 'ACT').length
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(parks.length)
    expect(understood.near?.count).toBe(own)
  })
  test.for(['Victoria', 'Melbourne', 'Main Beach'])(
    'of %s are counted apart from parks elsewhere with its name',
    (query) => {
      const { understood, parks, total } = ask(query)
      const place = understood.place!
      const elsewhere = parks.filter((park) =>
        place.kind === 'state' ? park.state !== place.state : wholeMetresBetween(park, place) > 25_000,
      )
      expect(elsewhere.length).toBeGreaterThan(0)
      expect(understood.near?.count).toBe(total - elsewhere.length)
    },
  )
  test('of a region are not those beyond the border, whose postcodes its source assigns to it', () => {
    expect(ask('Albury').parks[0]!.state).toBe('NSW')
    for (const region of ['Wodonga - Alpine', 'Hume', 'Murray River - Swan Hill', 'Granite Belt']) {
      const { understood, parks, total } = ask(region)
      const { place, near } = understood
      expect(place).toMatchObject({ kind: 'region', name: region })
      // Without a park of its own, the nearest ones follow.
      const own = parks.slice(0, near?.count ?? total)
      expect(own.filter(({ state }) => state !== place!.state)).toEqual([])
    }
    expect(label(ask('Wodonga NSW').understood.place)).not.toContain('Wodonga')
  })
  test('of a region are the parks of its suburbs', () => {
    const answer = ask('Gold Coast')
    expect(answer.total).toBeGreaterThan(0)
    expect(answer.parks.every((park) => park.state === 'QLD')).toBe(true)
    for (const park of answer.parks)
      expect(gazetteer.localityOfPark(park)).toSatisfy(
        (locality) => locality.region4 === 'Gold Coast' || locality.region === 'Gold Coast',
      )
  })
})

/** The directory knows of no toilets near Brisbane and no walking paths near Adelaide. */
const NO_TAGS_NEAR = new Set(['toilet brisbane', 'walking trails adelaide'])

describe('words together with a place', () => {
  test('find off-leash beaches on the Gold Coast', () => {
    const answer = ask('off leash beach gold coast')
    expect(answer.place).toBe('region Gold Coast QLD -')
    expect(answer.total).toBeGreaterThan(0)
    for (const park of answer.parks)
      expect(`${park.name} ${park.address} ${park.city} ${park.features.join(' ')}`.toLowerCase()).toMatch(
        /beach/,
      )
  })
  test.for<[string, FeatureId[], string]>([
    ['dog beaches perth', ['beach'], 'locality Perth WA 6000'],
    ['off lead sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['leash free sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['unleashed brisbane', ['off-leash'], 'locality Brisbane QLD 4000'],
    ['toilet brisbane', ['toilets'], 'locality Brisbane QLD 4000'],
    ['poo bags newtown', ['bags'], 'locality Newtown NSW 2042'],
    ['rubbish bins fitzroy', ['waste-bins'], 'locality Fitzroy VIC 3065'],
    ['walking trails adelaide', ['walk'], 'locality Adelaide SA 5000'],
    ['fully fenced dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['enclosed dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['drinking water', ['water'], 'nothing'],
    ['secure dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['double gated dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['double gates', ['fenced'], 'nothing'],
    ['no leash sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['fenced car park', ['fenced', 'parking'], 'nothing'],
    ['loo', ['toilets'], 'nothing'],
  ])('"%s" finds parks with %s near %s', ([query, wanted, place]) => {
    const answer = ask(query, { limit: 10 })
    expect(answer).toMatchObject({ place, understood: { corrected: false } })
    expect(answer.parks.length).toBeGreaterThan(0)
    const tagsOf = ({ id, name, features }: DirectoryPark) =>
      featureTags({ id, name, features: features.join(',') })
    expect(answer.parks.filter((park) => !wanted.every((id) => tagsOf(park).includes(id)))).toEqual([])
    expect(answer.hits[0]!.distanceMetres ?? 0).toBeLessThan(NO_TAGS_NEAR.has(query) ? Infinity : 25_000)
  })
  test('do not find what a text is without', () => {
    expect(ask('newtown without fence')).toMatchObject({
      hits: ask('newtown').hits,
      understood: { corrected: true },
    })
    expect(ask('parks not fenced').total).toBe(0)
  })
  test('a place whose name contains or begins with the word for a feature is found by its name', () => {
    const begins = localities().filter(({ name }) =>
      /^(bin|seat|path|track|trail|lead|tap|car|bench|free|gate|poo|bag)|beaches|fountain/i.test(name),
    )
    expect(begins.length).toBeGreaterThan(100)
    expect(notFoundByName(begins)).toEqual([])
    expect(ask('northern beaches').place).toBe('region Sydney - Northern Beaches NSW -')
  })
  test('give the same results in either order', () => {
    expect(ask('Perth fenced').hits).toEqual(ask('fenced Perth').hits)
    expect(
      ask('fenced Perth').parks.every(
        (park) => park.features.includes('fenced') || /fenced/i.test(park.name),
      ),
    ).toBe(true)
  })
  test('put the park of that name near that place first', () => {
    expect(ask('Moore Park Sydney').parks[0]).toMatchObject({ name: 'Moore Park', state: 'NSW' })
    expect(ask('Sydney Park NSW').parks[0]).toMatchObject({ name: 'Sydney Park', city: 'Alexandria' })
  })
  test('in an address mean the place at its end', () => {
    expect(ask('12 Smith Street, Collingwood VIC').place).toBe('locality Collingwood VIC 3066')
    expect(ask('Unit 3/45 Beach Rd, Sandringham 3191').place).toBe('locality Sandringham VIC 3191')
  })
  test('find parks farther away if the place has none nearby', () => {
    const answer = ask('dog beach Alice Springs')
    expect(answer.place).toBe('locality Alice Springs NT -')
    expect(answer.total).toBe(10)
    expect(answer.understood.near).toMatchObject({ count: 0, isFiltered: true })
  })
  test('and filters do not make a town without a park one with parks that do not match', () =>
    expect(ask('Birdsville', { features: ['fenced'] }).understood.near).not.toHaveProperty('isFiltered'))
  test('and filters that its parks do not pass are told from a town without parks', () =>
    expect(ask('Sydney', { features: ['fenced', 'bbq'] }).understood.near).toMatchObject({
      count: 0,
      isFiltered: true,
    }))
})

describe('search by words', () => {
  test('the full name of a park finds it first', () => {
    const once = new Map<string, number>()
    for (const park of seedParks())
      once.set(park.name.toLowerCase(), (once.get(park.name.toLowerCase()) ?? 0) + 1)
    const missed = seedParks()
      .filter((park) => once.get(park.name.toLowerCase()) === 1)
      .filter((park) => engine.search({ query: park.name.slice(0, 200), limit: 1 }).hits[0]?.id !== park.id)
    expect(missed.map((park) => park.name)).toEqual([])
  })
  test('every word must match, and the last may be incomplete', () => {
    expect(ask('lake ginninderra').parks.map((park) => park.name)).toEqual([
      'Lake Ginninderra dog swimming area',
    ])
    expect(ask('ginninderra swim').parks.map((park) => park.name)).toEqual([
      'Lake Ginninderra dog swimming area',
    ])
    expect(ask('ginninderra swim qqq').total).toBe(0)
  })
  test('the name of a feature finds parks with it', () => {
    const answer = ask('beach')
    expect(answer.place).toBe('nothing')
    expect(
      answer.parks.some(
        (park) => park.features.includes('beach') && !/beach/i.test(park.name + park.address + park.city),
      ),
    ).toBe(true)
  })
  test('"dog park" finds every park, nearest first', () => {
    const answer = ask('dog parks near me', { ...SYDNEY, limit: 5 })
    expect(answer.total).toBe(engine.all().length)
    expect(answer.hits).toEqual(engine.search({ ...SYDNEY, limit: 5 }).hits)
  })
})

describe('geocoding', () => {
  test.for([
    ['45 Victoria Road Drummoyne', 'locality Drummoyne NSW 2047'],
    ['12 Victoria St Ashfield', 'locality Ashfield NSW 2131'],
    ['Victoria Avenue Chatswood', 'locality Chatswood NSW 2067'],
    ['9 Tasmania Crescent Dubbo', 'locality Dubbo NSW 2830'],
    ['45 Victoria Road Richmond Victoria', 'locality Richmond VIC 3121'],
    ['St Kilda, Victoria', 'locality St Kilda VIC 3182'],
    ['Victoria St Kilda', 'locality St Kilda VIC 3182'],
    ['Victoria', 'state Victoria VIC -'],
  ])('reads a street with the name of a state as a street: "%s" is %s', ([text, place]) =>
    expect(label(gazetteer.readPlaces(text!).place)).toBe(place),
  )

  test('an address resolves to the suburb it names', () =>
    expect(label(gazetteer.readPlaces('12 Smith St, Collingwood VIC 3066').place)).toBe(
      'locality Collingwood VIC 3066',
    ))
  test('a typo is corrected', () =>
    expect(gazetteer.readPlaces('Melborne')).toMatchObject({ place: { name: 'Melbourne' }, guessed: true }))
  test.each([
    ['Fitzroy', false],
    ['Fitzroy Nth VIC 3068', false],
    ['12 Smith St, Collingwood VIC 3066', false],
    ['Smith Place, Collingwood VIC 3066', false],
    ['near Fitzroy', false],
    ['3065', false],
    ['Victoria', false],
    ['Fitz', true],
    ['MCG', true],
    ['12 Smith St Fitz', true],
    ['Flinders Street Station', true],
    ['Town Hall', true],
    ['Docklands Stadium', true],
    ['Queen Victoria Market', true],
    ['Bondi VIC', true],
    ['asdfghjkl', false],
  ])('a text is a guess unless all of it is the place or an address in it: "%s" is %s', (text, guessed) =>
    expect(gazetteer.readPlaces(text, MELBOURNE).guessed).toBe(guessed),
  )
  test('a place chosen by its label is no guess', () => {
    const some = localities().filter((_, at) => at % 40 === 0)
    const labels = some.map(({ name, state, postcode }) => `${name} ${state} ${postcode}`)
    expect(labels.filter((text) => gazetteer.readPlaces(text).guessed)).toEqual([])
  })
  test('a meaningless text resolves to no place', () =>
    expect(gazetteer.readPlaces('asdfghjkl')).toEqual({ place: null, others: [], guessed: false }))
  test('a position resolves to the nearest suburb', () => {
    expect(gazetteer.nearest(-33.8915, 151.2767)).toMatchObject({ name: 'Bondi Beach', postcode: '2026' })
    expect(gazetteer.nearest(-37.8136, 144.9631)).toMatchObject({ name: 'Melbourne', state: 'VIC' })
  })
  test('a position far out at sea or abroad resolves to no suburb', () => {
    expect(gazetteer.nearest(-45, 125)).toBeUndefined()
    expect(gazetteer.nearest(51.5, -0.1)).toBeUndefined()
  })
})

describe('suggestions while typing', () => {
  const offer = (text: string, near?: { latitude: number; longitude: number }) =>
    engine.suggest(text, near ? { near } : {}).map((suggestion) => suggestion.label)
  test.for([
    ['bondi', 'Bondi NSW 2026'],
    ['melb', 'Melbourne VIC'],
    ['312', '3121 VIC'],
    ['richmond v', 'Richmond VIC 3121'],
    ['richmond vic', 'Richmond VIC 3121'],
    ['saint k', 'St Kilda VIC 3182'],
    ['sain', 'St Kilda VIC 3182'],
    ['mt el', 'Mount Eliza VIC 3930'],
    ['mount eliz', 'Mount Eliza VIC 3930'],
    ["o'con", "O'Connor ACT 2602"],
    ['gold c', 'Gold Coast QLD'],
    ['diddams', 'Diddams Close Dog Park'],
  ])('for "%s" include %s', ([typed, wanted]) => expect(offer(typed!)).toContain(wanted))
  test.for([
    'best d',
    'best dog b',
    'large d',
    'dog pa',
    'dog park with li',
    'off leash dog p',
    'off leash be',
    'off leash near m',
    'dog parks nea',
    'off leash beach nea',
    'dog parks arou',
  ])('are no place while a word about parks is typed: "%s"', (typed) =>
    expect(engine.suggest(typed).filter(({ kind }) => kind === 'place')).toEqual([]),
  )
  test.for([
    ['dog parks per', 'Perth WA 6000'],
    ['dog parks near the gold c', 'Gold Coast QLD'],
    ['open now newt', 'Newtown NSW 2042'],
    ['off leash beach near manl', 'off leash beach Manly NSW 2095'],
    ['off leash beach near manly', 'off leash beach Manly NSW 2095'],
    ['fenced dog park gold co', 'fenced Gold Coast QLD'],
    ['beach near lakes ent', 'beach Lakes Entrance VIC 3909'],
    ['dog beach pert', 'beach Perth WA 6000'],
    ['fenced newto', 'fenced Newtown NSW 2042'],
  ])('begin with the place that is typed: "%s" is %s', ([typed, wanted]) =>
    expect(offer(typed!)[0]).toBe(wanted),
  )
  test('keep the other words that parks near the place must match', () => {
    for (const text of [
      'fenced newtown',
      'sydney off leash',
      'dog swimming beach perth',
      'south beach fremantle',
    ]) {
      const [first] = offer(text)
      const { place, otherWords } = ask(text).understood
      expect(ask(first!).understood).toMatchObject({ place, otherWords })
      expect(ask(first!).hits).toEqual(ask(text).hits)
    }
    expect(offer('fenced newtown').slice(0, 2)).toEqual(['fenced Newtown NSW 2042', 'Newtown NSW 2042'])
  })
  test('open the place that they show, as do the other places of a name', () => {
    const regions = new Set(localities().flatMap(({ region, region4 }) => [region, region4]))
    const offered = [...regions].flatMap((name) => {
      const suggested = engine
        .suggest(name)
        .flatMap((suggestion) => (suggestion.kind === 'place' ? [suggestion.place] : []))
      return [...suggested, ...ask(name, { limit: 1 }).understood.others]
    })
    expect(offered.length).toBeGreaterThan(regions.size)
    const opensAnother = offered.filter((place) => {
      const opened = ask(placeLabel(place), { limit: 1 }).understood.place
      return label(opened) !== label(place) || opened?.latitude !== place.latitude
    })
    expect(opensAnother.map(placeLabel)).toEqual([])
  })
  test.for(['Darling Downs (West) - Maranoa', 'Tablelands (East) - Kuranda', 'Cocos (Keeling) Islands'])(
    'include a region with brackets in its name: %s',
    (name) => expect(ask(name).place).toContain(`region ${name}`),
  )
  test('list the nearest of several places with the same name first', () => {
    expect(offer('richm', MELBOURNE)[0]).toBe('Richmond VIC 3121')
    expect(offer('richm', HOBART)[0]).toBe('Richmond TAS 7025')
  })
  test('are at most as many as requested, without duplicates', () => {
    const offered = engine.suggest('s', { limit: 5 })
    expect(offered).toHaveLength(5)
    expect(new Set(offer('park')).size).toBe(offer('park').length)
    expect(engine.suggest('', {})).toEqual([])
  })
})

describe('a park with its suburb or city', () => {
  test('is found by the name of each park and its suburb, whatever places the name is spelled like', () => {
    const missed = seedParks().filter(
      ({ name, city, id }) =>
        !ask(`${name}, ${city}`)
          .hits.slice(0, 5)
          .some((hit) => hit.id === id),
    )
    expect(missed.map(({ name, city }) => `${name}, ${city}`)).toEqual([])
  })

  test.for([
    ['Victoria Park, Adelaide', 'Victoria Park', 'Adelaide'],
    ['Henley Park, Concord', 'Henley Park', 'Concord'],
    ['Mitchell Park, Southport', 'Mitchell Park', 'Southport'],
    ['Kings Park, Upper Ferntree Gully', 'Kings Park', 'Upper Ferntree Gully'],
    ['Hitchcock Park Sydney', 'Hitchcock Park', 'Careel Bay'],
    ['Quinns Dog Beach Perth', 'Quinns Dog Beach', 'Quinns Rocks'],
    ['Moana Beach Adelaide', 'Moana Beach', 'Moana'],
  ])('"%s" is %s in %s', ([query, name, city]) => {
    expect(ask(query!).parks[0]).toMatchObject({ name, city })
  })
})

describe('words in sequence in the name of a park', () => {
  const EDINBURGH = { latitude: -34.73, longitude: 138.67 }
  test.for([
    ['Edinburgh Gardens', 'Edinburgh Gardens (eastern half)', {}],
    ['edinburgh gardens', 'Edinburgh Gardens (eastern half)', MELBOURNE],
    ['Windermere Avenue Park', 'Windermere Avenue Park (No.82)', {}],
    ['Clifford Street Reserve', 'Clifford Street Reserve Dog Park', {}],
    ['Dr Alex Horn Park', 'Dr Alex Horn Park, Ruthven Street North Reserve', {}],
  ] as const)('are not the name of a place far from it: "%s" is %s', ([query, name, near]) => {
    expect(ask(query, near)).toMatchObject({ place: 'nothing', parks: [{ name }] })
    expect(engine.suggest(query, { near: MELBOURNE })[0]).toMatchObject({ kind: 'park', name })
  })
  test('are the name of a place that is nearer to the person', () =>
    expect(ask('edinburgh gardens', EDINBURGH).place).toBe('locality Edinburgh SA 5111'))
  test('are the name of a place that the park is near', () => {
    expect(ask('St Kilda Beach').place).toBe('locality St Kilda VIC 3182')
    expect(ask('edinburgh gardens fitzroy').place).toBe('locality Fitzroy VIC 3065')
  })
})

test.for([
  ['Victoria Square Adelaide', 'Adelaide'],
  ['Victoria Barracks Sydney', 'Sydney'],
  ['Victoria Quay Fremantle', 'Fremantle'],
  ['Queen Victoria Building Sydney', 'Sydney'],
])('"%s" is in %s, not in Victoria', ([query, place]) => {
  const { understood, total } = ask(query!)
  expect(understood.place?.name).toBe(place)
  expect(understood.place?.state).not.toBe('VIC')
  expect(total).toBeGreaterThan(0)
})

test('a long address finds its suburb', () => {
  const { understood, total } = ask(
    'Brooks Jetty to the northern end of the St Kilda Marina car park, St Kilda VIC 3182',
  )
  expect(understood.place?.name).toBe('St Kilda')
  expect(total).toBeGreaterThan(0)
})
