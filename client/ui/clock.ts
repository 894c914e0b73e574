import { useEffect, useState } from 'react'

/**
 * The present instant, rounded down to `step` milliseconds; the component is drawn again when it moves on.
 * Rounded so that a question about 'now' stays the same question for a while.
 */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / step) * step)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Math.floor(Date.now() / step) * step), now + step - Date.now() + 50)
    return () => clearTimeout(timer)
  }, [now, step])
  return now
}

/** True for `duration` milliseconds after each call of the function returned, `delay` milliseconds after it. */
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
