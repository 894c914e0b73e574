/** Digits typed within this time form one number. */
const MULTI_DIGIT_MS = 700

/**
 * Reads a park number from single key presses: '1' is 1, and '2' soon after it makes 12 if that number
 * exists.
 * @returns a function of the key and the time in milliseconds. It returns the number, or `null` for other
 *   keys and for numbers that do not exist.
 */
export function numberKeys(): (
  key: string,
  now: number,
  isNumber: (number: number) => boolean,
) => number | null {
  let typed = ''
  let last = -Infinity
  return (key, now, isNumber) => {
    if (!/^\d$/.test(key)) return null
    const extended = now - last <= MULTI_DIGIT_MS ? typed + key : key
    last = now
    typed = isNumber(Number(extended)) ? extended : key
    const number = Number(typed)
    return isNumber(number) ? number : null
  }
}
