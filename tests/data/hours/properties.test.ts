import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leashAt, openingAt, openStateAt, describeLeash, describeOpening } from '../../../data/hours/index.ts'
import { hoursTable } from '../../../data/hours/table.ts'
import { readLeash } from '../../../data/hours/read-leash.ts'
import { zoneOf } from '../../../data/hours/zone.ts'
import { readOpening } from '../../../data/hours/read-opening.ts'
import { Cursor, TEXT_MAX_LENGTH, normalise, tokenize } from '../../../data/hours/tokens.ts'
import { DogAccess } from '../../../data/model/park.ts'
import { LEASH_TEXTS, OPENING_TEXTS } from './council-texts.ts'
import { at, PLACES } from './places.ts'

const place = fc.constantFrom(...PLACES)
const access = fc.constantFrom(...DogAccess.options)
const instant = fc.integer({ min: at('2024-01-01T00:00Z'), max: at('2032-01-01T00:00Z') })
// Nights with clock changes and whole minutes are more frequent than at random.
const edgeInstant = fc.oneof(
  instant,
  instant.map((now) => now - (now % 60_000)),
  fc
    .tuple(
      fc
        .constantFrom(
          '2026-04-04T12:00Z',
          '2026-10-03T12:00Z',
          '2028-02-28T12:00Z',
          '2026-04-05T00:00Z',
          '2026-12-31T12:00Z',
        )
        .map(at),
      fc.integer({ min: 0, max: 1440 }),
    )
    .map(([start, minutes]) => start + minutes * 60_000),
)

/* Generated rules, written in the notations that people use. */

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const minute = fc.integer({ min: 0, max: 287 }).map((fives) => fives * 5)
type Writer = (minute: number, end: boolean) => string
const pad = (value: number) => String(value).padStart(2, '0')
const twelve = (m: number) => ({
  hour: Math.floor(m / 60) % 12 === 0 ? 12 : Math.floor(m / 60) % 12,
  rest: m % 60,
  half: m % 1440 < 720 ? 'am' : 'pm',
})
const writers: Record<string, Writer> = {
  short: (m) => {
    const { hour, rest, half } = twelve(m)
    return `${hour}${rest === 0 ? '' : `.${pad(rest)}`}${half}`
  },
  google: (m) => {
    const { hour, rest, half } = twelve(m)
    return `${hour}:${pad(rest)}\u202f${half.toUpperCase()}`
  },
  dotted: (m) => {
    const { hour, rest, half } = twelve(m)
    return `${hour}${rest === 0 ? '' : `:${pad(rest)}`} ${half[0]!}.m.`
  },
  words: (m) => (m === 720 ? 'noon' : m % 1440 === 0 ? 'midnight' : writers.short!(m, false)),
  clock24: (m, end) => (end && m % 1440 === 0 ? '24:00' : `${pad(Math.floor(m / 60) % 24)}:${pad(m % 60)}`),
}
const writer = fc.constantFrom(...Object.keys(writers).filter((name) => name !== 'clock24'), 'clock24')
const range = fc.tuple(minute, minute).filter(([from, to]) => from !== to)
const join = fc.constantFrom('-', ' - ', '–', ' – ', ' to ', ' until ', ' till ')
const space = fc.constantFrom(' ', '  ', '\u00a0', '\u2009')

const normalSpan = ([from, to]: readonly [number, number]) => ({
  from: { kind: 'clock', minute: from },
  to: { kind: 'clock', minute: to === 0 ? 1440 : to },
  overnight: to !== 0 && to < from,
})

describe('a rule written as text is read as the same rule', () => {
  test('times of day in every notation', () => {
    fc.assert(
      fc.property(range, writer, join, fc.boolean(), ([from, to], style, dash, open) => {
        // A 24-hour clock is recognised only if one of the times shows it.
        fc.pre(style !== 'clock24' || from < 600 || from >= 780 || to >= 780)
        const write = writers[style]!
        const text = `${open ? 'Open ' : ''}${write(from, false)}${dash}${write(to, true)}`
        expect(readOpening(text)?.entries).toEqual([
          { when: [], spans: [normalSpan([from, to])], doubts: [] },
        ])
      }),
      { numRuns: 2_000 },
    )
  })

  test('a week with hours for each day, days first', () => {
    const parts = ([from, to]: readonly [number, number]) =>
      to === 0 || from < to ? [[from, to || 1440] as const] : [[0, to] as const, [from, 1440] as const]
    // Hours of the same day that overlap are unclear.
    const isClear = (hours: (readonly [number, number])[]) => {
      const sorted = hours.flatMap(parts).sort((a, b) => a[0] - b[0])
      return sorted.every(([from], index) => index === 0 || sorted[index - 1]![1] <= from)
    }
    const dayHours = fc.oneof(
      fc.constant([] as const),
      fc.array(range, { minLength: 1, maxLength: 3 }).filter(isClear),
    )
    fc.assert(
      fc.property(
        fc.array(dayHours, { minLength: 1, maxLength: 7 }),
        fc.constantFrom(', ', '; ', ' ; ', '\n'),
        fc.constantFrom(': ', ' '),
        fc.boolean(),
        (week, between, colon, brief) => {
          const text = week
            .map((hours, index) => {
              const name = brief ? NAMES[index]!.slice(0, 3) : NAMES[index]!
              return `${name}${colon}${hours.length === 0 ? 'Closed' : hours.map(([from, to]) => `${writers.google!(from, false)} – ${writers.google!(to, true)}`).join(', ')}`
            })
            .join(between)
          const read = readOpening(text)
          week.forEach((hours, index) => {
            const entry = read?.entries.find(
              ({ when }) =>
                when[0]![0]!.kind === 'weekdays' && (when[0]![0] as { mask: number }).mask === 1 << index,
            )
            expect(entry).toEqual({
              when: [[{ kind: 'weekdays', mask: 1 << index }]],
              spans: hours.map(normalSpan),
              doubts: [],
            })
          })
          expect(read?.entries).toHaveLength(week.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('ranges of weekdays that may wrap around the week, before or after the times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        range,
        fc.boolean(),
        space,
        (first, last, [from, to], behind, gap) => {
          const days = `${NAMES[first]!.slice(0, 3)}-${NAMES[last]!}`
          const times = `${writers.short!(from, false)}-${writers.short!(to, true)}`
          let mask = 0
          for (let day = first; ; day = (day + 1) % 7) {
            mask |= 1 << day
            if (day === last) break
          }
          const when = mask === 127 ? [] : [[{ kind: 'weekdays', mask }]]
          expect(readOpening(behind ? `${times}${gap}${days}` : `${days}${gap}${times}`)?.entries).toEqual([
            { when, spans: [normalSpan([from, to])], doubts: [] },
          ])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('leash rules with dates', () => {
    const MONTHS = [
      'Jan',
      'February',
      'Mar',
      'April',
      'May',
      'June',
      'July',
      'Aug',
      'Sept',
      'October',
      'Nov',
      'December',
    ]
    const yearDay = fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      date: fc.integer({ min: 1, max: 28 }),
    })
    const subject = fc.constantFrom(
      ['Off-leash', 'off-leash', false] as const,
      ['On leash', 'on-leash', false] as const,
      ['Dogs allowed on leash', 'on-leash', true] as const,
      ['No dogs', 'no-dogs', false] as const,
      ['off lead', 'off-leash', false] as const,
      ['Dogs prohibited', 'no-dogs', false] as const,
    )
    fc.assert(
      fc.property(
        subject,
        range,
        yearDay,
        yearDay,
        fc.boolean(),
        ([word, meaning, allows], [start, end], from, to, header) => {
          const dates = `${from.date} ${MONTHS[from.month - 1]!}-${to.date} ${MONTHS[to.month - 1]!}`
          const times = `${writers.short!(start, false)}-${writers.short!(end, true)}`
          expect(
            readLeash(header ? `${dates}: ${word.toLowerCase()} ${times}` : `${word} ${times} ${dates}`)
              ?.rules,
          ).toEqual([
            {
              subject: meaning,
              when: [[{ kind: 'dates', from, to }]],
              spans: [normalSpan([start, end])],
              doubts: [],
              hours: true,
              scope: 'own',
              only: false,
              allows,
              note: null,
            },
          ])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('"before" and "after" are the start and the end of the day', () => {
    fc.assert(
      fc.property(range, ([a, b]) => {
        const [before, after] = a < b ? [a, b] : [b, a]
        fc.pre(before > 0)
        const spans = [normalSpan([0, before]), normalSpan([after, 0])]
        expect(
          readLeash(
            `Off-leash before ${writers.short!(before, true)} and after ${writers.short!(after, false)} only`,
          )?.rules[0],
        ).toMatchObject({ subject: 'off-leash', spans, only: true })
      }),
    )
  })
})

describe('evaluating a rule', () => {
  test("daily hours agree with the park's local time from Intl", () => {
    fc.assert(
      fc.property(range, place, instant, ([from, to], where, now) => {
        const zone = zoneOf(where)!
        const parts = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          hour: 'numeric',
          minute: 'numeric',
          hourCycle: 'h23',
        }).formatToParts(now)
        const part = (type: string) => Number(parts.find((each) => each.type === type)!.value)
        const shown = part('hour') * 60 + part('minute')
        // Nights with clock changes are tested separately in zone.test.ts.
        fc.pre(
          [-1, 1].every(
            (side) =>
              new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
                .format(now + side * 86_400_000)
                .slice(-6) ===
              new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
                .format(now)
                .slice(-6),
          ),
        )
        const expected =
          to === 0 || from < to ? shown >= from && shown < (to || 1440) : shown >= from || shown < to
        expect(openStateAt(`${writers.short!(from, false)}-${writers.short!(to, true)}`, where, now)).toBe(
          expected ? 'open' : 'closed',
        )
      }),
      { numRuns: 1_000 },
    )
  })

  const openings = fc.oneof(
    fc.constantFrom(
      ...OPENING_TEXTS.map(([text]) => text),
      'Dawn to Dusk',
      'Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm',
      'Fri 4pm-2am; Sat 10am-4pm; Sun-Thu closed',
      '6am-8pm summer, 6am-6pm winter',
      '6am-8pm (October to March), 6am-6pm (April to September)',
      'sunset to 2am',
      '6-8pm',
      '1:30am-2:30am',
    ),
    range.map(([from, to]) => `${writers.short!(from, false)}-${writers.short!(to, true)}`),
  )

  /**
   * Checks that `until` is the first moment at which the state changes, and returns what is wrong; [] if
   * nothing is.
   */
  function faults(
    ask: (now: number) => { state: string; until: { instant: number } | null; next: string | null },
    now: number,
    between: number[],
  ): string[] {
    const { state, until, next } = ask(now)
    const end = until === null ? now + 14 * 86_400_000 : until.instant
    return [
      ...between
        .map((part) => Math.floor(now + part * (end - 1 - now)))
        .filter((instant) => ask(instant).state !== state)
        .map((instant) => `not ${state} at ${instant}`),
      ...(until === null
        ? next === null
          ? []
          : ['something next, at no time']
        : [
            ...(end > now ? [] : ['in the past']),
            ...(ask(end - 1).state === state ? [] : [`not ${state} just before ${end}`]),
            ...(ask(end).state === next && next !== state ? [] : [`not ${String(next)} at ${end}`]),
          ]),
    ]
  }
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })

  test('"until" is the first moment at which the opening state changes', () => {
    fc.assert(
      fc.property(openings, place, edgeInstant, parts, (text, where, now, between) => {
        expect(faults((instant) => openingAt(text, where, instant), now, between)).toEqual([])
        expect(openingAt(text, where, now).state).toBe(openStateAt(text, where, now))
      }),
      { numRuns: 400 },
    )
  })

  test('"until" is the first moment at which the leash state changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEASH_TEXTS),
        place,
        edgeInstant,
        parts,
        ([text, dogs], where, now, between) => {
          expect(faults((instant) => leashAt(text, dogs, where, instant), now, between)).toEqual([])
        },
      ),
      { numRuns: 400 },
    )
  })

  test('the time zone of the device does not matter', () => {
    const before = process.env.TZ
    const answers = [
      'UTC',
      'Australia/Perth',
      'America/St_Johns',
      'Pacific/Kiritimati',
      'Asia/Kathmandu',
      'Pacific/Niue',
    ].map((zone) => {
      process.env.TZ = zone
      const shown = new Date(at('2026-01-14T00:00Z')).getHours()
      const sentences = PLACES.flatMap((where) =>
        [at('2026-01-14T12:00Z'), at('2026-04-04T16:30Z'), at('2026-10-03T16:30Z')].flatMap((now) => [
          ...OPENING_TEXTS.map(([text]) => [
            openStateAt(text, where, now),
            describeOpening(text, where, now, now + 40 * 3_600_000),
            hoursTable(text, where, now),
          ]),
          ...LEASH_TEXTS.slice(0, 12).map(([text, dogs]) => [
            leashAt(text, dogs, where, now),
            describeLeash(text, dogs, where, now),
          ]),
        ]),
      )
      return { shown, sentences: JSON.stringify(sentences) }
    })
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
    // The time zone of the process really changed.
    expect(new Set(answers.map(({ shown }) => shown)).size).toBeGreaterThan(4)
    expect(new Set(answers.map(({ sentences }) => sentences)).size).toBe(1)
  })
})

describe('any imported text', () => {
  const WORDS = [
    'off-leash',
    'on leash',
    'no dogs',
    'open',
    'closed',
    '9am',
    '5',
    'pm',
    '-',
    ',',
    ';',
    ':',
    '/',
    '(',
    ')',
    'and',
    'before',
    'after',
    'sunrise',
    'sunset',
    'Mon',
    'Fri-Sun',
    '1 Dec',
    'Feb',
    'summer',
    'winter',
    'easter',
    'holidays',
    'public holidays',
    'school days',
    'only',
    'except',
    'at other times',
    'then',
    'part',
    'daily',
    '24 hours',
    '24/7',
    'from',
    'to',
    'until',
    'daylight saving',
    'near',
    'during sport',
    'all year',
    'a.m.',
    '\u2013',
    '6.30',
    '99:99',
    '\u0000',
    '\ud800',
    'İ',
  ]
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(' ')),
  )

  test('never causes an exception, at any place or instant', () => {
    const anywhere = fc.oneof(
      place,
      fc.record({ state: fc.string(), city: fc.string(), latitude: fc.double(), longitude: fc.double() }),
    )
    const anytime = fc.oneof(edgeInstant, fc.double())
    fc.assert(
      fc.property(text, anywhere, access, anytime, anytime, (input, where, dogs, now, then) => {
        expect(['open', 'closed', 'unknown']).toContain(openStateAt(input, where, now))
        expect(['open', 'closed', 'unknown']).toContain(openingAt(input, where, now).state)
        expect(['off-leash', 'on-leash', 'no-dogs', 'unknown']).toContain(
          leashAt(input, dogs, where, now).state,
        )
        hoursTable(input, where, now)
        describeOpening(input, where, now, then)
        describeLeash(input, dogs, where, now, then)
      }),
      { numRuns: 3_000 },
    )
  })

  test('has every character in a token', () => {
    fc.assert(
      fc.property(text, (input) => {
        const normalised = normalise(input)
        const covered = tokenize(normalised).reduce((letters, { start, end }) => letters + end - start, 0)
        expect(covered).toBeGreaterThanOrEqual(normalised.replaceAll(' ', '').length)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is not understood with one unknown word added', () => {
    const readable = fc.constantFrom(...OPENING_TEXTS.map(([each]) => each))
    fc.assert(
      fc.property(
        readable,
        fc.constantFrom('maybe', 'usually', 'roughly', 'quux', '!', '?', '7', 'не'),
        fc.nat(),
        (input, word, where) => {
          const words = input.split(' ')
          words.splice(where % (words.length + 1), 0, word)
          expect(readOpening(words.join(' '))).toBeNull()
        },
      ),
    )
  })

  test.each([
    ['spaces', ' '],
    ['digits', '9'],
    ['colons', '9:'],
    ['dashes', '-'],
    ['brackets', '('],
    ['commas', ','],
    ['days', 'Mon,'],
    ['times', '9am-5pm,'],
    ['alternatives', '9am-5pm/'],
    ['dates', '1 Dec-28 Feb and '],
    ['subjects', 'off-leash '],
    ['exceptions', 'except during '],
    ['half days', '9 a.m. '],
    ['notes', 'not in the '],
    ['apostrophes', "a'"],
    ['marks', 'a\u0301'],
  ])('with repeated %s takes a number of steps proportional to its length', (_, piece) => {
    let steps = 0
    const { peek } = Cursor.prototype
    Cursor.prototype.peek = function counted(this: Cursor, ahead?: number) {
      steps += 1
      return peek.call(this, ahead)
    }
    try {
      const cost = (length: number) => {
        steps = 0
        readOpening(piece.repeat(TEXT_MAX_LENGTH + 1).slice(0, length))
        readLeash(piece.repeat(TEXT_MAX_LENGTH + 1).slice(0, length))
        return steps
      }
      const half = cost(TEXT_MAX_LENGTH / 2)
      // Twice the text takes about twice the steps, plus a small constant.
      expect(cost(TEXT_MAX_LENGTH)).toBeLessThan(2.5 * half + 1_000)
      expect(half).toBeGreaterThan(0)
      // Longer texts are not read at all.
      expect(cost(TEXT_MAX_LENGTH + 1)).toBe(0)
    } finally {
      Cursor.prototype.peek = peek
    }
  })
})
