/**
 * The first position in an ascending list whose value is not less than `value`; the length if there is none.
 */
export function lowerBound<Value extends number | string>(sorted: ArrayLike<Value>, value: Value): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
