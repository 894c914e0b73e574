import { DAY } from '../../data/model/constants.ts'

/** Created on first use: creating an `Intl.DateTimeFormat` is slow, and start-up does not need one. */
const lazyFormat = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (instant: number) => (format ??= new Intl.DateTimeFormat('en-AU', options)).format(instant)
}
const formatTime = lazyFormat({ hour: 'numeric', minute: '2-digit', hour12: true })
const formatDate = lazyFormat({ day: 'numeric', month: 'long' })

const midnight = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)

/**
 * Formats an instant in the device's time zone: "today 7:12 am", "yesterday 9:40 pm", "tomorrow 12:05 am", "3 May", and
 * in another year "3 May 2025".
 * @param instant milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function formatInstant(instant: number, now: number): string {
  const time = formatTime(instant).replace(/\s/g, ' ').toLowerCase()
  // Half a day is added so that days of 23 or 25 hours count as one day.
  const days = Math.floor((midnight(now) - midnight(instant) + DAY / 2) / DAY)
  if (days === -1) return `tomorrow ${time}`
  if (days === 0) return `today ${time}`
  if (days === 1) return `yesterday ${time}`
  const year = new Date(instant).getFullYear()
  return `${formatDate(instant)}${year === new Date(now).getFullYear() ? '' : ` ${year}`}`
}
