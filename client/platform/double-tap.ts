import { useEffect } from 'react'
import { opensElsewhere } from './modified-click.ts'

/** Longest time and distance between the taps of a double tap: Android's time, and the size of a finger. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 44
/** Links and buttons that are tapped most to go to another screen and back. */
const LEAVING = 'a[href^="/park/"], [data-back]'

let last: MouseEvent | undefined
/** Whether the first tap of a double tap left the screen. */
let hasLeft = false

/** Clicks by the keyboard or by code are no taps. `detail` does not count the taps of a finger on Android. */
const isSecondTap = (event: MouseEvent): boolean =>
  last !== undefined &&
  event.detail > 0 &&
  event.timeStamp - last.timeStamp < DOUBLE_TAP_MS &&
  Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < DOUBLE_TAP_PX

function onClick(event: MouseEvent): void {
  const isSecond = isSecondTap(event)
  last = event
  if (!isSecond) hasLeft = !opensElsewhere(event) && (event.target as Element).closest(LEAVING) !== null
  else if (hasLeft) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/**
 * Ignores the second tap of a double tap on a park or on a way back: it is not meant for what has come to lie under
 * the finger, and would go back twice.
 */
export const useDoubleTaps = () =>
  useEffect(() => {
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])
