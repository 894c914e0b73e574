import { describe, expect, test } from 'vitest'
import { leashAt } from '../../../data/hours/leash.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { underRule } from '../../../server/import/merging.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'
import { type Cells, imported, leashStates, leashStatesAt } from './imported-park.ts'

describe('a sentence in the column of the rule', () => {
  test.each<[string, DogAccess, string]>([
    ['Off leash before 10am, all other times on leash', 'off_leash_timed', 'off-leash,on-leash'],
    ['Off leash 6am-9am and 4pm-8pm daily', 'off_leash_timed', 'off-leash,on-leash'],
    ['On leash 9am-5pm, off leash at all other times', 'off_leash_timed', 'off-leash,on-leash'],
    ['On-leash (off-leash 6am to 9am)', 'off_leash_timed', 'off-leash,on-leash'],
    ['Dog off leash area - 6am to 9am', 'off_leash_timed', 'off-leash,on-leash'],
    ['No dogs 10am-4pm, off leash at other times', 'off_leash_timed', 'off-leash,no-dogs'],
    ['Off leash all times except 10am-4pm in summer', 'off_leash_timed', 'off-leash,off-leash'],
    ['Off leash (except during sport)', 'off_leash', 'off-leash,off-leash'],
    ['On leash except 6am to 9am when dogs can be off leash', 'off_leash_timed', 'off-leash,on-leash'],
    ['Timed off-leash: 5pm - 9am', 'off_leash_timed', 'off-leash,on-leash'],
    ['Off leash outside of 9am to 5pm', 'off_leash_timed', 'off-leash,on-leash'],
    ['On leash, no dogs on sports ground', 'on_leash', 'on-leash,on-leash'],
    ['Dogs allowed on leash before 9am and after 5pm', 'on_leash', 'on-leash,no-dogs'],
    ['Dogs allowed before 9am', 'dogs_allowed', 'unknown,no-dogs'],
  ])('is the rule and the leash hours: %s', (sentence, access, states) => {
    const park = imported({ 'Dog rules': `"${sentence}"` })
    expect(park).toMatchObject({ access, leashHours: sentence })
    expect(leashStates(park)).toBe(states)
  })

  test.each([
    ['24 hour off leash area', 'off_leash'],
    ['Leash free 24 hours', 'off_leash'],
    ['Off-leash at all times', 'off_leash'],
    ['Dogs must be on a leash at any time', 'on_leash'],
    ['Leashed dogs allowed', 'on_leash'],
  ])('about all times has no leash hours: %s', (sentence, access) => {
    expect(imported({ 'Dog rules': sentence })).toMatchObject({ access, leashHours: null })
  })

  test('that forbids dogs at all times is a prohibition', () => {
    expect(imported({ Dogs: 'Off leash' }, { Dogs: 'Dogs prohibited at all times' })).toMatchObject({
      access: null,
      noDogs: true,
    })
  })

  test.each([
    'No dogs 9am to 5pm',
    'On leash 9am-5pm',
    'No off leash 9am-5pm',
    'Before 9am',
    'Off leash east of the path',
    'Under effective control',
    'Seasonal',
  ])('that does not say whether dogs may be off the leash leaves the rule unknown: %s', (sentence) => {
    expect(imported({ 'Dog rules': sentence })).toMatchObject({ access: null, leashHours: sentence })
  })

  /** The states if an administrator finds out that dogs may be off the leash, all day and at some times. */
  const statesUnder = (park: StoredPark) =>
    (['off_leash', 'off_leash_timed'] as const).map((access) =>
      leashStates({ ...underRule(access, park), access }),
    )

  test.each([
    'dogs must be off leash only in designated area',
    'Off leash 7am–9am & 4pm–7pm (Sat/Sun all day) excl. match days',
    'Off leash (fenced area only)',
    'On leash except fenced area',
    'Off leash (trial ended 2024)',
    'No longer off leash',
    'On/off leash',
    'Mornings',
    'Oval 2 when not in use by clubs',
    'Refer to council for off leash times',
  ])('that cannot be read stays as leash hours when an administrator sets the rule: %s', (sentence) => {
    const park = imported({ 'Dog rules': sentence })
    expect(park).toMatchObject({ access: null, leashHours: sentence })
    expect(statesUnder(park)).toEqual(['unknown,unknown', 'unknown,unknown'])
  })

  test.each([
    'TBC',
    'See website',
    'Ask the ranger',
    'No information',
    'OL2',
    'Off leash*',
    'Dog friendly area',
  ])('that says nothing about times, places or conditions is not kept: %s', (sentence) => {
    expect(imported({ 'Dog rules': sentence })).toMatchObject({ access: null, leashHours: null })
  })

  test('that is too long is kept with an ellipsis', () => {
    const { leashHours } = imported({ 'Dog rules': `Off leash 6am-9am ${'near the path '.repeat(30)}` })
    expect(leashHours).toMatch(/^Off leash 6am-9am near .*…$/)
    expect(leashHours).toHaveLength(301)
  })

  test.each<[Cells, string, string[]]>([
    [
      { Dogs: 'Off leash except 10am-4pm', Hours: '24hrs', 'Off-leash times': 'Not before 7am' },
      'Not before 7am; Off leash except 10am-4pm',
      ['unknown,unknown', 'unknown,unknown'],
    ],
    [
      { Dogs: 'Off leash (fenced area only)', 'Off-leash times': 'Sunrise to sunset' },
      'Sunrise to sunset; Off leash (fenced area only)',
      ['unknown,unknown', 'unknown,unknown'],
    ],
    // Together they would be read as times of which none is certain.
    [
      { Dogs: 'Off leash before 10am', 'Off-leash times': 'Before 9am' },
      'Before 9am; Off leash before 10am (dog rule)',
      ['unknown,unknown', 'unknown,unknown'],
    ],
    [
      { Dogs: 'No dogs 11am-4pm', 'Off-leash times': 'Summer: before 9am' },
      'Summer: before 9am; No dogs 11am-4pm (dog rule)',
      ['unknown,unknown', 'unknown,unknown'],
    ],
    [
      { Dogs: 'No dogs 11am-4pm', 'Off-leash times': 'Before 9am' },
      'Before 9am; No dogs 11am-4pm',
      ['off-leash,no-dogs', 'off-leash,no-dogs'],
    ],
    ...[{ 'Off leash': 'No' }, { 'On leash': 'Yes' }, { Dogs: 'On leash' }].map(
      (other): [Cells, string, string[]] => [
        { 'Dog rules': '"On leash 9am-5pm, off leash at other times"', ...other },
        '“Dog rules”: On leash 9am-5pm, off leash at other times',
        ['unknown,unknown', 'unknown,unknown'],
      ],
    ),
    [
      { 'Dog rules': 'No dogs 9am-5pm', 'Off leash': 'No' },
      'No dogs 9am-5pm',
      ['off-leash,no-dogs', 'off-leash,no-dogs'],
    ],
    [
      { Dogs: 'Off leash', 'Dog restrictions': 'Ask about the beach in summer' },
      '“Dog restrictions”: Ask about the beach in summer',
      ['unknown,unknown', 'unknown,unknown'],
    ],
    [
      { Dogs: 'Off leash', Seasonal: 'Yes', 'Dog notes': 'Not in January' },
      '“Seasonal”: Yes; “Dog notes”: Not in January',
      ['unknown,unknown', 'unknown,unknown'],
    ],
  ])('that is not the rule is kept beside other texts: %o', (cells, leashHours, states) => {
    const park = imported(cells)
    expect(park).toMatchObject({ access: null, leashHours })
    expect(statesUnder(park)).toEqual(states)
  })

  const BEFORE_9 = 'Off leash before 9am'
  test.each<[Cells, DogAccess | null]>([
    [{ 'Dog rules': BEFORE_9, Dogs: 'Off leash' }, 'off_leash_timed'],
    [{ 'Dog rules': BEFORE_9, Dogs: 'Yes' }, 'off_leash_timed'],
    [{ 'Dog rules': BEFORE_9, 'Off leash': 'Yes' }, 'off_leash_timed'],
    [{ 'Dog rules': BEFORE_9, Dogs: 'On leash' }, null],
    [{ 'Dog rules': BEFORE_9, Dogs: 'No dogs Nov-Mar' }, null],
    [{ 'Dog rules': BEFORE_9, 'Dog restrictions': 'No dogs Nov-Mar' }, 'off_leash_timed'],
    [{ 'Dog rules': BEFORE_9, 'Summer restrictions': 'No dogs' }, null],
    [{ 'Dog rules': BEFORE_9, 'Off leash': 'No' }, null],
    [{ 'Dog rules': BEFORE_9, 'On leash': 'Yes' }, null],
    [{ 'Dog rules': BEFORE_9, 'Off-leash times': 'Before 10am' }, null],
  ])('counts if no other column says otherwise: %o: %s', (cells, access) => {
    expect(imported(cells).access).toBe(access)
  })
})

describe('a rule in the description', () => {
  test.each<[Cells, Partial<StoredPark>]>([
    [
      { Dogs: 'Off leash', Notes: 'A green place. No dogs 9am-5pm in summer!' },
      { access: 'off_leash', leashHours: 'No dogs 9am-5pm in summer' },
    ],
    [{ Notes: 'Off leash 6am-10am' }, { access: 'dogs_allowed', leashHours: 'Off leash 6am-10am' }],
    [
      { Dogs: 'Off leash', 'Off-leash times': 'before 9am', Notes: 'Green. No dogs after 6pm.' },
      { leashHours: 'before 9am; No dogs after 6pm' },
    ],
    [
      { Dogs: 'Off leash', 'Off-leash times': 'before 9am', Notes: 'Off leash before 9am' },
      { leashHours: 'before 9am' },
    ],
    [
      { Dogs: 'Off leash', 'Off-leash times': 'No dogs after 6pm', Notes: 'no dogs after 6pm' },
      { leashHours: 'No dogs after 6pm' },
    ],
    [
      { Dogs: 'On leash', Notes: 'Off leash' },
      { access: 'on_leash', leashHours: null },
    ],
    [
      { Dogs: 'Off leash', Notes: 'No dogs in the playground' },
      { access: 'off_leash', leashHours: null },
    ],
    [
      { Dogs: 'Off leash', Notes: '<p>Lovely</p><ul><li>No dogs before 9am</li></ul>' },
      { access: 'off_leash', leashHours: 'No dogs before 9am' },
    ],
    [
      { Dogs: 'Off leash', Notes: '• Water • No dogs before 9am • Toilets' },
      { access: 'off_leash', leashHours: 'No dogs before 9am' },
    ],
    [
      { Dogs: 'Off leash', Notes: 'Green. Off leash except during sport' },
      { access: 'off_leash', leashHours: 'Off leash except during sport' },
    ],
    [
      { Dogs: 'Off leash', Notes: 'Dog training on Sundays at 9am' },
      { access: 'off_leash', leashHours: null },
    ],
    [
      { Dogs: 'Off leash', Notes: 'Dogs must be on lead in the car park from 9am' },
      { leashHours: 'Dogs must be on lead in the car park from 9am' },
    ],
    [
      { Dogs: 'Off leash', Notes: 'Dogs love it' },
      { access: 'off_leash', leashHours: null },
    ],
  ])('%o', (cells, facts) => expect(imported(cells)).toMatchObject(facts))

  test.each([
    'Only before 9am',
    'Before 9am only',
    'Weekdays only',
    'Only weekends',
    'Not on weekends',
    'Except in summer',
    'On leash from 9 to 5 in summer',
    'On leash from 9 to 5',
    'Restricted hours apply',
    'Seasonal restrictions apply',
    'See sign for times',
    'Off leash during the hours signed',
  ])('that limits the others in any words does not leave the park off-leash at all times: %s', (Notes) => {
    const park = imported({ Dogs: 'Off leash', Notes })
    expect(park.leashHours).toContain(Notes)
    expect(leashStatesAt(park, '2026-01-13T12:00+11:00', '2026-05-09T12:00+10:00')).not.toBe(
      'off-leash,off-leash',
    )
  })

  test.each([
    'Off leash at dawn and dusk',
    'Off leash in the early morning',
    'Off-leash mornings',
    'Mornings: off leash',
    'Off leash area is open daily from sunrise',
    'Off leash 6 to 9',
    'Off leash on weekends and after school',
    'Timed off leash',
    'Mornings only',
    'No off leash',
    'This park is not off-leash',
    'Former off leash area',
    'Proposed off leash area',
    'Off leash area coming soon',
    'Off-leash area closed',
    'Off-leash trial ended',
    'Off leash prohibited',
    "Dogs can't be off leash here",
    'Keep dogs on a lead',
    'Dogs must be under control on a lead at all times',
    'Dogs must be restrained',
    'Dogs are restricted',
    'Restrictions apply',
    'Strictly no dogs',
    'Dog free zone',
    'Dog prohibited area',
    'Dogs excluded',
    'Dogs must be kept out',
    'Please leave dogs at home',
    'Dogs aren’t allowed',
    'Dogs cannot be walked here',
    'Members only',
    'Small dogs only',
    'Dogs off leash between 5 and 10 in the morning',
    'Off leash permitted outside of sporting hours',
    'Off leash is allowed if no organised sport is on',
    'Off leash provided dogs are under control',
    'Off-leash status under review',
    'Part of the reserve is off leash',
    'Only the northern half is off leash',
    'Off leash area: part of the reserve only',
    'No dogs or horses',
    'No pets',
    'Animals not allowed',
    'Not accessible to dogs',
    'Assistance dogs only',
    'Only assistance animals permitted',
    'Lead required at all times',
    'A leash must be used',
    'Leash your dog',
    'This reserve is on-leash',
    'Closed October to March',
    'The park is closed in winter',
    'Temporarily closed',
    'The park is closed until further notice',
    'Closed for renovation until 2027',
    'Opening soon',
    'Under construction',
    'No longer a dog park',
  ])('that does not fit dogs off the leash is left to an administrator: %s', (Notes) => {
    expect(imported({ Dogs: 'Off leash', Notes: `"Green. ${Notes}."` }).access).toBeNull()
  })

  test('that limits leash hours is added to them', () => {
    expect(
      imported({ Dogs: 'Off leash', 'Off-leash times': 'Before 9am', Notes: 'Not on weekends' }),
    ).toMatchObject({
      leashHours: 'Before 9am; Not on weekends',
    })
  })

  test.each<[string, string, string, string]>([
    ['6am to 9am weekdays only', 'No off leash during sport', '', 'off-leash,on-leash'],
    ['Before 9am', 'On lead when children are present', '', 'off-leash,on-leash'],
    ['Before 9am', 'Not permitted when sport is played', '', 'unknown,unknown'],
    ['Before 9am', 'Dogs on lead when the ovals are used by clubs at night', '', 'unknown,unknown'],
    ['After 6am', 'On leash 10am-4pm', '', 'off-leash,on-leash'],
    ['After 6am', 'No off leash 10am-4pm', '', 'off-leash,on-leash'],
    ['After 6am', 'On leash from 9 to 5', '', 'unknown,unknown'],
    ['6am-9pm', 'On leash 10am-4pm', '', 'unknown,unknown'],
    // It is not for the summer only.
    ['Summer: before 9am', 'On leash 10am-4pm', ' (description)', 'unknown,unknown'],
  ])('that only restricts dogs is added to leash hours: %s, %s', (times, Notes, from, states) => {
    const park = imported({ Dogs: 'Off leash', 'Off-leash times': times, Notes })
    expect(park.leashHours).toBe(`${times}; ${Notes}${from}`)
    expect(leashStates(park)).toBe(states)
  })

  test('that restricts dogs on some occasions is a condition of a park without times', () => {
    const park = imported({ Dogs: 'Off leash', Notes: 'Green. No off leash during sport.' })
    expect(park.leashHours).toBe('No off leash during sport')
    expect(leashAt(park.leashHours, 'off_leash', park, Date.parse('2026-05-05T12:00+10:00'))).toMatchObject({
      state: 'off-leash',
      conditions: ['No off leash during sport'],
    })
  })

  test.each([
    'Popular off-leash park, busy on weekends',
    'Not suitable for small dogs on weekends',
    'Only one gate, closes at 9pm',
    'Lights on until 9pm only',
    'Not patrolled in winter',
    'Parking restrictions apply 8am-6pm',
    'Not before 7am for vehicles',
    'Alcohol prohibited between 9pm and 6am',
    'Dogs prohibited near the playground at all times',
    'Opening hours are signposted',
    'Lights are on when sport is played',
    'No parking during the market',
    'Dogs love it when it rains',
    'No fence around the off-leash area',
    'The off leash area is not fenced',
    'Off leash area of 2 to 3 ha',
    'Dogs may be off leash here',
    'Dogs must be registered',
    'Dogs must be kept on a lead outside the off leash area',
    'Dogs on lead within 10 m of the playground',
    'On-leash in all other areas',
    'Separate small dog area',
    'Quiet dog zone',
    'Owners must carry a leash',
    'A leash must be carried',
    'Fenced off-leash area with water, seating and waste bags provided',
    'Off leash, and great if you live nearby',
    'Leash your dog when entering',
    'No pets in the playground',
    'Native animals are protected',
    'Closed at night',
    'Closed until 6am',
    'Closed-in dog park',
    'The gate is closed',
    'Playground under construction',
    'The only off-leash park in Fitzroy',
    'Part of the trail with an off-leash area',
  ])('that is about something else is only a description: %s', (Notes) => {
    expect(imported({ Dogs: 'Off leash', Notes: `"${Notes}"` })).toMatchObject({
      access: 'off_leash',
      leashHours: null,
    })
  })

  test('that forbids dogs keeps a park of a list without a column for the rule from being published', () => {
    expect(imported({ Notes: 'A quiet beach. No dogs.' }).access).toBeNull()
    expect(imported({ Dogs: 'Off leash' }, { Notes: 'A quiet beach. No dogs.' })).toMatchObject({
      access: 'off_leash',
      leashHours: 'No dogs',
    })
    expect(imported({ Notes: 'A quiet beach. Strictly no dogs.' }).access).toBeNull()
    expect(imported({ Notes: 'A quiet beach. No dogs in the playground.' }).access).toBe('dogs_allowed')
    expect(imported({ Notes: 'A quiet beach.' }).access).toBe('dogs_allowed')
  })
})
