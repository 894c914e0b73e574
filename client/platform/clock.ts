import { useEffect, useState } from 'react'

/** An instant rounded down to a multiple of `step`, both in milliseconds. */
export const roundedDown = (instant: number, step: number): number => Math.floor(instant / step) * step

/**
 * The current time in milliseconds since 1970, rounded down to a multiple of `step` milliseconds. The
 * component re-renders at each step. Rounding keeps requests that depend on the time equal for a while.
 */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => roundedDown(Date.now(), step))
  useEffect(() => {
    const timer = setTimeout(() => setNow(roundedDown(Date.now(), step)), now + step - Date.now() + 50)
    return () => clearTimeout(timer)
  }, [now, step])
  return now
}

/** A flag and a function that sets it: after `delay` milliseconds it is true, for `duration` milliseconds. */
export function useBusy(duration: number, delay = 0): [boolean, () => void] {
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState(0)
  useEffect(() => {
    if (started === 0) return
    const on = setTimeout(() => setBusy(true), delay)
    const off = setTimeout(() => setBusy(false), delay + duration)
    return () => {
      clearTimeout(on)
      clearTimeout(off)
    }
  }, [started, duration, delay])
  return [busy, () => setStarted((count) => count + 1)]
}
