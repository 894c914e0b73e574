import { describe, expect, test } from 'vitest'
import { mergeRow } from '../../../server/import/merging.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'
import { type Cells, type List, imported, leashStates, leashStatesAt } from './imported-park.ts'

/** The features that a rule states. */
const ruleFeatures = ({ features, lacks }: StoredPark) =>
  [
    ...features.filter((id) => ['on-leash', 'off-leash', 'fenced'].includes(id)),
    ...lacks.filter((id) => id === 'off-leash').map((id) => `no ${id}`),
  ].join()

const TIMED = { Dogs: 'off leash timed', 'Off-leash times': 'Off-leash before 9am and after 5pm' }

test.each<[string, List[], Partial<StoredPark>, string]>([
  [
    'on-leash instead of off-leash',
    [{ Dogs: 'off leash' }, { Dogs: 'on leash' }],
    { access: 'on_leash' },
    'on-leash,no off-leash',
  ],
  [
    'off-leash instead of on-leash',
    [{ Dogs: 'on leash' }, { Dogs: 'off leash' }],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'off-leash instead of fenced',
    [{ Dogs: 'fenced dog park' }, { Dogs: 'off leash' }],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'off-leash instead of fenced, with a fence',
    [{ Dogs: 'fenced dog park' }, { Dogs: 'off leash', Fenced: 'yes' }],
    { access: 'off_leash' },
    'off-leash,fenced',
  ],
  [
    'an older list',
    [
      { Dogs: 'off leash', 'As of': '2025' },
      { Dogs: 'on leash', 'As of': '2015' },
    ],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'a list after one with a year in the future',
    [
      { Dogs: 'off leash', 'As of': '30/06/2052' },
      { Dogs: 'on leash', 'As of': '2026' },
    ],
    { access: 'on_leash', asOf: '2026' },
    'on-leash,no off-leash',
  ],
  [
    'an older list with leash hours',
    [
      { Dogs: 'on leash', 'As of': '2025' },
      { ...TIMED, 'As of': '2015' },
    ],
    { access: 'on_leash', leashHours: null },
    'on-leash,no off-leash',
  ],
  [
    'on-leash instead of times',
    [
      { ...TIMED, 'As of': '2019' },
      { Dogs: 'On leash at all times', 'As of': '2025' },
    ],
    { access: 'on_leash', leashHours: null },
    'on-leash,no off-leash',
  ],
  [
    'on-leash instead of times, with the same times',
    [TIMED, { ...TIMED, Dogs: 'on leash' }],
    { access: 'on_leash', leashHours: TIMED['Off-leash times'] },
    'on-leash,no off-leash',
  ],
  [
    'off-leash without the hours of a ban',
    [{ Dogs: 'dog beach', 'Off-leash times': 'no dogs 10am-4pm' }, { Dogs: 'off leash' }],
    { access: 'off_leash', leashHours: 'no dogs 10am-4pm' },
    'off-leash',
  ],
  [
    'times that are not known instead of a ban',
    [{ Dogs: 'off leash', 'Off-leash times': 'no dogs 10am-4pm' }, { Dogs: 'off leash timed' }],
    { access: 'off_leash_timed', leashHours: null },
    'off-leash',
  ],
  [
    'dogs allowed instead of on-leash',
    [{ Dogs: 'on leash' }, { 'Dogs allowed': 'Yes' }],
    { access: 'on_leash' },
    'on-leash,no off-leash',
  ],
  [
    'dogs allowed instead of a fenced dog park',
    [{ Dogs: 'fenced dog park' }, { 'Dogs allowed': 'Yes', 'As of': '2025' }],
    { access: 'fenced_dog_park' },
    'off-leash,fenced',
  ],
  [
    'dogs allowed, but not off the leash, instead of off-leash',
    [{ Dogs: 'off leash' }, { 'Dogs allowed': 'Yes', 'Off leash': 'No' }],
    { access: 'dogs_allowed' },
    'no off-leash',
  ],
  [
    'an older rule where only dogs are known to be allowed',
    [
      { Dogs: 'allowed', 'As of': '2025' },
      { Dogs: 'on leash', 'As of': '2015' },
    ],
    { access: 'on_leash' },
    'on-leash,no off-leash',
  ],
  [
    'an older off-leash rule where dogs are not allowed off the leash',
    [
      { Dogs: 'allowed', 'Off leash': 'No', 'As of': '2025' },
      { Dogs: 'off leash', 'As of': '2015' },
    ],
    { access: 'dogs_allowed' },
    'no off-leash',
  ],
  [
    'a prohibition instead of times',
    [
      { ...TIMED, 'As of': '2019', Toilets: 'yes' },
      { Dogs: 'No dogs', 'As of': '2025' },
    ],
    { access: null, leashHours: null, features: ['toilets'] },
    '',
  ],
  ['a prohibition in the column about dogs', [{ Dogs: 'off leash' }, { Dogs: 'No' }], { access: null }, ''],
  [
    'an older prohibition',
    [
      { Dogs: 'off leash', 'As of': '2025' },
      { Dogs: 'No dogs', 'As of': '2019' },
    ],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'no access of another kind, or no leash',
    [{ Dogs: 'off leash' }, { Access: 'No' }, { Leashed: 'No' }],
    { access: 'off_leash' },
    'off-leash',
  ],
  ...['On leash,Off leash', 'Off leash,On leash'].map(
    (rules): [string, List[], Partial<StoredPark>, string] => [
      `areas with different rules (${rules})`,
      [rules.split(',').map((Dogs) => ({ Dogs }))],
      { access: 'dogs_allowed', leashHours: null },
      'on-leash,off-leash',
    ],
  ),
  [
    'areas with different rules instead of off-leash',
    [{ Dogs: 'Off leash' }, [{ Dogs: 'Off leash' }, { Dogs: 'On leash' }]],
    { access: 'dogs_allowed' },
    'on-leash,off-leash',
  ],
  [
    'areas with times and without',
    [[TIMED, { ...TIMED, Dogs: 'Off leash', 'Off-leash times': '' }]],
    { access: 'dogs_allowed', leashHours: null },
    'off-leash',
  ],
  [
    'a fenced area of a park that is on-leash',
    [[{ Dogs: 'on leash' }, { Dogs: 'fenced dog park' }]],
    { access: 'dogs_allowed' },
    'on-leash,off-leash',
  ],
  [
    'a fenced area of an off-leash park',
    [[{ Dogs: 'off leash' }, { Dogs: 'fenced dog park' }]],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'an older row of the same list',
    [
      [
        { Dogs: 'off leash', 'As of': '2025' },
        { Dogs: 'on leash', 'As of': '2019' },
      ],
    ],
    { access: 'off_leash' },
    'off-leash',
  ],
  ...['Dogs prohibited,Off leash', 'Off leash,Dogs prohibited'].map(
    (rules): [string, List[], Partial<StoredPark>, string] => [
      `areas with and without dogs (${rules})`,
      [rules.split(',').map((Dogs) => ({ Dogs }))],
      { access: null },
      '',
    ],
  ),
  [
    'a prohibition where the rule was unknown, and then a list without rules',
    [{ Dogs: '' }, { Dogs: 'Dogs prohibited' }, { Toilets: 'yes' }],
    { access: null, noDogs: true, features: ['toilets'] },
    '',
  ],
  [
    'a rule after a prohibition',
    [{ Dogs: '' }, { Dogs: 'Dogs prohibited' }, { Dogs: 'on leash' }],
    { access: 'on_leash' },
    'on-leash,no off-leash',
  ],
  [
    'a prohibition in the second row of a new park',
    [[{ Dogs: '' }, { Dogs: 'Dogs prohibited' }]],
    { access: null, noDogs: true },
    '',
  ],
  [
    'a newer list in which a fenced dog park has no fence',
    [
      { Dogs: 'fenced dog park', 'As of': '2022' },
      { Fenced: 'No', 'As of': '2025' },
    ],
    { access: 'dog_park', lacks: ['fenced'] },
    'off-leash',
  ],
  [
    'an older list in which a fenced dog park has no fence',
    [
      { Dogs: 'fenced dog park', 'As of': '2025' },
      { Fenced: 'No', 'As of': '2022' },
    ],
    { access: 'fenced_dog_park' },
    'off-leash,fenced',
  ],
  [
    'a fenced dog park without a fence',
    [{ Dogs: 'fenced dog park', Fenced: 'No' }],
    { access: 'dog_park', lacks: ['fenced'] },
    'off-leash',
  ],
  ...[
    ['DOG_MANAGEMENT_AREA', 'Prohibited area'],
    ['Dogs prohibited', 'Yes'],
    ['DogPolicy', 'See the signs'],
    ['On/Off Lead Status', 'Restricted'],
    ['Leash requirement', 'Yes'],
    ['Dog access (proposed)', 'Off leash'],
  ].map(([header, cell]): [string, List[], Partial<StoredPark>, string] => [
    `a column “${header}”, which is about dogs and not read`,
    [{ [header!]: cell! }],
    { access: null },
    '',
  ]),
  ...[
    ['Dog bags', 'Yes'],
    ['Dog park ID', 'DP-12'],
    ['Lead officer', 'Kim'],
    ['Dogs in 2024', '120'],
  ].map(([header, cell]): [string, List[], Partial<StoredPark>, string] => [
    `a column “${header}”, which is not about the rule`,
    [{ [header!]: cell! }],
    { access: 'dogs_allowed' },
    '',
  ]),
  [
    'a rule in a column with an unusual header',
    [
      [
        { 'Dog zone': 'Off-leash', Toilets: 'yes' },
        { 'Dog zone': '', Toilets: '' },
      ],
    ],
    { access: 'off_leash' },
    'off-leash',
  ],
  ...['Fenced (partial)', 'Fenced (proposed)', 'Toilets (km)', 'Water (m to nearest)'].map(
    (header): [string, List[], Partial<StoredPark>, string] => [
      `a feature with a limit in its header (${header})`,
      [{ Dogs: 'off leash', [header]: '2' }],
      { features: ['off-leash'] },
      'off-leash',
    ],
  ),
  ...['Fenced (Y/N)', 'Fenced (yes or no)', 'Fenced (fully)'].map(
    (header): [string, List[], Partial<StoredPark>, string] => [
      `a feature with its form in the header (${header})`,
      [{ Dogs: 'off leash', [header]: 'Y' }],
      { features: ['off-leash', 'fenced'] },
      'off-leash,fenced',
    ],
  ),
  ...(
    [
      { 'Before 9am': 'Off leash', '9am-5pm': 'On leash' },
      { Winter: 'Off leash', Summer: '' },
      { Winter: 'Off leash', Summer: 'See the signs' },
      { Winter: 'Off leash' },
      { Winter: 'Off leash', Summer: 'No dogs', 'Off-leash times': 'Before 9am' },
      { 'Dog access': 'Off leash', Winter: 'Off leash', Summer: 'No dogs' },
      { 'Area type': 'Off leash', 'December - March': 'No dogs' },
      { Recommendation: 'Off leash' },
      { 'North side': 'Off leash', 'South side': 'On leash' },
      { 'Off leash': 'Yes', 'Dogs prohibited': '1 Dec - 31 Jan' },
      { 'Dog access': 'Off leash', 'Leash status': 'On leash' },
      { 'Off leash': 'Yes', 'Dogs prohibited': 'Yes' },
      { 'Off leash': 'Yes', 'Off leash days': 'Monday to Friday' },
      { 'Off leash': 'Yes', 'Leash required': 'Yes' },
      { 'Dog access': 'Off leash', Summer: 'On leash 9am-7pm' },
      { 'Dog access': 'Off leash', 'Summer restrictions': 'On leash 9am-5pm' },
      { 'Dog access': 'Off leash', Conditions: 'On leash' },
      { 'Dog access': 'Off leash', Conditions: 'Dogs prohibited near the playground after dark' },
      { 'Dog access': 'Off leash', Conditions: '9am-5pm' },
      { 'Dog access': 'Off leash', Exceptions: '9am-5pm' },
      { 'Dog access': 'Off leash', 'Summer hours': '6am-9am' },
      { 'Dog access': 'Off leash', 'Permitted use': '6am-9am' },
      { 'Dog access': 'Off leash', AM: '5am-9am', PM: '4 - 8pm' },
      { 'Off leash': 'Yes', 'Leash requirement': 'Yes' },
      { 'Dog access': 'Off leash', 'Leash status': 'See the signs' },
      { 'Dogs prohibited': '1.0' },
      { DOGPROHIB: 'Yes' },
      { DOG_CODE: 'P' },
      { 'Council dog rule': 'Prohibited near the playground' },
      { 'On leash': '', 'Off leash': '', Prohibited: 'x' },
      { 'Pets allowed': 'No' },
      { 'Animals permitted': 'No' },
    ] satisfies Cells[]
  ).map((cells): [string, List[], Partial<StoredPark>, string] => [
    `columns that leave the rule in doubt (${JSON.stringify(cells)})`,
    [cells],
    { access: null },
    'Off leash' in cells && cells['Off leash'] === 'Yes' ? 'off-leash' : '',
  ]),
  ...(
    [
      { 'Dogs Yes/No': 'No' },
      { 'Dogs allowed - yes or no': 'No' },
      { DOGSPERMITTED_YN: 'N' },
      { 'Dogs allowed': 'No', 'Leash status': 'Off leash' },
    ] satisfies Cells[]
  ).map((cells): [string, List[], Partial<StoredPark>, string] => [
    `columns that say that dogs are not allowed, after another rule (${JSON.stringify(cells)})`,
    [{ Dogs: 'Off leash' }, cells],
    { access: null, noDogs: true },
    '',
  ]),
  [
    'a prohibition beside a column without a value',
    [{ Dogs: 'Off leash' }, { 'Dogs allowed': 'No', 'Leash status': 'N/A' }],
    { access: null, noDogs: true },
    '',
  ],
  ...(
    [
      { 'Dogs allowed': 'Yes', 'Leash status': 'Off leash' },
      { 'Dog access': 'Off leash', 'Dog comments': 'Popular in the evening' },
      { 'Dog access': 'Off leash', 'Dog restrictions': 'None' },
      { 'Dog access': 'Off leash', Category: 'Dog park' },
      { 'Dog access': 'Off leash', Access: 'Public' },
      { Access: 'Public', 'Area type': 'Off-leash' },
      { 'Off leash': 'Yes', Access: 'Public' },
      { 'Dog Off Leash Area': 'Yes' },
      { 'Off leash': 'Yes', 'Off leash location': 'Whole park' },
      { 'Off leash': 'Yes', 'Off leash area type': 'Fenced' },
      { 'Off leash': 'Yes', 'Off leash days': 'All days' },
      { 'Off leash': 'Yes', 'Leash required': 'No' },
      { Leash: 'Off', 'Off leash map': 'https://example.org/leash.pdf' },
      { Leash: 'Off', 'Leash signage': 'Yes' },
      { Leash: 'Off', 'Off leash start date': '12/05/2015' },
      { Leash: 'Off', 'Dog park hours': '24 hours' },
      { Leash: 'Off', 'Dog park opening hours': '6am-9pm' },
      { Leash: 'Off', 'Dog facilities': 'Water bowl and access ramp' },
      { 'Leash status': 'Off leash', 'Dog notes': 'Dogs must be under effective control' },
      { 'Leash status': 'Off leash', Dogs: 'All sizes' },
      { 'Leash type': 'Off leash', 'Dogs permitted': 'Up to 4' },
      { 'Dog access': 'Off leash', Restrictions: 'No restrictions' },
      { 'Dog access': 'Off leash', Access: 'No' },
      { 'Dog access': 'Off leash', 'Dogs prohibited': 'No' },
      { 'Dog access': 'Off leash', 'Dog bins': '2', 'Dog waste bags': 'Yes' },
    ] satisfies Cells[]
  ).map((cells): [string, List[], Partial<StoredPark>, string] => [
    `columns that agree (${JSON.stringify(cells)})`,
    [cells],
    { access: 'off_leash' },
    'off-leash',
  ]),
  ...(
    [
      { 'On leash': 'Yes', 'Leash required': 'Yes' },
      { 'Leash status': 'On leash', 'Dog restrictions': 'Must be on lead at all times' },
      { 'Leash status': 'On leash', 'Dog access notes': 'Enter via Smith Street' },
    ] satisfies Cells[]
  ).map((cells): [string, List[], Partial<StoredPark>, string] => [
    `columns that agree (${JSON.stringify(cells)})`,
    [cells],
    { access: 'on_leash' },
    'on-leash,no off-leash',
  ]),
  [
    'two columns of which one says that there is a fence',
    [{ 'Dog access': 'fenced dog park', 'Dog park type': 'Off leash area' }],
    { access: 'off_leash' },
    'off-leash',
  ],
  [
    'a newer prohibition in the first row of a new park',
    [
      [
        { Dogs: 'No dogs', 'As of': '2025' },
        { Dogs: 'off leash', 'As of': '2015' },
      ],
    ],
    { access: null, noDogs: true },
    '',
  ],
  [
    'three areas, of which one has no year',
    [
      [
        { Dogs: 'off leash', 'Off-leash times': 'No dogs 10am-4pm', 'As of': '' },
        { Dogs: 'off leash', 'Off-leash times': 'All times', 'As of': '2020' },
        { Dogs: 'off leash', 'Off-leash times': '', 'As of': '2025' },
      ],
    ],
    { access: 'off_leash', leashHours: 'No dogs 10am-4pm' },
    'off-leash',
  ],
  ...['No dogs,Yes', 'Yes,No dogs', 'See sign,Yes', 'Yes,See sign'].map(
    (rules): [string, List[], Partial<StoredPark>, string] => [
      `areas of which one may be without dogs (${rules})`,
      [rules.split(',').map((Dogs) => ({ Dogs }))],
      { access: null },
      '',
    ],
  ),
  ...[
    ['No', 'Yes', 'off-leash'],
    ['Yes', 'No', 'no off-leash'],
  ].map(([one, other, features]): [string, List[], Partial<StoredPark>, string] => [
    `areas of which one is not off-leash (${one}, ${other})`,
    [[one, other].map((cell) => ({ 'Off leash': cell! }))],
    { access: 'dogs_allowed' },
    features!,
  ]),
  ...['Off leash,On leash 9am to 5pm only', 'On leash 9am to 5pm only,Off leash'].map(
    (rules): [string, List[], Partial<StoredPark>, string] => [
      `areas of which one has a rule that cannot be read (${rules})`,
      [rules.split(',').map((Dogs) => ({ Dogs }))],
      { access: null },
      '',
    ],
  ),
  ...[
    ['off leash', 'No dogs 10am-4pm', 'All times', 'No dogs 10am-4pm'],
    ['off leash', 'All times', 'No dogs 10am-4pm', 'No dogs 10am-4pm'],
    ['off leash', 'No dogs 10am-4pm', 'No dogs 6pm-8pm', 'No dogs 10am-4pm; No dogs 6pm-8pm'],
    ['off leash timed', 'Off-leash before 9am', 'Off-leash before 1pm', null],
  ].map(([Dogs, one, other, leashHours]): [string, List[], Partial<StoredPark>, string] => [
    `areas with different hours (${Dogs}, ${one}, ${other})`,
    [[one, other].map((hours) => ({ Dogs: Dogs!, 'Off-leash times': hours! }))],
    { access: 'dogs_allowed', leashHours: leashHours! },
    'off-leash',
  ]),
  [
    'areas with the same hours in other words',
    [
      ['Off-leash before 9am', 'Off leash before 9:00 am'].map((hours) => ({
        Dogs: 'off leash timed',
        'Off-leash times': hours,
      })),
    ],
    { access: 'off_leash_timed' },
    'off-leash',
  ],
  [
    'an older rule after a prohibition',
    [
      { Dogs: 'on leash', 'As of': '2020' },
      { 'Dogs allowed': 'No', 'As of': '2025' },
      { Dogs: 'off leash', 'As of': '2012' },
    ],
    { access: null, noDogs: true },
    '',
  ],
  [
    'on-leash instead of off-leash with hours without dogs',
    [{ Dogs: 'off leash', 'Off-leash times': 'No dogs 10am-4pm' }, { Dogs: 'On leash' }],
    { access: 'on_leash', leashHours: 'No dogs 10am-4pm' },
    'on-leash,no off-leash',
  ],
  [
    'areas with different rules, without dogs at the same hours',
    [['off leash', 'on leash'].map((Dogs) => ({ Dogs, 'Off-leash times': 'No dogs 10am-4pm' }))],
    { access: 'dogs_allowed', leashHours: 'No dogs 10am-4pm' },
    'on-leash,off-leash',
  ],
  [
    'on-leash after off-leash hours whose rule could not be read',
    [{ Dogs: 'See sign', 'Off-leash times': 'Off-leash before 1pm' }, { Dogs: 'On leash at all times' }],
    { access: 'on_leash', leashHours: null },
    'on-leash,no off-leash',
  ],
  [
    'older off-leash hours whose rule cannot be read',
    [
      { Dogs: 'On leash', 'As of': '2025' },
      { Dogs: 'See sign', 'Off-leash times': 'Off-leash before 9am', 'As of': '2015' },
    ],
    { access: 'on_leash', leashHours: null },
    'on-leash,no off-leash',
  ],
  [
    'no rule, but features',
    [TIMED, { Toilets: 'yes' }],
    { access: 'off_leash_timed', leashHours: TIMED['Off-leash times'], features: ['off-leash', 'toilets'] },
    'off-leash',
  ],
])('%s: the park has one rule and what follows from it', (_, lists, facts, features) => {
  const park = imported(...lists)
  expect(park).toMatchObject(facts)
  expect(ruleFeatures(park)).toBe(features)
})

test('a park that became on-leash is not off-leash in the hours of its earlier rule', () => {
  const park = imported(TIMED, { Dogs: 'On leash at all times' })
  expect(leashStatesAt(park, '2026-05-05T08:00+10:00')).toBe('on-leash')
})

test.each(['TBC', 'Unknown', '?', '#REF!', '#N/A'])(
  'an off-leash area whose off-leash times are “%s” is not off-leash at all times',
  (times) => {
    const park = imported({ Dogs: 'off leash', 'Off-leash times': times })
    expect(leashStatesAt(park, '2026-05-05T08:00+10:00')).toBe('unknown')
    expect(imported(TIMED, { Dogs: 'off leash', 'Off-leash times': times })).toMatchObject({
      access: 'off_leash_timed',
      leashHours: TIMED['Off-leash times'],
    })
  },
)

test.each(['—', '<Null>', 'N/A', 'Not applicable'])(
  'an off-leash area whose off-leash times are “%s” is off-leash at all times',
  (times) =>
    expect(imported({ Dogs: 'off leash', 'Off-leash times': times })).toMatchObject({
      access: 'off_leash',
      leashHours: null,
    }),
)

const CLOSED_AT_CHRISTMAS = 'Open 7am - 7pm daily; closed Christmas Day'

test.each([
  [[CLOSED_AT_CHRISTMAS, 'Open 7am - 7pm daily'], CLOSED_AT_CHRISTMAS],
  [['Open 7am - 7pm daily', CLOSED_AT_CHRISTMAS], CLOSED_AT_CHRISTMAS],
  [['7am-7pm', '9am-5pm', '7am-7pm'], '“7am-7pm” or “9am-5pm”'],
  [['6am-8am', '10am-11am', '2pm-3pm'], '“6am-8am” or “10am-11am” or “2pm-3pm”'],
  [['9am-5pm', ''], '9am-5pm'],
])('rows about one park have the opening hours that say most, or all as alternatives: %j', (rows, hours) => {
  const list = rows.map((text) => ({ Dogs: 'Off leash', 'Opening hours': text }))
  expect(imported(list).openingHours).toBe(hours)
})

test('older rows of a list, and older lists, give way with their opening hours', () => {
  const [OLD, NEW] = [
    { 'Opening hours': '7am-7pm', 'As of': '2019' },
    { 'Opening hours': '9am-5pm', 'As of': '2025' },
  ]
  expect(imported([NEW, OLD]).openingHours).toBe('9am-5pm')
  expect(imported(OLD, NEW).openingHours).toBe('9am-5pm')
})

test.each<[List, string]>([
  [
    [{ Dogs: 'Off leash in fenced area' }, { Dogs: 'Off leash (trial ended 2024)' }],
    '“Off leash in fenced area” or “Off leash (trial ended 2024)”',
  ],
  [
    [
      { Dogs: 'Off leash', 'Off-leash times': 'before 9am' },
      { Dogs: 'No dogs', 'Off-leash times': '' },
    ],
    'before 9am',
  ],
  [
    [{ Notes: 'Off leash before 9am' }, { Notes: 'Off leash before 10am' }],
    '“Off leash before 9am” or “Off leash before 10am”',
  ],
])('rows about one park keep their texts about dogs: %o', (rows, leashHours) => {
  expect(imported(rows).leashHours).toBe(leashHours)
})

const BEFORE_NINE = { Dogs: 'off leash timed', 'Off-leash times': 'before 9am' }
const [WINTER_MORNING, WINTER_NOON, SUMMER_NOON] = [
  '2026-07-07T08:00+10:00',
  '2026-07-07T12:00+10:00',
  '2026-01-06T12:00+11:00',
] as const

test.each<[List[], string, string]>([
  [
    [BEFORE_NINE, { Description: 'No dogs in summer.' }],
    'before 9am; No dogs in summer',
    'off-leash,on-leash,no-dogs',
  ],
  [
    [BEFORE_NINE, { Dogs: '', Description: 'Playground. No dogs in summer.' }],
    'before 9am; No dogs in summer',
    'off-leash,on-leash,no-dogs',
  ],
  [
    [BEFORE_NINE, { Dogs: 'off leash timed', Restrictions: 'Not during sport' }],
    'before 9am; Not during sport',
    'off-leash,on-leash,on-leash',
  ],
  [[BEFORE_NINE, { Description: 'Weekdays only.' }], 'before 9am; Weekdays only', 'unknown,unknown,unknown'],
  [
    [
      { Dogs: 'dogs allowed', Description: 'No dogs in summer.', 'As of': '2026' },
      { Dogs: 'off leash', 'Off-leash times': 'before 9am', 'As of': '2024' },
    ],
    'before 9am; No dogs in summer',
    'off-leash,on-leash,no-dogs',
  ],
  [
    [BEFORE_NINE, { Dogs: 'off leash timed', 'Off-leash times': 'before 7am' }],
    'before 7am',
    'on-leash,on-leash,on-leash',
  ],
  [
    [BEFORE_NINE, { Dogs: 'off leash', 'Off-leash times': 'No dogs in summer' }],
    'No dogs in summer',
    'off-leash,off-leash,no-dogs',
  ],
])(
  'limits in a list without off-leash times are added to those of another list: %j',
  (lists, hours, states) => {
    const park = imported(...lists)
    expect(park.leashHours).toBe(hours)
    expect(leashStatesAt(park, WINTER_MORNING, WINTER_NOON, SUMMER_NOON)).toBe(states)
  },
)

describe('leash hours of a list, after an administrator has checked those of the park', () => {
  const OPTIONS = { accessAssumed: false, sameNumber: false }
  const before = (leashHours: string, asOf: string | null): StoredPark => ({
    ...imported({ Dogs: 'off leash timed' }),
    leashHours,
    asOf,
  })
  const checked = before('before 7am', '2026-03-01')

  test.each([
    ['without a year', null],
    ['of the same year', '2026'],
  ])('are an alternative in a list %s', (_, asOf) => {
    const row = before('before 10am', asOf)
    const merged = mergeRow(checked, row, OPTIONS)
    expect(merged).toMatchObject({ leashHours: '“before 7am” or “before 10am”', asOf: '2026-03-01' })
    expect(leashStates({ ...checked, ...merged })).toBe('unknown,unknown')
    expect(mergeRow(merged, row, OPTIONS)).toBe(merged)
  })

  test('replace them in a list of a later year, and limit them in any', () => {
    expect(mergeRow(checked, before('before 10am', '2027'), OPTIONS).leashHours).toBe('before 10am')
    expect(mergeRow(checked, before('No dogs in summer', null), OPTIONS).leashHours).toBe(
      'before 7am; No dogs in summer',
    )
    expect(mergeRow(checked, before('before 7 am', null), OPTIONS)).toBe(checked)
  })
})
