import { describe, expect, test } from 'vitest'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { wordsOf } from '../../../data/places/text.ts'
import { answerTo, ask, engine, MELBOURNE, notFoundByName, SYDNEY } from './seed-engine.ts'

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
    expect(answerTo(query)).toEqual(answerTo('dog park sydney'))
  })

  test.for([
    ['open now', ''],
    ['dog parks open near me', ''],
    ['2am', ''],
    ['off leash now near me', 'off leash'],
    ['off leash at 6pm', 'off leash'],
    ['fenced park open on sunday', 'fenced'],
    ['Smith St open now', 'smith st'],
    ['off leash', undefined],
    ['Carine Regional Open Space', undefined],
    ['open space', undefined],
    ['open space dog parks', undefined],
    ['Sunday Creek', undefined],
    ['clifton park sydney', undefined],
  ])('of "%s" the words that count are named apart from them: %s', ([query, words]) =>
    expect(ask(query!).understood.otherWords).toBe(words),
  )

  test.for(['2am', '24/7', 'tonight', 'at night'])('"%s" means no park with "open" in its name', (query) => {
    expect(ask(query)).toMatchObject({ total: all, hits: ask('dog park').hits })
    for (const text of [query, `dog park ${query}`])
      expect(engine.suggest(text).map(({ label }) => label)).not.toContainEqual(
        expect.stringMatching(/\bopen\b/i),
      )
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

describe('a distance in the text excludes no park', () => {
  test.each([
    ['dog parks within 5km', 'dog parks'],
    ['dog parks 5 km away', 'dog parks'],
    ['dog parks within 10 kms of me', 'dog parks'],
    ['fenced dog park within 5km of newtown', 'fenced dog park newtown'],
    ['off leash beach 1 hour from sydney', 'off leash beach sydney'],
    ['off leash beach an hour from sydney', 'off leash beach sydney'],
  ])('"%s" is "%s"', (query, without) => {
    expect(answerTo(query)).toEqual(answerTo(without))
  })
})

test('features count beside a number that is of no address', () => {
  const { hits } = ask('fenced dog parks near melbourne')
  expect(ask('3 fenced dog parks near melbourne')).toMatchObject({ hits, place: 'locality Melbourne VIC -' })
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

describe('a negated feature', () => {
  const unfenced = seedParks()
    .filter(({ lacks }) => lacks.includes('fenced'))
    .map(({ id }) => id)
    .sort()
  test.for([
    'unfenced',
    'unfenced dog park',
    'non-fenced',
    'not fenced',
    'not fully fenced',
    "dog park that isn't fenced",
    'without fence',
    'dog park without a fence',
    'no fence',
  ])('finds the parks known to lack it: "%s"', (query) => {
    const { hits, maybe, understood } = ask(query)
    expect(hits.map(({ id }) => id).sort()).toEqual(unfenced)
    const fenced = ask('', { features: ['fenced'] })
    expect(maybe).toBe(engine.all().length - fenced.total - unfenced.length)
    expect(understood).toMatchObject({ place: null, corrected: false, namesFeatures: true })
  })
  test('finds those nearest to a place, and the answer names the words', () => {
    const answer = ask('dog park without a fence near Penrith')
    expect(answer.place).toBe('locality Penrith NSW 2750')
    expect(answer.understood).toMatchObject({ corrected: false, otherWords: 'without a fence' })
    expect(answer.parks.every(({ lacks }) => lacks.includes('fenced'))).toBe(true)
    expect(ask('off leash not fenced newcastle').parks[0]).toMatchObject({
      name: 'Thomas H Halton Park',
      features: expect.arrayContaining(['off-leash']) as unknown,
    })
  })
  test.for(['not off leash', 'no off lead', 'no dogs off leash', 'no leash free areas'])(
    'is all words for the feature: "%s" finds parks where dogs must be on a leash',
    (query) => {
      const { parks } = ask(query)
      expect(parks.length).toBeGreaterThan(50)
      expect(parks.filter(({ lacks }) => !lacks.includes('off-leash'))).toEqual([])
    },
  )
  test.for(['not on leash', 'not on a lead', 'without a leash', 'no lead'])(
    'is off leash if it is the leash: "%s"',
    (query) => {
      const { parks } = ask(query)
      expect(parks.length).toBeGreaterThan(1_000)
      expect(parks.filter(({ features }) => !features.includes('off-leash'))).toEqual([])
    },
  )
  test.for(['no water', 'no bbq', 'no car park', 'not on the beach', 'unshaded'])(
    'finds nothing if no park is known to lack it: "%s"',
    (query) => expect(ask(query)).toMatchObject({ place: 'nothing', total: 0 }),
  )
  test('is ignored beside a place if no park is known to lack it, and the answer says so', () => {
    const { hits, place } = ask('sydney')
    expect(ask('no car park sydney')).toMatchObject({ hits, place, understood: { corrected: true } })
  })
  test('is no name: "no dogs" finds nothing, and the parks near a place without exact match', () => {
    expect(ask('no dogs')).toMatchObject({ place: 'nothing', total: 0, maybe: 0 })
    expect(ask('no dogs allowed').total).toBe(0)
    expect(ask('no dogs on the oval').total).toBe(0)
    expect(ask('no dogs penrith')).toMatchObject({
      hits: ask('penrith').hits,
      understood: { corrected: true, place: { name: 'Penrith' } },
    })
  })
  test('is not what other words with "no" or "un" are', () => {
    expect(ask('Gympie Rd No 1 Park').parks[0]!.name).toBe('Gympie Rd (No 1) Park')
    expect(ask('Venus Bay Beaches No 1').parks[0]!.name).toBe('Venus Bay Beaches No. 1 to No. 5')
    expect(ask('unleashed').total).toBe(ask('off-leash').total)
    expect(ask('underwood').place).toContain('Underwood')
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
    'dog park near home',
    'dog park close to home',
    'dog park near town',
    'dog park near coffee',
    'parklands dog park',
    '90 mile beach',
    'great ocean road dog beach',
    'king street water',
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
    ['parklands tas', 'Parklands TAS'],
    ['south bank parklands', 'South Bank QLD'],
    ['homeb', 'Homebush NSW'],
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
