import { describe, expect, test } from 'vitest'
import { leashAt } from '../../../data/hours/leash.ts'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { localities } from '../../../data/sources/localities.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { findHeaders, mapHeaders } from '../../../server/import/headers.ts'
import { nearestLocality } from '../../../server/import/placing.ts'
import { planImport } from '../../../server/import/plan.ts'
import { readText } from '../../../server/import/text.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'

const places = { known: localityLookup(localities()), nearest: nearestLocality(localities()) }

/** A row, or several rows with the same columns. */
type Cells = Readonly<Record<string, string>>
type List = Cells | readonly Cells[]

const ROSELLA_RUN = 'Rosella Run,Carlton North,VIC,-37.7851,144.9721'

/** A park after imports of lists whose rows are all about this park. */
function imported(...lists: readonly List[]): StoredPark {
  let parks: StoredPark[] = []
  for (const list of lists) {
    const listRows = [list].flat()
    const lines = listRows.map((cells) => `${ROSELLA_RUN},${Object.values(cells).join()}\n`)
    const { header, rows, readAs } = findHeaders(
      readText(
        Buffer.from(`Name,Suburb,State,Lat,Long,${Object.keys(listRows[0]!).join()}\n${lines.join('')}`),
      ),
    )
    const plan = () =>
      planImport(
        { header, rows, readAs },
        mapHeaders(header, rows),
        { parks, numbers: new Map(), pictures: new Map(), removed: [], formerPlaces: new Map() },
        places,
        { source: 'a list', createdAt: '2026-05-01T00:00:00Z' },
      )
    const [changed] = plan().changed
    if (changed) parks = [{ id: 1, ...changed.after }]
    expect(plan().changed, 'the same list again').toEqual([])
  }
  expect(parks).toHaveLength(1)
  return parks[0]!
}

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
      { Winter: 'Off leash', Summer: 'Prohibited' },
      { 'Before 9am': 'Off leash', '9am-5pm': 'On leash' },
      { 'April - November': 'Off leash', 'December - March': 'No dogs' },
      { Weekdays: 'Off leash', Weekends: 'Dogs prohibited' },
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
  const at = Date.parse('2026-05-05T08:00:00+10:00')
  expect(leashAt(park.leashHours, park.access!, park, at).state).toBe('on-leash')
})

test.each(['TBC', 'Unknown', '?', '#REF!', '#N/A'])(
  'an off-leash area whose off-leash times are “%s” is not off-leash at all times',
  (times) => {
    const park = imported({ Dogs: 'off leash', 'Off-leash times': times })
    const at = Date.parse('2026-05-05T08:00:00+10:00')
    expect(leashAt(park.leashHours, park.access!, park, at).state).toBe('unknown')
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

/** The leash state of a park on a Tuesday in May at 8 and at 12. */
const leashStates = (park: StoredPark) =>
  ['08:00', '12:00']
    .map(
      (time) => leashAt(park.leashHours, park.access!, park, Date.parse(`2026-05-05T${time}:00+10:00`)).state,
    )
    .join()

describe('times under “Off-leash times” of a list that does not say where dogs are off the leash', () => {
  test.each<[Cells, DogAccess, string]>([
    [{ 'Dogs allowed': 'Yes', 'Off-leash times': 'before 9am' }, 'off_leash_timed', 'off-leash,on-leash'],
    [{ 'Dogs allowed': 'Yes', 'Off lead times': '6am-9am daily' }, 'off_leash_timed', 'off-leash,on-leash'],
    [{ Dogs: 'Time share', 'Time share hours': 'before 9am' }, 'off_leash_timed', 'off-leash,on-leash'],
    [
      { Dogs: 'Off-lead (time share)', 'Timed off-leash hours': 'before 9am' },
      'off_leash_timed',
      'off-leash,on-leash',
    ],
    [{ OFF_LEASH_HOURS: 'Before 9am' }, 'off_leash_timed', 'off-leash,on-leash'],
    [{ 'On-leash times': '', 'Off-leash times': 'before 9am' }, 'off_leash_timed', 'off-leash,on-leash'],
    [{ 'Off leash times': 'All times' }, 'off_leash', 'off-leash,off-leash'],
    [{ 'Dogs allowed': 'Yes', 'Off-leash times': 'TBC' }, 'dogs_allowed', 'unknown,unknown'],
    [{ 'Dogs allowed': 'Yes', 'Off-leash times': 'N/A' }, 'dogs_allowed', 'unknown,unknown'],
    [{ 'Dogs allowed': 'Yes', 'Off-leash times': 'No dogs 10am-4pm' }, 'dogs_allowed', 'unknown,no-dogs'],
    [{ 'Dogs allowed': 'Yes', 'Dog times': 'before 9am' }, 'dogs_allowed', 'unknown,unknown'],
    [{ 'Off-leash area': 'No', 'Off-leash times': 'before 9am' }, 'dogs_allowed', 'unknown,unknown'],
    [{ Dogs: 'On leash', 'Off-leash times': 'before 9am' }, 'off_leash_timed', 'off-leash,on-leash'],
    [{ Dogs: 'On leash', 'Off-leash times': 'All times' }, 'on_leash', 'on-leash,on-leash'],
    [{ Dogs: 'Off leash', 'Off-leash times': 'before 9am' }, 'off_leash', 'off-leash,on-leash'],
  ])('%o: %s', (cells, access, states) => {
    const park = imported(cells)
    expect(park.access).toBe(access)
    expect(leashStates(park)).toBe(states)
  })

  test('count as a rule: they replace an older one, and two rows with different ones leave it unknown', () => {
    const early = { 'Off-leash times': 'before 9am' }
    const late = { 'Off-leash times': 'after 5pm' }
    expect(imported({ Dogs: 'Fenced dog park' }, early)).toMatchObject({ access: 'off_leash_timed' })
    expect(imported([early, late])).toMatchObject({ access: 'dogs_allowed' })
  })
})

describe('the columns “Off leash” and “On leash”', () => {
  test.each<[Cells, DogAccess, string | null, string]>([
    [{ 'Off leash': 'Yes - 6am to 9am' }, 'off_leash_timed', 'Off leash 6am to 9am', 'off-leash,on-leash'],
    [{ 'Off leash': 'Before 9am' }, 'off_leash_timed', 'Off leash before 9am', 'off-leash,on-leash'],
    [
      { 'Off leash': 'Tuesday before 9am' },
      'off_leash_timed',
      'Off leash Tuesday before 9am',
      'off-leash,on-leash',
    ],
    [
      { 'Off leash': 'Yes (except during sport)' },
      'off_leash',
      'Off leash (except during sport)',
      'off-leash,off-leash',
    ],
    [{ 'Off leash': 'Timed' }, 'off_leash_timed', null, 'unknown,unknown'],
    [{ 'Off leash': '24 hours' }, 'off_leash', null, 'off-leash,off-leash'],
    [{ 'Off leash': 'Yes (fenced)' }, 'fenced_dog_park', null, 'off-leash,off-leash'],
    [
      { 'On leash': '9am - 5pm', 'Off leash': '5pm - 9am' },
      'off_leash_timed',
      'Off leash 5pm - 9am; On leash 9am - 5pm',
      'off-leash,on-leash',
    ],
    [
      { 'On leash': 'Yes', 'Off leash': '6am-9am' },
      'off_leash_timed',
      'Off leash 6am-9am; On leash at other times',
      'off-leash,on-leash',
    ],
    [
      { 'On leash': '10am-4pm', 'Off leash': 'Yes' },
      'off_leash_timed',
      'Off leash; On leash 10am-4pm',
      'off-leash,on-leash',
    ],
    // They cannot be read, and are kept in words.
    [{ 'Off leash': 'Part' }, 'dogs_allowed', null, 'unknown,unknown'],
    [{ 'On leash': 'Yes', 'Off leash': 'Part' }, 'on_leash', null, 'on-leash,on-leash'],
    [
      { 'Off leash': 'No - on leash only' },
      'dogs_allowed',
      'Off leash: No - on leash only',
      'unknown,unknown',
    ],
  ])('are one rule if they say when: %o: %s, %s', (cells, access, leashHours, states) => {
    const park = imported(cells)
    expect(park).toMatchObject({ access, leashHours })
    expect(leashStates(park)).toBe(states)
  })

  test('leave the rule unknown if another column says otherwise', () => {
    expect(imported({ Dogs: 'On leash', 'Off leash': 'Yes - 6am to 9am' }).access).toBeNull()
  })
})

describe('off-leash times of days or seasons that their column names', () => {
  /** The states at 8.30 am in January, at 8.30 am in July, and at noon on a Saturday in July. */
  const statesOf = (park: StoredPark) =>
    ['2026-01-13T08:30+11:00', '2026-07-14T08:30+10:00', '2026-07-18T12:00+10:00']
      .map((time) => leashAt(park.leashHours, park.access!, park, Date.parse(time)).state)
      .join()
  const [EARLY, LATE] = ['6am-8am', '7am-10am']

  test.each<[Cells, DogAccess | null, string | null, string]>([
    [
      { Dogs: 'Timed', 'Off-leash times (summer)': EARLY, 'Off-leash times (winter)': LATE },
      'off_leash_timed',
      'Summer: 6am-8am; Winter: 7am-10am',
      'on-leash,off-leash,on-leash',
    ],
    [
      { 'Daylight saving off leash hours': LATE, 'Off leash hours - non daylight saving': EARLY },
      'off_leash_timed',
      'Daylight saving: 7am-10am; Non daylight saving: 6am-8am',
      'off-leash,on-leash,on-leash',
    ],
    [
      { Dogs: 'Timed', 'Off-leash times DST': LATE, 'Off-leash times (standard time)': EARLY },
      'off_leash_timed',
      'DST: 7am-10am; Standard time: 6am-8am',
      'off-leash,on-leash,on-leash',
    ],
    [
      { Dogs: 'Timed', 'Weekend off-leash times': '11am-1pm', OFF_LEASH_TIMES: EARLY },
      'off_leash_timed',
      '6am-8am; Weekend: 11am-1pm',
      'on-leash,on-leash,off-leash',
    ],
    [
      { Dogs: 'Timed', 'Off-leash times (Oct-Apr)': LATE, 'Off-leash times (May-Sep)': '' },
      'off_leash_timed',
      'Oct-Apr: 7am-10am',
      'off-leash,unknown,unknown',
    ],
    // For the summer only.
    [
      { Dogs: 'Timed', 'Off-leash times (summer)': LATE },
      'off_leash_timed',
      'Summer: 7am-10am',
      'off-leash,unknown,unknown',
    ],
    [
      { Dogs: 'Off leash', 'Off-leash times (summer)': 'TBC' },
      'off_leash_timed',
      null,
      'unknown,unknown,unknown',
    ],
    [
      { Dogs: 'Off leash', 'Off-leash times (summer)': LATE, 'Off-leash times (winter)': 'TBC' },
      'off_leash_timed',
      'Summer: 7am-10am',
      'off-leash,unknown,unknown',
    ],
    // For all days.
    [
      { Dogs: 'Timed', 'Off-leash times (all year)': LATE },
      'off_leash_timed',
      LATE,
      'off-leash,off-leash,on-leash',
    ],
    [
      { Dogs: 'Timed', 'Off-leash times (24h)': LATE },
      'off_leash_timed',
      LATE,
      'off-leash,off-leash,on-leash',
    ],
  ])('are for those only: %o: %s, %s', (cells, access, leashHours, states) => {
    const park = imported(cells)
    expect(park).toMatchObject({ access, leashHours })
    expect(statesOf(park)).toBe(states)
  })

  test.each<[Cells, DogAccess | null, string | null]>([
    [
      { Dogs: 'Timed', 'Summer hours': EARLY, 'Winter hours': LATE, 'Times (public holidays)': 'all day' },
      'off_leash_timed',
      'Summer: 6am-8am; Winter: 7am-10am; Public holidays: all day',
    ],
    // They may be the opening hours.
    [{ Dogs: 'Off leash', 'Summer hours': EARLY, 'Winter hours': LATE }, null, null],
    [{ Dogs: 'Off leash', 'Hours (daylight saving)': EARLY, 'Hours (standard time)': LATE }, null, null],
  ])('are under “hours” if the rule has times: %o: %s, %s', (cells, access, leashHours) => {
    expect(imported(cells)).toMatchObject({ access, leashHours })
  })

  test('of a header that cannot be read leave the rule unknown', () => {
    expect(imported({ Dogs: 'Off leash', 'Off-leash times (peak season)': LATE })).toMatchObject({
      access: null,
      leashHours: null,
    })
  })

  test('that cannot be read leave the hours unknown', () => {
    const park = imported({ Dogs: 'Off leash', 'Off-leash times (summer)': 'mostly' })
    expect(park.leashHours).toBe('Summer: mostly')
    expect(statesOf(park)).toBe('unknown,unknown,unknown')
  })
})

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

describe('a column of restrictions or conditions', () => {
  test.each<[Cells, Partial<StoredPark>, string]>([
    [
      { 'Dog access': 'Off leash', 'Dog restrictions': 'On leash 10am-4pm' },
      { access: 'off_leash', leashHours: 'On leash 10am-4pm' },
      'off-leash,on-leash',
    ],
    [
      { 'Off leash': 'Yes', Conditions: 'On leash 10am-4pm' },
      { access: 'off_leash', leashHours: 'On leash 10am-4pm' },
      'off-leash,on-leash',
    ],
    [
      { Dogs: 'Off leash', 'Seasonal restrictions': 'No dogs December to February' },
      { leashHours: 'No dogs December to February' },
      'off-leash,off-leash',
    ],
    [
      { Dogs: 'Off leash', 'Off-leash times': 'before 9am', Restrictions: 'No dogs 10am-4pm' },
      { leashHours: 'before 9am; No dogs 10am-4pm' },
      'off-leash,no-dogs',
    ],
    ...[
      'Not during organised sport',
      'Except during organised sport',
      'Not when sport is being played',
      'Dogs prohibited near the playground',
    ].map((text): [Cells, Partial<StoredPark>, string] => [
      { 'Dog access': 'Off leash', Conditions: text },
      { access: 'off_leash', leashHours: text },
      'off-leash,off-leash',
    ]),
    [
      { Dogs: 'Off leash', Exceptions: 'No dogs 10am-4pm' },
      { access: 'off_leash', leashHours: 'No dogs 10am-4pm' },
      'off-leash,no-dogs',
    ],
    [
      { Dogs: 'Off leash', Exceptions: 'Organised sport', 'Other exceptions': 'Not on the oval' },
      { access: 'off_leash', leashHours: 'Except organised sport; Not on the oval' },
      'off-leash,off-leash',
    ],
    [
      { AREA_TYPE: 'Dog Exercise Area', CONDITIONS: 'Off lead except when in use for sport' },
      { access: 'dog_park', leashHours: 'Off lead except when in use for sport' },
      'off-leash,off-leash',
    ],
  ])('adds to the leash hours what is clear by itself: %o', (cells, facts, states) => {
    const park = imported(cells)
    expect(park).toMatchObject(facts)
    expect(leashStates(park)).toBe(states)
  })
})

test.each([
  ['Time restrictions', 'None', null],
  ['Time restrictions', 'No restrictions', null],
  ['Off-leash times', 'None', 'None'],
])('under “%s”, “%s” gives the leash hours %s', (header, cell, leashHours) => {
  expect(imported({ Dogs: 'Off leash', [header]: cell })).toMatchObject({ access: 'off_leash', leashHours })
})

test('hours of single days leave a list without a rule for dogs one of parks that allow them', () => {
  expect(imported({ Monday: '6am-8pm', Tuesday: '6am-8pm', 'Gate hours': '6am-8pm' })).toMatchObject({
    access: 'dogs_allowed',
  })
})

test.each<[Cells, DogAccess | null]>([
  [{ 'Dog access (winter)': 'Off leash' }, null],
  [{ 'Dog access (beach only)': 'Off leash' }, null],
  [{ 'Dog access (summer)': 'On leash', 'Dog access (winter)': 'Off leash' }, null],
  [{ 'Dog access (summer)': 'No dogs', 'Dog access (winter)': 'Off leash' }, null],
  [{ 'Dog access (at all times)': 'Off leash' }, 'off_leash'],
  [{ 'Dog access (on/off leash)': 'Off leash' }, 'off_leash'],
])(
  'a rule that its header limits to some times or places is not that of the park: %o: %s',
  (cells, access) => {
    expect(imported(cells).access).toBe(access)
  },
)

test.each([
  [
    { 'Opening hours (summer)': '6am-8pm', 'Opening hours (winter)': '7am-6pm' },
    'Summer: 6am-8pm; Winter: 7am-6pm',
  ],
  [{ 'Weekend opening hours': '8am-6pm', 'Opening hours': '6am-8pm' }, '6am-8pm; Weekend: 8am-6pm'],
  [{ 'Opening hours (summer)': '6am-8pm', 'Opening hours (winter)': '' }, 'Summer: 6am-8pm'],
  [{ 'Opening hours (peak season)': '6am-8pm' }, null],
])('opening hours are for the days that their column names: %o: %s', (cells, openingHours) => {
  expect(imported({ Dogs: 'Off leash', ...cells })).toMatchObject({ access: 'off_leash', openingHours })
})

test('hours of access are opening hours, not off-leash at all hours', () => {
  expect(imported({ Dogs: 'Off leash', 'Access hours': '5pm to 8am' })).toMatchObject({
    access: 'off_leash',
    openingHours: '5pm to 8am',
  })
})

test.each([
  ['On leash', 'on_leash'],
  ['Off leash at all times', 'off_leash'],
  ['Timed off leash', 'off_leash_timed'],
])('a column “Off leash” may have rules instead of Yes and No: %s', (rule, access) => {
  expect(imported({ 'Off leash': rule })).toMatchObject({ access })
})

test.each<[Cells, Partial<StoredPark>]>([
  [{ AREA_TYPE: 'Dog Exercise Area (off lead)' }, { access: 'off_leash' }],
  [{ Dogs: 'Off-lead (fenced)' }, { access: 'fenced_dog_park' }],
  [{ Dogs: 'Designated off-lead area' }, { access: 'off_leash' }],
  [{ TYPE: 'Dog off leash beach' }, { access: 'off_leash' }],
  [{ Dogs: 'Dog exercise - off leash' }, { access: 'off_leash' }],
  [{ 'Leash type': 'Off leash (fenced)' }, { access: 'fenced_dog_park' }],
  [{ 'Dog Exercise Area (Y/N)': 'Y' }, { access: 'off_leash' }],
  [
    { Dogs: 'Off leash', Fenced: 'Fully fenced' },
    { access: 'off_leash', features: ['off-leash', 'fenced'] },
  ],
  [
    { Dogs: 'Off leash', Fenced: 'Unfenced' },
    { access: 'off_leash', lacks: ['fenced'] },
  ],
  [
    { Dogs: 'Off leash', Fenced: 'Partially' },
    { access: 'off_leash', features: ['off-leash'], lacks: [] },
  ],
  [
    { Dogs: 'Off leash', TIME_RESTRICTION: 'Before 10am and after 6pm' },
    { access: 'off_leash', leashHours: 'Before 10am and after 6pm' },
  ],
])('a list with %o', (cells, facts) => expect(imported(cells)).toMatchObject(facts))

test.each(['4pm to 8am', '10:00-16:00'])(
  'an off-leash area with “%s” under “Restrictions” is not off-leash at all times',
  (times) => {
    expect(imported({ Dogs: 'Off leash', Restrictions: times }).access).toBeNull()
    expect(imported({ Dogs: 'Off leash', From: '4:00 PM', To: '8am' }).access).toBeNull()
    expect(imported({ Dogs: 'Off leash', Open: '6am', 'Gates close': '9pm' }).access).toBe('off_leash')
    expect(imported({ Dogs: 'Off leash', 'Last edited': '2026-01-05 16:00' }).access).toBe('off_leash')
    expect(imported({ Dogs: 'Off leash', Restrictions: 'None' }).access).toBe('off_leash')
  },
)

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

  test('that forbids dogs keeps a park of a list without a column for the rule from being published', () => {
    expect(imported({ Notes: 'A quiet beach. No dogs.' }).access).toBeNull()
    expect(imported({ Dogs: 'Off leash' }, { Notes: 'A quiet beach. No dogs.' })).toMatchObject({
      access: 'off_leash',
      leashHours: 'No dogs',
    })
    expect(imported({ Notes: 'A quiet beach.' }).access).toBe('dogs_allowed')
  })
})
