/** Digits typed within this time make one number, milliseconds. */
const TOGETHER = 700

/**
 * Reads the number of a park from single keys: '1' is 1, and '2' soon after it makes 12 where there is a 12th.
 * @returns takes a key and the instant in milliseconds; gives the number meant, or `null` for other keys and for numbers there are not
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
    const longer = now - last <= TOGETHER ? typed + key : key
    last = now
    typed = isNumber(Number(longer)) ? longer : key
    const number = Number(typed)
    return isNumber(number) ? number : null
  }
}
