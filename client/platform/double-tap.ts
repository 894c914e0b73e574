import { useEffect } from 'react'

/** Longest time and distance between the taps of a double tap: Android's time, and the size of a finger. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 44

let last: MouseEvent | undefined
/** The link or button that the first tap of a double tap was for. */
let control: Element | null = null

/** Clicks by the keyboard or by code are no taps. `detail` does not count the taps of a finger on Android. */
const isSecondTap = (event: MouseEvent): boolean =>
  last !== undefined &&
  event.detail > 0 &&
  event.timeStamp - last.timeStamp < DOUBLE_TAP_MS &&
  Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < DOUBLE_TAP_PX

function onClick(event: MouseEvent): void {
  const isSecond = isSecondTap(event)
  last = event
  if (!isSecond) control = (event.target as Element).closest('a, button')
  else if (control !== null && (!control.isConnected || control.matches('[data-back]'))) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/**
 * Ignores the second tap of a double tap if the first one replaced the screen (it is not meant for what has come to
 * lie under the finger) or goes back (the second one would leave the screen before, too).
 */
export const useDoubleTaps = () =>
  useEffect(() => {
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])
