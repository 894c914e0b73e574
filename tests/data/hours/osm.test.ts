import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openingAt, openStateAt } from '../../../data/hours/index.ts'
import { hoursTable } from '../../../data/hours/table.ts'
import { readOpening } from '../../../data/hours/read-opening.ts'
import { openingHoursSpecification } from '../../../data/hours/schema-org.ts'
import { compare, osmValue, WRITTEN_VALUES } from './osm-comparison.ts'
import { at, SYDNEY } from './places.ts'

/** January 2026 in Sydney: the 14th is a Wednesday, the 16th a Friday. */
const january = (date: number, time: string) => at(`2026-01-${String(date).padStart(2, '0')}T${time}+11:00`)
const WED = (time: string) => january(14, time)
const FRI = (time: string) => january(16, time)
const SAT = (time: string) => january(17, time)
const AUSTRALIA_DAY = at('2026-01-26T12:00+11:00')

describe("OpenStreetMap's notation", () => {
  test.each<[string, number, string]>([
    ['Mo-Fr 08:00-12:00, We 14:00-18:00', WED('09:00'), 'open'],
    ['Mo-Fr 08:00-12:00, We 14:00-18:00', WED('15:00'), 'open'],
    ['Mo-Fr 08:00-12:00, We 14:00-18:00', FRI('15:00'), 'closed'],
    ['mo-fr 08:00-12:00, we 14:00-18:00', WED('09:00'), 'open'],
    ['Mo-Fr 08:00-12:00; We 14:00-18:00', WED('09:00'), 'closed'],
    ['Mo-Fr 08:00-12:00; We 14:00-18:00', WED('15:00'), 'open'],
    ['Mo-Fr 08:00-12:00,13:00-17:00', WED('12:30'), 'closed'],
    ['Mo-Fr 08:00-12:00', SAT('09:00'), 'closed'],
    ['PH off', AUSTRALIA_DAY, 'closed'],
    ['PH off', WED('12:00'), 'unknown'],
    ['Mo-Su 06:00-20:00; PH off', AUSTRALIA_DAY, 'closed'],
    ['Mo-Su 06:00-20:00; PH off', WED('12:00'), 'open'],
    ['Mo-Su 06:00-20:00; PH closed', AUSTRALIA_DAY, 'closed'],
    ['Mo-Fr 06:00-20:00', AUSTRALIA_DAY, 'open'],
    ['Sa-Su,PH 09:00-17:00', AUSTRALIA_DAY, 'open'],
    ['24/7; PH off', AUSTRALIA_DAY, 'closed'],
    ['24/7; PH off', WED('03:00'), 'open'],
    // The dates of school holidays differ by state: known only when the state is the same during and outside
    // them.
    ['Mo-Fr 07:00-19:00; SH off', WED('12:00'), 'unknown'],
    ['Mo-Fr 07:00-19:00; SH off', WED('20:00'), 'closed'],
    // Hours extend into the next day, unless that day has its own rule after a semicolon.
    ['Fr 22:00-02:00', SAT('01:00'), 'open'],
    ['Fr 22:00-02:00; Sa 10:00-12:00', SAT('01:00'), 'closed'],
    ['Fr 22:00-02:00, Sa 10:00-12:00', SAT('01:00'), 'open'],
    ['Sa 10:00-12:00; Fr 22:00-02:00', SAT('01:00'), 'open'],
    ['Mo-Su 18:00-02:00; Sa off', SAT('01:00'), 'closed'],
    // By the notation, the night of the closed Saturday still ends on Sunday, which may not be meant.
    ['Mo-Su 18:00-02:00; Sa off', january(18, '01:00'), 'unknown'],
    ['Mo-Su 18:00-02:00; Sa off', january(18, '02:00'), 'closed'],
    ['Fr-Sa 20:00-26:00', SAT('01:59'), 'open'],
    ['Fr-Sa 20:00-26:00', SAT('02:00'), 'closed'],
    ['Mo-Fr 08:00-18:00; We 12:00-13:00 off', WED('12:30'), 'closed'],
    ['Mo-Fr 08:00-18:00; We 12:00-13:00 off', WED('13:30'), 'open'],
    ['Mo-Su (sunrise-00:30)-(sunset+00:30)', WED('20:30'), 'open'],
    ['Mo-Su (sunrise-00:30)-(sunset+00:30)', WED('20:45'), 'closed'],
    ['Mo-Su sunset-sunrise', WED('03:00'), 'open'],
    ['Oct-Mar Mo-Fr 06:00-20:00; Apr-Sep Mo-Fr 07:00-17:00', WED('06:30'), 'open'],
    ['Nov 01-Mar 31 Mo-Su 06:00-21:00', WED('20:30'), 'open'],
    ['Mo-Su 07:00-19:00; Dec 25 off', at('2026-12-25T12:00+11:00'), 'closed'],
    ['Mo-Su 07:00-19:00; easter -2 days off', at('2026-04-03T12:00+11:00'), 'closed'],
    ['Mo-Fr 9:00-17:00', WED('09:30'), 'open'],
    ['off', WED('12:00'), 'closed'],
  ])('%s', (text, now, state) => {
    expect(openStateAt(text, SYDNEY, now)).toBe(state)
    expect(openingAt(text, SYDNEY, now).state).toBe(state)
  })

  test.each([
    'Mo-Fr 08:00+',
    'Mo-Fr',
    'Mo[1] 10:00-12:00',
    'week 1-20 Mo-Fr 08:00-12:00',
    'Mo-Fr 08:00-12:00 || "by appointment"',
    '2026 Dec 25 off',
    'Mo-Fr 08:00-18:00 "gate 2 only"',
    'Mo-Fr 6:00-8:00',
    'Mo-Fr sunset-dusk',
    'Mo-Fr 08:00-08:00',
    'Mo-Fr 25:00-26:00',
    'Mo-Fr 08:00-12:00,',
    // Plain lists and the notation have different meanings here, and it is unclear which one the text is.
    '06:00-09:00; 16:00-20:00',
    'Dec 25 closed; 06:00-20:00',
    'Mo-Fr 8am-noon, We 2pm-6pm',
  ])('an unsupported text is not understood: %s', (text) => {
    expect(readOpening(text)).toBeNull()
    expect(openStateAt(text, SYDNEY, WED('12:00'))).toBe('unknown')
  })

  test('a text with other words is read as a list, in which later entries replace the days that they name', () => {
    expect(openStateAt('Mon-Fri 8am-noon, Wed 2pm-6pm', SYDNEY, WED('09:00'))).toBe('closed')
    expect(openStateAt('Fri 4pm-2am; Sat 10am-4pm', SYDNEY, SAT('01:00'))).toBe('open')
  })

  test('the next change is found after closed days', () => {
    expect(openingAt('Mo-Fr 08:00-12:00; We 14:00-18:00', SYDNEY, FRI('12:00')).until?.instant).toBe(
      january(19, '08:00'),
    )
    expect(openingAt('Fr 22:00-02:00; Sa 10:00-12:00', SYDNEY, FRI('23:00')).until?.instant).toBe(
      SAT('00:00'),
    )
  })

  test('the table shows the hours of each day with additional rules added and closed hours removed', () => {
    const rows = (text: string) => hoursTable(text, SYDNEY, WED('12:00'))!.rows.map((row) => row.text)
    expect(rows('Mo-Fr 08:00-12:00, We 14:00-18:00; Fr off; Sa 22:00-02:00')).toEqual([
      '8 am – noon',
      '8 am – noon',
      '8 am – noon, 2 pm – 6 pm',
      '8 am – noon',
      'Closed',
      '10 pm – 2 am',
      'Closed',
    ])
    expect(rows('Mo-Su 06:00-20:00; We 12:00-13:00 off')[2]).toBe('6 am – noon, 1 pm – 8 pm')
    expect(rows('Fr 22:00-02:00; Sa 10:00-12:00')[4]).toBe('10 pm – midnight')
    expect(rows('PH off')[2]).toBe('Not stated')
    expect(hoursTable('Mo-Su 06:00-20:00; PH off', SYDNEY, WED('12:00'))!.conditions).toEqual([
      'Hours may differ on public holidays.',
    ])
  })

  test('the specification for search engines has the same week', () => {
    expect(openingHoursSpecification('Mo-Tu 08:00-12:00, Tu 14:00-18:00')).toEqual([
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '08:00', closes: '12:00' },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Tuesday'], opens: '08:00', closes: '12:00' },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Tuesday'], opens: '14:00', closes: '18:00' },
    ])
    expect(openingHoursSpecification('Mo-Su 06:00-20:00; PH off')).toBeNull()
    expect(openingHoursSpecification('Mo-Su sunrise-sunset')).toBeNull()
  })
})

describe('compared with the package opening_hours', () => {
  test('values written by people and values of the seed have the same meaning', () => {
    const { unsafe, read, values } = compare(WRITTEN_VALUES, 10)
    expect(unsafe).toEqual([])
    expect(read / values).toBeGreaterThan(0.9)
  })

  test('generated values have the same meaning', () => {
    // Fixed, so that the result depends on the code alone; `verify:hours` compares twenty times as many
    // values.
    const seed = 20_261_122
    const { unsafe, read, values, cases } = compare(fc.sample(osmValue, { numRuns: 150, seed }), 5, seed)
    console.log(`seed ${seed}: ${cases} cases; ${read} of ${values} values read`)
    expect(unsafe).toEqual([])
    expect(read / values).toBeGreaterThan(0.5)
  })
})
