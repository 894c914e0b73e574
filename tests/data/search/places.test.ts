import { describe, expect, test } from 'vitest'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { localities } from '../../../data/sources/localities.ts'
import { councils } from '../../../data/sources/councils.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { placeLabel } from '../../../data/places/label.ts'
import {
  answerTo,
  ask,
  engine,
  gazetteer,
  HOBART,
  label,
  LAUNCESTON,
  MELBOURNE,
  notFoundByName,
  SYDNEY,
} from './seed-engine.ts'

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

test.each([
  ['Adelaide S.A.', 'Adelaide SA'],
  ['Newtown, N.S.W.', 'Newtown NSW'],
  ['A.C.T. dog parks', 'ACT dog parks'],
  ['W.A.', 'WA'],
])('the state in "%s" is read as in "%s"', (query, plain) => {
  expect(answerTo(query)).toEqual(answerTo(plain))
})

test('parks with an enclosure are fenced', () => {
  expect(ask('dog enclosure').hits).toEqual(ask('fenced').hits)
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
    ['New York', true],
    ['Little Bondi', true],
    ['dog park in Bondi', false],
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
