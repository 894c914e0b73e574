import { DAY } from '../../data/model/constants.ts'

/** Made when first needed: together they are the half of what a start would otherwise spend on the app's modules. */
const made = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (instant: number) => (format ??= new Intl.DateTimeFormat('en-AU', options)).format(instant)
}
const sayTime = made({ hour: 'numeric', minute: '2-digit', hour12: true })
const sayDate = made({ day: 'numeric', month: 'long' })

const midnight = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)

/** An instant as one tells it on this device's clock: "today 7:12 am", "yesterday 9:40 pm", "3 May". Milliseconds since 1970. */
export function sayInstant(instant: number, now: number): string {
  const time = sayTime(instant).replace(/\s/g, ' ').toLowerCase()
  // Half a day's grace keeps a day of 23 or 25 hours a day.
  const days = Math.floor((midnight(now) - midnight(instant) + DAY / 2) / DAY)
  if (days <= 0) return `today ${time}`
  if (days === 1) return `yesterday ${time}`
  return sayDate(instant)
}
