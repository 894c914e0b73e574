import { useState } from 'react'
import {
  leashAt,
  openingAt,
  mayBeClosed,
  openStateAt,
  describeClosure,
  describeLeash,
  describeOpening,
} from '../../../data/hours/index.ts'
import { hoursTable, nextTime } from '../../../data/hours/table.ts'
import type { Park } from '../../../data/model/park.ts'
import { useNow } from '../../platform/clock.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { hoursPlace } from '../../queries/hours-place.ts'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { PARK_PAGE_TEXTS } from './texts.ts'

const T = PARK_PAGE_TEXTS
const MINUTE_MS = 60_000
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** 'Open now', 'Closed now' or a longer closure, in the park's own time zone; nothing if unknown. */
export function OpenBadge({ park }: { park: Park }) {
  const now = useNow(MINUTE_MS)
  const state = openStateAt(park.openingHours, hoursPlace(park), now)
  if (state === 'unknown') return null
  return (
    <span
      className={`rounded-full px-3 py-0.5 text-s font-bold ${state === 'open' ? 'bg-leaf-wash text-open' : 'bg-closed-wash text-closed'}`}
    >
      {state === 'open'
        ? PARK_PAGE_TEXTS.openNow
        : (describeClosure(park.openingHours) ?? PARK_PAGE_TEXTS.closedNow)}
    </span>
  )
}

function Conditions({ conditions }: { conditions: readonly string[] }) {
  if (conditions.length === 0) return null
  return (
    <ul className="list-disc pl-5">
      {conditions.map((condition) => (
        <li key={condition}>{condition}</li>
      ))}
    </ul>
  )
}

function Published({ text }: { text: string | null }) {
  if (text === null) return null
  return <p className="text-s text-muted">{PARK_TEXTS.card.asPublished(text)}</p>
}

/** The opening hours of each weekday, or the published text if it cannot be parsed. */
export function OpeningBlock({ park }: { park: Park }) {
  const now = useNow(MINUTE_MS)
  const place = hoursPlace(park)
  if (park.openingHours === null) return <p className="text-muted">{T.hoursUnknown}</p>
  const table = hoursTable(park.openingHours, place, now)
  if (table === null) return <p>{park.openingHours}</p>
  return (
    <>
      <p className="font-semibold">{describeOpening(park.openingHours, place, now)}</p>
      <table className="w-full border-collapse">
        <tbody>
          {table.rows.map((row) => (
            <tr
              key={row.day}
              className={`border-b border-line last:border-0 ${row.today ? 'font-bold' : ''}`}
            >
              <th scope="row" className={`py-2 pr-4 text-left ${row.today ? '' : 'font-normal'}`}>
                {row.day}
                {row.today && <span className="text-ochre"> ({T.today})</span>}
              </th>
              <td className="py-2 text-right">{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Conditions conditions={table.conditions} />
      <Published text={park.openingHours} />
    </>
  )
}

/** The leash rule now, with its conditions. While the park is or may be closed, the general rule is shown instead. */
export function LeashBlock({ park }: { park: Park }) {
  const now = useNow(MINUTE_MS)
  const place = hoursPlace(park)
  const { state, conditions } = leashAt(park.leashHours, park.dogAccess, place, now)
  const closed = mayBeClosed(park.openingHours, place, now)
  const sentence = closed ? null : describeLeash(park.leashHours, park.dogAccess, place, now)
  const tone = closed
    ? 'border-line-strong'
    : state === 'no-dogs'
      ? 'border-closed'
      : state === 'on-leash'
        ? 'border-ochre'
        : state === 'off-leash'
          ? 'border-open'
          : 'border-line-strong'
  return (
    <>
      <p className={`border-l-6 pl-3 text-l font-bold ${tone}`}>
        {sentence ?? PAGE_TEXTS.accesses[park.dogAccess]}
      </p>
      <Conditions conditions={conditions} />
      {park.leashHours === null ? (
        <p className="text-muted">{T.noTimes}</p>
      ) : (
        <Published text={park.leashHours} />
      )}
    </>
  )
}

/**
 * Leash rule and opening hours at another time: "Saturday 8 am: off-leash until 9 am"; no leash rule while the
 * park is closed. Hidden if they never change.
 */
export function AnotherTime({ park }: { park: Park }) {
  const now = useNow(MINUTE_MS)
  const place = hoursPlace(park)
  const leash = leashAt(park.leashHours, park.dogAccess, place, now)
  const opening = openingAt(park.openingHours, place, now)
  const changes = leash.until !== null || opening.until !== null
  const [weekday, setWeekday] = useState(5)
  const [time, setTime] = useState('08:00')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = time === '' ? null : nextTime(place, now, weekday, hour * 60 + minute)
  const isClosed = at !== null && mayBeClosed(park.openingHours, place, at)
  const leashThen =
    at === null || isClosed ? null : describeLeash(park.leashHours, park.dogAccess, place, now, at)
  const openThen = at === null ? null : describeOpening(park.openingHours, place, now, at)
  if (!changes) return null
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h3 className="text-m">{T.anotherTime}</h3>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={T.day}
          value={weekday}
          onChange={(event) => setWeekday(Number(event.target.value))}
          className="flex-[1_1_9rem]"
        >
          {DAYS.map((day, index) => (
            <option key={day} value={index}>
              {day}
            </option>
          ))}
        </Select>
        <label className="grid flex-[1_1_8.75rem] gap-1 text-s font-semibold">
          {T.time}
          <TextInput
            type="time"
            value={time}
            onChange={(event) => setTime(event.target.value)}
            className="w-full px-3! font-normal"
          />
        </label>
      </div>
      <output className="grid font-semibold">
        {leashThen !== null && <span>{leashThen}</span>}
        {openThen !== null && <span>{openThen}</span>}
        {at !== null && leashThen === null && (!isClosed || openThen === null) && (
          <span className="font-normal text-muted">
            {openThen === null ? T.notKnownThen : T.leashNotKnownThen}
          </span>
        )}
      </output>
    </div>
  )
}
