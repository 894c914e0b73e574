import { describe, expect, test } from 'vitest'
import type { AssignedColumn } from '../../../data/model/import.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'
import { columnName } from '../../../server/import/cell-text.ts'
import { assignColumns, mapHeaders } from '../../../server/import/headers.ts'
import { areOffLeashTimes } from '../../../server/import/hours.ts'
import { readRow } from '../../../server/import/row.ts'
import { type Cells, imported, leashStates, leashStatesAt } from './imported-park.ts'

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
    leashStatesAt(park, '2026-01-13T08:30+11:00', '2026-07-14T08:30+10:00', '2026-07-18T12:00+10:00')
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
    [
      { Dogs: 'Off leash', 'Summer hours': EARLY, 'Winter hours': LATE },
      null,
      '“Summer hours”: 6am-8am; “Winter hours”: 7am-10am',
    ],
    [
      { Dogs: 'Off leash', 'Hours (daylight saving)': EARLY, 'Hours (standard time)': LATE },
      null,
      '“Hours (daylight saving)”: 6am-8am; “Hours (standard time)”: 7am-10am',
    ],
  ])('are under “hours” if the rule has times: %o: %s, %s', (cells, access, leashHours) => {
    expect(imported(cells)).toMatchObject({ access, leashHours })
  })

  test('of a header that cannot be read leave the rule unknown', () => {
    expect(imported({ Dogs: 'Off leash', 'Off-leash times (peak season)': LATE })).toMatchObject({
      access: null,
      leashHours: '“Off-leash times (peak season)”: 7am-10am',
    })
  })

  test('that cannot be read leave the hours unknown', () => {
    const park = imported({ Dogs: 'Off leash', 'Off-leash times (summer)': 'mostly' })
    expect(park.leashHours).toBe('Summer: mostly')
    expect(statesOf(park)).toBe('unknown,unknown,unknown')
  })
})

describe('columns with the rules of some days', () => {
  test.each<[Cells, DogAccess, string]>([
    [{ Winter: 'Off leash', Summer: 'Prohibited' }, 'off_leash_timed', 'no-dogs,off-leash'],
    [
      { 'April - November': 'Off leash', 'December - March': 'No dogs 9am-7pm' },
      'off_leash_timed',
      'no-dogs,off-leash',
    ],
    [
      {
        'Daylight Saving Time': 'On leash 10am - 8pm; off leash at other times',
        'Non Daylight Saving Time': 'Off leash at all times',
      },
      'off_leash_timed',
      'on-leash,off-leash',
    ],
  ])('are one rule: %o: %s', (cells, access, states) => {
    const park = imported(cells)
    expect(park).toMatchObject({
      access,
      leashHours: Object.entries(cells)
        .map(([days, rule]) => `${days.replace(' Time', '')}: ${rule}`)
        .join('; '),
    })
    expect(leashStatesAt(park, '2026-01-13T12:00+11:00', '2026-07-14T12:00+10:00')).toBe(states)
  })
})

describe('a column beside the rule', () => {
  test.each<Cells>([
    { Season: 'Winter only' },
    { Season: 'Only winter' },
    { Weekday: '6-9am', Weekend: '6-8am' },
    { Months: 'May-Sep' },
    { Month: 'May' },
    { 'Valid from': '1 May', 'Valid to': '30 Sep' },
    { 'Dates off leash': '1 May - 30 September' },
    { Period: 'Dec-Feb' },
    { 'Time of year': 'Winter' },
    { Applicable: 'Weekdays' },
    { Column7: 'Mon-Fri' },
    { 'Restricted months': 'Nov-Apr' },
    { Exclusion: 'Nesting season' },
    { 'Sub-area': 'Northern half' },
    { Coverage: 'Partial' },
    { 'Whole park?': 'No' },
    { 'Time limited': 'Yes' },
    { Timed: 'Y' },
    { Seasonal: 'Yes' },
    { Control: 'On leash between 9am and 5pm' },
    { Column7: 'Dogs on leash at weekends' },
  ])('that limits it leaves the rule unknown: %o', (cells) => {
    expect(imported({ 'Off leash': 'Yes', ...cells }).access).toBeNull()
    expect(imported({ Dogs: 'Off leash', ...cells }).access).toBeNull()
  })

  test.each<Cells>([
    { Season: 'All year' },
    { Days: 'Every day' },
    { 'Mowing day': 'Tuesday' },
    { 'Bin collection': 'Mon-Fri' },
    { Cafe: 'Weekends' },
    { Officer: 'June', 'Year built': '1990' },
    { 'Valid from': '1 May 2026' },
    { Section: 'A' },
    { 'Sports field': 'Yes' },
    { 'Time limited': 'No', Timed: 'No', Seasonal: 'No' },
    { 'Whole park': 'Yes' },
    { 'Partial shade': 'Yes' },
    { 'Fenced (full/part)': 'Part' },
    { 'Time zone': 'AEST' },
  ])('that says nothing about it leaves it as it is: %o', (cells) => {
    expect(imported({ 'Off leash': 'Yes', ...cells })).toMatchObject({
      access: 'off_leash',
      leashHours: null,
    })
  })
})

describe('a column that limits for whom or how long the rule is', () => {
  test.each<[string, string]>([
    ['Members only', 'Yes'],
    ['Small dogs only', 'Yes'],
    ['Local residents only', 'TRUE'],
    ['Permit required', 'For groups'],
    ['Key required', 'Yes'],
    ['Off-leash trial', 'Yes'],
    ['Trial ends', '30 June 2027'],
    ['OFF_LEASH_TRIAL_ENDS', '2027-06-30'],
    ['Valid from', '2027'],
    ['Valid from 2027', 'Yes'],
    ['Valid from', '2 May 2026'],
    ['Effective date', '2/05/2026'],
    ['Commences', 'June 2026'],
    ['Valid until', '2025'],
    ['VALID_TO', '31/12/26'],
    ['Eligibility', 'Members of the dog club'],
    ['Status', 'Trial until June 2027'],
    ['Dog size', 'Small only'],
    ['Access', 'Members only'],
    ['Restriction type', 'Time'],
    ['Restricted', 'Yes'],
    ['Time limit', '6-9'],
    ['Zone type', 'Timed'],
    ['Category', 'Time-share'],
    ['Conditions apply', 'Y'],
    ['Open months', 'Apr-Sep'],
  ])('leaves it unknown: %s: %s', (header, text) => {
    for (const rule of [{ 'Off leash': 'Yes' }, { Dogs: 'Fenced dog park' }])
      expect(imported({ ...rule, [header]: text })).toMatchObject({
        access: null,
        leashHours: `“${header}”: ${text}`,
      })
  })

  test.each<[string, string]>([
    ['Members only', 'No'],
    ['Members only', ''],
    ['Permit required', 'Not required'],
    ['Trial ends', 'No end date'],
    ['Valid from', '2019'],
    ['Valid from', '2026'],
    ['Valid from', '2026-05-01'],
    ['Effective date', '1/05/2026'],
    ['Commences', 'May 2026'],
    ['Commences', '99 May 2025'],
    ['Valid', 'Yes'],
    ['Until', 'further notice'],
    ['Ends', 'Smith Street'],
    ['Upgrade required', 'Yes'],
    ['Dogs only', 'Yes'],
    ['Parking notes', 'Street parking only'],
    ['Maintenance', 'Temporary'],
    ['Access', 'Public'],
    ['Restrictions', 'None'],
    ['Restricted', 'No'],
    ['Time limits', 'At all times'],
    ['Conditions', 'Good'],
    ['Vehicle use', 'Restricted'],
    ['Sprinklers', 'Timed'],
    ['Months open', 'All year'],
  ])('does not, or not here: %s: %s', (header, text) => {
    expect(imported({ 'Off leash': 'Yes', [header]: text })).toMatchObject({
      access: 'off_leash',
      leashHours: null,
      description: null,
    })
  })

  test.each([{ Dogs: 'On leash' }, { Suburb2: '' }])(
    'is described where dogs are not off the leash: %o',
    (rule) => {
      expect(imported({ ...rule, 'Members only': 'Yes' })).toMatchObject({
        access: 'Dogs' in rule ? 'on_leash' : 'dogs_allowed',
        leashHours: null,
        description: 'Members only: Yes.',
      })
    },
  )

  test('is in the notes of the row', () => {
    const cells = ['x', 'Off leash', 'Yes']
    const header = ['Name', 'Dogs', 'Members only']
    const read = (columns = mapHeaders(header, [{ cells }])) =>
      readRow({ row: 2, cells }, columns, { source: '', today: '2026-05-01' })
    const notes = ['“Members only” is about dogs and cannot be read.']
    expect(read()).toMatchObject({ notes })
    const assigned = assignColumns(mapHeaders(header, [{ cells }]), [
      { at: 1, field: 'access', feature: null },
    ])
    expect(read(assigned)).toMatchObject({ notes })
  })
})

test.each<[string, string]>([
  ['Notes for dogs', 'Prohibited on Mondays'],
  ['Access', 'Prohibited area'],
])(
  'a column that an administrator leaves out keeps no other from limiting the rule: %s: %s',
  (header, text) => {
    const cells = ['x', 'Off leash', text, '4']
    const columns = mapHeaders(['Name', 'Dogs', header, 'Rating'], [{ cells }])
    const read = (assigned: readonly AssignedColumn[]) =>
      readRow({ row: 2, cells }, assignColumns(columns, assigned), { source: '', today: '2026-05-01' })
    const known = { facts: { access: null } }
    expect(read([])).toMatchObject(known)
    expect(read([{ at: 3, field: null, feature: null }])).toMatchObject(known)
  },
)

test.each<[Cells, DogAccess | null]>([
  [{ Dogs: 'On leash', 'Dog notes': 'Forbidden near the playground' }, null],
  [{ Dogs: 'On leash', 'Dog notes': 'Banned near the playground' }, null],
  [{ Dogs: 'Off leash', 'Dog zone': 'Banksia Lawn' }, 'off_leash'],
])('a prohibition limits the rule in all its words: %o: %s', (cells, access) => {
  expect(imported(cells).access).toBe(access)
})

test('a column about a part for small dogs is not about the rule', () => {
  for (const cells of [{ SmallDogArea: 'No' }, { 'Large dogs section': 'Not for puppies' }])
    expect(imported({ Dogs: 'Off leash', ...cells }).access).toBe('off_leash')
})

test('times of a list that forbids dogs are no opening hours', () => {
  expect(
    imported([
      { Dogs: 'Dogs prohibited', Times: '10am-6pm' },
      { Dogs: 'On leash', Times: 'All times' },
    ]),
  ).toMatchObject({ access: null, openingHours: null })
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
      'Not permitted when sport is being played',
      'Dogs prohibited near the playground',
    ].map((text): [Cells, Partial<StoredPark>, string] => [
      { 'Dog access': 'Off leash', Conditions: text },
      { access: 'off_leash', leashHours: text.replace('Not permitted', 'Not') },
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

describe('a column such as “Times” without a word about dogs', () => {
  test.each([
    ['Times', '4.30pm to 8.30am'],
    ['Times', '6am-9am & 4pm-8pm'],
    ['Access hours', '5pm to 8am'],
    ['Hours', 'Before 8.30am and after 4.30pm'],
  ])('has off-leash times if they exclude noon: %s, %s', (header, times) => {
    const park = imported({ 'Off leash': 'Yes', [header]: times })
    expect(park).toMatchObject({ access: 'off_leash', leashHours: times, openingHours: null })
    expect(leashStates(park)).toMatch(/,on-leash$/)
  })

  test('has them in all rows if it has them in one', () => {
    const rows = ['8am-6pm', '6am-9am'].map((Times) => ({ 'Off leash': 'Yes', Times }))
    expect(imported(rows).openingHours).toBeNull()
  })

  test('does not have them if a cell says more than times', () => {
    expect(areOffLeashTimes(['6am-9am', ''])).toBe(true)
    expect(areOffLeashTimes(['6am-9am', 'Closed on Mondays'])).toBe(false)
    expect(areOffLeashTimes(['6am-9am', '6am-9pm; off leash before 9am'])).toBe(false)
    expect(areOffLeashTimes(['10am-2am'])).toBe(false)
    expect(areOffLeashTimes(['noon-6pm', '6am-noon', 'Sunrise to sunset', 'All day'])).toBe(false)
  })

  test.each([
    [{ Times: '5am-11am' }, '5am-11am'],
    [{ 'Off leash': 'Yes', Times: '6am-9pm' }, '6am-9pm'],
    [{ 'Off leash': 'Yes', Hours: '6am-9am; closed at other times' }, '6am-9am; closed at other times'],
    [{ Dogs: 'Off leash', 'Off-leash times': 'Before 9am', Times: '5am-11am' }, '5am-11am'],
  ])('has opening hours otherwise: %o', (cells, openingHours) => {
    expect(imported(cells)).toMatchObject({ openingHours })
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

test.each([
  [{ Dogs: 'Off leash', '': 'Western end only', Size: '2 ha' }, null],
  [{ 'Off leash': 'Yes', '': 'No', Size: '2 ha' }, null],
  [{ Dogs: 'Off leash', '': 'Near the creek', Size: '2 ha' }, 'off_leash'],
  [{ 'Off leash': 'Yes', '': 'Yes', Size: '2 ha' }, 'off_leash'],
  [{ Dogs: 'Off leash', Bench: 'Yes', '': 'Western end only', Size: '2 ha' }, 'off_leash'],
])('a column without a header is below the header that is merged over it: %o', (cells, access) =>
  expect(imported(cells).access).toBe(access),
)

test.each<Cells>([
  { Dogs: 'Off leash', 'Off leash': 'No' },
  { Dogs: 'Off leash', 'On leash': 'Yes' },
  { Dogs: 'Off leash', Features: 'Water; On-leash Area' },
  { Dogs: 'Fenced dog park', 'On leash': 'Yes' },
  { Dogs: 'Off leash', 'Dogs not allowed': 'Yes' },
  { Dogs: 'Off leash', 'Dogs not permitted': 'Y' },
  { Dogs: 'Off leash', 'Dogs forbidden': 'Yes' },
  { Dogs: 'Off leash', 'Dog free': 'Yes' },
  { Dogs: 'Off leash', 'Seasonal closure': 'Closed Nov-Mar' },
  { Dogs: 'Off leash', Closures: 'Closed on weekdays' },
])('columns that do not agree whether dogs may be off the leash leave the rule unknown: %o', (cells) => {
  expect(imported(cells).access).toBeNull()
})

test.each([
  'Nice view. Dogs on lead at all times.',
  'All dogs must be leashed',
  'Leash required',
  'No longer an off-leash area',
  'This is not an off leash park.',
  'Formerly off-lead',
])('a description that says “%s” leaves the rule “Off leash” unknown', (Description) => {
  for (const Dogs of ['Off leash', 'Fenced dog park'])
    expect(imported({ Dogs, Description }).access).toBeNull()
  for (const [Dogs, access] of [
    ['Off leash at times', 'off_leash_timed'],
    ['On leash', 'on_leash'],
    ['Yes', 'dogs_allowed'],
  ] as const)
    expect(imported({ Dogs, Description }).access).toBe(access)
  expect(imported({ Dogs: 'Off leash', 'Off-leash times': 'before 9am', Description }).access).toBe(
    'off_leash',
  )
})

test('a park with “no dogs” in its name is not public, also in a list without a rule', () => {
  const cells = ['Rosella Run (no dogs)']
  const row = readRow({ row: 2, cells }, mapHeaders(['Name'], [{ cells }]), {
    source: '',
    today: '2026-05-01',
  })
  expect(row).toMatchObject({ facts: { access: null } })
})

/** A row whose column says that dogs may be off the leash. */
function offLeashRow(name: string) {
  const cells = [name, 'Off leash']
  return readRow({ row: 2, cells }, mapHeaders(['Name', 'Dogs'], [{ cells }]), {
    source: '',
    today: '2026-05-01',
  })
}

test.each(['on leash', 'On-lead only', 'no dogs', 'not an off-leash area'])(
  'a name with “%s” in brackets leaves the rule “Off leash” unknown',
  (words) => {
    expect(offLeashRow(`Rosella Run (${words})`)).toMatchObject({
      facts: { access: null },
      notes: [`The name says “${words}”.`],
    })
  },
)

const SAID_IN_NAMES: readonly [name: string, said: string][] = [
  ['Rosella Run (members only)', 'members only'],
  ['Rosella Run (off leash at dawn)', 'off leash at dawn'],
  ['Rosella Run (timed)', 'timed'],
  ['Rosella Run (part)', 'part'],
  ['Rosella Run (trial)', 'trial'],
  ['Rosella Run - mornings only', 'mornings only'],
  ['Rosella Run – seasonal off-leash', 'seasonal off-leash'],
  ['Rosella Run: strictly no dogs', 'strictly no dogs'],
  ['Rosella Run On-Leash Area', 'Rosella Run On-Leash Area'],
  ['Rosella Run Dog Prohibited Area', 'Rosella Run Dog Prohibited Area'],
]
test.each(SAID_IN_NAMES)('the name %s leaves the rule “Off leash” unknown', (name, said) => {
  expect(offLeashRow(name)).toMatchObject({
    facts: { access: null },
    notes: [`The name says “${said}”.`],
  })
})

test.each([
  'Rosella Run Off-Leash Park',
  'Rosella Run On/Off Leash Park',
  'Rosella Run (North)',
  'Dawn Park',
])('the name %s leaves the rule “Off leash” as it is', (name) => {
  expect(offLeashRow(name)).toMatchObject({ facts: { access: 'off_leash' }, notes: [] })
})

test.each<Cells>([
  { 'Prohibited area': 'Yes' },
  { Extra: 'Mornings only' },
  { 'Dogs off lead': 'N' },
  { 'Dogs allowed off leash': '0' },
  { 'Off leash at all times': 'False' },
  { 'Dog beach off leash': '✗' },
  { 'Animals allowed': 'N' },
  { 'Lead required': 'x' },
  { 'Leashed only': '✓' },
  { 'Leash at all times': '1' },
  { 'Not off leash': 'TRUE' },
  { 'Winter only': 'Y' },
  { 'Weekend only': 'x' },
  { 'Seasonal closure': 'Yes' },
  { 'Dogs prohibited': '10-4' },
  { 'Dogs prohibited': '2026-04-10' },
  { 'On leash times': '9-5' },
  { 'Off leash AM': '6-9', 'Off leash PM': '4-7' },
  { AM: '6-9', PM: '4-7' },
  { Weekday: '0600-0900' },
  { 'Summer hours': '6-9' },
  { Months: '5-9' },
  { 'Dates off leash': '1/5 - 30/9' },
  { 'Dog exercise hours': '6am-9am' },
  { 'Hours dogs allowed': '6am-9am' },
  { 'Dog park hours': '6am-9am & 4pm-7pm' },
  { 'Morning hours': '6am-9am', 'Afternoon hours': '4pm-7pm' },
  { Class: 'Timed' },
  { Classification: 'Time restrictions apply' },
  { Subtype: 'Restricted hours' },
  { Use: 'Part time' },
  { Subtype: 'Certain times only' },
  { Signage: 'Keep dogs on leash' },
  { Notice: 'Please take care. Strictly no dogs' },
  { Warning: 'Dogs banned' },
  { General: 'No longer off leash' },
  { Signage: 'Off-leash area removed' },
  { Signage: 'Off leash before 9am' },
  { 'Public notes': 'Not on weekends' },
  { Notice: 'Before 9am' },
])('a column may deny the rule “Off leash”: %o', (cells) => {
  expect(imported({ Dogs: 'Off leash', ...cells }).access).toBeNull()
})

test.each<Cells>([
  { 'Dog wash': 'N' },
  { 'Dog park hours': '6am-9pm' },
  { 'Leash required': '✗' },
  { 'Winter only': 'No' },
  { Season: '2025-2026' },
  { 'Office hours': '9-5' },
  { 'Playground ages': '3-12' },
  { Class: 'District' },
  { Subtype: 'Designated' },
  { Signage: 'Dog off leash area' },
  { Signage: 'Dogs on leash within 10 m of the playground' },
  { Notice: 'Please pick up after your dog' },
  { 'Former rule': 'Dogs on leash' },
  { Toilets: 'Not on weekends' },
])('a column leaves the rule “Off leash” as it is: %o', (cells) => {
  expect(imported({ Dogs: 'Off leash', ...cells }).access).toBe('off_leash')
})

test('what another column says about dogs is kept for an administrator, and counts without a rule too', () => {
  expect(imported({ Dogs: 'Off leash', Signage: 'Off-leash area removed' })).toMatchObject({
    access: null,
    leashHours: '“Signage”: Off-leash area removed',
  })
  expect(imported({ Signage: 'Strictly no dogs' }).access).toBeNull()
  expect(
    imported({ Dogs: 'Off leash', 'Off-leash times': 'Before 9am', Signage: 'Off leash before 9am' }).access,
  ).toBe('off_leash')
})

test.each<Cells>([
  { Fenced: 'Partially' },
  { Fenced: 'Planned' },
  { Fencing: '3 sides' },
  { Features: 'Partly fenced' },
])('a fenced dog park that has no fence all around is a dog park: %o', (cells) => {
  const park = imported({ Dogs: 'Fenced dog park', ...cells })
  expect(park.access).toBe('dog_park')
  expect(park.features).not.toContain('fenced')
})

test.each([
  'Dogs must be on a lead near the playground',
  'Dogs on leash outside the fenced area',
  'Not only an off-leash park: there is a lake too',
  'Dogs must be under control',
])('a description that says “%s” leaves the rule “Off leash” as it is', (Description) =>
  expect(imported({ Dogs: 'Off leash', Description: Description.replaceAll(',', ' ') }).access).toBe(
    'off_leash',
  ),
)

test.each<[Cells, DogAccess]>([
  [{ Dogs: 'Off leash', 'Off leash': 'Yes', 'On leash': 'Yes' }, 'off_leash'],
  [{ Dogs: 'Off leash at times', 'On leash': 'Yes' }, 'off_leash_timed'],
  [{ Dogs: 'On leash', 'Off leash': 'No', 'On leash': 'Yes' }, 'on_leash'],
  [{ Dogs: 'Off leash', 'Dogs not allowed': 'No' }, 'off_leash'],
  [{ Dogs: 'Off leash', 'Leash free': 'Yes' }, 'off_leash'],
  [{ Dogs: 'Off leash', 'Opening notes': 'Closed Mondays' }, 'off_leash'],
])('columns that agree about the leash leave the rule as it is: %o: %s', (cells, access) => {
  expect(imported(cells).access).toBe(access)
})

test('a column without a header is named as in a spreadsheet', () => {
  const cells = ['x', 'Off leash', 'Not on weekends', 'On leash before 9am', 'closed at 6']
  const header = ['Name', 'Dogs', '', '', 'Opening hours']
  const columns = mapHeaders(header, [{ cells }])
  const row = readRow({ row: 2, cells }, columns, { source: '', today: '2026-05-01' })
  expect(row).toMatchObject({
    facts: { leashHours: '“Column C”: Not on weekends; “Column D”: On leash before 9am' },
    notes: ['“Column C” is about dogs and cannot be read.'],
  })
  expect([0, 25, 26, 701, 702].map((at) => columnName({ at, header: '' }))).toEqual(
    ['A', 'Z', 'AA', 'ZZ', 'AAA'].map((letters) => `Column ${letters}`),
  )
})

describe('several columns of one kind', () => {
  test.each<[Cells, string | null]>([
    [{ 'Opening hours': '6am-8pm', 'Opening hours ': 'Closed Mondays' }, '6am-8pm; Closed Mondays'],
    [{ 'Opening hours': '6am-8pm', 'Opening hours2': 'Closed Mondays' }, '6am-8pm; Closed Mondays'],
    [{ 'Opening hours': '6am-8pm', 'Opening times': '6am-8pm' }, '6am-8pm'],
    [{ 'Opening hours': '', 'Park hours': 'Closed Mondays' }, 'Closed Mondays'],
    [{ Hours: '6am-8pm', 'Hours ': 'Closed Mondays' }, '6am-8pm | Closed Mondays'],
    [{ 'Opening hours': '6am-8pm', '': 'Closed Mondays', Size: '2 ha' }, '6am-8pm; Closed Mondays'],
    [{ Hours: '6am-8pm', '': 'Closed Mondays', Size: '2 ha' }, '6am-8pm | Closed Mondays'],
    [{ 'Opening hours': '6am-8pm', '': '3', Size: '2 ha' }, '6am-8pm'],
  ])('of opening hours are read together: %o', (cells, openingHours) =>
    expect(imported({ Dogs: 'Off leash', ...cells })).toMatchObject({ access: 'off_leash', openingHours }),
  )

  test('of off-leash times leave the rule unknown if one may limit the other', () =>
    expect(imported({ Dogs: 'Off leash at times', Hours: '6am-9am', 'Hours ': 'weekends' })).toMatchObject({
      access: null,
      leashHours: '6am-9am; “Hours”: weekends',
    }))

  test.each(['No dogs before 9am', 'On leash before 9am', 'Not on weekdays before 9am'])(
    'of descriptions may all have rules for dogs: %s',
    (text) => {
      for (const cells of [
        { Notes: 'Nice view', Comments: text },
        { Notes: text, Comments: 'Nice view' },
      ])
        expect(leashStates(imported({ Dogs: 'Off leash', ...cells }))).not.toMatch(/^off-leash/)
    },
  )

  const json = (fields: object) => `"${JSON.stringify(fields).replaceAll('"', '""')}"`

  test.each([
    [{ overview: 'Dogs are prohibited.' }, 'Dogs are prohibited'],
    [{ overview: 'Lovely. No dogs before 9am', city: 'Perth' }, 'No dogs before 9am'],
    [{ overview: 'Lovely.', features: ['Water', 'No dogs before 9am'] }, 'No dogs before 9am'],
  ])('of descriptions may have rules for dogs in JSON: %j', (fields, leashHours) => {
    const park = imported({ Dogs: 'Off leash', Description: json(fields) })
    expect(park).toMatchObject({ leashHours })
    expect(leashStates(park)).not.toMatch(/^off-leash/)
  })

  test('of descriptions are published together, also if one is JSON', () => {
    expect(imported({ Notes: 'Nice view', Comments: 'Near the lake', Remarks: 'Nice view' })).toMatchObject({
      description: 'Nice view; Near the lake',
    })
    expect(imported({ Notes: 'Nice view.', Comments: 'Near the lake' })).toMatchObject({
      description: 'Nice view. Near the lake',
    })
    const description = (cells: Cells) => JSON.parse(imported(cells).description!)
    expect(description({ Description: json({ overview: 'A park', city: 'Perth' }), Notes: 'Nice' })).toEqual({
      overview: 'A park; Nice',
      city: 'Perth',
    })
    expect(description({ Description: json({ reviews: 3 }), Facilities: 'Duck pond' })).toEqual({
      overview: 'Duck pond.',
      reviews: 3,
    })
  })

  test.each<[Cells, object]>([
    [
      { Toilets: 'Yes', 'Public toilets': 'No' },
      { features: [], lacks: [] },
    ],
    [
      { Toilets: 'No', Facilities: 'Water; Toilets' },
      { features: ['water'], lacks: [] },
    ],
    [
      { Fenced: 'Yes', 'Fully fenced': 'No' },
      { features: [], lacks: [] },
    ],
    [
      { Toilets: 'Yes', 'Public toilets': '' },
      { features: ['toilets'], lacks: [] },
    ],
    [
      { 'Off leash': 'No', Facilities: 'off-leash section' },
      { features: ['off-leash'], lacks: [] },
    ],
  ])('of a feature that say otherwise leave it unknown: %o', (cells, known) =>
    expect(imported(cells)).toMatchObject(known),
  )

  test('of a feature that say otherwise are in the notes of the row', () => {
    const cells = ['x', 'Off leash', 'Yes', 'No']
    const columns = mapHeaders(['Name', 'Dogs', 'Toilets', 'Public toilets'], [{ cells }])
    expect(readRow({ row: 2, cells }, columns, { source: '', today: '2026-05-01' })).toMatchObject({
      notes: ['The list says “Toilets/Restrooms” is there and that it is not: left out.'],
    })
  })

  test('of features are all read', () => {
    expect(imported({ Features: 'Toilet; Water', Facilities: 'Shade; Parking' })).toMatchObject({
      features: ['water', 'shade', 'parking', 'toilets'],
    })
    expect(imported({ Dogs: 'Off leash', Features: 'Toilet', Facilities: 'Partly on leash' })).toMatchObject({
      leashHours: 'Partly on leash',
    })
  })
})

test.each<Cells>([
  { Location: 'No dogs near the lake before 9am', Address: '1 Smith St' },
  { Area: 'Eastern half only', City: 'Melbourne' },
])('a column that is not read beside one of its kind may limit the rule: %o', (cells) => {
  expect(imported({ Dogs: 'Off leash', ...cells }).access).toBeNull()
})
