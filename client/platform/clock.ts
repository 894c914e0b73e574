import { useEffect, useState } from 'react'

/** An instant rounded down to a multiple of `step`, both in milliseconds. */
export const roundedDown = (instant: number, step: number): number => Math.floor(instant / step) * step

/**
 * Whether a time has passed since an instant; all in milliseconds. True for an instant in the future: the
 * device's clock has been set back, so the time since then is unknown.
 */
export const hasPassed = (duration: number, since: number, now: number): boolean =>
  now < since || now - since >= duration

/**
 * Calls back with the current time, rounded down to a multiple of `step` milliseconds: now, at each step, and
 * when the page is shown again, because timers stand still while a device sleeps and in the back/forward
 * cache. Returns a function that stops it.
 */
export function watchTime(step: number, onTime: (now: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const tick = () => {
    const now = roundedDown(Date.now(), step)
    clearTimeout(timer)
    timer = setTimeout(tick, now + step - Date.now() + 50)
    onTime(now)
  }
  tick()
  document.addEventListener('visibilitychange', tick)
  addEventListener('pageshow', tick)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
    removeEventListener('pageshow', tick)
  }
}

/**
 * The current time in milliseconds since 1970, rounded down to a multiple of `step` milliseconds. The
 * component re-renders at each step. Rounding keeps requests that depend on the time equal for a while.
 */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => roundedDown(Date.now(), step))
  useEffect(() => watchTime(step, setNow), [step])
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

/** Calls the function after so many milliseconds, unless the returned one is called before. */
export function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}
